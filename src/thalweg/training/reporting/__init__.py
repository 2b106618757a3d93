"""What a training run reports: progress, a progress bar, and log messages."""
