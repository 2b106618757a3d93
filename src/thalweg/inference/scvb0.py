"""SCVB0 on the native core: training, inference of unseen documents, likelihood."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.documents import Documents
from thalweg.errors import InputError, MemoryLimitError
from thalweg.schedules import PAPER_DOCUMENTS, StepSchedule
from thalweg.state import TopicState, aligned_zeros, padded

# Of documents that are counted under fixed topics: enough for eight threads, few enough for memory.
_ENTRIES_AT_A_TIME = 1 << 18


@dataclass(frozen=True)
class BurnIn:
    """Passes over a document before the one that counts.

    A number of passes for every document (fractions stop within a pass), or None: a document of
    C_j tokens gets C_j / tokens_per_pass passes, at most `most_passes`.
    """

    passes: float | None = None
    tokens_per_pass: float = 1000.0
    most_passes: float = 1.0

    @property
    def native(self) -> tuple[float, float, float]:
        """As the kernel takes it."""
        return (
            -1.0 if self.passes is None else float(self.passes),
            self.tokens_per_pass,
            self.most_passes,
        )


@dataclass(frozen=True)
class Visits:
    """How a document is visited: rho^Theta, burn-in, and clumped or token by token."""

    schedule: StepSchedule = PAPER_DOCUMENTS
    burn_in: BurnIn = BurnIn()
    clumped: bool = True


@dataclass(frozen=True)
class Settling:
    """When inference under fixed topics is done: theta moves by less than this a token."""

    max_passes: int = 100
    tolerance: float = 1e-3


@dataclass
class KeptCounts:
    """N^Theta of every document, kept between visits, as Algorithm 1 has it: D x K floats."""

    counts: NDArray[np.float32]
    clocks: NDArray[np.float64]

    @classmethod
    def random(cls, documents: Documents, state: TopicState) -> KeptCounts:
        """Each document's tokens, spread at random over the topics around the prior's mean."""
        n_bytes = documents.n_documents * padded(state.n_topics) * 4
        try:
            counts = aligned_zeros((documents.n_documents, padded(state.n_topics)), np.float32)
        except MemoryError:
            raise MemoryLimitError(
                f"keep_doc_topics needs {n_bytes / 1e9:.1f} GB for {documents.n_documents} "
                f"documents x {state.n_topics} topics; leave it off to train in constant memory"
            ) from None
        rng = np.random.Generator(np.random.Philox([state.seed, 1]))
        k = state.n_topics
        shares = rng.random((documents.n_documents, k), dtype=np.float32)
        shares *= state.prior.doc_topic.astype(np.float32)
        shares *= (documents.lengths / np.maximum(shares.sum(axis=1), 1e-30))[:, None]
        counts[:, :k] = shares
        return cls(counts, np.zeros(documents.n_documents))


@dataclass(frozen=True)
class Progress:
    """What a call of `train` applied."""

    n_batches: int
    n_documents: int
    n_tokens: float
    n_visits: int


def train(
    state: TopicState,
    documents: Documents,
    order: NDArray[np.int64],
    batches: NDArray[np.int64],
    steps: NDArray[np.float64],
    corpus_tokens: NDArray[np.float64],
    visits: Visits,
    *,
    n_threads: int = 1,
    seconds: float | None = None,
    kept: KeptCounts | None = None,
    fixed: TopicState | None = None,
) -> Progress:
    """Apply minibatches order[batches[b]:batches[b+1]] with step sizes steps[b] to the state.

    corpus_tokens[b] is C as known at minibatch b; where it grows, the counts grow along. With
    `fixed`, responsibilities are those of topics that stand still. After a Ctrl-C the minibatches
    applied before it stand and are booked, then the exception is raised.
    """
    _require_vocabulary(state, documents)
    if steps.size and not ((steps > 0) & (steps <= 1)).all():
        raise InputError("step sizes must lie in (0, 1]")
    n_batches, n_documents, n_tokens, n_visits, state_tokens, pending = _core.train(
        topics=state.native(),
        fixed=None if fixed is None else fixed.native(),
        documents=documents.native,
        order=order,
        batches=batches,
        steps=steps,
        corpus_tokens=corpus_tokens,
        current_tokens=state.corpus_tokens,
        schedule=(visits.schedule.scale, visits.schedule.offset, visits.schedule.decay),
        burn_in=visits.burn_in.native,
        clumped=visits.clumped,
        seed=state.seed,
        first_number=state.n_documents_seen,
        seconds=seconds,
        n_threads=n_threads,
        kept_counts=None if kept is None else kept.counts,
        kept_clocks=None if kept is None else kept.clocks,
    )
    state.clock += n_batches
    state.n_documents_seen += n_documents
    state.n_tokens_seen += n_tokens
    state.corpus_tokens = state_tokens
    if pending is not None:
        raise pending
    return Progress(n_batches, n_documents, n_tokens, n_visits)


def recount(
    counted: TopicState,
    topics: TopicState,
    documents: Documents,
    order: NDArray[np.int64],
    first: int,
    visits: Visits,
    *,
    n_threads: int = 1,
    seconds: float | None = None,
    kept: KeptCounts | None = None,
) -> None:
    """Count documents order[first:] under topics that stand still, until the time is over.

    `counted` began as a copy of the topics, and what it has seen more than they have is what has
    been counted. With steps rho = |M| / (tokens counted so far and in M) its counts are always
    those of the documents counted, scaled to C. Where the minibatches end depends on the order
    alone, not on `first`, which is the end of one.
    """
    entries = np.cumsum(np.diff(documents.offsets)[order])
    ends = np.flatnonzero(np.diff(entries // _ENTRIES_AT_A_TIME)) + 1
    batches = np.concatenate([[first], ends[ends > first], [order.size]]).astype(np.int64)
    tokens = np.add.reduceat(documents.lengths[order], batches[:-1])
    so_far = counted.n_tokens_seen - topics.n_tokens_seen + np.cumsum(tokens)
    steps = np.where(tokens > 0, tokens / np.maximum(so_far, 1e-300), 1.0)
    train(
        counted,
        documents,
        order[first:],  # what was counted before is in the state's number of documents
        batches - first,
        np.minimum(steps, 1.0),
        np.full(steps.size, topics.corpus_tokens),
        visits,
        n_threads=n_threads,
        seconds=seconds,
        kept=kept,
        fixed=topics,
    )


def infer(
    state: TopicState,
    documents: Documents,
    settling: Settling,
    out: NDArray[np.float32] | None = None,
    *,
    n_threads: int = 1,
) -> NDArray[np.float32]:
    """N^Theta_j + alpha of every document, topics fixed: (D, K). The state does not change."""
    _require_vocabulary(state, documents)
    if out is None:
        out = np.empty((documents.n_documents, state.n_topics), dtype=np.float32)
    _core.infer(
        topics=state.native(),
        documents=documents.native,
        max_passes=settling.max_passes,
        tolerance=settling.tolerance,
        n_threads=n_threads,
        out=out,
    )
    return out


def log_likelihood(
    state: TopicState,
    observed: Documents,
    scored: Documents,
    settling: Settling,
    *,
    n_threads: int = 1,
) -> NDArray[np.float64]:
    """Log-probability of each scored half given the observed half of the same document: (D,)."""
    _require_vocabulary(state, observed)
    _require_vocabulary(state, scored)
    out = np.empty(scored.n_documents, dtype=np.float64)
    _core.log_likelihood(
        topics=state.native(),
        observed=observed.native,
        scored=scored.native,
        max_passes=settling.max_passes,
        tolerance=settling.tolerance,
        n_threads=n_threads,
        out=out,
    )
    return out


def _require_vocabulary(state: TopicState, documents: Documents) -> None:
    if documents.n_words != state.n_words:
        raise InputError(f"documents have {documents.n_words} words; the model {state.n_words}")
