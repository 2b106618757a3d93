"""Diversity: whether topics differ from each other, and whether any of them are useless."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.evaluation._top_words import TopWords, topic_distributions, topic_weights
from thalweg.state.topic_distance import hellinger
from thalweg.state.topic_state import TopicState

DEAD_SHARE = 0.01  # a topic with fewer tokens than this share of the mean topic's is dead
FLAT_SHARE = 0.9  # a topic that uses more than this share of the vocabulary evenly is dead
DUPLICATE_DISTANCE = 0.1  # topics with a smaller Hellinger distance are duplicates


@dataclass(frozen=True)
class Diversity:
    """How much topics repeat each other."""

    distinct: float
    """Share of distinct words among the most probable words of all topics: 1 if no two topics share
    a word, 1 / K if all topics have the same words (Dieng et al. 2020)."""
    redundancy: NDArray[np.float64]
    """For each topic, the share of the other topics that have one of its words, averaged over its
    words (Burkhardt and Kramer 2019)."""
    dead: NDArray[np.int64] | None
    """Topics with hardly any tokens, or in which all words are about equally probable. None for
    lists of words."""
    duplicates: NDArray[np.int64] | None
    """Topics that are nearly equal to a topic with a lower number, not counting dead topics. None
    for lists of words."""

    @property
    def mean_redundancy(self) -> float:
        """Mean redundancy of the topics."""
        return float(self.redundancy.mean())


def diversity(topics: Any, n_words: int = 25) -> Diversity:
    """Measure how much topics differ, and find dead and duplicate topics.

    Parameters
    ----------
    topics : model, array of shape (n_topics, n_words) or lists of words
        The topics. Dead and duplicate topics can only be found in a model or an array.
    n_words : int, default=25
        Number of most probable words per topic to compare.

    Returns
    -------
    Diversity
        Shares of distinct and repeated words, and the numbers of dead and duplicate topics.

    Examples
    --------
    >>> from thalweg.evaluation import diversity
    >>> diversity([["river", "boat"], ["river", "bank"]]).distinct
    0.75
    """
    top = TopWords.of(topics, n_words)
    n_topics = len(top.topics)
    n_having = np.bincount(np.concatenate(top.topics), minlength=len(top.words))
    distinct = len(top.words) / sum(words.size for words in top.topics)
    redundancy = np.array([(n_having[words] - 1).mean() for words in top.topics])
    redundancy /= max(n_topics - 1, 1)
    weights = topic_weights(topics)
    if weights is None:
        return Diversity(distinct, redundancy, None, None)
    phi = topic_distributions(weights)
    dead = _has_few_tokens(topics, weights) | _is_flat(phi)
    alive = np.flatnonzero(~dead)
    near = np.tril(hellinger(phi[alive], phi[alive]) < DUPLICATE_DISTANCE, -1)
    return Diversity(distinct, redundancy, np.flatnonzero(dead), alive[near.any(axis=1)])


def _has_few_tokens(topics: Any, weights: NDArray[Any]) -> NDArray[np.bool_]:
    """A model knows the tokens of its topics; of an array, the sums of the rows are taken."""
    state = getattr(topics, "state_", topics)
    tokens = (
        state.topic_counts
        if isinstance(state, TopicState)
        else weights.sum(axis=1, dtype=np.float64)
    )
    return np.asarray(tokens < DEAD_SHARE * tokens.mean())


def _is_flat(phi: NDArray[np.float64]) -> NDArray[np.bool_]:
    """exp(-sum_w phi_w log phi_w), the effective number of words, is close to W."""
    terms = phi * np.log(np.where(phi > 0, phi, 1.0))
    return np.asarray(np.exp(-terms.sum(axis=1)) > FLAT_SHARE * phi.shape[1])
