"""Fold-in: the topics of documents, and their likelihood, under fixed topics."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.documents import Documents
from thalweg.inference.algorithm import require_vocabulary
from thalweg.state.topic_state import TopicState


@dataclass(frozen=True)
class Convergence:
    """When the topics of a document have converged: N^Theta changes by less than this per token."""

    max_passes: int = 100
    tolerance: float = 1e-3


def infer(
    state: TopicState,
    documents: Documents,
    convergence: Convergence | None = None,
    out: NDArray[np.float32] | None = None,
    *,
    n_threads: int = 1,
) -> NDArray[np.float32]:
    """Return N^Theta_j + alpha of every document, (D, K). The state does not change."""
    require_vocabulary(state, documents)
    convergence = convergence or Convergence()
    if out is None:
        out = np.empty((documents.n_documents, state.n_topics), dtype=np.float32)
    _core.infer(
        topics=state.native(),
        documents=documents.native,
        max_passes=convergence.max_passes,
        tolerance=convergence.tolerance,
        n_threads=n_threads,
        out=out,
    )
    return out


def log_likelihood(
    state: TopicState,
    observed: Documents,
    scored: Documents,
    convergence: Convergence | None = None,
    *,
    n_threads: int = 1,
) -> NDArray[np.float64]:
    """Return the log-probability of each scored half given the observed half of it, (D,).

    All held-out scores are sums of these: `completion`, early stopping, `choose_k` and the
    progressive score.
    """
    require_vocabulary(state, observed)
    require_vocabulary(state, scored)
    convergence = convergence or Convergence()
    out = np.empty(scored.n_documents, dtype=np.float64)
    _core.log_likelihood(
        topics=state.native(),
        observed=observed.native,
        scored=scored.native,
        max_passes=convergence.max_passes,
        tolerance=convergence.tolerance,
        n_threads=n_threads,
        out=out,
    )
    return out
