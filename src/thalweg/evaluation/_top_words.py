"""The most probable words of topics that come as a model, an array or lists of words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import whole_number
from thalweg.errors import InputError
from thalweg.state.most_probable import most_probable_words
from thalweg.state.of_model import known_words, numbered_words
from thalweg.state.topic_state import TopicState


@dataclass(frozen=True)
class TopWords:
    """The most probable words of topics."""

    words: list[str]
    """The distinct words of all topics."""
    topics: list[NDArray[np.int64]]
    """For each topic, places in `words`, most probable first."""

    @classmethod
    def of(
        cls, topics: Any, n_words: int = 10, vocabulary: Sequence[str] | None = None
    ) -> TopWords:
        """Return the top words of a model, a state, a topics x words array, or lists of words.

        Of each list, at most `n_words` words are used. `vocabulary` names the columns if the topics
        do not know their words.
        """
        n_words = whole_number("n_words", n_words, least=2)
        lists = _word_lists(topics, n_words, vocabulary)
        if not lists:
            raise InputError("`topics` has no topics; expected at least one")
        places: dict[str, int] = {}
        for k, words in enumerate(lists):
            if len(words) < 2 or len(set(words)) < len(words):
                raise InputError(
                    f"`topics`: topic {k} has the words {words}; expected at least two different "
                    "words"
                )
            for word in words:
                places.setdefault(word, len(places))
        return cls(list(places), [np.array([places[w] for w in words]) for words in lists])


def topic_weights(topics: Any) -> NDArray[Any] | None:
    """Return unnormalized topics x words of a model, a state or an array; None of anything else."""
    state = topics if isinstance(topics, TopicState) else getattr(topics, "state_", None)
    if isinstance(state, TopicState):
        return np.ascontiguousarray(state.weights().T)
    if hasattr(topics, "components_"):  # a model of scikit-learn
        topics = topics.components_
    if not isinstance(topics, np.ndarray) or topics.dtype.kind not in "buif":
        return None
    if topics.ndim != 2 or not topics.size or not np.isfinite(topics).all() or (topics < 0).any():
        raise InputError(
            f"`topics` is an array of shape {topics.shape}; expected topics x words with finite "
            "weights of at least zero"
        )
    return topics


def topic_distributions(weights: NDArray[Any]) -> NDArray[np.float64]:
    """Return weights divided by the sum of their row."""
    totals = weights.sum(axis=1, keepdims=True, dtype=np.float64)
    if (totals == 0).any():
        empty = int(np.flatnonzero(totals.ravel() == 0)[0])
        raise InputError(
            f"`topics`: topic {empty} has no word with a weight above zero; expected at least one"
        )
    return np.asarray(weights / totals)


def _word_lists(topics: Any, n_words: int, vocabulary: Sequence[str] | None) -> list[list[str]]:
    weights = topic_weights(topics)
    if weights is not None:
        names = _names(topics, weights.shape[1], vocabulary)
        return [[names[w] for w in row] for row in most_probable_words(weights, n_words).tolist()]
    if isinstance(topics, str) or not isinstance(topics, Iterable):
        raise InputError(
            f"`topics` is a {type(topics).__name__}; expected a model, a topics x words array or "
            "lists of words"
        )
    lists = []
    for k, topic in enumerate(topics):
        words = None if isinstance(topic, str) or not isinstance(topic, Iterable) else list(topic)
        if words is None or not all(isinstance(word, str) for word in words):
            raise InputError(f"`topics`: topic {k} is {topic!r}; expected a list of words")
        lists.append([str(word) for word in words[:n_words]])
    return lists


def _names(topics: Any, n_words: int, vocabulary: Sequence[str] | None) -> Sequence[str]:
    """The words that the topics know, else those of the vocabulary, else numbers."""
    known = known_words(topics)
    names = vocabulary if known is None else known
    if names is None:
        return numbered_words(n_words)
    if len(names) != n_words:
        raise InputError(
            f"`topics` has {n_words} words and the vocabulary has {len(names)}; expected the same "
            "number. Pass `vocabulary`, the words of the columns, or lists of words."
        )
    return names
