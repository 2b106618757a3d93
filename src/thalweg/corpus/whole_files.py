"""Files that appear whole or not at all: written beside their place, then renamed."""

from __future__ import annotations

import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from thalweg.errors import StorageError


@contextmanager
def written_whole(path: Path) -> Iterator[BinaryIO]:
    """A binary file that takes its place when the context ends without an error."""
    with storage_errors(path):
        beside = name_beside(path)
        try:
            with beside.open("xb") as file:
                yield file
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


def name_beside(path: Path) -> Path:
    """A hidden name for what will be `path`.

    Not from tempfile: what that makes is private, and the permissions that new files get can only
    be asked for by changing them, for all threads.
    """
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
