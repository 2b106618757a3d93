"""RowFiles: rows of W x K on disk, in a file for each worker that wrote some of them.

Workers on several machines never write the same file: on a network file system, each would write
back old content of pages that it shares with others. Files are written by ordinary calls, not
mapped, so that a full disk is an error and does not end the process.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import StorageError
from thalweg.files.atomic import storage_errors
from thalweg.state.native import aligned_zeros

_BLOCK = 1 << 22  # bytes that are read at a time where a whole file is looked at


@dataclass(frozen=True)
class RowFiles:
    """Rows of a range of words in each file, with the padding that the core needs."""

    folder: Path
    names: tuple[str, ...]
    bounds: tuple[int, ...]  # the first word of each file, and the number of words
    n_columns: int

    def read(self, first: int, end: int) -> NDArray[np.float32]:
        """Return rows first..end-1."""
        rows = aligned_zeros((end - first, self.n_columns), np.float32)
        self.read_into(rows, first)
        return rows

    def read_into(self, rows: NDArray[np.float32], first: int) -> None:
        """Fill contiguous rows with those from `first` on; StorageError if some are missing."""
        end = first + len(rows)
        for name, start, stop in zip(self.names, self.bounds, self.bounds[1:], strict=False):
            low, high = max(first, start), min(end, stop)
            if low < high:
                _read(self.folder / name, rows[low - first : high - first], low - start)

    def remove(self) -> None:
        """Remove the files."""
        with storage_errors(self.folder):
            for name in self.names:
                (self.folder / name).unlink(missing_ok=True)


def write_rows(path: Path, rows: NDArray[np.float32], first: int) -> None:
    """Write rows to their place in a file, which begins with row 0; StorageError if it is full."""
    with storage_errors(path), path.open("r+b" if first else "wb") as file:
        file.seek(first * rows.strides[0])
        file.write(rows.data)
        file.flush()
        os.fsync(file.fileno())


def _read(path: Path, rows: NDArray[np.float32], first: int) -> None:
    try:
        with path.open("rb") as file:
            file.seek(first * rows.strides[0])
            n_read = file.readinto(rows.reshape(-1).view(np.uint8).data)
    except OSError as error:
        fault = f"{path} cannot be read: {error}. Remove its folder to start again."
        raise StorageError(fault) from error
    if n_read != rows.nbytes:
        raise StorageError(
            f"{path} is damaged: rows are missing. Remove its folder to start again."
        )


class RowsOnDisk:
    """Rows in files, for the writer of model files, which takes some at a time from an array."""

    dtype: np.dtype[np.float32] = np.dtype(np.float32)
    itemsize = 4

    def __init__(self, files: RowFiles, n_columns: int) -> None:
        self._files = files
        self.shape: tuple[int, int] = (files.bounds[-1], n_columns)

    @property
    def nbytes(self) -> int:
        """Bytes of all rows."""
        return self.itemsize * self.shape[0] * self.shape[1]

    def __getitem__(self, key: Any) -> Any:
        """Return some rows as an array, or all rows with the first columns only."""
        if isinstance(key, tuple):
            _, columns = key
            return RowsOnDisk(self._files, columns.indices(self.shape[1])[1])
        first, end, _ = key.indices(self.shape[0])
        return self._files.read(first, end)[:, : self.shape[1]]

    def _blocks(self) -> Iterator[NDArray[np.float32]]:
        step = max(1, _BLOCK // (4 * self._files.n_columns))
        for first in range(0, self.shape[0], step):
            yield self[first : first + step]

    def min(self) -> float:
        """Return the smallest value; NaN if there is one."""
        return float(np.min([block.min() for block in self._blocks()]))

    def max(self) -> float:
        """Return the largest value; NaN if there is one."""
        return float(np.max([block.max() for block in self._blocks()]))
