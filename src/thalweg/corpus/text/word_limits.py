"""WordLimits: which words a vocabulary keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.text.text_settings import is_whole
from thalweg.errors import InputError


@dataclass(frozen=True)
class WordLimits:
    """Which words stay: seen in enough documents, not in too many, and the most frequent ones.

    `min_df` and `max_df` are numbers of documents if whole, shares if fractions.
    """

    min_df: float = 1
    max_df: float = 1.0
    max_features: int | None = None

    def __post_init__(self) -> None:
        for name in ("min_df", "max_df"):
            value = getattr(self, name)
            whole = is_whole(value) and value >= 0
            share = isinstance(value, float | np.floating) and 0 <= value <= 1
            if not (whole or share):
                raise InputError(
                    f"{name} is {value!r}; expected a number of documents (whole) or a share of "
                    "them (0.0 to 1.0)"
                )
        most = self.max_features
        if most is not None and (not is_whole(most) or most < 1):
            raise InputError(f"max_features is {most!r}; expected a whole number above 0, or None")

    def bounds(self, n_documents: int) -> tuple[float, float]:
        """Least and greatest document frequency that stay."""
        low, high = (
            value if is_whole(value) else value * n_documents
            for value in (self.min_df, self.max_df)
        )
        return float(low), float(high)

    def choose(
        self,
        document_frequencies: NDArray[np.int64],
        term_frequencies: NDArray[Any],
        n_documents: int,
        words_of: Callable[[NDArray[np.int64]], Sequence[str]],
    ) -> tuple[NDArray[np.int64], list[str]]:
        """Ids of the words that stay, and the words, in the order of their code points."""
        low, high = self.bounds(n_documents)
        stays = (document_frequencies >= max(low, 1)) & (document_frequencies <= high)
        ids = np.flatnonzero(stays)
        if not ids.size:
            raise InputError(self._nothing_left(document_frequencies, n_documents, low, high))
        words = words_of(ids)
        order = np.array(sorted(range(len(words)), key=words.__getitem__))
        if self.max_features is not None and order.size > self.max_features:
            by_frequency = np.argsort(-term_frequencies[ids[order]], kind="stable")
            order = order[np.sort(by_frequency[: self.max_features])]
        return ids[order], [words[place] for place in order.tolist()]

    def _nothing_left(
        self, frequencies: NDArray[np.int64], n_documents: int, low: float, high: float
    ) -> str:
        n_words = int((frequencies > 0).sum())
        if not n_words:
            return f"there are no words in {n_documents:,} documents; expected text"
        return (
            f"no word is left: {n_words:,} words in {n_documents:,} documents, none of them in "
            f"{low:g} to {high:g} documents. Lower min_df (now {self.min_df}) or raise max_df (now "
            f"{self.max_df})."
        )
