"""From an estimator's parameters to native calls: settings, the loop, checkpoints, progress."""
