"""Variants: the defaults with one thing changed."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.inference.schedules import PAPER_DOCUMENTS, StepSchedule
from thalweg.inference.scvb0 import SCVB0
from thalweg.model import TopicModel
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

# Chooses the documents that topics start from: (documents, how many, generator) -> rows.
Choice: TypeAlias = Callable[[sparse.csr_array, int, np.random.Generator], NDArray[np.int64]]
_OPTIONS = {option.name for option in fields(SCVB0)}


@dataclass(frozen=True)
class Variant:
    """What differs from the defaults: parameters of the model, options of SCVB0, the start."""

    group: str
    name: str
    changes: dict[str, Any] = field(default_factory=dict)
    start: Choice | None = None  # the first counts of each topic lean towards one document

    def model(self, X: sparse.csr_array, n_topics: int, seed: int) -> TopicModel:
        """Return the model to train on X."""
        options = {name: value for name, value in self.changes.items() if name in _OPTIONS}
        parameters = {name: value for name, value in self.changes.items() if name not in _OPTIONS}
        algorithm = SCVB0(**options)
        if self.start is not None:
            algorithm = FromDocuments(**options, X=X, choose=self.start)
        return TopicModel(n_topics, algorithm=algorithm, random_state=seed, **parameters)


@dataclass(frozen=True, eq=False)
class FromDocuments(SCVB0):
    """SCVB0 that starts from documents: half of N^Phi as usual, half the words of a document."""

    X: sparse.csr_array = field(kw_only=True)
    choose: Choice = field(kw_only=True)

    def start_state(
        self, n_words: int, prior: Prior, corpus_tokens: float, seed: int
    ) -> TopicState:
        """Return random topics mixed with the words of one document each."""
        state = super().start_state(n_words, prior, corpus_tokens, seed)
        k = state.n_topics
        rows = self.choose(self.X, k, np.random.default_rng(seed))
        chosen = self.X[rows].toarray().astype(np.float64)
        shares = chosen / np.maximum(chosen.sum(axis=1, keepdims=True), 1)
        mean = corpus_tokens / k
        state.scaled_counts[:, :k] *= 0.5
        state.scaled_counts[:, :k] += (0.5 * mean * shares.T).astype(np.float32)
        state.totals[:k] = state.scale[:k] * state.scaled_counts[:, :k].sum(axis=0, dtype=float)
        return state


def at_random(X: sparse.csr_array, n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw documents uniformly."""
    return rng.choice(X.shape[0], n, replace=False)


def far_apart(X: sparse.csr_array, n: int, rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw each by its squared Hellinger distance from those before, as k-means++ does."""
    candidates = rng.choice(X.shape[0], min(X.shape[0], 5000), replace=False)
    roots = X[candidates].astype(np.float64)
    roots.data = np.sqrt(roots.data / np.repeat(roots.sum(axis=1), np.diff(roots.indptr)))
    distances = np.full(candidates.size, 1.0)
    chosen: list[int] = []
    for _ in range(n):
        chosen.append(int(rng.choice(candidates.size, p=distances / distances.sum())))
        similarity = np.asarray((roots @ roots[[chosen[-1]]].T).todense()).ravel()
        distances = np.minimum(distances, np.maximum(1 - similarity, 0))
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
    Variant(
        "documents",
        "the paper's steps, 10 passes (earlier defaults)",
        {"doc_schedule": PAPER_DOCUMENTS, "max_iter": 10},
    ),
    Variant("documents", "the paper's steps", {"doc_schedule": PAPER_DOCUMENTS}),
    Variant("documents", "decay 0.7 at any length", {"doc_schedule": StepSchedule(1, 10, 0.7)}),
    Variant("steps", "kappa 0.6 for every corpus", {"learning_decay": 0.6}),
    Variant("steps", "1 / rho = M / 6 after one pass", {"learning_scale": 1.0}),
    Variant("minibatches", "of 100 documents", {"batch_size": 100}),
    Variant("passes", "6 (effort quick)", {"effort": "quick"}),
    Variant("passes", "10", {"max_iter": 10}),
    Variant("passes", "48 (effort best)", {"effort": "best"}),
    Variant("passes", "by early stopping", {"early_stopping": True, "max_iter": 20}),
    Variant("documents", "their counts kept (D x K)", {"keep_doc_topics": True}),
    Variant("start", "from documents at random", start=at_random),
    Variant("start", "from documents far apart", start=far_apart),
]
