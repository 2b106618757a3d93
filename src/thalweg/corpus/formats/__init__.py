"""Bags of words in files: one module per format, each with `read` and `write`."""
