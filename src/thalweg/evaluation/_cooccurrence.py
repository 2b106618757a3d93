"""Cooccurrences: how often the words of topics occur in a reference corpus, alone and in pairs."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import is_whole
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.vocabulary import Vocabulary
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
class Cooccurrences:
    """A reference corpus in which words are counted: a corpus, a matrix, or lists of tokens."""

    corpus: Corpus | None
    matrix: Any
    texts: Iterable[Sequence[str]] | None
    window: int
    """Size of the windows to count in; 0 counts whole documents."""
    n_threads: int

    @classmethod
    def of(
        cls, corpus: Any, texts: Iterable[Sequence[str]] | None, window: int, n_jobs: int | None
    ) -> Cooccurrences:
        """Check the arguments of a measure: either a corpus or matrix, or lists of tokens."""
        if (corpus is None) == (texts is None):
            given = "neither was" if corpus is None else "both were"
            raise InputError(
                f"`corpus` and `texts`: {given} given; expected exactly one, to count words in"
            )
        if not is_whole(window) or window < 0:
            raise InputError(
                f"`window` is {window!r}; expected a number of tokens, or 0 for whole documents"
            )
        known = corpus if isinstance(corpus, Corpus) else None
        matrix = corpus if known is None else None
        if matrix is not None and window != WHOLE_DOCUMENTS:
            raise InputError(
                f"`corpus` is a matrix, which has no windows of {window} tokens; expected a Corpus "
                "with texts. Pass one, or `texts`."
            )
        return cls(known, matrix, texts, int(window), resolve_threads(n_jobs))

    def top_words(
        self, topics: Any, n_words: int, vocabulary: Sequence[str] | None = None
    ) -> TopWords:
        """Return the most probable words of topics.

        Words without a name are called as the column of the same number here.
        """
        if self.matrix is not None:  # its words have numbers only, and so have those of a state
            topics = getattr(topics, "state_", topics)
        if vocabulary is None and self.corpus is not None:
            vocabulary = self.corpus.vocabulary
        return TopWords.of(topics, n_words, vocabulary)

    def count(self, words: Sequence[str], pairs: NDArray[np.int32]) -> PairCounts:
        """Count documents or windows with each word, and with each pair of places of words."""
        n_threads = self.n_threads
        if self.window == WHOLE_DOCUMENTS and self.texts is None:
            source = DocumentSource.of(self.matrix if self.corpus is None else self.corpus)
            counts = count_in_documents(source, self._ids(words), pairs, n_threads=n_threads)
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
            raise InputError(
                "`corpus` or `texts` is empty; expected at least one document to count words in"
            )
        return counts

    def _ids(self, words: Sequence[str]) -> NDArray[np.int32]:
        if self.corpus is not None:
            return self.corpus.vocabulary.ids(words)
        return Vocabulary.numbered(int(np.shape(self.matrix)[1])).ids(words)
