"""Atomic writing: files are written under a temporary name and renamed when complete.

A file that is replaced keeps its permissions, and a link stays a link: its target is replaced.
Folders, devices and pipes are never replaced.
"""

from __future__ import annotations

import gzip
import os
import stat
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import IO, Any

from thalweg.errors import InputError, StorageError
from thalweg.files.compressed import zstd_module
from thalweg.files.partial import new_partial_file


@contextmanager
def write_atomically(*paths: Path) -> Iterator[list[IO[bytes]]]:
    """Yield files to write, compressed if their names say so; all of them appear, or none."""
    targets = [file_to_replace(path) for path in paths]
    pending: list[_PendingFile] = []
    try:
        with storage_errors(paths[0]):
            for target in targets:
                pending.append(_PendingFile(target))
            yield [file.stream for file in pending]
            for file in pending:
                file.complete()
            for file in pending:
                file.rename()
    finally:
        for file in pending:
            file.discard()


class _PendingFile:
    """A file that has a temporary name until it is complete."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.partial, self._raw = new_partial_file(path)
        self.stream: IO[bytes] | Any = self._raw
        try:
            copy_permissions(path, self.partial)  # now: what is written may be private
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
        if os.name == "nt":  # elsewhere it stays open, and locked, until it is renamed
            self._raw.close()

    def rename(self) -> None:
        """Give the file its name."""
        self.partial.replace(self.path)
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


def file_to_replace(path: Path) -> Path:
    """Return the file that writing to `path` creates or replaces: the target of a link.

    InputError for a folder, a device or a pipe.
    """
    try:
        mode = os.stat(path).st_mode
    except (OSError, ValueError):  # a new file, or an error that opening it will report
        mode = stat.S_IFREG
    if stat.S_ISDIR(mode):
        raise InputError(f"{path} is a folder; expected the name of a file to write")
    if not stat.S_ISREG(mode):
        raise InputError(
            f"{path} is {_kind_of(mode)}, which is never replaced; expected a regular file or a "
            "new name"
        )
    return Path(os.path.realpath(path)) if os.path.islink(path) else path


def _kind_of(mode: int) -> str:
    if stat.S_ISFIFO(mode):
        return "a pipe"
    return "a socket" if stat.S_ISSOCK(mode) else "a device"


def copy_permissions(source: Path, target: Path) -> None:
    """Give a new file the mode of the file that it will replace, and its owner if allowed."""
    try:
        old = os.stat(source)
    except OSError:
        return  # there is none: the umask decides
    new = os.stat(target)
    if (old.st_uid, old.st_gid) != (new.st_uid, new.st_gid):
        with suppress(OSError):
            os.chown(target, old.st_uid, old.st_gid)
    os.chmod(target, stat.S_IMODE(old.st_mode))
