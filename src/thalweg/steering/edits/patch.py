"""Patch: a change of the arrays of a state that can be taken back to the same bits.

A patch has the new values of some cells and columns, and where each column of the result comes
from. Applying it returns its inverse, which has the previous values of the same cells and columns.
Neither holds a copy of W x K.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.state.native import aligned_zeros, padded
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

Floats32 = NDArray[np.float32]
_ROWS = 1024  # of the counts: a slice that is moved within the cache


def n_bytes(value: Any) -> int:
    """Return the bytes of an array or of a sparse matrix; 0 for all else, such as None."""
    if hasattr(value, "nnz"):  # values, their columns, and where rows begin
        return int(value.nnz * (value.dtype.itemsize + 4) + 4 * (value.shape[0] + 1))
    return int(getattr(value, "nbytes", 0))


@dataclass(frozen=True)
class Small:
    """The arrays of a state with at most one value per topic, its prior and C."""

    scale: NDArray[np.float64]  # (K,), like the next
    totals: NDArray[np.float64]
    prior: Prior
    numbers: NDArray[np.int64] | None
    edited_at: NDArray[np.float64] | None
    corpus_tokens: float

    @classmethod
    def of(cls, state: TopicState) -> Small:
        """Return copies of the small arrays of a state."""
        k = state.n_topics
        return cls(
            state.scale[:k].copy(),
            state.totals[:k].copy(),
            state.prior,
            state.numbers,
            state.edited_at,
            state.corpus_tokens,
        )

    @property
    def nbytes(self) -> int:
        """Bytes of the arrays; a prior that several patches share is counted for each."""
        prior = self.prior
        small = [self.scale, self.totals, self.numbers, self.edited_at]
        parts = [*small, prior.doc_topic, prior.topic_word, prior.locked]
        return sum(map(n_bytes, [*parts, prior.held, prior.masked, prior.added]))


@dataclass(frozen=True)
class Patch:
    """New values of scaled counts, and the columns of the result."""

    small: Small
    words: NDArray[np.int64] = field(default_factory=lambda: np.zeros(0, np.int64))
    rows: Floats32 = field(default_factory=lambda: np.zeros((0, 0), np.float32))
    """Scaled counts of these words, (n_words, K)."""
    columns: dict[int, Floats32] = field(default_factory=dict)
    """Scaled counts of whole columns, by position."""
    layout: tuple[int, ...] | None = None
    """The position from which each column of the result comes; -1 - i is `inserted[i]`."""
    inserted: tuple[Floats32, ...] = ()
    layout_first: bool = False
    """Whether `words` and `columns` are those of the result, and not those before."""

    @property
    def nbytes(self) -> int:
        """Bytes that the patch needs, as undo memory."""
        arrays: list[Any] = [self.words, self.rows, *self.columns.values(), *self.inserted]
        return self.small.nbytes + sum(int(array.nbytes) for array in arrays)

    def apply(self, state: TopicState) -> Patch:
        """Change the state; return the patch that takes the change back."""
        before = Small.of(state)
        with state.changing():
            if self.layout_first:
                layout, removed = self._rearrange(state)
                rows, columns = self._set_values(state)
            else:
                rows, columns = self._set_values(state)
                layout, removed = self._rearrange(state)
            self._set_small(state)
        return Patch(before, self.words, rows, columns, layout, removed, not self.layout_first)

    def _set_values(self, state: TopicState) -> tuple[Floats32, dict[int, Floats32]]:
        counts, n_topics = state.scaled_counts, self.rows.shape[1]
        rows = counts[self.words, :n_topics]
        columns = {k: counts[:, k].copy() for k in self.columns}
        for k, values in self.columns.items():
            counts[:, k] = values
        if self.words.size:
            counts[self.words, :n_topics] = self.rows
        return rows, columns

    def _rearrange(self, state: TopicState) -> tuple[tuple[int, ...] | None, tuple[Floats32, ...]]:
        """Lay out the columns; return the layout that takes this back, and removed columns."""
        if self.layout is None:
            return None, ()
        old, n_before = state.scaled_counts, state.n_topics
        laid_out = set(self.layout)
        removed = [k for k in range(n_before) if k not in laid_out]
        kept = tuple(old[:, k].copy() for k in removed)
        place = {k: new for new, k in enumerate(self.layout)}
        inverse = tuple(place.get(k, -1 - i) for k, i in _numbered(range(n_before), removed))
        counts, n_padded = old, padded(len(self.layout))
        if n_padded != old.shape[1]:
            counts = aligned_zeros((state.n_words, n_padded), np.float32)
        runs = [run for run in _runs(self.layout) if counts is not old or run[0] != run[2]]
        # Columns before the first one that moves are not copied.
        start = min((min(first, source) for first, _, source in runs), default=0)
        for row in range(0, state.n_words if runs else 0, _ROWS):
            rows = slice(row, row + _ROWS)
            before = old[rows, start:].copy() if counts is old else old[rows, start:]
            for first, last, source in runs:
                counts[rows, first:last] = before[:, source - start : source - start + last - first]
        if len(self.layout) < n_before:  # columns after the last topic are zero
            counts[:, len(self.layout) :] = 0
        for new, k in enumerate(self.layout):
            if k < 0:
                counts[:, new] = self.inserted[-1 - k]
        state.scaled_counts = counts
        return inverse, kept

    def _set_small(self, state: TopicState) -> None:
        small = self.small
        n_padded = state.scaled_counts.shape[1]
        k = small.scale.size
        state.scale, state.totals = np.zeros(n_padded), np.zeros(n_padded)
        state.scale[:k], state.totals[:k] = small.scale, small.totals
        state.prior, state.numbers = small.prior, small.numbers
        state.edited_at, state.corpus_tokens = small.edited_at, small.corpus_tokens
        state.release_native()


def _numbered(positions: range, removed: Sequence[int]) -> list[tuple[int, int]]:
    """Return each position with its number among the removed ones; 0 if it stays."""
    number = {k: i for i, k in enumerate(removed)}
    return [(k, number.get(k, 0)) for k in positions]


def _runs(layout: Sequence[int]) -> list[tuple[int, int, int]]:
    """Return (first, last, source) of columns that stay side by side."""
    runs: list[tuple[int, int, int]] = []
    for new, k in enumerate(layout):
        if k < 0:
            continue
        if runs and runs[-1][1] == new and k == runs[-1][2] + new - runs[-1][0]:
            runs[-1] = (runs[-1][0], new + 1, runs[-1][2])
        else:
            runs.append((new, new + 1, k))
    return runs
