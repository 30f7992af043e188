<the policy bundle>
