"""Stochastic variational Bayes (Hoffman, Blei and Bach 2010) on the native core."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.documents import Documents
from thalweg.errors import InputError
from thalweg.inference.scvb0 import Progress
from thalweg.state import TopicState


@dataclass(frozen=True)
class DocumentPasses:
    """Passes over a document before it counts: n_passes, fewer where gamma_d has come to rest.

    At rest: the mean absolute change of gamma_d in a pass is below the tolerance; 0 means never.
    """

    n_passes: int = 1
    tolerance: float = 0.0

    def __post_init__(self) -> None:
        if not (isinstance(self.n_passes, int) and 0 <= self.n_passes < 2**31):
            raise InputError(f"n_passes is {self.n_passes!r}; expected a whole number from 0 on")
        if not (np.isfinite(self.tolerance) and self.tolerance >= 0):
            raise InputError(f"tolerance is {self.tolerance!r}; expected a number from 0 on")


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
) -> Progress:
    """Apply minibatches order[batches[b]:batches[b+1]] with step sizes steps[b] to the state.

    corpus_documents[b] is D as known at minibatch b; offset is added to alpha and eta. Counts do
    not grow with D, they follow it at the pace of the step sizes, and state.corpus_tokens stays:
    who streams and would go on with SCVB0 sets it. After a Ctrl-C the minibatches applied before
    it stand and are booked, then the exception is raised.
    """
    _check(state, documents, steps, corpus_documents, offset)
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
    return Progress(n_batches, n_documents, n_tokens, n_visits)


def _check(
    state: TopicState,
    documents: Documents,
    steps: NDArray[np.float64],
    corpus_documents: NDArray[np.float64],
    offset: float,
) -> None:
    if documents.n_words != state.n_words:
        raise InputError(f"documents have {documents.n_words} words; the model {state.n_words}")
    if steps.size and not ((steps > 0) & (steps <= 1)).all():
        raise InputError("step sizes must lie in (0, 1]")
    if not (np.isfinite(corpus_documents) & (corpus_documents > 0)).all():
        raise InputError("corpus_documents must be finite numbers above zero")
    if not (np.isfinite(offset) and offset >= 0):
        raise InputError(f"offset is {offset!r}; expected a number from 0 on, as a rule 0 or 0.5")
    steering = [name for name in ("added", "masked", "locked") if _given(state, name)]
    if steering:
        raise InputError(
            f"stochastic VB has no steered topics, but the prior has: {', '.join(steering)}; "
            "train with SCVB0, or leave them out"
        )


def _given(state: TopicState, name: str) -> bool:
    return getattr(state.prior, name) is not None


def _with_offset(state: TopicState, offset: float) -> TopicState:
    """The same counts under alpha + offset and eta + offset."""
    if offset == 0:
        return state
    prior = state.prior
    return state.with_prior(
        replace(prior, doc_topic=prior.doc_topic + offset, topic_word=prior.topic_word + offset)
    )
