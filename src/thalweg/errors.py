"""Errors and warnings of thalweg.

Every error is a `ThalwegError` and also the built-in exception that fits, so that `except
ValueError` works as well. A message says what was given, what was expected and what to do.
"""


class ThalwegError(Exception):
    """Base class of all errors that thalweg raises intentionally."""


class InputError(ThalwegError, ValueError):
    """Data or a parameter cannot be used. The model and existing files are unchanged."""


class InputTypeError(InputError, TypeError):
    """The type of the data can never be used as counts. The model is unchanged."""


class StorageError(ThalwegError, OSError):
    """A file is damaged, or a file or folder cannot be written. No partial file remains."""


class MemoryLimitError(ThalwegError, MemoryError):
    """The request does not fit into the memory of this machine. The model is unchanged."""


class ThalwegWarning(UserWarning):
    """Something was done differently than requested, or deserves attention."""
