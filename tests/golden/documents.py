"""The documents that the golden results were computed on, the same bits on every machine.

Only integers, uniform numbers, comparisons and multiplications are used. The logarithms in NumPy's
Poisson, Dirichlet or multinomial draws could differ in the last bit from machine to machine.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

N_DOCUMENTS, N_WORDS, N_TOPICS = 300, 400, 8
_SYLLABLES = [consonant + vowel for consonant in "bdfgklmnprst" for vowel in "aeiou"]


def token_lists(
    n_documents: int = N_DOCUMENTS, n_words: int = N_WORDS, seed: int = 13, longest: int = 120
) -> list[NDArray[np.int64]]:
    """Word numbers of every document: two topics each, some documents long, some empty."""
    rng = np.random.Generator(np.random.Philox(seed))
    ranks = np.argsort(rng.random((N_TOPICS, n_words)), axis=1)  # each topic has its own top words
    documents = []
    for j in range(n_documents):
        length = int(rng.integers(4, longest)) * (6 if j % 50 == 7 else 1)
        if j % 29 == 11:
            length = 0
        pair = rng.integers(N_TOPICS, size=2)
        topics = pair[(rng.random(length) < 0.3).astype(np.int64)]
        u = rng.random(length)
        documents.append(ranks[topics, (u * u * u * n_words).astype(np.int64)])
    return documents


def count_matrix(documents: list[NDArray[np.int64]], n_words: int = N_WORDS) -> sparse.csr_array:
    """Documents x words."""
    rows = np.repeat(np.arange(len(documents)), [tokens.size for tokens in documents])
    ones = np.ones(rows.size, dtype=np.int32)
    shape = (len(documents), n_words)
    return sparse.coo_array((ones, (rows, np.concatenate(documents))), shape=shape).tocsr()


def word(number: int) -> str:
    """A made-up word of three syllables."""
    n = len(_SYLLABLES)
    return _SYLLABLES[number % n] + _SYLLABLES[number // n % n] + _SYLLABLES[(7 * number + 3) % n]


def texts(documents: list[NDArray[np.int64]]) -> list[str]:
    """The documents as texts."""
    return [" ".join(word(int(w)) for w in tokens) for tokens in documents]
