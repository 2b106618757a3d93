"""The most probable words of topics, in whatever form the topics come."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError
from thalweg.state.topic_state import TopicState


@dataclass(frozen=True)
class TopWords:
    """Words of topics: the different ones of all, and for each topic their places among these."""

    words: list[str]
    topics: list[NDArray[np.int64]]  # most probable first

    @classmethod
    def of(
        cls, topics: Any, n_words: int = 10, vocabulary: Sequence[str] | None = None
    ) -> TopWords:
        """Take a model, a state, a topics x words array, or lists of words (at most n_words each).

        `vocabulary` names the columns where the topics do not know their words.
        """
        if isinstance(n_words, bool) or not isinstance(n_words, int | np.integer) or n_words < 2:
            raise InputError(f"n_words is {n_words!r}; expected a whole number of at least 2")
        lists = _word_lists(topics, int(n_words), vocabulary)
        if not lists:
            raise InputError("there are no topics; expected at least one")
        places: dict[str, int] = {}
        for k, words in enumerate(lists):
            if len(words) < 2 or len(set(words)) < len(words):
                raise InputError(
                    f"the words of topic {k} are {words}; expected at least two, each once"
                )
            for word in words:
                places.setdefault(word, len(places))
        return cls(list(places), [np.array([places[w] for w in words]) for words in lists])


def topic_weights(topics: Any) -> NDArray[Any] | None:
    """Topics x words, not normalised, of a model, a state or an array; None of other things."""
    state = topics if isinstance(topics, TopicState) else getattr(topics, "state_", None)
    if isinstance(state, TopicState):
        return np.ascontiguousarray(state.weights().T)
    if hasattr(topics, "components_"):  # scikit-learn's
        topics = topics.components_
    if not isinstance(topics, np.ndarray) or topics.dtype.kind not in "buif":
        return None
    if topics.ndim != 2 or not topics.size or not np.isfinite(topics).all() or (topics < 0).any():
        raise InputError(
            f"the topics are an array of shape {topics.shape}; expected topics x words, all of "
            "them finite and zero or more"
        )
    return topics


def most_probable(weights: NDArray[Any], n_words: int) -> NDArray[np.int64]:
    """The ids of each topic's n most probable words, in order; of equal ones the lower comes first.

    As a stable sort of all words, without sorting them all.
    """
    n_words = min(n_words, weights.shape[1])
    top = np.empty((weights.shape[0], n_words), dtype=np.int64)
    for k, row in enumerate(weights):
        least = np.partition(row, row.size - n_words)[row.size - n_words]
        above = np.flatnonzero(row > least)
        equal = np.flatnonzero(row == least)[: n_words - above.size]
        top[k] = np.concatenate([above[np.argsort(-row[above], kind="stable")], equal])
    return top


def _word_lists(topics: Any, n_words: int, vocabulary: Sequence[str] | None) -> list[list[str]]:
    weights = topic_weights(topics)
    if weights is not None:
        names = _names(topics, weights.shape[1], vocabulary)
        return [[names[w] for w in row] for row in most_probable(weights, n_words).tolist()]
    if isinstance(topics, str) or not isinstance(topics, Iterable):
        raise InputError(
            f"the topics are a {type(topics).__name__}; expected a model, a topics x words array "
            "or lists of words"
        )
    lists = []
    for k, topic in enumerate(topics):
        words = None if isinstance(topic, str) or not isinstance(topic, Iterable) else list(topic)
        if words is None or not all(isinstance(word, str) for word in words):
            raise InputError(f"topic {k} is {topic!r}; expected a list of words")
        lists.append([str(word) for word in words[:n_words]])
    return lists


def _names(topics: Any, n_words: int, vocabulary: Sequence[str] | None) -> Sequence[str]:
    for names in (getattr(topics, "vocabulary_", None), vocabulary):
        if names is not None:
            if len(names) != n_words:
                raise InputError(
                    f"the topics have {n_words} words, the vocabulary {len(names)}; expected as "
                    "many. Give lists of words, or the vocabulary that the topics are over."
                )
            return names
    return [str(w) for w in range(n_words)]
