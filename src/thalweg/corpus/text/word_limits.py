"""WordLimits: which words a vocabulary keeps."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import number_of, share_or_number, whole_number
from thalweg.errors import InputError


@dataclass(frozen=True)
class WordLimits:
    """Keep words by document frequency, and of these the most frequent.

    Parameters
    ----------
    min_df, max_df : int or float, default=1, 1.0
        Smallest and largest document frequency, as a number of documents or a share (0.0 to 1.0).
    max_features : int or None, default=None
        Number of words to keep at most.
    """

    min_df: float = 1
    max_df: float = 1.0
    max_features: int | None = None

    def __post_init__(self) -> None:
        share_or_number("min_df", self.min_df)
        share_or_number("max_df", self.max_df)
        if self.max_features is not None:
            whole_number("max_features", self.max_features, least=1)

    def bounds(self, n_documents: int) -> tuple[float, float]:
        """Return the smallest and the largest document frequency to keep."""
        return number_of(self.min_df, n_documents), number_of(self.max_df, n_documents)

    def choose(
        self,
        document_frequencies: NDArray[np.int64],
        term_frequencies: NDArray[Any],
        n_documents: int,
        words_of: Callable[[NDArray[np.int64]], Sequence[str]],
    ) -> tuple[NDArray[np.int64], list[str]]:
        """Return the ids of the words to keep, and the words, in the order of code points."""
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
        if not n_documents:
            return "there are no documents; expected at least one text"
        if not n_words:
            return (
                f"the documents contain no words (documents read: {n_documents:,}); expected "
                "texts. Stop words, numbers, and words shorter than `min_length` or longer than "
                "`max_length` do not count."
            )
        return (
            f"no word is left: none of {n_words:,} words is in {low:g} to {high:g} of "
            f"{n_documents:,} documents. Lower `min_df` (now {self.min_df}) or raise `max_df` (now "
            f"{self.max_df})."
        )
