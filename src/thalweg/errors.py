"""What can go wrong, in one family: catch `ThalwegError` for all of it.

A message says what came, what was expected and what to do.
"""


class ThalwegError(Exception):
    """Base class of every error that thalweg raises on purpose."""


class InputError(ThalwegError, ValueError):
    """Data or a parameter that cannot be used; nothing was changed."""


class InputTypeError(InputError, TypeError):
    """Data of a kind that can never be read as counts; nothing was changed."""


class StorageError(ThalwegError, OSError):
    """A file or folder that cannot be written or is damaged; nothing is left half-written."""


class MemoryLimitError(ThalwegError, MemoryError):
    """A request that would not fit into the memory of this machine; nothing was changed."""


class ThalwegWarning(UserWarning):
    """Something that was done otherwise than asked, or that a user should know."""
