"""The most probable words of topics, and the largest of many values."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_PER_GROUP = 64


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
    top = np.empty((weights.shape[0], min(n_words, weights.shape[1])), dtype=np.int64)
    for k, row in enumerate(weights):
        top[k] = largest(row, n_words)
    return top


def largest(values: NDArray[Any], n: int) -> NDArray[np.int64]:
    """Return the positions of the n largest values, largest first; of equal ones, the first.

    Examples
    --------
    >>> largest(np.array([3.0, 9.0, 1.0, 9.0]), 3).tolist()
    [1, 3, 0]
    """
    n = min(n, values.size)
    if n < 1:
        return np.zeros(0, np.int64)
    found = np.flatnonzero(values >= _bound(values, n))
    return np.asarray(found[np.argsort(-values[found], kind="stable")[:n]])


def _bound(values: NDArray[Any], n: int) -> Any:
    """Return a number that at least n values reach, and usually few more.

    The n largest maxima of groups are n of the values, so the n largest values are not below the
    least of these maxima. There are fewer maxima than values to sort.
    """
    n_groups = values.size // _PER_GROUP
    if n_groups < 2 * n:
        return np.partition(values, values.size - n)[values.size - n]
    # Values of a group are n_groups apart: a maximum of whole rows is a loop over vectors.
    grouped = values[: n_groups * _PER_GROUP].reshape(_PER_GROUP, n_groups)
    return np.partition(grouped.max(axis=0), n_groups - n)[n_groups - n]
