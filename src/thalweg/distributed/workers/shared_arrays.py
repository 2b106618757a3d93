"""Arrays that workers on the same machine read from each other, without copies on the way.

An object store copies arrays into new memory, which the system has to provide page by page; for
the rows of a minibatch that takes as long as a third of the minibatch. Here a worker writes into
memory that it keeps, and sends only where. The memory belongs to processes, not to a file system:
it is gone when they are, however they end.
"""

from __future__ import annotations

import mmap
import os
import sys
import uuid
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

CAN_SHARE = sys.platform == "linux"
"""Whether processes of this system can open each other's memory."""
_CACHE_LINE = 64


@dataclass(frozen=True)
class SharedArrays:
    """Where arrays are: the process and the memory, and type, shape and place of each array."""

    process: int
    descriptor: int
    token: str  # process numbers are used again, this is not
    n_bytes: int
    arrays: tuple[tuple[str, tuple[int, ...], int], ...]


class _Memory:
    """Memory of this process that others can map; it grows and never shrinks."""

    def __init__(self) -> None:
        self.token = uuid.uuid4().hex
        self.descriptor = os.memfd_create("thalweg")
        self.mapped: mmap.mmap | None = None
        self.address = 0

    def reserve(self, n_bytes: int) -> None:
        """Make room; arrays in it are no longer valid if it grows."""
        if self.mapped is not None and len(self.mapped) >= n_bytes:
            return
        n_bytes += n_bytes // 4
        os.ftruncate(self.descriptor, n_bytes)
        self.mapped = mmap.mmap(self.descriptor, n_bytes)
        self.address = np.frombuffer(self.mapped, np.uint8).ctypes.data

    def place(self, array: NDArray[Any]) -> int:
        """Return where an array begins."""
        return array.ctypes.data - self.address if array.size else 0

    def __del__(self) -> None:
        os.close(self.descriptor)


class Outbox:
    """Two pieces of memory that take turns.

    What was sent stays as it is until the message after the next one: readers must have read a
    message before they let this process write the next but one.
    """

    def __init__(self) -> None:
        self._memories = [_Memory(), _Memory()]

    def room(self, *wanted: tuple[tuple[int, ...], DTypeLike]) -> list[NDArray[Any]]:
        """Return arrays of these shapes and types for the next message, to be filled."""
        self._memories.reverse()
        memory, places, end = self._memories[0], [], 0
        for shape, dtype in wanted:
            places.append(end)
            n_bytes = int(np.prod(shape)) * np.dtype(dtype).itemsize
            end += -(-n_bytes // _CACHE_LINE) * _CACHE_LINE
        memory.reserve(max(end, _CACHE_LINE))
        return [
            np.ndarray(shape, dtype, memory.mapped, place)
            for (shape, dtype), place in zip(wanted, places, strict=True)
        ]

    def address(self, *arrays: NDArray[Any]) -> SharedArrays:
        """Return where arrays are; each is one of `room`, or consecutive rows of one."""
        memory = self._memories[0]
        assert memory.mapped is not None, "room() comes first"
        return SharedArrays(
            os.getpid(),
            memory.descriptor,
            memory.token,
            len(memory.mapped),
            tuple(
                (
                    array.dtype.str,
                    array.shape,
                    array.ctypes.data - memory.address if array.size else 0,
                )
                for array in arrays
            ),
        )

    def send(self, *arrays: NDArray[Any]) -> SharedArrays:
        """Copy arrays into the next message."""
        copies = self.room(*((array.shape, array.dtype) for array in arrays))
        for copy, array in zip(copies, arrays, strict=True):
            np.copyto(copy, array)
        return self.address(*copies)


class Inbox:
    """Memory of other processes on this machine."""

    def __init__(self) -> None:
        self._mapped: dict[str, mmap.mmap] = {}

    def read(self, where: SharedArrays) -> list[NDArray[Any]]:
        """Return arrays as they are in the memory of the other process."""
        mapped = self._mapped.get(where.token)
        if mapped is None or len(mapped) < where.n_bytes:
            descriptor = os.open(f"/proc/{where.process}/fd/{where.descriptor}", os.O_RDONLY)
            try:
                mapped = mmap.mmap(descriptor, where.n_bytes, prot=mmap.PROT_READ)
            finally:
                os.close(descriptor)
            self._mapped[where.token] = mapped
        return [np.ndarray(shape, dtype, mapped, place) for dtype, shape, place in where.arrays]

    def forget(self) -> None:
        """Release the memory of processes that may have ended."""
        self._mapped.clear()


def can_read(offers: Iterable[tuple[SharedArrays, str]]) -> bool:
    """Return whether this process can open the memory of others, each with its token in it."""
    inbox = Inbox()
    try:
        return all(bytes(inbox.read(where)[0]).decode() == token for where, token in offers)
    except (OSError, ValueError, UnicodeDecodeError):
        return False
