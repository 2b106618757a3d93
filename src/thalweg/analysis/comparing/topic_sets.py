"""TopicSet: the topics of a model as distributions over named words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.state.of_model import known_words, state_of, topic_labels, topic_numbers, word_names

_EQUAL = 1e-6  # affinities in float32 are accurate to about 1e-7


@dataclass(frozen=True)
class TopicSet:
    """The topics of a model, with what their tables show."""

    phi: NDArray[np.float32]
    """Probabilities of the words in each topic: (K, W)."""
    shares: NDArray[np.float64]
    """Shares of all tokens: (K,)."""
    words: Sequence[str]
    """The name of each word."""
    labels: Sequence[str]
    """The name of each topic, or its number."""
    numbers: Sequence[int] | None = None
    """The permanent number of each topic; None: its place."""

    @classmethod
    def of_model(cls, model: Any) -> TopicSet:
        """Return the topics of a trained model."""
        state = state_of(model)
        phi = np.ascontiguousarray(state.weights().T)
        phi /= phi.sum(axis=1, keepdims=True, dtype=np.float64)
        counts = state.topic_counts
        return cls(
            phi,
            counts / counts.sum(),
            word_names(model),
            topic_labels(model),
            topic_numbers(model),
        )

    def __len__(self) -> int:
        return len(self.phi)

    @cached_property
    def roots(self) -> NDArray[np.float32]:
        """sqrt(phi), computed once: rows of unit length."""
        return np.sqrt(self.phi)

    def top_words(self, topic: int, n_words: int) -> list[str]:
        """Return the most probable words of a topic."""
        return named(self.words, self.phi[topic], n_words)

    def common_words(self) -> NDArray[np.float64]:
        """Return the probability of each word in all documents: (W,)."""
        return np.asarray(self.shares @ self.phi, np.float64)


def on_joint_words(before: Any, after: Any) -> tuple[TopicSet, TopicSet]:
    """Return the topics of two models over the words of both; words are matched by name.

    A word that a model does not know has the probability 0 in its topics.
    """
    first, second = TopicSet.of_model(before), TopicSet.of_model(after)
    names = [known_words(before), known_words(after)]
    if (names[0] is None) != (names[1] is None):
        raise InputError(
            "one of the models knows its words and the other does not; expected two models that "
            "were trained on texts, or two that were trained on matrices with the same columns"
        )
    if names[0] is None:
        if len(first.words) != len(second.words):
            raise InputError(
                f"the models have {len(first.words):,} and {len(second.words):,} words, which have "
                "no names; expected the same columns"
            )
        return first, second
    if list(first.words) == list(second.words):
        return first, second
    joint, ids = Vocabulary.of(list(first.words)).merge(Vocabulary.of(list(second.words)))
    grown = [np.zeros((len(topics), len(joint)), np.float32) for topics in (first, second)]
    grown[0][:, : len(first.words)] = first.phi
    grown[1][:, ids] = second.phi
    return replace(first, phi=grown[0], words=joint), replace(second, phi=grown[1], words=joint)


def distances_between(first: TopicSet, second: TopicSet) -> NDArray[np.float64]:
    """Return the Hellinger distance of each topic of one set to each topic of another."""
    affinity = first.roots @ second.roots.T
    return np.asarray(np.sqrt(np.maximum(1.0 - affinity.astype(np.float64), 0.0)))


def distance_of(p: NDArray[Any], q: NDArray[Any]) -> float:
    """Return the Hellinger distance of two distributions, accurate also if they are near."""
    difference = np.sqrt(p.astype(np.float64)) - np.sqrt(q.astype(np.float64))
    distance = float(np.sqrt(difference @ difference / 2))
    return 0.0 if distance < _EQUAL else min(distance, 1.0)


def named(words: Sequence[str], weights: NDArray[Any], n_words: int) -> list[str]:
    """Return the words with the n largest weights above 0, largest first."""
    chosen = np.argpartition(-weights, min(n_words, weights.size) - 1)[:n_words]
    chosen = chosen[np.lexsort((chosen, -weights[chosen]))]
    return [words[w] for w in chosen.tolist() if weights[w] > 0]
