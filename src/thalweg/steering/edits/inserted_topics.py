"""InsertedTopics: the topics that a draft adds, until the columns are laid out."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.state.priors import Prior
from thalweg.steering.edits import sparse_pairs
from thalweg.steering.edits.patch import Floats32


@dataclass
class InsertedTopics:
    """Columns, alpha and constraints of new topics, by their numbers."""

    columns: list[Floats32] = field(default_factory=list)
    alpha: list[float] = field(default_factory=list)
    numbers: list[int] = field(default_factory=list)
    holds: list[tuple[list[int], int, list[float]]] = field(default_factory=list)
    """Words, the number of a topic, and the shares that it holds."""
    masks: list[tuple[NDArray[np.int64], int]] = field(default_factory=list)
    """Words, and the number of a topic that must not have them."""

    def __len__(self) -> int:
        return len(self.columns)

    def append(self, number: int, counts: Floats32, alpha: float) -> None:
        """Add a topic with these counts."""
        self.columns.append(np.maximum(counts, np.float32(0)))
        self.alpha.append(alpha)
        self.numbers.append(number)

    @property
    def totals(self) -> NDArray[np.float64]:
        """N^Z of each, (n_new,)."""
        return np.array([float(column.sum(dtype=np.float64)) for column in self.columns])

    def laid_out(self, old: Any, new: Any, order: Sequence[int]) -> Any:
        """Return values of the topics in a new order, in which -1 - i is the i-th new one."""
        return np.concatenate([old, new])[[k if k >= 0 else len(old) - 1 - k for k in order]]

    def masked(self, before: Prior, prior: Prior, numbers: NDArray[np.int64]) -> Prior:
        """Return the prior with masks of new topics: their own, and words masked in all before."""
        if before.masked is None or not self.numbers:
            return prior
        n_words, n_topics = before.masked.shape
        stopped = np.flatnonzero(np.diff(before.masked.indptr) == n_topics)
        masks = [*self.masks, *((stopped, number) for number in self.numbers)]
        place = {int(number): k for k, number in enumerate(numbers)}
        words = np.concatenate([words for words, _ in masks])
        positions = np.concatenate([np.full(words.size, place[number]) for words, number in masks])
        keys = np.unique(words * numbers.size + positions)
        shape, pairs = (n_words, numbers.size), (keys // numbers.size, keys % numbers.size)
        return replace(
            prior, masked=sparse_pairs.with_pairs(prior.masked, shape, *pairs, True, bool)
        )

    def held(self, prior: Prior, numbers: NDArray[np.int64], n_words: int) -> Prior:
        """Return the prior with the shares that new topics hold."""
        shape = (n_words, numbers.size)
        for words, number, share in self.holds:
            position = int(np.flatnonzero(numbers == number)[0])
            held = sparse_pairs.with_pairs(prior.held, shape, words, position, share, np.float32)
            prior = replace(prior, held=held)
        return prior
