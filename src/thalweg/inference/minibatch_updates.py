"""Native calls of SCVB0: apply minibatches to a state, count documents under fixed topics."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError, MemoryLimitError
from thalweg.inference.algorithm import Applied, require_vocabulary
from thalweg.inference.document_schedule import DocumentVisits
from thalweg.random_streams import Stream, generator
from thalweg.state.native import aligned_zeros, padded
from thalweg.state.topic_state import TopicState

# An edited topic takes steps as if its counts were those of this many tokens per topic.
REHEAT_TOKENS = 10_000.0


@dataclass
class KeptCounts:
    """N^Theta of every document, kept between visits as in Algorithm 1: D x K floats."""

    counts: NDArray[np.float32]
    clocks: NDArray[np.float64]

    @classmethod
    def random(cls, documents: Documents, state: TopicState) -> KeptCounts:
        """Return each document's tokens spread at random over the topics, around the prior mean."""
        n_bytes = documents.n_documents * padded(state.n_topics) * 4
        try:
            counts = aligned_zeros((documents.n_documents, padded(state.n_topics)), np.float32)
        except MemoryError:
            raise MemoryLimitError(
                f"`keep_doc_topics` needs {n_bytes / 1e9:.1f} GB for {documents.n_documents} "
                f"documents x {state.n_topics} topics. Turn it off to train in constant memory."
            ) from None
        rng = generator(Stream.KEPT_COUNTS, state.seed)
        k = state.n_topics
        shares = rng.random((documents.n_documents, k), dtype=np.float32)
        shares *= state.prior.doc_topic.astype(np.float32)
        shares *= (documents.lengths / np.maximum(shares.sum(axis=1), 1e-30))[:, None]
        counts[:, :k] = shares
        return cls(counts, np.zeros(documents.n_documents))

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that a checkpoint stores."""
        return {"kept.counts": self.counts, "kept.clocks": self.clocks}


def train(
    state: TopicState,
    documents: Documents,
    order: NDArray[np.int64],
    batches: NDArray[np.int64],
    steps: NDArray[np.float64],
    corpus_tokens: NDArray[np.float64],
    visits: DocumentVisits,
    *,
    n_threads: int = 1,
    seconds: float | None = None,
    kept: KeptCounts | None = None,
    fixed: TopicState | None = None,
) -> Applied:
    """Apply minibatches order[batches[b]:batches[b+1]] with step sizes steps[b] to the state.

    corpus_tokens[b] is C as known at minibatch b; if C grows, the counts grow with it. With
    `fixed`, responsibilities are those of the fixed topics. Without, topics that were edited a
    short while ago take larger steps. After Ctrl-C the state holds the minibatches applied before
    it, and the exception is raised again.
    """
    require_vocabulary(state, documents)
    if steps.size and not ((steps > 0) & (steps <= 1)).all():
        raise InputError("step sizes must lie in (0, 1]")
    with state.training():
        n_batches, n_documents, n_tokens, n_visits, state_tokens, pending = _core.train(
            topics=state.native(),
            fixed=None if fixed is None else fixed.native(),
            documents=documents.native,
            order=order,
            batches=batches,
            steps=steps,
            corpus_tokens=corpus_tokens,
            current_tokens=state.corpus_tokens,
            schedules=visits.steps.native,
            burn_in=visits.burn_in.native,
            clumped=visits.clumped,
            seed=state.seed,
            first_number=state.n_documents_seen,
            seconds=seconds,
            n_threads=n_threads,
            kept_counts=None if kept is None else kept.counts,
            kept_clocks=None if kept is None else kept.clocks,
            since_edit=state.since_edit if fixed is None else None,
            reheat_tokens=REHEAT_TOKENS * state.n_topics,
        )
        state.clock += n_batches
        state.n_documents_seen += n_documents
        state.n_tokens_seen += n_tokens
        state.corpus_tokens = state_tokens
    if pending is not None:
        raise pending
    return Applied(n_batches, n_documents, n_tokens, n_visits)


def count_under_fixed_topics(
    counted: TopicState,
    topics: TopicState,
    documents: Documents,
    order: NDArray[np.int64],
    first: int,
    visits: DocumentVisits,
    *,
    entries_per_batch: int,
    n_threads: int = 1,
    seconds: float | None = None,
    kept: KeptCounts | None = None,
) -> None:
    """Count documents order[first:] under fixed topics until the time is up.

    `counted` starts as a copy of the topics; what it has seen beyond them has been counted. With
    steps rho = |M| / (tokens counted so far, including M) its counts are always those of the
    counted documents, scaled to C. Minibatch bounds depend on the order alone; `first` must be one.
    """
    batches, steps = finishing_batches(counted, topics, documents, order, first, entries_per_batch)
    train(
        counted,
        documents,
        order[first:],  # the state's number of documents already includes order[:first]
        batches - first,
        steps,
        np.full(steps.size, topics.corpus_tokens),
        visits,
        n_threads=n_threads,
        seconds=seconds,
        kept=kept,
        fixed=topics,
    )


def finishing_batches(
    counted: TopicState,
    topics: TopicState,
    documents: Documents,
    order: NDArray[np.int64],
    first: int,
    entries_per_batch: int,
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return bounds and steps of the minibatches in which documents order[first:] are counted."""
    entries = np.cumsum(np.diff(documents.offsets)[order])
    ends = np.flatnonzero(np.diff(entries // entries_per_batch)) + 1
    batches = np.concatenate([[first], ends[ends > first], [order.size]]).astype(np.int64)
    tokens = np.add.reduceat(documents.lengths[order], batches[:-1])
    so_far = counted.n_tokens_seen - topics.n_tokens_seen + np.cumsum(tokens)
    steps = np.where(tokens > 0, tokens / np.maximum(so_far, 1e-300), 1.0)
    return batches, np.minimum(steps, 1.0)
