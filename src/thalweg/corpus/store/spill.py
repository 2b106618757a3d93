"""Queues of rows that wait until the words are chosen: in memory or in a temporary file."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.files.atomic import storage_errors


class MemoryQueue:
    """Holds rows in memory, and frees each block when it is taken out."""

    def __init__(self) -> None:
        self._blocks: list[Documents] = []

    def append(self, rows: Documents) -> None:
        """Add a block of rows."""
        self._blocks.append(rows)

    def __iter__(self) -> Iterator[Documents]:
        self._blocks.reverse()
        while self._blocks:
            yield self._blocks.pop()


class FileQueue:
    """Holds rows in an unnamed file, which disappears with the process."""

    def __init__(self, file: BinaryIO, folder: Path) -> None:
        self._file = file
        self._folder = folder
        self._sizes: list[tuple[int, int]] = []

    def append(self, rows: Documents) -> None:
        """Add a block of rows."""
        with storage_errors(self._folder):
            for array in (rows.offsets, rows.words, rows.counts):
                self._file.write(np.ascontiguousarray(array).data)
        self._sizes.append((rows.n_documents, int(rows.offsets[-1])))

    def __iter__(self) -> Iterator[Documents]:
        with storage_errors(self._folder):
            self._file.seek(0)
        for n_documents, n_entries in self._sizes:
            yield Documents(
                self._read(np.int64, n_documents + 1),
                self._read(np.int32, n_entries),
                self._read(np.int32, n_entries),
                0,
            )

    def _read(self, dtype: type, n: int) -> NDArray[Any]:
        return np.frombuffer(self._file.read(n * np.dtype(dtype).itemsize), dtype=dtype)


@contextmanager
def spill_queue(folder: Path | None) -> Iterator[MemoryQueue | FileQueue]:
    """Yield a queue in memory, or on the disk of a store that will be written to `folder`."""
    if folder is None:
        yield MemoryQueue()
        return
    with ExitStack() as stack:
        with storage_errors(folder):
            file = stack.enter_context(tempfile.TemporaryFile(dir=folder.parent))
        yield FileQueue(file, folder)
