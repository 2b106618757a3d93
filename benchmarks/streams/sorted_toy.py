"""A stream of three subjects without common words, sorted by subject: the hardest order."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from benchmarks.streams.curve import SYSTEMS

N_SUBJECTS, WORDS_EACH, DOCUMENTS_EACH = 3, 10, 100


def calls_by_subject(seed: int) -> list[sparse.csr_array]:
    """Return one call of documents per subject."""
    rng = np.random.default_rng(seed)
    calls = []
    for subject in range(N_SUBJECTS):
        counts = np.zeros((DOCUMENTS_EACH, N_SUBJECTS * WORDS_EACH), dtype=np.int32)
        words = slice(subject * WORDS_EACH, (subject + 1) * WORDS_EACH)
        counts[:, words] = rng.poisson(2.0, (DOCUMENTS_EACH, WORDS_EACH))
        calls.append(sparse.csr_array(counts))
    return calls


def found_topics(system: str, seed: int, n_calls: int) -> bool:
    """Whether each topic has the words of one subject at its top after so many calls, in turn."""
    calls = calls_by_subject(seed)
    learner = SYSTEMS[system](N_SUBJECTS * DOCUMENTS_EACH, seed, N_SUBJECTS)
    for number in range(n_calls):
        learner.partial_fit(calls[number % N_SUBJECTS])
    top = np.argsort(-np.asarray(learner.components_), axis=1)[:, :WORDS_EACH]
    subjects = {frozenset((row // WORDS_EACH).tolist()) for row in top}
    return subjects == {frozenset({subject}) for subject in range(N_SUBJECTS)}
