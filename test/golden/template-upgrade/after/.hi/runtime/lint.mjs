<the lint bundle>
