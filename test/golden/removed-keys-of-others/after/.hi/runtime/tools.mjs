<the tools bundle>
