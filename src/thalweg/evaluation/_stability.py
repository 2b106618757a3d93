"""Stability: whether other runs find the same topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.similarity import hellinger
from thalweg.errors import InputError
from thalweg.evaluation._top_words import most_probable, topic_weights


@dataclass(frozen=True)
class RunMatch:
    """Two runs' topics, matched one to one; where one run has more topics, some stay alone."""

    topics: NDArray[np.int64]  # (matches, 2)
    distances: NDArray[np.float64]  # Hellinger's, of the topics' words: 0 equal, 1 disjoint
    overlaps: NDArray[np.float64]  # of their n most probable words, the share that both have

    @property
    def mean_distance(self) -> float:
        """Over matches."""
        return float(self.distances.mean())

    @property
    def mean_overlap(self) -> float:
        """Over matches."""
        return float(self.overlaps.mean())


def match_runs(first: Any, second: Any, n_words: int = 10) -> RunMatch:
    """Match the topics of two models, or topics x words arrays, so that distances sum to the least.

    Words of models that know them are matched by name, otherwise by their number.
    """
    from scipy.optimize import linear_sum_assignment

    phi, other = _on_the_same_words(first, second)
    distances = hellinger(phi, other)
    rows, columns = linear_sum_assignment(distances)
    top, other_top = most_probable(phi, n_words), most_probable(other, n_words)
    overlaps = [
        np.intersect1d(top[k], other_top[m]).size / top.shape[1]
        for k, m in zip(rows, columns, strict=True)
    ]
    return RunMatch(np.stack([rows, columns], axis=1), distances[rows, columns], np.array(overlaps))


def stability(runs: Sequence[Any], n_words: int = 10) -> float:
    """The mean overlap of matched topics' most probable words, over all pairs of runs."""
    if len(runs) < 2:
        raise InputError(f"there are {len(runs)} runs to compare; expected at least 2")
    pairs = combinations(runs, 2)
    return float(np.mean([match_runs(a, b, n_words).mean_overlap for a, b in pairs]))


def _on_the_same_words(first: Any, second: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    phis = [_distributions(topics) for topics in (first, second)]
    names = [getattr(topics, "vocabulary_", None) for topics in (first, second)]
    if names[0] is not None and names[1] is not None and names[0] != names[1]:
        joint, ids = names[0].merge(names[1])
        widened = np.zeros((phis[1].shape[0], len(joint)))
        widened[:, ids] = phis[1]
        missing = len(joint) - phis[0].shape[1]
        return np.pad(phis[0], ((0, 0), (0, missing))), widened
    if phis[0].shape[1] != phis[1].shape[1]:
        raise InputError(
            f"the runs have {phis[0].shape[1]} and {phis[1].shape[1]} words; expected the same, or "
            "models that know their words"
        )
    return phis[0], phis[1]


def _distributions(topics: Any) -> NDArray[np.float64]:
    weights = topic_weights(topics)
    if weights is None:
        raise InputError(
            f"a run is a {type(topics).__name__}; expected a model or a topics x words array"
        )
    totals = weights.sum(axis=1, keepdims=True, dtype=np.float64)
    if (totals == 0).any():
        raise InputError("a topic has no word above zero; expected at least one")
    return np.asarray(weights / totals)
