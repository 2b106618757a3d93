"""Atomic writing: files are written under a temporary name and renamed when complete."""

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
def write_atomically(*paths: Path) -> Iterator[list[IO[bytes]]]:
    """Yield files to write, compressed if their names say so; all of them appear, or none."""
    for path in paths:
        if os.path.isdir(path):  # False if the name is too long
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
                file.partial.replace(file.path)
    finally:
        for file in pending:
            file.discard()


class _PendingFile:
    """A file that has a temporary name until it is complete."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.partial = partial_name(path)
        self._raw = self.partial.open("xb")
        self.stream: IO[bytes] | Any = self._raw
        try:
            if path.name.endswith(".gz"):  # no name and no time: equal content gives equal bytes
                self.stream = gzip.GzipFile(
                    filename="", fileobj=self._raw, mode="wb", compresslevel=6, mtime=0
                )
            elif path.name.endswith(".zst"):
                self.stream = zstd_module(path).ZstdFile(self._raw, "wb")
        except BaseException:
            self.discard()
            raise

    def complete(self) -> None:
        """Flush to the disk, which may be full."""
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
            self.partial.unlink()


@contextmanager
def storage_errors(path: Path) -> Iterator[None]:
    """Raise StorageError for a full disk, a missing permission and the like."""
    try:
        yield
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(
            f"{path} cannot be written: {error}. Partial files were removed. Free some space, or "
            "choose another folder."
        ) from error


def synchronise(path: Path) -> None:
    """Wait until a file or folder is stored on the disk."""
    if os.name == "nt" and os.path.isdir(path):
        return  # Windows opens no folders; NTFS keeps a journal of their entries
    handle = os.open(path, os.O_RDWR if os.name == "nt" else os.O_RDONLY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def partial_name(path: Path) -> Path:
    """Return a hidden temporary name for `path`, in the same folder.

    Not from tempfile, whose files are private. To give them the usual permissions, we would have to
    look up the umask, which is possible only by changing it for all threads.
    """
    return path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
