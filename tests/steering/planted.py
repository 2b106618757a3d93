"""Documents about planted subjects: every subject has words of its own, and all share some."""

import numpy as np
from scipy import sparse

from thalweg import Corpus

SUBJECTS = ("parking", "food", "music", "staff", "rooms")
WORDS_EACH = 12
COMMON = 10
VOCABULARY = [f"{subject}{i}" for subject in SUBJECTS for i in range(WORDS_EACH)] + [
    f"common{i}" for i in range(COMMON)
]


def planted_corpus(n_documents: int = 300, length: int = 30, seed: int = 0) -> Corpus:
    """Return documents of mostly one subject, a fifth of another one, and common words."""
    rng = np.random.default_rng(seed)
    n_subjects, n_words = len(SUBJECTS), len(VOCABULARY)
    of_words = np.zeros((n_subjects + 1, n_words))
    for k in range(n_subjects):
        own = slice(k * WORDS_EACH, (k + 1) * WORDS_EACH)
        of_words[k, own] = 1 / (1 + np.arange(WORDS_EACH))
    of_words[-1, n_subjects * WORDS_EACH :] = 1
    of_words /= of_words.sum(axis=1, keepdims=True)
    rows = np.zeros((n_documents, n_words), dtype=np.int64)
    for j in range(n_documents):
        first, second = rng.choice(n_subjects, 2, replace=False)
        shares = np.zeros(n_subjects + 1)
        shares[first], shares[second], shares[-1] = 0.6, 0.2, 0.2
        rows[j] = rng.multinomial(length, shares @ of_words)
    return Corpus(sparse.csr_array(rows), VOCABULARY)


SEEDS = {subject: [f"{subject}0", f"{subject}1"] for subject in SUBJECTS}
CORPUS = planted_corpus()


def share_in(model, topic: int, word: str) -> float:
    """Return p(topic | word), from the components of a model."""
    weights = model.components_[:, list(VOCABULARY).index(word)].astype(np.float64)
    place = model.state_.topic_numbers.tolist().index(topic)
    return float(weights[place] / weights.sum())
