"""Diversity: whether topics differ from each other, and whether each is one at all."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.similarity import hellinger
from thalweg.errors import InputError
from thalweg.evaluation._top_words import TopWords, topic_weights
from thalweg.state.topic_state import TopicState

DEAD_SHARE = 0.01  # of the tokens of a mean topic
FLAT_SHARE = 0.9  # of the vocabulary
DUPLICATE_DISTANCE = 0.1  # Hellinger's


@dataclass(frozen=True)
class Diversity:
    """How much topics repeat each other; of word lists, neither `dead` nor `duplicates` are known.

    distinct: the share of the topics' most probable words that are different: 1 if no two topics
    share a word, 1 / K if all have the same (Dieng et al. 2020).
    redundancy: for each topic, the share of the other topics that have one of its words, mean over
    its words (Burkhardt and Kramer 2019).
    dead: topics that hold next to no tokens, or in which all words are about equally probable.
    duplicates: topics that are all but equal to one of a lower number; dead ones are not asked.
    """

    distinct: float
    redundancy: NDArray[np.float64]
    dead: NDArray[np.int64] | None
    duplicates: NDArray[np.int64] | None

    @property
    def mean_redundancy(self) -> float:
        """Over topics."""
        return float(self.redundancy.mean())


def diversity(topics: Any, n_words: int = 25) -> Diversity:
    """Compare a model's topics, or those of a topics x words array or of lists of words."""
    top = TopWords.of(topics, n_words)
    n_topics = len(top.topics)
    n_having = np.bincount(np.concatenate(top.topics), minlength=len(top.words))
    distinct = len(top.words) / sum(words.size for words in top.topics)
    redundancy = np.array([(n_having[words] - 1).mean() for words in top.topics])
    redundancy /= max(n_topics - 1, 1)
    weights = topic_weights(topics)
    if weights is None:
        return Diversity(distinct, redundancy, None, None)
    phi = weights / _totals(weights)[:, None]
    dead = _holds_little(topics, weights) | _is_flat(phi)
    alive = np.flatnonzero(~dead)
    near = np.tril(hellinger(phi[alive], phi[alive]) < DUPLICATE_DISTANCE, -1)
    return Diversity(distinct, redundancy, np.flatnonzero(dead), alive[near.any(axis=1)])


def _totals(weights: NDArray[Any]) -> NDArray[np.float64]:
    totals = weights.sum(axis=1, dtype=np.float64)
    if (totals == 0).any():
        empty = int(np.flatnonzero(totals == 0)[0])
        raise InputError(f"topic {empty} has no word above zero; expected at least one")
    return np.asarray(totals)


def _holds_little(topics: Any, weights: NDArray[Any]) -> NDArray[np.bool_]:
    """A model knows how many tokens a topic has; of an array, the sums of its rows may tell."""
    state = getattr(topics, "state_", topics)
    tokens = state.topic_counts if isinstance(state, TopicState) else _totals(weights)
    return np.asarray(tokens < DEAD_SHARE * tokens.mean())


def _is_flat(phi: NDArray[np.float64]) -> NDArray[np.bool_]:
    """exp(-sum_w phi_w log phi_w), the number of words in use, is nearly all of them."""
    terms = phi * np.log(np.where(phi > 0, phi, 1.0))
    return np.asarray(np.exp(-terms.sum(axis=1)) > FLAT_SHARE * phi.shape[1])
