"""FolderLock: a folder that one process at a time works in."""

from __future__ import annotations

import os
from contextlib import suppress
from pathlib import Path

try:
    import fcntl
except ImportError:  # Windows, where folders cannot be locked this way
    fcntl = None  # type: ignore[assignment]


class FolderLock:
    """An exclusive lock of a folder, without a file in it.

    The system ends the lock when the process ends, however it does. Where the file system or the
    platform has no such locks, nothing is locked.
    """

    def __init__(self, folder: Path) -> None:
        self._handle: int | None = None
        if fcntl is None:
            return
        with suppress(OSError):
            self._handle = os.open(folder, os.O_RDONLY)
            try:
                fcntl.flock(self._handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self.release()
                raise FolderInUseError(folder) from None

    def __del__(self) -> None:  # Ctrl-C may come before the owner could release it
        self.release()

    def release(self) -> None:
        """End the lock; a second call does nothing."""
        if self._handle is not None and fcntl is not None:
            with suppress(OSError):
                fcntl.flock(self._handle, fcntl.LOCK_UN)  # also for children that were forked
            handle, self._handle = self._handle, None
            os.close(handle)


class FolderInUseError(Exception):
    """Another process, or another part of this one, has locked the folder."""
