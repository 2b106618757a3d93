"""The topics of a table: all of them, or those chosen and the sum of the others."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.state.most_probable import most_probable_words
from thalweg.state.of_model import state_of, topic_labels, topic_numbers, word_names
from thalweg.state.topic_names import chosen_topics

N_WORDS = 5  # of each topic, in tables of groups and periods


@dataclass(frozen=True)
class TopicColumns:
    """What the columns of a documents x topics array stand for, and how it is made."""

    topics: tuple[int | None, ...]
    """Numbers of the topics; None stands for the sum of all others and comes last."""
    names: tuple[str, ...]
    words: tuple[list[str], ...]
    places: tuple[int, ...]
    """Places of these topics in a documents x topics array, without that of the others."""
    alpha: NDArray[np.float64]
    """The prior of the model, (K,), for all topics."""

    @classmethod
    def of_model(cls, model: Any, topics: Sequence[int | str] | None) -> TopicColumns:
        """Return all topics of a model, or those chosen by number or name and "n others"."""
        state, labels = state_of(model), topic_labels(model)
        every = topic_numbers(model)
        chosen = chosen_topics(topics, labels, every)
        every_word = word_names(model)
        weights = np.ascontiguousarray(state.weights(topics=np.array(chosen)).T)
        top = most_probable_words(weights, N_WORDS)
        words = [[every_word[w] for w in row] for row in top.tolist()]
        names = [labels[k] for k in chosen]
        numbers: list[int | None] = [every[k] for k in chosen]
        n_others = len(labels) - len(chosen)
        if n_others:
            numbers.append(None)
            names.append(f"{n_others:,} {'other' if n_others == 1 else 'others'}")
            words.append([])
        places = tuple(chosen)
        return cls(tuple(numbers), tuple(names), tuple(words), places, state.prior.doc_topic)

    def shares(
        self, theta: NDArray[np.float32], lengths: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return each document's share of tokens of each column, without the prior.

        N_jk / n_j = (theta_jk (n_j + sum alpha) - alpha_k) / n_j, for documents with n_j > 0.
        """
        n = lengths[:, None]
        shares = theta * (1 + self.alpha.sum() / n)
        shares -= self.alpha / n
        np.maximum(shares, 0.0, out=shares)  # rounding of float32
        shares /= shares.sum(axis=1, keepdims=True)
        if self.topics[-1] is not None:
            return np.asarray(shares[:, list(self.places)])
        chosen = shares[:, list(self.places)]
        others = np.maximum(1 - chosen.sum(axis=1, keepdims=True), 0.0)
        return np.hstack([chosen, others])
