"""MAP_LDA_U (Eq. 10 to 12 of Foulds et al. 2013) on the native core: EM, no gamma is stored.

The state's prior is what responsibilities add to the counts: alpha - 1 and eta - 1 of the MAP
problem, whose hyper-parameters are above one. So a state is evaluated like one of SCVB0, which with
alpha and eta is the online form of MAP with alpha + 1 and eta + 1.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.documents import Documents
from thalweg.errors import InputError, MemoryLimitError
from thalweg.inference.batch_model import aligned, batch_model
from thalweg.inference.free_memory import free_memory
from thalweg.inference.scvb0 import Progress
from thalweg.state import TopicState, aligned_zeros, padded


def memory_needed(n_documents: int, n_topics: int) -> int:
    """Bytes of N^Theta of all documents, twice: as it is, and as an iteration makes it."""
    return 2 * n_documents * padded(n_topics) * np.dtype(np.float32).itemsize


@dataclass
class DocumentCounts:
    """N^Theta of every document."""

    counts: NDArray[np.float32]  # (D, padded K), the padding is zero
    spare: NDArray[np.float32]  # takes the next N^Theta, then changes places with the counts

    def __post_init__(self) -> None:
        self.counts, self.spare = aligned(self.counts), aligned(self.spare)

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self.__post_init__()

    @classmethod
    def start(cls, counts: NDArray[Any]) -> DocumentCounts:
        """Start from given counts, (D, K)."""
        started = cls._zeros(*counts.shape)
        started.counts[:, : counts.shape[1]] = counts
        return started

    @classmethod
    def random(cls, documents: Documents, state: TopicState) -> DocumentCounts:
        """Each document's tokens, spread at random over the topics; keyed by the state's seed."""
        n_documents, k = documents.n_documents, state.n_topics
        started = cls._zeros(n_documents, k)
        rng = np.random.Generator(np.random.Philox([state.seed, 4]))
        rows = max(1, (1 << 20) // k)
        for first in range(0, n_documents, rows):
            part = started.counts[first : first + rows, :k]
            part[:] = rng.random(part.shape, dtype=np.float32)
            part += 1e-3  # no row of zeros
            part *= (documents.lengths[first : first + rows] / part.sum(axis=1))[:, None]
        return started

    def exchange(self) -> None:
        """The spare counts become the counts."""
        self.counts, self.spare = self.spare, self.counts

    @classmethod
    def _zeros(cls, n_documents: int, n_topics: int) -> DocumentCounts:
        needed, free = memory_needed(n_documents, n_topics), free_memory()
        if free is not None and needed > free:
            raise MemoryLimitError(
                f"MAP estimation needs {needed / 1e9:.1f} GB for {n_documents} documents x "
                f"{n_topics} topics; {free / 1e9:.1f} GB are available. "
                'algorithm="scvb0" keeps nothing per document.'
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
) -> Progress:
    """Full E-steps and M-steps; the log posterior of Theta and Phi never falls.

    Stops after the iteration that passes `seconds`. A Ctrl-C drops the iteration under way; those
    before it stand and are booked.
    """
    if documents.n_words != state.n_words:
        raise InputError(f"documents have {documents.n_words} words; the model {state.n_words}")
    shape = (documents.n_documents, padded(state.n_topics))
    if document_counts.counts.shape != shape:
        raise InputError(
            f"document counts are for {document_counts.counts.shape[0]} documents; there are "
            f"{documents.n_documents}, with {state.n_topics} topics. Make new ones for others."
        )
    model = batch_model(state)
    start = time.perf_counter()
    done = Progress(0, 0, 0.0, 0)
    for _ in range(n_iterations):
        n_applied, n_documents, n_tokens, n_visits, pending = _core.map_iteration(
            topics=model,
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
        done = Progress(
            done.n_batches + n_applied,
            done.n_documents + n_documents,
            done.n_tokens + n_tokens,
            done.n_visits + n_visits,
        )
        if seconds is not None and time.perf_counter() - start > seconds:
            break
    return done
