"""Inference algorithms, one file each; `reference` is the readable truth they are tested by."""
