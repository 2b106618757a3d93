"""Hellinger distances between distributions, and the matching of two sets of topics."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.state.topic_state import TopicState

_WORDS_PER_SLICE = 1 << 14


def hellinger(p: ArrayLike, q: ArrayLike) -> NDArray[np.float64]:
    """Return the Hellinger distances between the rows of p and the rows of q.

    H(p, q) = sqrt(1 - sum_k sqrt(p_k q_k)), where every row sums to one. The distance is 0 for
    equal distributions and 1 for distributions without a common element. It is a metric and, unlike
    the Kullback-Leibler divergence, never infinite. A change from 0.01 to 0.02 counts more than one
    from 0.51 to 0.52.
    """
    affinity = np.sqrt(np.asarray(p, np.float64)) @ np.sqrt(np.asarray(q, np.float64)).T
    return _distance(affinity)


def topic_distances(first: TopicState, second: TopicState) -> NDArray[np.float64]:
    """Return the Hellinger distance of each topic of one state to each topic of another: (K, K').

    The affinity is summed over slices of the vocabulary, so that no W x K array of float64 is made.
    """
    affinity = np.zeros((first.n_topics, second.n_topics))
    for start in range(0, first.n_words, _WORDS_PER_SLICE):
        words = slice(start, start + _WORDS_PER_SLICE)
        affinity += _root_distributions(first, words).T @ _root_distributions(second, words)
    return _distance(affinity)


def match(distances: NDArray[np.float64]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Match rows to columns one to one so that the sum of their distances is smallest.

    Returns the matched rows, in ascending order, and their columns. If there are more rows than
    columns, or the other way round, some remain without a match.
    """
    from scipy.optimize import linear_sum_assignment

    rows, columns = linear_sum_assignment(distances)
    return rows, columns


def _distance(affinity: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(np.sqrt(np.maximum(1 - affinity, 0)))


def _root_distributions(state: TopicState, words: slice) -> NDArray[np.float64]:
    """sqrt(phi) of some words: (words, K)."""
    totals = state.topic_counts + state.prior.word_totals(state.n_words)
    return np.asarray(np.sqrt(state.weights(words) / totals))
