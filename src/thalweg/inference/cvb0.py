"""Batch CVB0 (Eq. 3 of Foulds et al. 2013) on the native core: every responsibility is kept."""

from __future__ import annotations

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

# Threads share a block in groups of 8,192 entries (cpp/lda/batch/cvb0.cpp): eight stay busy.
ENTRIES_PER_BLOCK = 65_536
FEWEST_BLOCKS = 8


def memory_needed(documents: Documents, n_topics: int) -> int:
    """Bytes of the responsibilities: one float a topic for every distinct word of a document."""
    return int(documents.offsets[-1]) * padded(n_topics) * np.dtype(np.float32).itemsize


def default_block_size(documents: Documents) -> int:
    """Documents that see N^Phi and N^Z of the same moment: enough for threads, few of a corpus.

    It depends on the documents alone, and so does the result of a sweep.
    """
    entries_each = max(1.0, float(documents.offsets[-1]) / max(1, documents.n_documents))
    return max(1, int(min(ENTRIES_PER_BLOCK / entries_each, documents.n_documents / FEWEST_BLOCKS)))


@dataclass
class Responsibilities:
    """gamma of every distinct (document, word) pair, in the order of the documents' entries.

    Each of a pair's m tokens has the same. A sweep that ran out of time is continued by the next.
    """

    gamma: NDArray[np.float32]  # (entries, padded K): rows sum to one, the padding is zero
    next_document: int = 0  # where the next sweep begins; not zero: one has been cut short

    def __post_init__(self) -> None:
        self.gamma = aligned(self.gamma)

    def __setstate__(self, values: dict[str, Any]) -> None:
        self.__dict__.update(values)
        self.__post_init__()

    @classmethod
    def random(
        cls, documents: Documents, state: TopicState, *, n_threads: int = 1
    ) -> Responsibilities:
        """Random responsibilities, keyed by the state's seed; the state's counts become their sums.

        Refused before anything is allocated where they do not fit into the free memory.
        """
        _require_fit(documents, state)
        _require_memory(documents, state.n_topics)
        k = state.n_topics
        gamma = aligned_zeros((int(documents.offsets[-1]), padded(k)), np.float32)
        rng = np.random.Generator(np.random.Philox([state.seed, 3]))
        rows = max(1, (1 << 20) // k)  # in slices: no second array of this size
        for first in range(0, gamma.shape[0], rows):
            part = gamma[first : first + rows, :k]
            part[:] = rng.random(part.shape, dtype=np.float32)
            part += 1e-3  # no row of zeros
            part /= part.sum(axis=1, keepdims=True)
        responsibilities = cls(gamma)
        responsibilities.count_into(state, documents, n_threads=n_threads)
        return responsibilities

    def count_into(self, state: TopicState, documents: Documents, *, n_threads: int = 1) -> None:
        """Make the counts of the state the sums of these responsibilities (Eq. 4)."""
        self.require_fit(state, documents)
        counted = state.copy()
        counted.scaled_counts[:] = 0
        counted.totals[:] = 0
        _core.count_responsibilities(
            topics=batch_model(counted),
            documents=documents.native,
            gamma=self.gamma,
            n_threads=n_threads,
        )
        state.scaled_counts[:] = counted.scaled_counts
        state.totals[:] = counted.totals
        state.scale[: state.n_topics] = 1.0
        state.corpus_tokens = documents.n_tokens

    def require_fit(self, state: TopicState, documents: Documents) -> None:
        """Refuse documents or a state that these responsibilities were not made for."""
        _require_fit(documents, state)
        expected = (int(documents.offsets[-1]), padded(state.n_topics))
        if self.gamma.shape != expected:
            raise InputError(
                f"responsibilities are for {self.gamma.shape[0]} entries; the documents have "
                f"{expected[0]}, with {state.n_topics} topics. Make new ones for other documents."
            )


def sweep(
    state: TopicState,
    documents: Documents,
    responsibilities: Responsibilities,
    *,
    block_size: int | None = None,
    n_threads: int = 1,
    seconds: float | None = None,
) -> Progress:
    """Revise every responsibility once; the state's counts follow, block after block.

    N^Phi and N^Z are those of the start of a block of `block_size` consecutive documents. A sweep
    that ran out of `seconds` or was interrupted leaves counts that are the sums of the
    responsibilities, and the next call goes on with the first block that was not finished. The
    state's clock counts whole sweeps.
    """
    responsibilities.require_fit(state, documents)
    if block_size is None:
        block_size = default_block_size(documents)
    if block_size < 1:
        raise InputError(f"block_size is {block_size}; expected a positive number of documents")
    n_blocks, n_documents, n_tokens, n_visits, pending = _core.cvb0_sweep(
        topics=batch_model(state),
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
    return Progress(n_blocks, n_documents, n_tokens, n_visits)


def _require_fit(documents: Documents, state: TopicState) -> None:
    if documents.n_words != state.n_words:
        raise InputError(f"documents have {documents.n_words} words; the model {state.n_words}")
    if documents.counts.size and not documents.counts.all():
        raise InputError("documents contain counts of zero; expected them from Documents.check")


def _require_memory(documents: Documents, n_topics: int) -> None:
    needed, free = memory_needed(documents, n_topics), free_memory()
    if free is not None and needed > free:
        raise MemoryLimitError(
            f"CVB0 needs {needed / 1e9:.1f} GB for the responsibilities of {documents.offsets[-1]} "
            f"distinct words of documents x {n_topics} topics; {free / 1e9:.1f} GB are available. "
            'algorithm="scvb0" stores none of them.'
        )
