"""The most probable words of topics."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray


def most_probable_words(weights: NDArray[Any], n_words: int) -> NDArray[np.int64]:
    """Return the ids of the n most probable words of each topic, most probable first.

    Of words with equal weights, the one with the lower id comes first, as after a stable sort of
    all words. Only the n largest weights are sorted.

    Parameters
    ----------
    weights : array of shape (n_topics, n_words)
        Probabilities or unnormalized weights.
    n_words : int
        Number of words per topic. If the vocabulary is smaller, all words are returned.
    """
    n_words = min(n_words, weights.shape[1])
    top = np.empty((weights.shape[0], n_words), dtype=np.int64)
    for k, row in enumerate(weights):
        smallest = np.partition(row, row.size - n_words)[row.size - n_words]
        above = np.flatnonzero(row > smallest)
        equal = np.flatnonzero(row == smallest)[: n_words - above.size]
        top[k] = np.concatenate([above[np.argsort(-row[above], kind="stable")], equal])
    return top
