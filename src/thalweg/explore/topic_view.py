"""TopicView: what a model says about topics and words at one moment, computed when asked for."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.topic_words import overall_share, top_words
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.explore.topic_map import jensen_shannon, jensen_shannon_from
from thalweg.state.of_model import word_names

if TYPE_CHECKING:
    from thalweg.model import TopicModel
    from thalweg.state.topic_state import TopicState

MAX_RELATED = 8
MAX_STEERED = 100
_RANKED_WORDS = 30  # by frames, too, so that a selection need not rank them again
_WORDS_AT_A_TIME = 2048  # transposed while they are in the cache
MAX_RANKINGS = 64
"""Rankings of words, each for one lambda, that a view keeps; the slider has 21 places."""


class TopicView:
    """The topics of a model as they were at one moment.

    Parameters
    ----------
    model : TopicModel
        A trained model. A snapshot of it is taken.
    """

    def __init__(self, model: TopicModel) -> None:
        self.model: TopicModel = model._at_this_moment()
        self.state: TopicState = self.model.state_
        self.names: Vocabulary = Vocabulary.of(word_names(self.model))
        self.topic_names: dict[int, str] = self.model.topic_names_
        self.numbers: list[int] = self.state.topic_numbers.tolist()
        """The permanent number of each column; pages know topics by it."""
        self._top: dict[float, NDArray[np.int64]] = {}

    def is_of(self, model: TopicModel) -> bool:
        """Whether the model has not changed since."""
        state = model.state_
        now = (state.clock, state.n_documents_seen, state.prior_clock, model.topic_names_)
        mine = self.state
        then = (mine.clock, mine.n_documents_seen, mine.prior_clock, self.topic_names)
        return now == then and mine.scaled_counts is state.scaled_counts

    def position(self, number: int) -> int:
        """Return the column of a topic; InputError if it is not there."""
        try:
            return self.numbers.index(number)
        except ValueError:
            raise InputError(
                f"`topic` is {number}; expected the number of a topic that the model has now"
            ) from None

    @cached_property
    def locked(self) -> set[int]:
        """Numbers of locked topics."""
        locked = self.state.prior.locked
        if locked is None:
            return set()
        return {n for n, is_locked in zip(self.numbers, locked, strict=True) if is_locked}

    def steered_words(self, topic: int) -> dict[str, list[str]]:
        """Return the words that edits hold in a topic, and those that they keep out of it."""
        prior, k = self.state.prior, self.position(topic)
        kinds = {"held": prior.held, "removed": prior.masked}
        found: dict[str, list[str]] = {}
        for name, pairs in kinds.items():
            ids = [] if pairs is None else pairs[:, [k]].nonzero()[0].tolist()
            if name == "removed" and (stopped := prior.stopped_words) is not None:
                ids = [w for w in ids if not stopped[w]]
            found[name] = [self.names[w] for w in ids[:MAX_STEERED]]
        return found

    @property
    def n_topics(self) -> int:
        """K."""
        return self.state.n_topics

    @cached_property
    def weights(self) -> NDArray[np.float32]:
        """N^Phi + eta, (K, W)."""
        n_words = self.state.n_words
        weights = np.empty((self.n_topics, n_words), np.float32)
        for first in range(0, n_words, _WORDS_AT_A_TIME):
            words = slice(first, first + _WORDS_AT_A_TIME)
            weights[:, words] = self.state.weights(words).T
        return weights

    @cached_property
    def totals(self) -> NDArray[np.float64]:
        """The sum of the weights of each topic."""
        return np.asarray(self.weights.sum(axis=1, dtype=np.float64))

    @cached_property
    def shares(self) -> NDArray[np.float64]:
        """p(k), the share of each topic of all tokens."""
        counts = self.state.topic_counts
        return np.asarray(counts / max(float(counts.sum()), 1e-30))

    @cached_property
    def overall(self) -> NDArray[np.float64]:
        """p(w), the share of each word of all tokens."""
        return overall_share(self.weights, self.shares)

    @cached_property
    def divergence(self) -> NDArray[np.float64]:
        """Jensen-Shannon divergence between all pairs of topics."""
        return jensen_shannon(self._probabilities)

    @property
    def _probabilities(self) -> NDArray[np.float32]:
        totals = self.totals.astype(np.float32)
        return np.divide(self.weights, totals[:, None], dtype=np.float32)

    def top(self, relevance: float, n_words: int) -> NDArray[np.int64]:
        """Return the ids of the most relevant words of every topic; lambda = 1: most probable."""
        known = self._top.get(relevance)
        if known is None or known.shape[1] < min(n_words, self.state.n_words):
            n = max(n_words, _RANKED_WORDS)
            known = top_words(self.weights, self.shares, n, relevance)
            if len(self._top) >= MAX_RANKINGS:
                self._top.clear()
            self._top[relevance] = known
        return known[:, :n_words]

    def words(self, topic: int, relevance: float, n_words: int) -> list[dict[str, Any]]:
        """Return the most relevant words of a topic, with their share of the topic and corpus."""
        ids = self.top(relevance, n_words)[topic]
        in_topic = self.weights[topic, ids] / self.totals[topic]
        tokens = self.state.corpus_tokens
        in_all = self.overall[ids]
        counts = in_topic * self.shares[topic] * tokens
        return [
            {
                "word": self.names[w],
                "share": float(p),
                "corpus": float(q),
                "count": float(n),
                "total": float(max(q * tokens, n)),
            }
            for w, p, q, n in zip(ids.tolist(), in_topic, in_all, counts, strict=True)
        ]

    def related(self, topic: int) -> list[dict[str, Any]]:
        """Return the topics whose words are most similar to those of a topic."""
        if "divergence" in self.__dict__:
            divergence = self.divergence[topic]
        else:
            divergence = jensen_shannon_from(self._probabilities, topic)
        order = np.argsort(divergence, kind="stable")
        nearest = [int(k) for k in order if k != topic][:MAX_RELATED]
        largest = float(np.log(2))
        return [
            {"topic": self.numbers[k], "similarity": 1 - float(divergence[k]) / largest}
            for k in nearest
        ]

    def word_topics(self, word: int) -> list[dict[str, Any]]:
        """Return p(topic | word), p(word | topic) and the rank of a word in each topic."""
        column = self.weights[:, word].astype(np.float64)
        by_topic = column / max(float(column.sum()), 1e-30)
        ranks = 1 + (self.weights > self.weights[:, [word]]).sum(axis=1)
        return [
            {
                "topic": self.numbers[k],
                "share": float(by_topic[k]),
                "probability": float(column[k] / self.totals[k]),
                "rank": int(ranks[k]),
            }
            for k in np.argsort(-by_topic, kind="stable")
        ]
