"""Where a corpus' counts are: in memory, or in the files of a store; whole, chosen or joined.

All kinds answer the same three questions, so that a choice of rows, another numbering of the words
or several corpora in a row cost nothing until they are read.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.documents import Documents


class Rows(Protocol):
    """Documents that can be read in parts."""

    @property
    def n_documents(self) -> int:
        """D."""
        ...

    @property
    def n_words(self) -> int:
        """W."""
        ...

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Entries to be read for each of the rows first..last-1."""
        ...

    def read(self, first: int, last: int) -> Documents:
        """Rows first..last-1."""
        ...

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Any rows in any order."""
        ...


@dataclass(frozen=True)
class MemoryRows:
    """Counts in memory."""

    documents: Documents

    @property
    def n_documents(self) -> int:
        """D."""
        return self.documents.n_documents

    @property
    def n_words(self) -> int:
        """W."""
        return self.documents.n_words

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Entries of each row."""
        return np.diff(self.documents.offsets[first : last + 1])

    def read(self, first: int, last: int) -> Documents:
        """A view of rows first..last-1."""
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
        """A copy of any rows."""
        return gather(self.documents, rows)


@dataclass(frozen=True)
class ChosenRows:
    """Some rows of others, in an order of their own: a slice, a split, a shuffle, a filter."""

    rows: Rows
    chosen: NDArray[np.int64]

    @property
    def n_documents(self) -> int:
        """D."""
        return self.chosen.size

    @property
    def n_words(self) -> int:
        """W."""
        return self.rows.n_words

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Entries of each row."""
        chosen = self.chosen[first:last]
        if not chosen.size:
            return np.zeros(0, dtype=np.int64)
        low, high = int(chosen.min()), int(chosen.max()) + 1
        return self.rows.sizes(low, high)[chosen - low]

    def read(self, first: int, last: int) -> Documents:
        """Chosen rows first..last-1."""
        return self.take(np.arange(first, last))

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Any of the chosen rows."""
        wanted = self.chosen[rows]
        if wanted.size and (np.diff(wanted) == 1).all():  # neighbours need no gathering
            return self.rows.read(int(wanted[0]), int(wanted[-1]) + 1)
        return self.rows.take(wanted)


@dataclass(frozen=True)
class RenumberedRows:
    """The rows of others under another vocabulary: mapping[old id] is the new id or -1."""

    rows: Rows
    mapping: NDArray[np.int32]
    n_words: int

    @property
    def n_documents(self) -> int:
        """D."""
        return self.rows.n_documents

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Entries to be read for each row, before words are dropped."""
        return self.rows.sizes(first, last)

    def read(self, first: int, last: int) -> Documents:
        """Rows first..last-1, renumbered."""
        return renumber(self.rows.read(first, last), self.mapping, self.n_words)

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Any rows, renumbered."""
        return renumber(self.rows.take(rows), self.mapping, self.n_words)


@dataclass(frozen=True)
class JoinedRows:
    """Several corpora one behind the other, under one vocabulary."""

    parts: Sequence[Rows]

    @property
    def starts(self) -> NDArray[np.int64]:
        """The first row of each part, and the end."""
        return np.cumsum([0, *(part.n_documents for part in self.parts)])

    @property
    def n_documents(self) -> int:
        """D."""
        return int(self.starts[-1])

    @property
    def n_words(self) -> int:
        """W."""
        return self.parts[0].n_words

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Entries of each row."""
        pieces = [part.sizes(low, high) for part, low, high in self._pieces(first, last)]
        return np.concatenate([np.zeros(0, dtype=np.int64), *pieces])

    def read(self, first: int, last: int) -> Documents:
        """Rows first..last-1."""
        return join(
            [part.read(low, high) for part, low, high in self._pieces(first, last)], self.n_words
        )

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Any rows: gathered from each part, then put in order."""
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
    """A copy of some rows."""
    starts = documents.offsets[rows]
    sizes = documents.offsets[rows + 1] - starts
    offsets = np.concatenate([[0], np.cumsum(sizes)]).astype(np.int64)
    places = np.arange(offsets[-1]) + np.repeat(starts - offsets[:-1], sizes)
    return Documents(offsets, documents.words[places], documents.counts[places], documents.n_words)


def renumber(
    documents: Documents, mapping: NDArray[np.int32], n_words: int, n_threads: int = 1
) -> Documents:
    """The same documents under another numbering of the words; -1 drops a word."""
    offsets, words, counts = _core.select_words(
        offsets=documents.offsets,
        words=documents.words.astype(np.int32, copy=False),
        counts=documents.counts,
        mapping=mapping,
        n_threads=n_threads,
    )
    return Documents(offsets, words, counts, n_words)


def join(pieces: Sequence[Documents], n_words: int) -> Documents:
    """Documents one behind the other."""
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
