"""Batch CVB0 (Eq. 3 of Foulds et al. 2013) on the native core: all responsibilities are kept."""

from __future__ import annotations

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
from thalweg.random_streams import CVB0_START, generator
from thalweg.state.native import aligned, aligned_zeros, padded
from thalweg.state.topic_state import TopicState
from thalweg.system.memory import free_memory

# Threads share a block in groups of 8,192 entries (cpp/lda/batch/cvb0.cpp): this keeps eight busy.
ENTRIES_PER_BLOCK = 65_536
FEWEST_BLOCKS = 8


@dataclass(frozen=True)
class CVB0(Algorithm):
    """Batch collapsed variational inference: exact sweeps over documents in memory.

    Keeps the topic distribution of every distinct word of every document, which needs memory for
    (distinct words of documents) x K floats. There are no options.
    """

    name: ClassVar[str] = "cvb0"
    title: ClassVar[str] = "CVB0"
    is_batch: ClassVar[bool] = True

    def start_memory(
        self, documents: Documents, state: TopicState, *, n_threads: int
    ) -> Responsibilities:
        """Return random responsibilities."""
        return Responsibilities.random(documents, state, n_threads=n_threads)

    def restore_memory(
        self, documents: Documents, state: TopicState, arrays: Arrays
    ) -> Responsibilities:
        """Return the responsibilities that a checkpoint stored."""
        shape = (int(documents.offsets[-1]), padded(state.n_topics))
        gamma = stored_array(arrays, "gamma", np.float32, shape)
        next_document = int(stored_array(arrays, "next_document", np.int64, (1,))[0])
        if not 0 <= next_document < max(1, documents.n_documents):
            raise ValueError(f"next_document is {next_document}")
        return Responsibilities(gamma, next_document)

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
        """Sweep over all documents once."""
        sweep(state, minibatches.documents, memory, n_threads=n_threads, seconds=seconds)


def memory_needed(documents: Documents, n_topics: int) -> int:
    """Return the bytes of the responsibilities: K floats per distinct word of a document."""
    return int(documents.offsets[-1]) * padded(n_topics) * np.dtype(np.float32).itemsize


def default_block_size(documents: Documents) -> int:
    """Return the number of documents that share N^Phi and N^Z: enough for all threads.

    It depends on the documents alone, and so does the result of a sweep.
    """
    entries_each = max(1.0, float(documents.offsets[-1]) / max(1, documents.n_documents))
    return max(1, int(min(ENTRIES_PER_BLOCK / entries_each, documents.n_documents / FEWEST_BLOCKS)))


@dataclass
class Responsibilities:
    """gamma of every distinct (document, word) pair, in the order of the documents' entries.

    All m tokens of a pair share it. A sweep that ran out of time is continued by the next one.
    """

    gamma: NDArray[np.float32]  # (entries, padded K): rows sum to one, the padding is zero
    next_document: int = 0  # where the next sweep begins; above 0 if the last one was cut short

    def __post_init__(self) -> None:
        self.gamma = aligned(self.gamma)

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self.__post_init__()

    @classmethod
    def random(
        cls, documents: Documents, state: TopicState, *, n_threads: int = 1
    ) -> Responsibilities:
        """Return random responsibilities; the state's counts become their sums.

        Raises MemoryLimitError before anything is allocated if they do not fit into free memory.
        """
        _require_fit(documents, state)
        _require_memory(documents, state.n_topics)
        k = state.n_topics
        gamma = aligned_zeros((int(documents.offsets[-1]), padded(k)), np.float32)
        rng = generator(CVB0_START, state.seed)
        rows = max(1, (1 << 20) // k)  # in slices, to avoid a second array of this size
        for first in range(0, gamma.shape[0], rows):
            part = gamma[first : first + rows, :k]
            part[:] = rng.random(part.shape, dtype=np.float32)
            part += 1e-3  # no row of zeros
            part /= part.sum(axis=1, keepdims=True)
        responsibilities = cls(gamma)
        responsibilities.count_into(state, documents, n_threads=n_threads)
        return responsibilities

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that a checkpoint stores."""
        return {"gamma": self.gamma, "next_document": np.array([self.next_document])}

    def count_into(self, state: TopicState, documents: Documents, *, n_threads: int = 1) -> None:
        """Set the counts of the state to the sums of these responsibilities (Eq. 4)."""
        self.require_fit(state, documents)
        counted = state.copy()
        counted.scaled_counts[:] = 0
        counted.totals[:] = 0
        _core.count_responsibilities(
            topics=counted.native(),
            documents=documents.native,
            gamma=self.gamma,
            n_threads=n_threads,
        )
        state.scaled_counts[:] = counted.scaled_counts
        state.totals[:] = counted.totals
        state.scale[: state.n_topics] = 1.0
        state.corpus_tokens = documents.n_tokens

    def require_fit(self, state: TopicState, documents: Documents) -> None:
        """Raise InputError if the documents or the state do not match these responsibilities."""
        _require_fit(documents, state)
        expected = (int(documents.offsets[-1]), padded(state.n_topics))
        if self.gamma.shape != expected:
            raise InputError(
                f"responsibilities are for {self.gamma.shape[0]} entries; the documents have "
                f"{expected[0]}, with {state.n_topics} topics. Create new ones for other documents."
            )


def sweep(
    state: TopicState,
    documents: Documents,
    responsibilities: Responsibilities,
    *,
    block_size: int | None = None,
    n_threads: int = 1,
    seconds: float | None = None,
) -> Applied:
    """Update every responsibility once, and the state's counts after each block.

    Within a block of `block_size` consecutive documents N^Phi and N^Z are fixed. If a sweep runs
    out of `seconds` or is interrupted, the counts are the sums of the responsibilities, and the
    next call continues with the first unfinished block. The state's clock counts whole sweeps.
    """
    responsibilities.require_fit(state, documents)
    if block_size is None:
        block_size = default_block_size(documents)
    if block_size < 1:
        raise InputError(f"`block_size` is {block_size}; expected at least 1 document")
    with state.training(counts_batches=False):
        n_blocks, n_documents, n_tokens, n_visits, pending = _core.cvb0_sweep(
            topics=state.native(),
            documents=documents.native,
            gamma=responsibilities.gamma,
            first_document=responsibilities.next_document,
            block_size=block_size,
            seconds=seconds,
            n_threads=n_threads,
        )
        responsibilities.next_document += n_documents
        if responsibilities.next_document >= documents.n_documents:
            responsibilities.next_document = 0
            state.clock += 1
        state.n_documents_seen += n_documents
        state.n_tokens_seen += n_tokens
    if pending is not None:
        raise pending
    return Applied(n_blocks, n_documents, n_tokens, n_visits)


def _require_fit(documents: Documents, state: TopicState) -> None:
    require_vocabulary(state, documents)
    refuse_steering(state.prior, {"added"}, CVB0.title)
    if documents.counts.size and not documents.counts.all():
        raise InputError("documents contain counts of zero; use Documents.check to remove them")


def _require_memory(documents: Documents, n_topics: int) -> None:
    needed, free = memory_needed(documents, n_topics), free_memory()
    if free is not None and needed > free:
        raise MemoryLimitError(
            f"CVB0 needs {needed / 1e9:.1f} GB for the responsibilities of {documents.offsets[-1]} "
            f"distinct words of documents x {n_topics} topics; {free / 1e9:.1f} GB are available. "
            'Use algorithm="scvb0", which does not store them.'
        )
