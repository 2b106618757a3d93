"""thalweg against what people use today: held-out score against seconds of training."""
