"""Files that appear whole or not at all: written beside their place, then renamed."""

from __future__ import annotations

import gzip
import os
import secrets
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from thalweg.errors import InputError, StorageError
from thalweg.files.compressed import zstd_module


@contextmanager
def write_beside_and_rename(*paths: Path) -> Iterator[list[IO[bytes]]]:
    """Files to write, compressed as their names say; all appear when all are whole, or none."""
    for path in paths:
        if os.path.isdir(path):  # False for a name that is too long
            raise InputError(f"{path} is a folder; expected the name of a file to write")
    pending: list[_PendingFile] = []
    try:
        with storage_errors(paths[0]):
            for path in paths:
                pending.append(_PendingFile(path))
            yield [file.stream for file in pending]
            for file in pending:
                file.complete()
            for file in pending:
                file.beside.replace(file.path)
    finally:
        for file in pending:
            file.discard()


class _PendingFile:
    """A file under a name of its own until it is whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.beside = name_beside(path)
        self._raw = self.beside.open("xb")
        self.stream: IO[bytes] | Any = self._raw
        try:
            if path.name.endswith(".gz"):  # no name and no time: the same corpus, the same bytes
                self.stream = gzip.GzipFile(
                    filename="", fileobj=self._raw, mode="wb", compresslevel=6, mtime=0
                )
            elif path.name.endswith(".zst"):
                self.stream = zstd_module(path).ZstdFile(self._raw, "wb")
        except BaseException:
            self.discard()
            raise

    def complete(self) -> None:
        """Write what is buffered, for which there may be no room."""
        if self.stream is not self._raw:
            self.stream.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        self._raw.close()

    def discard(self) -> None:
        for stream in (self.stream, self._raw):
            with suppress(OSError, ValueError):
                stream.close()
        with suppress(OSError):
            self.beside.unlink()


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
