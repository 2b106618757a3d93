"""Reference: where the words of topics are counted, a corpus or texts of tokens."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.document_source import Supply, as_corpus
from thalweg.errors import InputError
from thalweg.evaluation._top_words import TopWords
from thalweg.evaluation._word_pairs import (
    WHOLE_DOCUMENTS,
    PairCounts,
    count_in_documents,
    count_in_windows,
    tokens_in_order,
    words_in_order,
)
from thalweg.system.threads import resolve_threads

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus


@dataclass(frozen=True)
class Reference:
    """Documents, or windows of so many tokens, of one of three things."""

    corpus: Corpus | None
    matrix: Any
    texts: Iterable[Sequence[str]] | None
    window: int
    n_threads: int

    @classmethod
    def of(
        cls, corpus: Any, texts: Iterable[Sequence[str]] | None, window: int, n_jobs: int | None
    ) -> Reference:
        """Take a Corpus or a matrix, or texts that are lists of tokens."""
        if (corpus is None) == (texts is None):
            raise InputError("expected one of corpus and texts, to count words in")
        if isinstance(window, bool) or not isinstance(window, int | np.integer) or window < 0:
            raise InputError(f"window is {window!r}; expected a number of tokens, 0 for documents")
        known = as_corpus(corpus)
        matrix = corpus if known is None else None
        if matrix is not None and window != WHOLE_DOCUMENTS:
            raise InputError("a matrix has no windows of text; expected a Corpus or texts")
        return cls(known, matrix, texts, int(window), resolve_threads(n_jobs))

    def top_words(
        self, topics: Any, n_words: int, vocabulary: Sequence[str] | None = None
    ) -> TopWords:
        """The topics' words, by the names that they have here if they have no other."""
        if self.matrix is not None:  # its words are called by their numbers, as a state's are
            topics = getattr(topics, "state_", topics)
        if vocabulary is None and self.corpus is not None:
            vocabulary = self.corpus.vocabulary
        return TopWords.of(topics, n_words, vocabulary)

    def count(self, words: Sequence[str], pairs: NDArray[np.int32]) -> PairCounts:
        """Count words, and pairs of their places."""
        n_threads = self.n_threads
        if self.window == WHOLE_DOCUMENTS and self.texts is None:
            supply = Supply.of(self.matrix if self.corpus is None else self.corpus)
            counts = count_in_documents(supply, self._ids(words), pairs, n_threads=n_threads)
        else:
            sequences = (
                words_in_order(words, self.corpus, n_threads=n_threads)
                if self.corpus is not None
                else tokens_in_order(words, self.texts or (), n_threads=n_threads)
            )
            counts = count_in_windows(
                sequences, self.window, len(words), pairs, n_threads=n_threads
            )
        if counts.n_windows == 0:
            raise InputError("there is no document to count words in; expected at least one")
        return counts

    def _ids(self, words: Sequence[str]) -> NDArray[np.int32]:
        from thalweg.corpus.vocabulary import Vocabulary

        if self.corpus is not None:
            return self.corpus.vocabulary.ids(words)
        return Vocabulary.numbered(int(np.shape(self.matrix)[1])).ids(words)
