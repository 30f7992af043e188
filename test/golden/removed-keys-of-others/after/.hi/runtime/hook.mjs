<the runtime bundle>
