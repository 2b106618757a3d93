"""MAP estimation by EM (MAP_LDA_U, Eq. 10 to 12 of Foulds et al. 2013) on the native core.

The state's prior holds what the responsibilities add to the counts: alpha - 1 and eta - 1 of the
MAP problem, whose hyper-parameters are above one. A state is therefore scored like one of SCVB0,
which with alpha and eta is the online form of MAP with alpha + 1 and eta + 1.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError, MemoryLimitError
from thalweg.inference.algorithm import (
    Algorithm,
    Applied,
    Arrays,
    Minibatches,
    refuse_steering,
    require_vocabulary,
    stored_array,
)
from thalweg.inference.schedules import StepSchedule
from thalweg.random_streams import MAP_START, generator
from thalweg.state.native import aligned, aligned_zeros, padded
from thalweg.state.topic_state import TopicState
from thalweg.system.memory import free_memory


@dataclass(frozen=True)
class MAP(Algorithm):
    """Maximum a posteriori estimation by EM over documents in memory.

    Keeps the topic counts of every document, which needs 2 x D x K floats. Both priors must be
    above 1. There are no options.
    """

    name: ClassVar[str] = "map"
    title: ClassVar[str] = "MAP by EM"
    is_batch: ClassVar[bool] = True
    prior_shift: ClassVar[float] = 1.0

    def start_memory(
        self, documents: Documents, state: TopicState, *, n_threads: int
    ) -> DocumentCounts:
        """Return random topic counts of every document."""
        return DocumentCounts.random(documents, state)

    def restore_memory(
        self, documents: Documents, state: TopicState, arrays: Arrays
    ) -> DocumentCounts:
        """Return the counts that a checkpoint stored."""
        shape = (documents.n_documents, padded(state.n_topics))
        counts = stored_array(arrays, "document_counts", np.float32, shape)
        return DocumentCounts(counts, np.zeros_like(counts))

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
        """Make one iteration of EM."""
        iterate(state, minibatches.documents, memory, n_threads=n_threads, seconds=seconds)


def memory_needed(n_documents: int, n_topics: int) -> int:
    """Return the bytes of N^Theta of all documents, before and after an iteration."""
    return 2 * n_documents * padded(n_topics) * np.dtype(np.float32).itemsize


@dataclass
class DocumentCounts:
    """N^Theta of every document."""

    counts: NDArray[np.float32]  # (D, padded K), the padding is zero
    spare: NDArray[np.float32]  # receives the next N^Theta, then is exchanged with the counts

    def __post_init__(self) -> None:
        self.counts, self.spare = aligned(self.counts), aligned(self.spare)

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self.__post_init__()

    @classmethod
    def start(cls, counts: NDArray[Any]) -> DocumentCounts:
        """Return document counts with given values, (D, K)."""
        started = cls._zeros(*counts.shape)
        started.counts[:, : counts.shape[1]] = counts
        return started

    @classmethod
    def random(cls, documents: Documents, state: TopicState) -> DocumentCounts:
        """Return each document's tokens spread at random over the topics."""
        n_documents, k = documents.n_documents, state.n_topics
        started = cls._zeros(n_documents, k)
        rng = generator(MAP_START, state.seed)
        rows = max(1, (1 << 20) // k)
        for first in range(0, n_documents, rows):
            part = started.counts[first : first + rows, :k]
            part[:] = rng.random(part.shape, dtype=np.float32)
            part += 1e-3  # no row of zeros
            part *= (documents.lengths[first : first + rows] / part.sum(axis=1))[:, None]
        return started

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that a checkpoint stores."""
        return {"document_counts": self.counts}

    def exchange(self) -> None:
        """Exchange the counts with the spare ones."""
        self.counts, self.spare = self.spare, self.counts

    @classmethod
    def _zeros(cls, n_documents: int, n_topics: int) -> DocumentCounts:
        needed, free = memory_needed(n_documents, n_topics), free_memory()
        if free is not None and needed > free:
            raise MemoryLimitError(
                f"MAP estimation needs {needed / 1e9:.1f} GB for {n_documents} documents x "
                f"{n_topics} topics; {free / 1e9:.1f} GB are available. "
                'Use algorithm="scvb0", which keeps nothing per document.'
            )
        shape = (n_documents, padded(n_topics))
        return cls(aligned_zeros(shape, np.float32), aligned_zeros(shape, np.float32))


def iterate(
    state: TopicState,
    documents: Documents,
    document_counts: DocumentCounts,
    *,
    n_iterations: int = 1,
    n_threads: int = 1,
    seconds: float | None = None,
) -> Applied:
    """Make full E-steps and M-steps; the log posterior of Theta and Phi never falls.

    Stops after the iteration that exceeds `seconds`. Ctrl-C drops the current iteration; those
    before it are kept.
    """
    require_vocabulary(state, documents)
    refuse_steering(state.prior, {"added"}, MAP.title)
    shape = (documents.n_documents, padded(state.n_topics))
    if document_counts.counts.shape != shape:
        raise InputError(
            f"document counts are for {document_counts.counts.shape[0]} documents; there are "
            f"{documents.n_documents}, with {state.n_topics} topics. Create new ones for other "
            "documents."
        )
    start = time.perf_counter()
    done = Applied(0, 0, 0.0, 0)
    for _ in range(n_iterations):
        with state.training():
            n_applied, n_documents, n_tokens, n_visits, pending = _core.map_iteration(
                topics=state.native(),
                documents=documents.native,
                document_counts=document_counts.counts,
                next_counts=document_counts.spare,
                n_threads=n_threads,
            )
            if n_applied:
                document_counts.exchange()
                state.corpus_tokens = n_tokens
                state.clock += 1
                state.n_documents_seen += n_documents
                state.n_tokens_seen += n_tokens
        if pending is not None:
            raise pending
        done = Applied(
            done.n_batches + n_applied,
            done.n_documents + n_documents,
            done.n_tokens + n_tokens,
            done.n_visits + n_visits,
        )
        if seconds is not None and time.perf_counter() - start > seconds:
            break
    return done
