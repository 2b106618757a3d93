"""Stochastic variational Bayes (Hoffman, Blei and Bach 2010) on the native core."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.inference.algorithm import (
    Algorithm,
    Applied,
    Minibatches,
    check_clock,
    check_count,
    check_number,
    minibatch_steps,
    refuse_steering,
    require_vocabulary,
)
from thalweg.inference.schedules import StepSchedule
from thalweg.state.topic_state import TopicState

DOCUMENT_PASSES = 5  # the paper compares 1 and 5


@dataclass(frozen=True)
class DocumentPasses:
    """Passes over a document before it counts: n_passes, or fewer if gamma_d converges.

    Converged: the mean absolute change of gamma_d in a pass is below the tolerance; 0 means never.
    """

    n_passes: int = 1
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        if not (isinstance(self.n_passes, int) and 0 <= self.n_passes < 2**31):
            raise InputError(
                f"`n_passes` is {self.n_passes!r}; expected a whole number of at least 0"
            )
        if not (np.isfinite(self.tolerance) and self.tolerance >= 0):
            raise InputError(f"`tolerance` is {self.tolerance!r}; expected a number of at least 0")


@dataclass(frozen=True)
class SVB(Algorithm):
    """Stochastic variational Bayes, the algorithm of scikit-learn's and gensim's online LDA.

    Parameters
    ----------
    max_doc_update_iter : int, default=5
        Maximum number of passes over a document of a minibatch.
    mean_change_tol : float, default=0.0
        Stop the passes over a document when the mean change of its topic counts is below this. 0
        always makes all passes.
    prior_offset : float, default=0.0
        Number added to both priors during training. With 0.5, variational Bayes weighs counts
        nearly as CVB0 does.
    learning_clock : {"batches", "documents"}, default="batches"
        What t counts in the step size of the topics, see `SCVB0`.

    Examples
    --------
    >>> from thalweg import LDA, SVB
    >>> LDA(algorithm=SVB(max_doc_update_iter=10)).algorithm.max_doc_update_iter
    10
    """

    name: ClassVar[str] = "svb"
    title: ClassVar[str] = "stochastic VB"

    max_doc_update_iter: int = DOCUMENT_PASSES
    mean_change_tol: float = 0.0
    prior_offset: float = 0.0
    learning_clock: str = "batches"

    def __post_init__(self) -> None:
        check_count(self, "max_doc_update_iter", 1)
        check_number(self, "mean_change_tol")
        check_number(self, "prior_offset")
        check_clock(self)

    def apply(
        self,
        state: TopicState,
        minibatches: Minibatches,
        schedule: StepSchedule,
        *,
        memory: Any = None,
        n_threads: int = 1,
        seconds: float | None = None,
    ) -> None:
        """Apply minibatches to the state."""
        train(
            state,
            minibatches.documents,
            minibatches.order,
            minibatches.bounds,
            minibatch_steps(schedule, self.learning_clock, state, minibatches.bounds),
            minibatches.corpus_documents,
            DocumentPasses(int(self.max_doc_update_iter), self.mean_change_tol),
            offset=self.prior_offset,
            n_threads=n_threads,
            seconds=seconds,
        )


# ---------------------------------------------------------------------------- native call


def train(
    state: TopicState,
    documents: Documents,
    order: NDArray[np.int64],
    batches: NDArray[np.int64],
    steps: NDArray[np.float64],
    corpus_documents: NDArray[np.float64],
    passes: DocumentPasses,
    *,
    offset: float = 0.0,
    n_threads: int = 1,
    seconds: float | None = None,
) -> Applied:
    """Apply minibatches order[batches[b]:batches[b+1]] with step sizes steps[b] to the state.

    corpus_documents[b] is D as known at minibatch b; offset is added to alpha and eta. Counts
    follow a growing D at the pace of the step sizes. state.corpus_tokens does not change: set it
    before continuing a stream with SCVB0. After Ctrl-C the state holds the minibatches applied
    before it, and the exception is raised again.
    """
    _check(state, documents, steps, corpus_documents, offset)
    with state.training():
        n_batches, n_documents, n_tokens, n_visits, pending = _core.train_svb(
            topics=_with_offset(state, offset).native(),
            documents=documents.native,
            order=order,
            batches=batches,
            steps=steps,
            corpus_documents=corpus_documents,
            max_passes=passes.n_passes,
            tolerance=passes.tolerance,
            seconds=seconds,
            n_threads=n_threads,
        )
        state.clock += n_batches
        state.n_documents_seen += n_documents
        state.n_tokens_seen += n_tokens
    if pending is not None:
        raise pending
    return Applied(n_batches, n_documents, n_tokens, n_visits)


def _check(
    state: TopicState,
    documents: Documents,
    steps: NDArray[np.float64],
    corpus_documents: NDArray[np.float64],
    offset: float,
) -> None:
    require_vocabulary(state, documents)
    if steps.size and not ((steps > 0) & (steps <= 1)).all():
        raise InputError("step sizes must lie in (0, 1]")
    if not (np.isfinite(corpus_documents) & (corpus_documents > 0)).all():
        raise InputError("corpus_documents must be finite numbers above zero")
    if not (np.isfinite(offset) and offset >= 0):
        raise InputError(f"`offset` is {offset!r}; expected a number of at least 0, usually 0.5")
    refuse_steering(state.prior, set(), SVB.title)


def _with_offset(state: TopicState, offset: float) -> TopicState:
    """Return the same counts under alpha + offset and eta + offset."""
    if offset == 0:
        return state
    prior = state.prior
    return state.with_prior(
        replace(prior, doc_topic=prior.doc_topic + offset, topic_word=prior.topic_word + offset)
    )
