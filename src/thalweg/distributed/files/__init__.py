"""Many files on a cluster: read, infer, evaluate."""
