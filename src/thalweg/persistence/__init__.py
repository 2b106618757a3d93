"""Trained models in files: a format that is safe to open and gives equal bytes for equal models."""
