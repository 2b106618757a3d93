"""Fold-in: the topics of documents, and their likelihood, under fixed topics."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.checks import is_whole
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.inference.algorithm import require_vocabulary
from thalweg.state.topic_state import TopicState


@dataclass(frozen=True)
class Convergence:
    """When the topics of a document have converged: N^Theta changes by less than this per token."""

    max_passes: int = 100
    tolerance: float = 1e-3

    @classmethod
    def of_parameters(cls, max_doc_update_iter: Any, mean_change_tol: Any) -> Convergence:
        """Return what an estimator's parameters say; InputError if they are not valid."""
        if not is_whole(max_doc_update_iter) or not 1 <= max_doc_update_iter < 2**31:
            raise InputError(
                f"`max_doc_update_iter` is {max_doc_update_iter!r}; expected a whole number of at "
                "least 1"
            )
        is_number = isinstance(mean_change_tol, Real)
        if not (is_number and 0 <= float(mean_change_tol) < 1e300):
            raise InputError(
                f"`mean_change_tol` is {mean_change_tol!r}; expected a number of at least 0"
            )
        return cls(int(max_doc_update_iter), float(mean_change_tol))


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


def without_stopped_words(state: TopicState, documents: Documents) -> Documents:
    """Return documents without words that are masked in all topics, which are not scored."""
    stopped = state.prior.stopped_words
    return documents if stopped is None else documents.only(~stopped[documents.words])


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
