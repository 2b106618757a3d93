"""Training on several machines: overhead on two cores, many virtual workers, and predictions."""
