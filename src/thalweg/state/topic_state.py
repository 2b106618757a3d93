"""TopicState: the expected counts of a model, which training updates, saves and merges."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg import _core
from thalweg.errors import InputError
from thalweg.state.native import aligned_copy, aligned_zeros, padded, sparse_rows
from thalweg.state.priors import Prior
from thalweg.state.random_start import random_rows
from thalweg.state.shared_counts import Loan, SharedCounts

# Counters of what a state has seen; merging two states adds them.
COUNTERS = ("corpus_tokens", "clock", "n_documents_seen", "n_tokens_seen", "prior_clock")
_OF_THIS_PROCESS = ("_native", "_shared")
_NEVER = 1e-30  # the probability of a word that a given topic does not have


@dataclass(eq=False)
class TopicState:
    """The expected counts of a model and everything that further training needs.

    N^Phi_wk is stored as scale_k * scaled_counts_wk: the decay (1 - rho) of a minibatch then
    touches K numbers instead of W x K. Arrays are padded to a multiple of eight topics.

    A state is additive: the counts of two states over the same vocabulary can be merged, they can
    be decayed, and rows can be added for new words.

    One thread at a time may change a state. Others may take snapshots of it meanwhile.
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
    numbers: NDArray[np.int64] | None = None  # permanent numbers of topics, (K,); None: 0 to K - 1
    edited_at: NDArray[np.float64] | None = None  # n_tokens_seen at a topic's last edit, or -inf
    _native: _core.TopicArrays | None = field(default=None, repr=False)
    _shared: SharedCounts = field(default_factory=SharedCounts, repr=False)
    _loan: Loan | None = field(default=None, repr=False)  # of a snapshot that borrows the arrays

    @classmethod
    def random(
        cls, n_words: int, prior: Prior, corpus_tokens: float, seed: int, contrast: float = 0.5
    ) -> TopicState:
        """Return a random initial state: N^Phi sums to C, as Algorithm 1 requires.

        Each count is drawn uniformly from the mean times 1 - contrast to 1 + contrast. With equal
        counts the topics would never become different. Shares of words that the prior holds in
        topics are in these topics from the start.
        """
        n_topics = prior.doc_topic.size
        counts = random_rows(n_words, n_topics, corpus_tokens, seed, contrast, 0, n_words)
        scale = np.zeros(padded(n_topics))
        scale[:n_topics] = 1.0
        state = cls(counts, scale, np.zeros(padded(n_topics)), prior, corpus_tokens, seed)
        state.prior.hold_shares(state.scaled_counts[:, : state.n_topics])
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
    def topic_numbers(self) -> NDArray[np.int64]:
        """The permanent number of every topic, (K,); a topic keeps its number when others go."""
        return np.arange(self.n_topics) if self.numbers is None else self.numbers

    @property
    def since_edit(self) -> NDArray[np.float64] | None:
        """Tokens since the last edit of each topic, infinity for never; None: no edits."""
        return None if self.edited_at is None else self.n_tokens_seen - self.edited_at

    @property
    def topic_word_counts(self) -> NDArray[np.float32]:
        """N^Phi, the expected counts, as a new array of shape (W, K)."""
        k = self.n_topics
        return np.asarray(self.scaled_counts[:, :k] * self.scale[:k].astype(np.float32))

    def weights(
        self,
        rows: slice | NDArray[np.int64] = slice(None),
        topics: NDArray[np.int64] | None = None,
    ) -> NDArray[np.float32]:
        """Return N^Phi + eta of all or some words and topics, (rows, topics).

        A column over its sum is phi_k.
        """
        prior, chosen = self.prior, slice(self.n_topics) if topics is None else topics
        weights = self.scaled_counts[rows, chosen] * self.scale[chosen].astype(np.float32)
        eta = prior.topic_word.astype(np.float32)
        weights += (eta if eta.size == 1 else eta[rows])[:, None]
        if prior.added is not None:
            weights += prior.added[rows][:, chosen].toarray()
        if prior.masked is not None:
            weights[prior.masked[rows][:, chosen].nonzero()] = 0
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
                held=sparse_rows(self.prior.held),
                gate=self._shared.gate,
            )
        return self._native

    def release_native(self) -> None:
        """Free the working memory of the native core; the next call allocates it again."""
        self._native = None

    def snapshot(self) -> TopicState:
        """Return the state as it is between two minibatches, whatever other threads do to it.

        A snapshot stays as it is as long as you keep it. It borrows the arrays if it can: training
        copies them before it changes them.
        """
        return self._shared.snapshot(self)

    def training(self, *, counts_batches: bool = True) -> AbstractContextManager[None]:
        """Return a context for a native call that changes the arrays, and for its counters."""
        return self._shared.training(self, counts_batches=counts_batches)

    def changing(self) -> AbstractContextManager[None]:
        """Return a context in which the arrays may be changed or replaced at once."""
        return self._shared.changing(self)

    def end_training(self) -> None:
        """Free what was kept for readers of a training run, however the run ended."""
        self._shared.end()

    def with_prior(self, prior: Prior) -> TopicState:
        """Return a state with the same counts (shared, not copied) and another prior."""
        other = self.shallow_copy()
        other.prior, other._native = prior, None
        return other

    def lean(self, lifts: Mapping[int, NDArray[np.float32]]) -> None:
        """Multiply the counts of topics, word by word, at the start; they still sum to C.

        Shares that the prior holds stay.
        """
        for k, lift in lifts.items():
            self.scaled_counts[:, k] *= lift
        self.prior.hold_shares(self.scaled_counts[:, : self.n_topics])
        self._synchronise_totals()
        self._rescale(self.corpus_tokens / float(self.totals.sum()))

    def steer(self, prior: Prior) -> None:
        """Replace the prior by one with other constraints on words and topics."""
        with self._shared.replacing():
            self.prior, self._native = prior, None

    def learn_prior(self, prior: Prior | None) -> None:
        """Replace the prior, unless it is None, and note that it was learned now."""
        with self._shared.replacing():
            if prior is not None:
                self.prior, self._native = prior, None
            self.prior_clock = self.n_documents_seen

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
        other = replace(self.snapshot(), _native=None, _shared=SharedCounts())
        other.own_arrays()
        return other

    def own_arrays(self) -> None:
        """Continue with copies of the arrays; whoever borrowed them keeps the old ones."""
        self.scaled_counts = aligned_copy(self.scaled_counts)
        self.scale, self.totals = self.scale.copy(), self.totals.copy()
        self._native = self._loan = None

    def shallow_copy(self, loan: Loan | None = None) -> TopicState:
        """Return a state with the same arrays; with a loan, one that is a snapshot."""
        other = object.__new__(TopicState)
        other.__dict__.update(self.__dict__)
        if loan is not None:
            other._shared, other._loan = SharedCounts(loan), loan
        return other

    def adopt(self, other: TopicState, share: float = 1.0) -> None:
        """Take over the counts and counters of another state, which must not be used afterwards.

        With a share below one, only that part of its counts: N <- (1 - share) N + share N'.
        """
        if share < 1:
            other.fold_scale()
            other.scaled_counts *= np.float32(share)
            other.scaled_counts[:, : self.n_topics] += (1 - share) * self.topic_word_counts
            other._synchronise_totals()
        with self._shared.replacing():
            self.scaled_counts, self.scale = other.scaled_counts, other.scale
            self.totals, self._native = other.totals, None
            for name in COUNTERS:
                setattr(self, name, getattr(other, name))

    def replace_counts(
        self,
        scaled_counts: NDArray[np.float32],
        scale: NDArray[np.float64],
        totals: NDArray[np.float64],
        counters: Mapping[str, Any],
    ) -> None:
        """Copy the counts and counters that another process has computed."""
        with self._shared.changing(self):
            np.copyto(self.scaled_counts, scaled_counts)
            np.copyto(self.scale, scale)
            np.copyto(self.totals, totals)
            for name in COUNTERS:
                setattr(self, name, counters[name])

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
        merged.fold_scale()
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
        with self._shared.changing(self):
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
        prior = self.prior.grown(n_words)
        with self._shared.replacing():
            self.prior, self.scaled_counts, self._native = prior, counts, None

    def empty_rows(self, words: NDArray[np.int64]) -> None:
        """Set the counts of some words to zero; their rows stay and can be filled again."""
        with self._shared.changing(self):
            self.scaled_counts[words] = 0
            self._synchronise_totals()

    def _rescale(self, factor: float) -> None:
        self.scale *= factor
        self.totals *= factor

    def fold_scale(self) -> None:
        """Multiply the scale into the counts: it is one again, and the counts are the same."""
        self.scaled_counts *= self.scale.astype(np.float32)
        self.scale[: self.n_topics] = 1.0

    def _synchronise_totals(self) -> None:
        self.totals[:] = self.scale * self.scaled_counts.sum(axis=0, dtype=np.float64)

    def __getstate__(self) -> dict[str, Any]:
        return {n: v for n, v in vars(self.snapshot()).items() if n not in _OF_THIS_PROCESS}

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self._shared = SharedCounts()
        self.own_arrays()  # unpickled arrays may be read-only (memory-mapped) and unaligned
