"""Inference algorithms, one file each; `reference` has readable versions to test against."""
