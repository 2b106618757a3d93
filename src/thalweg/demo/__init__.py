"""Example data for `thalweg demo`: the docstrings of Python's standard library."""
