"""TopicState: the expected counts of a model, which training updates, saves and merges."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg import _core
from thalweg.errors import InputError
from thalweg.random_streams import Stream, generator
from thalweg.state.native import aligned_copy, aligned_zeros, padded, sparse_rows
from thalweg.state.priors import Prior

# Counters of what a state has seen; merging two states adds them.
COUNTERS = ("corpus_tokens", "clock", "n_documents_seen", "n_tokens_seen", "prior_clock")
_NEVER = 1e-30  # the probability of a word that a given topic does not have


@dataclass(eq=False)
class TopicState:
    """The expected counts of a model and everything that further training needs.

    N^Phi_wk is stored as scale_k * scaled_counts_wk: the decay (1 - rho) of a minibatch then
    touches K numbers instead of W x K. Arrays are padded to a multiple of eight topics.

    A state is additive: the counts of two states over the same vocabulary can be merged, they can
    be decayed, and rows can be added for new words.
    """

    scaled_counts: NDArray[np.float32]  # (W, padded K)
    scale: NDArray[np.float64]  # (padded K,)
    totals: NDArray[np.float64]  # N^Z, (padded K,)
    prior: Prior
    corpus_tokens: float  # C, the size that the counts are scaled to
    seed: int
    clock: int = 0  # minibatches applied: t of rho^Phi
    n_documents_seen: int = 0  # repeats included; also the counter of random visit orders
    n_tokens_seen: float = 0.0  # repeats included
    prior_clock: int = 0  # n_documents_seen when the priors were last learned
    _native: _core.TopicArrays | None = field(default=None, repr=False)

    @classmethod
    def random(
        cls, n_words: int, prior: Prior, corpus_tokens: float, seed: int, contrast: float = 0.5
    ) -> TopicState:
        """Return a random initial state: N^Phi sums to C, as Algorithm 1 requires.

        Each count is drawn uniformly from the mean times 1 - contrast to 1 + contrast. With equal
        counts the topics would never become different.
        """
        n_topics = prior.doc_topic.size
        counts = aligned_zeros((n_words, padded(n_topics)), np.float32)
        rng = generator(Stream.TOPIC_START, seed)
        mean = corpus_tokens / (n_words * n_topics)
        rows = max(1, (1 << 20) // n_topics)  # in slices: no second W x K array
        for first in range(0, n_words, rows):
            part = counts[first : first + rows, :n_topics]
            part[:] = rng.random(part.shape, dtype=np.float32)
            part *= 2 * contrast * mean
            part += (1 - contrast) * mean
        scale = np.zeros(padded(n_topics))
        scale[:n_topics] = 1.0
        state = cls(counts, scale, np.zeros(padded(n_topics)), prior, corpus_tokens, seed)
        state._synchronise_totals()
        state._rescale(corpus_tokens / float(state.totals.sum()))
        return state

    @classmethod
    def of_topics(cls, topics: ArrayLike, doc_topic_prior: ArrayLike) -> TopicState:
        """Return a state with given topics, for scoring and inference; topics x words.

        Each row is divided by its sum. A word with probability 0 gets 1e-30, so that a document
        with a word that no topic contains has a low score instead of minus infinity.
        """
        try:
            weights = np.array(topics, dtype=np.float64)
        except (TypeError, ValueError):
            weights = np.zeros(0)
        if weights.ndim != 2 or not weights.size:
            raise InputError(f"`topics` has shape {np.shape(weights)}; expected topics x words")
        totals = weights.sum(axis=1, keepdims=True)
        if not np.isfinite(totals).all() or (weights < 0).any() or not (totals > 0).all():
            raise InputError(
                "`topics` contains values that cannot be probabilities; expected finite numbers of "
                "at least 0, with at least one above 0 per topic"
            )
        n_topics, n_words = weights.shape
        counts = aligned_zeros((n_words, padded(n_topics)), np.float32)
        counts[:, :n_topics] = (weights / totals).T
        scale = np.zeros(padded(n_topics))
        scale[:n_topics] = 1.0
        prior = Prior.create(doc_topic_prior, _NEVER, n_topics, n_words)
        state = cls(counts, scale, np.zeros(padded(n_topics)), prior, float(n_topics), 0)
        state._synchronise_totals()
        return state

    @property
    def n_words(self) -> int:
        """W, the size of the vocabulary."""
        return int(self.scaled_counts.shape[0])

    @property
    def n_topics(self) -> int:
        """K."""
        return self.prior.doc_topic.size

    @property
    def topic_word_counts(self) -> NDArray[np.float32]:
        """N^Phi, the expected counts, as a new array of shape (W, K)."""
        k = self.n_topics
        return np.asarray(self.scaled_counts[:, :k] * self.scale[:k].astype(np.float32))

    def weights(self, rows: slice = slice(None)) -> NDArray[np.float32]:
        """Return N^Phi + eta of all or some words, (rows, K); a column over its sum is phi_k."""
        k, prior = self.n_topics, self.prior
        weights = self.scaled_counts[rows, :k] * self.scale[:k].astype(np.float32)
        eta = prior.topic_word.astype(np.float32)
        weights += (eta if eta.size == 1 else eta[rows])[:, None]
        if prior.added is not None:
            weights += prior.added[rows].toarray()
        if prior.masked is not None:
            weights[prior.masked[rows].nonzero()] = 0
        return np.asarray(weights)

    @property
    def topic_counts(self) -> NDArray[np.float64]:
        """N^Z, the expected tokens of each topic, as a new array of shape (K,)."""
        return self.totals[: self.n_topics].copy()

    def native(self) -> _core.TopicArrays:
        """Return a view of the arrays for the native core; the state keeps owning them."""
        if self._native is None:
            n_padded = self.scaled_counts.shape[1]
            alpha = aligned_zeros((n_padded,), np.float32)
            alpha[: self.n_topics] = self.prior.doc_topic
            eta_total = np.zeros(n_padded)
            eta_total[: self.n_topics] = self.prior.word_totals(self.n_words)
            locked = None
            if self.prior.locked is not None:
                locked = np.zeros(n_padded, dtype=np.uint8)
                locked[: self.n_topics] = self.prior.locked
            self._native = _core.TopicArrays(
                scaled=self.scaled_counts,
                scale=self.scale,
                totals=self.totals,
                n_topics=self.n_topics,
                alpha=alpha,
                eta=self.prior.topic_word.astype(np.float32),
                eta_total=eta_total,
                added=sparse_rows(self.prior.added),
                masked=sparse_rows(self.prior.masked),
                locked=locked,
            )
        return self._native

    def release_native(self) -> None:
        """Free the working memory of the native core; the next call allocates it again."""
        self._native = None

    def with_prior(self, prior: Prior) -> TopicState:
        """Return a state with the same counts (shared, not copied) and another prior."""
        other = self._shallow_copy()
        other.prior = prior
        return other

    def with_weights(self, weights: ArrayLike) -> TopicState:
        """Return a state with these N^Phi + eta, (K, W), and the same prior and counters."""
        try:
            given = np.array(weights, dtype=np.float64)
        except (TypeError, ValueError):
            given = np.zeros(0)
        expected = (self.n_topics, self.n_words)
        if given.shape != expected:
            raise InputError(
                f"`components_` has shape {given.shape}; expected topics x words, {expected}"
            )
        other = self.copy()
        other.scaled_counts[:] = 0
        counts = given.T - other.weights()  # of no counts: the prior
        if not np.isfinite(counts).all() or (counts < -1e-5 * np.abs(given.T)).any():
            raise InputError(
                f"`components_` has values from {given.min():.4g} to {given.max():.4g}; expected "
                "finite counts plus the prior, so at least `topic_word_prior_`. Add the prior to "
                "counts, or multiply probabilities by a number of tokens first."
            )
        other.scaled_counts[:, : self.n_topics] = np.maximum(counts, 0)
        other.scale[: self.n_topics] = 1.0
        other._synchronise_totals()
        other.corpus_tokens = max(float(other.totals.sum()), 1.0)
        return other

    def copy(self) -> TopicState:
        """Return an independent copy: training one does not change the other."""
        other = self._shallow_copy()
        other.scaled_counts = aligned_copy(self.scaled_counts)
        other.scale = self.scale.copy()
        other.totals = self.totals.copy()
        return other

    def adopt(self, other: TopicState) -> None:
        """Take over the counts and counters of another state."""
        self.scaled_counts, self.scale, self.totals = other.scaled_counts, other.scale, other.totals
        for name in COUNTERS:
            setattr(self, name, getattr(other, name))
        self._native = None

    def merge(self, other: TopicState) -> TopicState:
        """Return the sum of two states, as if one model had seen both corpora.

        The clocks are added too, so further training uses the step size of all documents seen.
        """
        if (self.n_words, self.n_topics) != (other.n_words, other.n_topics):
            raise InputError(
                f"cannot merge states of {self.n_words} words x {self.n_topics} topics and "
                f"{other.n_words} x {other.n_topics}; expected the same vocabulary and topics"
            )
        merged = self.copy()
        merged.prior = self._common_prior(other)
        merged._fold()
        k = self.n_topics
        merged.scaled_counts[:, :k] += other.topic_word_counts
        merged.totals += other.totals
        for name in COUNTERS:
            setattr(merged, name, getattr(self, name) + getattr(other, name))
        return merged

    def _common_prior(self, other: TopicState) -> Prior:
        """Return the prior of both states; learned alphas are averaged, weighted by documents."""
        mine, its = self.prior, other.prior
        if self.prior_clock and other.prior_clock:
            share = self.n_documents_seen / (self.n_documents_seen + other.n_documents_seen)
            alpha = share * mine.doc_topic + (1 - share) * its.doc_topic
            mine, its = replace(mine, doc_topic=alpha), replace(its, doc_topic=alpha)
        if not mine.same_as(its):
            raise InputError(
                "cannot merge states with different priors; train both with the same prior"
            )
        return mine

    def decay(self, factor: float) -> None:
        """Multiply all expected counts, and the corpus size they represent, by a factor."""
        if not 0 < factor <= 1:
            raise InputError(f"`factor` is {factor}; expected a number in (0, 1]")
        self._rescale(factor)
        self.corpus_tokens *= factor

    def grow(self, n_words: int) -> None:
        """Append rows for new words, which start without counts."""
        if n_words < self.n_words:
            raise InputError(
                f"`n_words` is {n_words}; expected at least the present {self.n_words} words"
            )
        counts = aligned_zeros((n_words, self.scaled_counts.shape[1]), np.float32)
        counts[: self.n_words] = self.scaled_counts
        self.prior = self.prior.grown(n_words)
        self.scaled_counts = counts
        self._native = None

    def empty_rows(self, words: NDArray[np.int64]) -> None:
        """Set the counts of some words to zero; their rows stay and can be filled again."""
        self.scaled_counts[words] = 0
        self._synchronise_totals()

    def _shallow_copy(self) -> TopicState:
        values = {name: getattr(self, name) for name in self.__dataclass_fields__}
        return TopicState(**(values | {"_native": None}))

    def _rescale(self, factor: float) -> None:
        self.scale *= factor
        self.totals *= factor

    def _fold(self) -> None:
        self.scaled_counts *= self.scale.astype(np.float32)
        self.scale[: self.n_topics] = 1.0

    def _synchronise_totals(self) -> None:
        self.totals[:] = self.scale * self.scaled_counts.sum(axis=0, dtype=np.float64)

    def __getstate__(self) -> dict[str, Any]:
        return {name: getattr(self, name) for name in self.__dataclass_fields__} | {"_native": None}

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        # Unpickled arrays may be read-only (memory-mapped) and unaligned.
        self.scaled_counts = aligned_copy(self.scaled_counts)
        self.scale = self.scale.copy()
        self.totals = self.totals.copy()
