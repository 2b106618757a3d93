"""WordCounts: all words of a source with their frequencies, in bounded memory."""

from __future__ import annotations

import warnings

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.text.text_counter import TextCounter
from thalweg.corpus.text.word_limits import WordLimits
from thalweg.corpus.vocabulary import UNKNOWN, Vocabulary
from thalweg.errors import ThalwegWarning


class WordCounts:
    """The words that a counter has seen, at most about `max_words` of them at a time."""

    def __init__(self, counter: TextCounter, max_words: int) -> None:
        self.counter = counter
        self.n_documents = 0
        self.advice: str | None = None  # what to do if these are not words
        self._pruned = [np.zeros(0, dtype=np.int64)]  # ids
        self._n_pruned = 0
        self._max_words = max_words
        self._least_pruned = 0

    def prune_if_too_large(self) -> None:
        """Drop the rarest words until half of the room is free."""
        native = self.counter.native
        if native.n_words - self._n_pruned <= self._max_words:
            return
        held = np.sort(self._document_frequencies())[::-1]
        least = int(held[self._max_words // 2]) + 1
        self._pruned.append(native.prune(least))
        self._n_pruned += self._pruned[-1].size
        self._least_pruned = max(self._least_pruned, least)

    def _document_frequencies(self) -> NDArray[np.int64]:
        frequencies = self.counter.native.document_frequencies()
        for ids in self._pruned:
            frequencies[ids] = 0
        return frequencies

    def warn_if_pruned(self, consequence: str) -> None:
        """Warn if words were dropped."""
        if self._n_pruned:
            warnings.warn(
                f"the texts have more than {self._max_words:,} distinct words (`max_table`), so "
                f"words that were in fewer than {self._least_pruned} documents were dropped while "
                f"counting. {consequence}",
                ThalwegWarning,
                stacklevel=2,
            )

    @property
    def is_exact(self) -> bool:
        """Whether no word was dropped while counting."""
        return not self._n_pruned

    def n_tokens(self, mapping: NDArray[np.int32]) -> int:
        """Return how often all words occurred that have a new id."""
        return int(self.counter.native.term_frequencies()[mapping != UNKNOWN].sum())

    def choose(self, limits: WordLimits) -> tuple[Vocabulary, NDArray[np.int32]]:
        """Return the words within the limits, and for each id of the counter its new id or -1."""
        native = self.counter.native
        ids, words = limits.choose(
            self._document_frequencies(), native.term_frequencies(), self.n_documents, native.words
        )
        mapping = np.full(native.n_words, UNKNOWN, dtype=np.int32)
        mapping[ids] = np.arange(ids.size, dtype=np.int32)
        return Vocabulary(words), mapping
