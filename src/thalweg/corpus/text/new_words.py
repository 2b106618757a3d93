"""New words in further documents: which of them a model takes in."""

from __future__ import annotations

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.text.word_limits import WordLimits
from thalweg.corpus.vocabulary import Vocabulary


def with_new_words(corpus: Corpus, known: Vocabulary, limits: WordLimits) -> Corpus:
    """The corpus under the known words and, behind them, those new ones within the limits.

    A known word is counted however rare it is here; a new one must be in enough documents, so that
    misspellings do not enter. Of `max_features` new words the most frequent enter.
    """
    is_new = known.ids(corpus.vocabulary) < 0
    document_frequencies = np.zeros(corpus.n_words, dtype=np.int64)
    term_frequencies = np.zeros(corpus.n_words)
    for part in corpus.parts():
        document_frequencies += np.bincount(part.words, minlength=corpus.n_words)
        term_frequencies += np.bincount(part.words, part.counts, minlength=corpus.n_words)
    low, high = limits.bounds(corpus.n_documents)
    enough = (document_frequencies >= max(low, 1)) & (document_frequencies <= high)
    entering = np.flatnonzero(is_new & enough)
    if limits.max_features is not None:
        by_frequency = np.argsort(-term_frequencies[entering], kind="stable")
        entering = np.sort(entering[by_frequency[: limits.max_features]])
    return corpus.with_vocabulary(known.extended(corpus.vocabulary[w] for w in entering.tolist()))
