"""Documents that every machine has: the docstrings of Python's standard library."""
