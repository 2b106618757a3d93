"""The most probable words of topics."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_WORDS_PER_GROUP = 64


def most_probable_words(weights: NDArray[Any], n_words: int) -> NDArray[np.int64]:
    """Return the ids of the n most probable words of each topic, most probable first.

    Of words with equal weights, the one with the lower id comes first, as after a stable sort of
    all words. Only the largest weights are sorted.

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
        large = np.flatnonzero(row >= _bound(row, n_words))
        top[k] = large[np.argsort(-row[large], kind="stable")[:n_words]]
    return top


def _bound(row: NDArray[Any], n_words: int) -> Any:
    """Return a weight that at least n words reach, and usually few more.

    The n largest maxima of groups of words are weights of n words, so the n largest weights are
    not below the least of these maxima. There are fewer maxima than weights to sort.
    """
    n_groups = row.size // _WORDS_PER_GROUP
    if n_groups < 2 * n_words:
        return np.partition(row, row.size - n_words)[row.size - n_words]
    # Words of a group are n_groups apart: a maximum of whole rows is a loop over vectors.
    grouped = row[: n_groups * _WORDS_PER_GROUP].reshape(_WORDS_PER_GROUP, n_groups)
    return np.partition(grouped.max(axis=0), n_groups - n_words)[n_groups - n_words]
