"""Stability: whether training runs with different seeds find the same topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.evaluation._top_words import topic_distributions, topic_weights
from thalweg.state.most_probable import most_probable_words
from thalweg.state.of_model import known_words
from thalweg.state.topic_distance import hellinger, match


@dataclass(frozen=True)
class RunMatch:
    """The topics of two runs, matched one to one.

    If one run has more topics, some of its topics have no match.
    """

    topics: NDArray[np.int64]
    """Matched topics, (matches, 2): the topic of the first run and that of the second."""
    distances: NDArray[np.float64]
    """Hellinger distances between the words of matched topics: 0 equal, 1 disjoint."""
    overlaps: NDArray[np.float64]
    """Shares of the most probable words that both topics have."""

    @property
    def mean_distance(self) -> float:
        """Mean distance of the matched topics."""
        return float(self.distances.mean())

    @property
    def mean_overlap(self) -> float:
        """Mean overlap of the matched topics."""
        return float(self.overlaps.mean())


def match_runs(first: Any, second: Any, n_words: int = 10) -> RunMatch:
    """Match the topics of two runs one to one so that the sum of the distances is smallest.

    Parameters
    ----------
    first, second : model or array of shape (n_topics, n_words)
        The runs. The words of models that know them are matched by name, other words by their
        number.
    n_words : int, default=10
        Number of most probable words to compare.

    Returns
    -------
    RunMatch
        The matched topics, their distances and the overlaps of their words.

    Examples
    --------
    >>> import numpy as np
    >>> from thalweg.evaluation import match_runs
    >>> topics = np.array([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]])
    >>> match_runs(topics, topics[::-1]).topics.tolist()
    [[0, 1], [1, 0]]
    """
    phi, other = _on_the_same_words(first, second)
    distances = hellinger(phi, other)
    rows, columns = match(distances)
    top, other_top = most_probable_words(phi, n_words), most_probable_words(other, n_words)
    overlaps = [
        np.intersect1d(top[k], other_top[m]).size / top.shape[1]
        for k, m in zip(rows, columns, strict=True)
    ]
    return RunMatch(np.stack([rows, columns], axis=1), distances[rows, columns], np.array(overlaps))


def stability(runs: Sequence[Any], n_words: int = 10) -> float:
    """Return the mean overlap of the words of matched topics, over all pairs of runs.

    Parameters
    ----------
    runs : sequence of models or arrays of shape (n_topics, n_words)
        At least two training runs, usually with different seeds.
    n_words : int, default=10
        Number of most probable words to compare.

    Returns
    -------
    float
        1 if all runs have the same words, 0 if no matched topics have a word in common.

    Examples
    --------
    >>> import numpy as np
    >>> from thalweg.evaluation import stability
    >>> topics = np.array([[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]])
    >>> stability([topics, topics[::-1]], n_words=2)
    1.0
    """
    if len(runs) < 2:
        raise InputError(f"`runs` has {len(runs)} runs; expected at least 2 to compare")
    pairs = combinations(runs, 2)
    return float(np.mean([match_runs(a, b, n_words).mean_overlap for a, b in pairs]))


def _on_the_same_words(first: Any, second: Any) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    phi, other = _distributions(first), _distributions(second)
    words, other_words = known_words(first), known_words(second)
    if words is not None and other_words is not None and list(words) != list(other_words):
        joint, ids = Vocabulary(words).merge(Vocabulary(other_words))
        widened = np.zeros((other.shape[0], len(joint)))
        widened[:, ids] = other
        return np.pad(phi, ((0, 0), (0, len(joint) - phi.shape[1]))), widened
    if phi.shape[1] != other.shape[1]:
        raise InputError(
            f"the runs have {phi.shape[1]} and {other.shape[1]} words; expected the same number, "
            "or models that know their words"
        )
    return phi, other


def _distributions(topics: Any) -> NDArray[np.float64]:
    weights = topic_weights(topics)
    if weights is None:
        raise InputError(
            f"a run is a {type(topics).__name__}; expected a model or a topics x words array"
        )
    return topic_distributions(weights)
