"""Variants: the defaults with one thing changed."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from dataclasses import dataclass, field
from typing import Any
from unittest.mock import patch

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

# How documents of a start are chosen: (documents, how many, generator) -> rows.
Choice = Callable[[sparse.csr_array, int, np.random.Generator], NDArray[np.int64]]


@dataclass(frozen=True)
class Variant:
    """What differs from the defaults."""

    group: str
    name: str
    parameters: dict[str, Any] = field(default_factory=dict)
    start: Choice | None = None  # the topics' first counts lean towards one document each

    def started(self, X: sparse.csr_array) -> AbstractContextManager[None]:
        """The context in which `fit` starts as this variant does."""
        return nullcontext() if self.start is None else _start_from_documents(X, self.start)


@contextmanager
def _start_from_documents(X: sparse.csr_array, choose: Choice) -> Iterator[None]:
    """N^Phi of topic k: half of it as usual, half the words of a document."""
    usual = TopicState.random

    def random(n_words: int, prior: Prior, corpus_tokens: float, seed: int) -> TopicState:
        state = usual(n_words, prior, corpus_tokens, seed)
        k = state.n_topics
        chosen = X[choose(X, k, np.random.default_rng(seed))].toarray().astype(np.float64)
        shares = chosen / np.maximum(chosen.sum(axis=1, keepdims=True), 1)
        mean = corpus_tokens / k
        state.scaled_counts[:, :k] *= 0.5
        state.scaled_counts[:, :k] += (0.5 * mean * shares.T).astype(np.float32)
        state.totals[:k] = state.scale[:k] * state.scaled_counts[:, :k].sum(axis=0, dtype=float)
        return state

    with patch.object(TopicState, "random", random):
        yield


def at_random(X: sparse.csr_array, n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    return rng.choice(X.shape[0], n, replace=False)


def far_apart(X: sparse.csr_array, n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Each drawn by its squared distance from those before, as k-means++ does; Hellinger's."""
    candidates = rng.choice(X.shape[0], min(X.shape[0], 5000), replace=False)
    roots = X[candidates].astype(np.float64)
    roots.data = np.sqrt(roots.data / np.repeat(roots.sum(axis=1), np.diff(roots.indptr)))
    distances = np.full(candidates.size, 1.0)
    chosen: list[int] = []
    for _ in range(n):
        chosen.append(int(rng.choice(candidates.size, p=distances / distances.sum())))
        likeness = np.asarray((roots @ roots[[chosen[-1]]].T).todense()).ravel()
        distances = np.minimum(distances, np.maximum(1 - likeness, 0))
    return candidates[chosen]


DEFAULT = Variant("", "defaults")

VARIANTS = [
    DEFAULT,
    Variant("finishing", "none", {"finishing_passes": 0}),
    Variant("finishing", "one pass", {"finishing_passes": 1}),
    Variant("finishing", "three passes", {"finishing_passes": 3}),
    Variant("alpha", "symmetric", {"doc_topic_prior": "symmetric"}),
    Variant("alpha", "its sum learnt too", {"doc_topic_prior": "auto"}),
    Variant("eta", "learnt", {"topic_word_prior": "auto"}),
    Variant("eta", "0.01", {"topic_word_prior": 0.01}),
    Variant("burn-in", "none", {"burn_in": 0.0}),
    Variant("burn-in", "one pass of every document", {"burn_in": 1.0}),
    Variant("steps", "kappa 0.6 for every corpus", {"learning_decay": 0.6}),
    Variant("steps", "1 / rho = M / 6 after one pass", {"learning_scale": 1.0}),
    Variant("minibatches", "of 100 documents", {"batch_size": 100}),
    Variant("passes", "6", {"max_iter": 6}),
    Variant("passes", "20", {"max_iter": 20}),
    Variant("passes", "by early stopping", {"early_stopping": True, "max_iter": 20}),
    Variant("documents", "their counts kept (D x K)", {"keep_doc_topics": True}),
    Variant("start", "from documents at random", start=at_random),
    Variant("start", "from documents far apart", start=far_apart),
]
