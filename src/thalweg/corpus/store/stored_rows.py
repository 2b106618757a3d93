"""StoredRows: rows of counts in the files of a store.

Parts are read, not mapped into memory. A mapped file that another program cuts short ends the
process with SIGBUS, without a message; a read that comes up short is an error like any other. It
costs one copy from the cache of the system: two milliseconds for a part of four million entries,
which takes more than a hundred to train on.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import LARGEST_COUNT, Documents
from thalweg.corpus.rows import gather, join
from thalweg.corpus.store.manifest import (
    COUNTS,
    OFFSET_TYPE,
    OFFSETS,
    WORD_TYPE,
    WORDS,
    damaged,
)
from thalweg.errors import StorageError

# Rows in any order are read in ranges of at most so many entries. Rows that are so close that
# skipping what is between them would not be worth another read are in one range.
_ENTRIES_PER_RANGE = 1 << 20
_ENTRIES_WORTH_A_READ = 1 << 12


@dataclass(frozen=True)
class StoredRows:
    """Counts in the files of a store."""

    folder: Path
    n_documents: int
    n_words: int
    n_entries: int
    count_type: str

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Return the number of entries of each row."""
        return np.diff(self._offsets(first, last))

    def read(self, first: int, last: int) -> Documents:
        """Return rows first..last-1."""
        return self._entries(self._offsets(first, last))

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Return any rows; little more than these rows is read from disk."""
        if not rows.size:
            return self.read(0, 0)
        wanted, places = np.unique(rows, return_inverse=True)
        low = int(wanted[0])
        offsets = self._offsets(low, int(wanted[-1]) + 1)
        pieces = []
        for chosen in _ranges(wanted - low, offsets):
            first, end = int(chosen[0]), int(chosen[-1]) + 1
            pieces.append(gather(self._entries(offsets[first : end + 1]), chosen - first))
        found = join(pieces, self.n_words)
        is_in_order = places.size == wanted.size and (np.diff(places) == 1).all()
        return found if is_in_order else gather(found, places.ravel())

    def _entries(self, offsets: NDArray[np.int64]) -> Documents:
        """Return the rows between some offsets."""
        start, n = int(offsets[0]), int(offsets[-1] - offsets[0])
        words = self._values(WORDS, WORD_TYPE, start, n)
        counts = self._values(COUNTS, self.count_type, start, n)
        return self._checked(Documents(offsets - start, words, counts, self.n_words))

    def _offsets(self, first: int, last: int) -> NDArray[np.int64]:
        offsets = self._values(OFFSETS, OFFSET_TYPE, first, last - first + 1)
        if offsets[0] < 0 or offsets[-1] > self.n_entries or (np.diff(offsets) < 0).any():
            raise damaged(self.folder / OFFSETS, f"offsets {first} to {last} are not in order")
        return offsets

    def _checked(self, documents: Documents) -> Documents:
        """Check words and counts: the store may have been opened unverified, or be forged."""
        words, counts = documents.words, documents.counts
        if not words.size:
            return documents
        if words.min() < 0 or words.max() >= self.n_words:
            raise damaged(
                self.folder / WORDS,
                f"word ids from {words.min()} to {words.max()}; expected 0 to {self.n_words - 1}",
            )
        always_fits = counts.dtype.kind == "u" and counts.itemsize <= 2
        # Written so that NaN, which is neither smaller nor larger, is refused.
        if not always_fits and not (counts.min() >= 0 and counts.max() <= LARGEST_COUNT):
            raise damaged(
                self.folder / COUNTS,
                f"counts from {counts.min()} to {counts.max()}; expected 0 to {LARGEST_COUNT}",
            )
        return documents

    def _values(self, name: str, dtype: str, first: int, n: int) -> NDArray[Any]:
        """Return n values of a file, beginning with number `first`."""
        path, values = self.folder / name, np.empty(n, dtype=dtype)
        left = values.view(np.uint8).data
        try:
            with path.open("rb", buffering=0) as file:
                file.seek(first * values.itemsize)
                while left.nbytes:
                    n_read = file.readinto(left)
                    if not n_read:
                        raise damaged(path, f"it ends {left.nbytes:,} bytes too early")
                    left = left[n_read:]
        except OSError as error:
            if isinstance(error, StorageError):
                raise
            raise StorageError(f"{path} cannot be read: {error}") from None
        return values


def _ranges(rows: NDArray[np.int64], offsets: NDArray[np.int64]) -> Iterator[NDArray[np.int64]]:
    """Yield increasing rows in groups that are worth one read each, of bounded size."""
    starts, ends = offsets[rows], offsets[rows + 1]
    is_far = starts[1:] - ends[:-1] > _ENTRIES_WORTH_A_READ
    for group in np.split(np.arange(rows.size), np.flatnonzero(is_far) + 1):
        first, last = int(group[0]), int(group[-1]) + 1
        while first < last:
            fits = int(
                np.searchsorted(ends[first:last], starts[first] + _ENTRIES_PER_RANGE, "right")
            )
            yield rows[first : first + max(fits, 1)]
            first += max(fits, 1)
