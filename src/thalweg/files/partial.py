"""Temporary names: hidden files and folders that are renamed when they are complete.

Each is locked while its process lives. The system releases the lock of a process that was killed,
so the next write of the same name can tell leftovers from files that are being written.
"""

from __future__ import annotations

import hashlib
import os
import secrets
import shutil
from contextlib import suppress
from pathlib import Path
from typing import IO

try:
    import fcntl
except ImportError:  # Windows, which does not remove open files
    fcntl = None  # type: ignore[assignment]

_LONGEST_NAME = 200  # bytes; most systems allow 255, and the temporary name is longer
_OPEN_FOLDER = getattr(os, "O_DIRECTORY", 0) | os.O_RDONLY


def new_partial_file(path: Path) -> tuple[Path, IO[bytes]]:
    """Return a new temporary file for `path`, in the same folder, and its stream.

    Not from tempfile, whose files are private. To give them the usual permissions, we would have to
    look up the umask, which is possible only by changing it for all threads.
    """
    remove_leftovers(path)
    while True:
        partial = _partial_name(path)
        stream = partial.open("xb")
        if _lock(stream.fileno()) and partial.exists():
            return partial, stream
        stream.close()  # another process has just taken it for a leftover


class PartialFolder:
    """A new temporary folder for `path`, next to it."""

    def __init__(self, path: Path) -> None:
        remove_leftovers(path)
        while True:
            self.path: Path = _partial_name(path)
            self.path.mkdir()
            try:
                self._handle: int | None = os.open(self.path, _OPEN_FOLDER)
            except PermissionError:  # Windows does not open folders
                self._handle = None
                return
            except FileNotFoundError:
                continue  # another process has just taken it for a leftover
            if _lock(self._handle) and self.path.exists():
                return
            os.close(self._handle)

    def discard(self) -> None:
        """Remove the folder, unless it was renamed."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
        shutil.rmtree(self.path, ignore_errors=True)


def remove_leftovers(path: Path) -> None:
    """Remove temporary files and folders for `path` whose process is no longer running."""
    if fcntl is None:
        return
    beginning = f".{_stem(path)}."
    with suppress(OSError):
        for entry in os.scandir(path.parent):
            token = entry.name.removeprefix(beginning).removesuffix(".partial")
            if entry.name == f"{beginning}{token}.partial" and len(token) == _TOKEN_LENGTH:
                with suppress(OSError):
                    _remove_if_unlocked(Path(entry.path))


def _remove_if_unlocked(partial: Path) -> None:
    handle = os.open(partial, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)  # OSError: it is being written
        if partial.is_dir():
            shutil.rmtree(partial, ignore_errors=True)
        else:
            partial.unlink()
    finally:
        os.close(handle)


def _lock(handle: int) -> bool:
    """Lock an open file; False if another process has locked it."""
    if fcntl is None:
        return True
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:  # a file system without locks: then no leftover can be locked either
        return True
    return True


_TOKEN_LENGTH = 8


def _partial_name(path: Path) -> Path:
    return path.with_name(f".{_stem(path)}.{secrets.token_hex(_TOKEN_LENGTH // 2)}.partial")


def _stem(path: Path) -> str:
    name = os.fsencode(path.name)
    if len(name) <= _LONGEST_NAME:
        return path.name
    return hashlib.sha256(name).hexdigest()[:16]
