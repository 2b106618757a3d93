"""The machine that thalweg runs on: threads and memory."""
