"""The Dirichlet priors alpha and eta, with optional steering of single words and topics."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.errors import InputError

# Products of a few of these, of counts and of probabilities are still floats.
SMALLEST_PRIOR, LARGEST_PRIOR = 1e-30, 1e30


@dataclass(frozen=True)
class Prior:
    """Dirichlet parameters alpha and eta, and constraints on single words and topics.

    doc_topic: alpha, (K,).
    topic_word: eta, (1,) for one value or (W,) for one value per word.
    added: sparse (W, K), added to eta for single (word, topic) pairs (seed words).
    masked: sparse (W, K), pairs whose probability is exactly zero.
    locked: (K,) bool, topics whose counts do not change in training.
    held: sparse (W, K), the share of a word's tokens that is counted in a topic whatever the
        documents say; the shares of a word sum to at most one.
    """

    doc_topic: NDArray[np.float64]
    topic_word: NDArray[np.float64]
    added: Any = None
    masked: Any = None
    locked: NDArray[np.bool_] | None = None
    held: Any = None

    def __post_init__(self) -> None:
        if self.masked is not None:  # a stored False does not mask
            masked = self.masked.tocsr().astype(bool)
            masked.eliminate_zeros()
            object.__setattr__(self, "masked", masked)

    @classmethod
    def create(
        cls,
        doc_topic: ArrayLike,
        topic_word: Any,
        n_topics: int,
        n_words: int,
        base_topic_word: float = 0.01,
    ) -> Prior:
        """Check given priors: scalars, vectors, or for eta a sparse (K, W) like `components_`.

        The stored values of a sparse eta are added to `base_topic_word`.
        """
        added = None
        if hasattr(topic_word, "tocsr"):
            if topic_word.shape != (n_topics, n_words):
                raise InputError(
                    f"`topic_word_prior` is a sparse matrix of shape {topic_word.shape}; expected "
                    f"(n_components, n_features) = {(n_topics, n_words)}"
                )
            added = topic_word.T.tocsr().astype(np.float32, copy=True)
            _require_positive("`topic_word_prior`", added.data)
            topic_word = base_topic_word
        return cls(
            doc_topic=np.broadcast_to(
                _vector("`doc_topic_prior`", doc_topic, n_topics), (n_topics,)
            ).copy(),
            topic_word=_vector("`topic_word_prior`", topic_word, n_words),
            added=added,
        )

    def hold_shares(self, counts: NDArray[np.float32]) -> None:
        """Set N_w = (1 - sum_k h_wk) N_w + h_w sum_k N_wk in place, for words with shares h."""
        if self.held is None:
            return
        held = self.held.tocsr()
        words = np.flatnonzero(np.diff(held.indptr))
        shares = held[words].toarray()
        free = np.maximum(1 - shares.sum(axis=1, keepdims=True), 0)
        of_words = counts[words]
        counts[words] = free * of_words + shares * of_words.sum(axis=1, keepdims=True)

    def word_totals(self, n_words: int) -> NDArray[np.float64]:
        """Return, per topic, the sum over words of what is added to N^Phi_wk: W eta, not K eta."""
        eta = self.topic_word
        total = float(eta[0]) * n_words if eta.size == 1 else float(eta.sum())
        totals = np.full(self.doc_topic.size, total)
        if self.added is not None:
            totals += np.asarray(self.added.sum(axis=0), dtype=np.float64).ravel()
        if self.masked is not None:  # a masked pair has no prior either
            mask = self.masked.tocsr()
            per_word = np.broadcast_to(eta, (n_words,))
            weights = np.repeat(per_word, np.diff(mask.indptr))
            totals -= np.bincount(mask.indices, weights, minlength=totals.size)
            if self.added is not None:
                pairs = mask.astype(bool).astype(np.float64)
                totals -= np.asarray(self.added.multiply(pairs).sum(axis=0)).ravel()
        return totals

    @property
    def stopped_words(self) -> NDArray[np.bool_] | None:
        """Words that are masked in all topics, (W,); None if there are none."""
        if self.masked is None:
            return None
        stopped = np.diff(self.masked.indptr) == self.doc_topic.size
        return stopped if stopped.any() else None

    def grown(self, n_words: int) -> Prior:
        """Return the prior for a vocabulary to which words were appended."""

        def grow_rows(matrix: Any) -> Any:
            if matrix is None:
                return None
            matrix = matrix.tocsr().copy()
            matrix.resize((n_words, matrix.shape[1]))
            return matrix

        eta = self.topic_word
        if eta.size > 1:
            eta = np.concatenate([eta, np.full(n_words - eta.size, eta.mean())])
        return replace(
            self,
            topic_word=eta,
            added=grow_rows(self.added),
            masked=grow_rows(self.masked),
            held=grow_rows(self.held),
        )

    @property
    def steering(self) -> list[str]:
        """Names of the constraints that this prior has beyond alpha and eta."""
        names = ("added", "masked", "locked", "held")
        return [name for name in names if getattr(self, name) is not None]

    def same_as(self, other: Prior) -> bool:
        """Return whether two priors are equal, number for number."""

        def same(a: Any, b: Any) -> bool:
            if a is None or b is None:
                return a is b
            if hasattr(a, "tocsr"):
                return bool(a.shape == b.shape and (a != b).nnz == 0)
            return np.array_equal(a, b)

        names = ("doc_topic", "topic_word", "added", "masked", "locked", "held")
        return all(same(getattr(self, name), getattr(other, name)) for name in names)


def _vector(name: str, value: ArrayLike, length: int) -> NDArray[np.float64]:
    try:
        if np.asarray(value).dtype.kind not in "buif":
            raise TypeError
        # Copied, because the caller may change the original.
        vector = np.atleast_1d(np.array(value, dtype=np.float64))
    except (TypeError, ValueError):
        raise InputError(f"{name} is {value!r}; expected a number or an array of numbers") from None
    if vector.shape not in ((1,), (length,)):
        raise InputError(f"{name} has shape {vector.shape}; expected a number or {length} numbers")
    _require_positive(name, vector)
    return vector


def _require_positive(name: str, values: NDArray[Any]) -> None:
    if values.size and not (np.isfinite(values).all() and (values > 0).all()):
        raise InputError(
            f"{name} contains {values[~(np.isfinite(values) & (values > 0))][0]}; "
            "expected finite numbers above zero"
        )
    is_outside = (values < SMALLEST_PRIOR * (1 - 1e-6)) | (values > LARGEST_PRIOR * (1 + 1e-6))
    if is_outside.any():
        raise InputError(
            f"{name} contains {values[is_outside][0]}; expected numbers from {SMALLEST_PRIOR:g} to "
            f"{LARGEST_PRIOR:g}, because counts are computed in single precision"
        )
