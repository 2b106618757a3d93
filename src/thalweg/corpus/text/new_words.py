"""New words in later documents: which of them a model adds to its vocabulary."""

from __future__ import annotations

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.text.word_limits import WordLimits
from thalweg.corpus.vocabulary import Vocabulary


def with_new_words(corpus: Corpus, known: Vocabulary, limits: WordLimits) -> Corpus:
    """Return the corpus with the known words, followed by the new words within the limits.

    Known words are always kept. A new word must be in enough documents, so that misspellings do not
    enter. `max_features` limits the number of new words; the most frequent ones enter.
    """
    is_new = known.ids(corpus.vocabulary) < 0
    document_frequencies, term_frequencies = corpus.frequencies()
    low, high = limits.bounds(corpus.n_documents)
    enough = (document_frequencies >= max(low, 1)) & (document_frequencies <= high)
    entering = np.flatnonzero(is_new & enough)
    if limits.max_features is not None:
        by_frequency = np.argsort(-term_frequencies[entering], kind="stable")
        entering = np.sort(entering[by_frequency[: limits.max_features]])
    return corpus.with_vocabulary(known.extended(corpus.vocabulary[w] for w in entering.tolist()))
