"""Models with topics that are set by hand, over named words."""

import numpy as np
from numpy.typing import NDArray

import thalweg
from tests.synthetic import state_with_counts
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.state.priors import Prior

WORDS_PER_SUBJECT = 40


def subjects(n: int, seed: int = 0, n_tokens: float = 2000.0) -> NDArray[np.float64]:
    """Return counts of n subjects with words of their own, and some common words: (n, W)."""
    rng = np.random.default_rng(seed)
    counts = np.zeros((n, (n + 1) * WORDS_PER_SUBJECT))
    common = rng.dirichlet(np.full(WORDS_PER_SUBJECT, 1.0))
    for k in range(n):
        own = rng.dirichlet(np.full(WORDS_PER_SUBJECT, 0.5))
        counts[k, k * WORDS_PER_SUBJECT : (k + 1) * WORDS_PER_SUBJECT] = 0.8 * n_tokens * own
        counts[k, -WORDS_PER_SUBJECT:] = 0.2 * n_tokens * common
    return counts


def words_of(counts: NDArray[np.float64], prefix: str = "w") -> list[str]:
    return [f"{prefix}{w}" for w in range(counts.shape[1])]


def model_with(counts: NDArray[np.float64], words: list[str] | None = None) -> thalweg.LDA:
    """Return a trained model whose topics have these counts, (K, W)."""
    n_topics, n_words = counts.shape
    names = words_of(counts) if words is None else words
    corpus = thalweg.Corpus(np.ones((2, n_words), dtype=np.int32), names)
    model = thalweg.LDA(n_topics, max_iter=1).fit(corpus)
    prior = Prior.create(0.1, 1e-6, n_topics, n_words)
    model.state_ = state_with_counts(counts.T, prior)
    model.vocabulary_ = Vocabulary(names)
    return model
