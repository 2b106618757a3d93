"""Method: which algorithm applies minibatches to a state, with which settings."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.inference import cvb0, map_em, scvb0, svb
from thalweg.inference.prior_learning import PriorLearning
from thalweg.inference.schedules import StepSchedule
from thalweg.state.topic_state import TopicState
from thalweg.training.corpus_size import CorpusSize

# What an algorithm keeps about every document between passes.
DocumentMemory: TypeAlias = scvb0.KeptCounts | cvb0.Responsibilities | map_em.DocumentCounts | None


@dataclass(frozen=True)
class Method:
    """An algorithm and its settings."""

    algorithm: str
    schedule: StepSchedule
    learning_clock: str
    visits: scvb0.Visits
    finishing_visits: scvb0.Visits
    document_passes: svb.DocumentPasses
    prior_offset: float
    keep_doc_topics: bool
    prior_learning: PriorLearning
    n_threads: int

    @property
    def needs_memory(self) -> bool:
        """Whether something is kept about every document, which are then all in memory."""
        return self.keep_doc_topics or self.algorithm in ("cvb0", "map")

    def start_memory(self, documents: Documents, state: TopicState) -> DocumentMemory:
        """What is kept about every document, before the first pass."""
        if self.algorithm == "cvb0":
            return cvb0.Responsibilities.random(documents, state, n_threads=self.n_threads)
        if self.algorithm == "map":
            return map_em.DocumentCounts.random(documents, state)
        return scvb0.KeptCounts.random(documents, state) if self.keep_doc_topics else None

    def apply(
        self,
        state: TopicState,
        documents: Documents,
        order: NDArray[np.int64],
        batches: NDArray[np.int64],
        size: CorpusSize,
        *,
        seconds: float | None = None,
        memory: DocumentMemory = None,
    ) -> None:
        """Apply minibatches order[batches[b]:batches[b+1]], or a sweep of a batch algorithm.

        Stops at the end of a minibatch when the time is over; the state books what was applied.
        """
        if isinstance(memory, cvb0.Responsibilities):
            cvb0.sweep(state, documents, memory, n_threads=self.n_threads, seconds=seconds)
            return
        if isinstance(memory, map_em.DocumentCounts):
            map_em.iterate(state, documents, memory, n_threads=self.n_threads, seconds=seconds)
            return
        steps = self.steps(state, np.diff(batches))
        if self.algorithm == "svb":
            svb.train(
                state,
                documents,
                order,
                batches,
                steps,
                size.documents,
                self.document_passes,
                offset=self.prior_offset,
                n_threads=self.n_threads,
                seconds=seconds,
            )
            return
        scvb0.train(
            state,
            documents,
            order,
            batches,
            steps,
            size.tokens,
            self.visits,
            kept=memory,
            n_threads=self.n_threads,
            seconds=seconds,
        )

    def recount(
        self,
        counted: TopicState,
        topics: TopicState,
        documents: Documents,
        order: NDArray[np.int64],
        first: int,
        *,
        seconds: float | None = None,
        memory: DocumentMemory = None,
    ) -> None:
        """Count further documents of a pass that finishes, under topics that stand still."""
        assert memory is None or isinstance(memory, scvb0.KeptCounts)
        scvb0.recount(
            counted,
            topics,
            documents,
            order,
            first,
            self.finishing_visits,
            n_threads=self.n_threads,
            seconds=seconds,
            kept=memory,
        )

    def steps(self, state: TopicState, batch_sizes: NDArray[np.int64]) -> NDArray[np.float64]:
        """rho^Phi of the coming minibatches."""
        if self.learning_clock == "documents":
            return self.schedule.of_documents(state.n_documents_seen, batch_sizes)
        return self.schedule.at(state.clock + np.arange(1.0, batch_sizes.size + 1))
