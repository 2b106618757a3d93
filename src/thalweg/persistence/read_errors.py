"""Everything that can be wrong with a file of tensors, as an error that names it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from safetensors import SafetensorError

from thalweg.errors import InputError, MemoryLimitError, StorageError, ThalwegError

_FAULTS = (SafetensorError, ValueError, RecursionError)


def damaged(name: str, fault: object, remedy: str) -> StorageError:
    """Return the error for a file with a fault."""
    return StorageError(f"{name} is damaged or was changed: {fault}. {remedy}")


@contextmanager
def read_errors(
    name: str, expected: str, remedy: str, faults: tuple[type[Exception], ...] = _FAULTS
) -> Iterator[None]:
    """Raise everything that can be wrong with a file as a ThalwegError that names it.

    `expected` is what the file should be, `remedy` what to do if it is damaged, and `faults` are
    the exceptions that damage can cause.
    """
    try:
        yield
    except ThalwegError:
        raise
    except FileNotFoundError:
        raise InputError(f"{name} does not exist; expected {expected}") from None
    except OSError as error:
        raise StorageError(f"{name} cannot be read: {error}") from None
    except MemoryError:
        raise MemoryLimitError(
            f"{name} does not fit into the memory of this machine; open it on a larger one"
        ) from None
    except faults as error:
        raise damaged(name, error, remedy) from None
