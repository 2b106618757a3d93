"""Files that appear whole or not at all: written beside their place, then renamed."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from thalweg.errors import StorageError


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A binary file that takes its place when the context ends without an error."""
    with storage_errors(path):
        handle, name = tempfile.mkstemp(prefix=f".{path.name}.", dir=path.parent)
        beside = Path(name)
        try:
            with os.fdopen(handle, "wb") as file:
                yield file
            beside.chmod(0o666 & ~umask())  # a temporary file is private
            synchronise(beside)
            beside.replace(path)
        finally:
            beside.unlink(missing_ok=True)


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """A full disk or a forbidden folder, told in one way."""
    try:
        yield
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(
            f"{path} cannot be written: {error}. Nothing of it was left behind; make room or "
            "choose another place."
        ) from error


def synchronise(path: Path) -> None:
    """Wait until a file or folder is on the disk."""
    handle = os.open(path, os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def umask() -> int:
    """The permissions that new files do not get."""
    mask = os.umask(0)
    os.umask(mask)
    return mask
