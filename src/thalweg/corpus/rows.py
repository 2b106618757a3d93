"""Rows: where the counts of a corpus are, in memory or in the files of a store.

All kinds have the same methods. Selecting rows, renumbering words and joining corpora therefore
cost nothing until the counts are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg import _core
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError

# Documents whose sizes are looked up at a time while a corpus is divided into parts.
_SIZES_AT_A_TIME = 1 << 18


class Rows(Protocol):
    """Documents that can be read in parts."""

    @property
    def n_documents(self) -> int:
        """Number of documents, D."""
        ...

    @property
    def n_words(self) -> int:
        """Number of words, W."""
        ...

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Return the number of entries to read for each of the rows first..last-1."""
        ...

    def read(self, first: int, last: int) -> Documents:
        """Return rows first..last-1."""
        ...

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Return any rows, in any order."""
        ...


@dataclass(frozen=True)
class MemoryRows:
    """Counts in memory."""

    documents: Documents

    @property
    def n_documents(self) -> int:
        """Number of documents, D."""
        return self.documents.n_documents

    @property
    def n_words(self) -> int:
        """Number of words, W."""
        return self.documents.n_words

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Return the number of entries of each row."""
        return np.diff(self.documents.offsets[first : last + 1])

    def read(self, first: int, last: int) -> Documents:
        """Return a view of rows first..last-1."""
        if (first, last) == (0, self.n_documents):
            return self.documents
        offsets = self.documents.offsets[first : last + 1]
        entries = slice(offsets[0], offsets[-1])
        return Documents(
            offsets - offsets[0],
            self.documents.words[entries],
            self.documents.counts[entries],
            self.n_words,
        )

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Return a copy of any rows."""
        return gather(self.documents, rows)


@dataclass(frozen=True)
class ChosenRows:
    """Some rows of a corpus in any order: a slice, a split, a shuffle or a filter."""

    rows: Rows
    chosen: NDArray[np.int64]

    @property
    def n_documents(self) -> int:
        """Number of documents, D."""
        return self.chosen.size

    @property
    def n_words(self) -> int:
        """Number of words, W."""
        return self.rows.n_words

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Return the number of entries of each row."""
        chosen = self.chosen[first:last]
        if not chosen.size:
            return np.zeros(0, dtype=np.int64)
        low, high = int(chosen.min()), int(chosen.max()) + 1
        return self.rows.sizes(low, high)[chosen - low]

    def read(self, first: int, last: int) -> Documents:
        """Return chosen rows first..last-1."""
        return self.take(np.arange(first, last))

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Return any of the chosen rows."""
        wanted = self.chosen[rows]
        if wanted.size and (np.diff(wanted) == 1).all():  # adjacent rows need no copy
            return self.rows.read(int(wanted[0]), int(wanted[-1]) + 1)
        return self.rows.take(wanted)


@dataclass(frozen=True)
class RenumberedRows:
    """The rows of a corpus with other word ids: mapping[old id] is the new id, or -1."""

    rows: Rows
    mapping: NDArray[np.int32]
    n_words: int

    @property
    def n_documents(self) -> int:
        """Number of documents, D."""
        return self.rows.n_documents

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Return the number of entries to read for each row, before words are dropped."""
        return self.rows.sizes(first, last)

    def read(self, first: int, last: int) -> Documents:
        """Return rows first..last-1, renumbered."""
        return renumber(self.rows.read(first, last), self.mapping, self.n_words)

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Return any rows, renumbered."""
        return renumber(self.rows.take(rows), self.mapping, self.n_words)


@dataclass(frozen=True)
class JoinedRows:
    """The rows of several corpora with one vocabulary, one corpus after the other."""

    parts: Sequence[Rows]

    @property
    def starts(self) -> NDArray[np.int64]:
        """First row of each part, and the end."""
        return np.cumsum([0, *(part.n_documents for part in self.parts)])

    @property
    def n_documents(self) -> int:
        """Number of documents, D."""
        return int(self.starts[-1])

    @property
    def n_words(self) -> int:
        """Number of words, W."""
        return self.parts[0].n_words

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Return the number of entries of each row."""
        pieces = [part.sizes(low, high) for part, low, high in self._pieces(first, last)]
        return np.concatenate([np.zeros(0, dtype=np.int64), *pieces])

    def read(self, first: int, last: int) -> Documents:
        """Return rows first..last-1."""
        return join(
            [part.read(low, high) for part, low, high in self._pieces(first, last)], self.n_words
        )

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Return any rows: gathered from each part, then put in order."""
        order = np.argsort(rows, kind="stable")
        pieces = []
        cuts = np.searchsorted(rows[order], self.starts)
        for part, start, low, high in zip(
            self.parts, self.starts, cuts[:-1], cuts[1:], strict=False
        ):
            if high > low:
                pieces.append(part.take(rows[order[low:high]] - start))
        back = np.empty_like(order)
        back[order] = np.arange(order.size)
        return gather(join(pieces, self.n_words), back)

    def _pieces(self, first: int, last: int) -> list[tuple[Rows, int, int]]:
        pieces = []
        for part, start in zip(self.parts, self.starts.tolist(), strict=False):
            low, high = max(first - start, 0), min(last - start, part.n_documents)
            if high > low:
                pieces.append((part, low, high))
        return pieces


def gather(documents: Documents, rows: NDArray[np.int64]) -> Documents:
    """Return a copy of some rows."""
    starts = documents.offsets[rows]
    sizes = documents.offsets[rows + 1] - starts
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    places = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], sizes)
    return Documents(offsets, documents.words[places], documents.counts[places], documents.n_words)


def renumber(
    documents: Documents, mapping: NDArray[np.int32], n_words: int, n_threads: int = 1
) -> Documents:
    """Return the same documents with other word ids; -1 drops a word."""
    offsets, words, counts = _core.select_words(
        offsets=documents.offsets,
        words=documents.words.astype(np.int32, copy=False),
        counts=documents.counts,
        mapping=mapping,
        n_threads=n_threads,
    )
    return Documents(offsets, words, counts, n_words)


def join(pieces: Sequence[Documents], n_words: int) -> Documents:
    """Return blocks of documents as one block, one after the other."""
    if len(pieces) == 1:
        return pieces[0]
    ends = np.cumsum([0, *(piece.offsets[-1] for piece in pieces)])
    offsets = [piece.offsets[:-1] + end for piece, end in zip(pieces, ends, strict=False)]
    return Documents(
        np.concatenate([*offsets, ends[-1:]]).astype(np.int64),
        np.concatenate([np.zeros(0, np.int32), *(piece.words for piece in pieces)]),
        np.concatenate([piece.counts for piece in pieces] or [np.zeros(0, np.int32)]),
        n_words,
    )


def part_bounds(rows: Rows, max_entries: int) -> NDArray[np.int64]:
    """Return the first row of each part of at most `max_entries` entries, and the end."""
    bounds = [0]
    while (first := bounds[-1]) < rows.n_documents:
        sizes = rows.sizes(first, min(first + _SIZES_AT_A_TIME, rows.n_documents))
        fits = int(np.searchsorted(np.cumsum(sizes), max_entries, side="right"))
        bounds.append(first + max(fits, 1))
    return np.array(bounds)


def row_numbers(rows: slice | ArrayLike, n_documents: int) -> NDArray[np.int64]:
    """Return the row numbers that a slice, a mask or a list of (negative) numbers stands for."""
    if isinstance(rows, tuple) and len(rows) == 2 and rows[1] is Ellipsis:
        rows = rows[0]  # scikit-learn splits anything that has a shape with X[rows, ...]
    try:
        if isinstance(rows, slice):
            return np.arange(n_documents)[rows]
        chosen = np.atleast_1d(np.asarray(rows))
    except (TypeError, ValueError) as error:
        raise InputError(
            f"`rows` is {rows!r} ({error}); expected row numbers, a mask or a slice"
        ) from None
    if chosen.dtype == bool:
        if chosen.shape != (n_documents,):
            raise InputError(
                f"`rows` is a mask of shape {chosen.shape}; expected ({n_documents},), one value "
                "for each document"
            )
        return np.flatnonzero(chosen)
    if not chosen.size:
        return np.zeros(0, dtype=np.int64)
    if chosen.dtype.kind not in "iu" or chosen.ndim != 1:
        raise InputError(
            f"`rows` holds values of type {chosen.dtype} in {chosen.ndim} dimensions; expected a "
            "list of row numbers, a mask or a slice"
        )
    chosen = chosen.astype(np.int64)
    if chosen.min() < -n_documents or chosen.max() >= n_documents:
        raise InputError(
            f"`rows` has row numbers from {chosen.min()} to {chosen.max()}; expected 0 to "
            f"{n_documents - 1}"
        )
    return np.where(chosen < 0, chosen + n_documents, chosen)
