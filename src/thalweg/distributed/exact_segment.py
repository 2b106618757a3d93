"""A segment of exact mode: every minibatch is spread over workers, to the bits of one machine.

A minibatch is cut into blocks in the same way as on one machine. Each worker counts some of the
blocks under the topics before the minibatch, and then adds the blocks of all workers, in their
order, to its own copy of the topics. So all workers compute the same next topics.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.distributed.workers.tasks import ExactTask, TopicArrays
from thalweg.inference.algorithm import minibatch_steps
from thalweg.inference.minibatch_updates import finishing_batches
from thalweg.inference.scvb0 import FINISHING_BURN_IN, SCVB0
from thalweg.training.engine import LocalSegment
from thalweg.training.minibatches import document_order

if TYPE_CHECKING:
    from thalweg.distributed.cluster_engine import ClusterEngine
    from thalweg.training.loop import Training


@dataclass
class ExactSegment:
    """One part of the corpus, as on one machine."""

    engine: ClusterEngine
    local: LocalSegment
    part: int
    n_parts: int = 1

    @classmethod
    def read(cls, engine: ClusterEngine, training: Training) -> ExactSegment:
        """Read the part at the position of a training run."""
        source, position, state = training.source, training.position, training.state
        seed = state.seed if training.settings.shuffle else None
        order = document_order(source.n_parts, seed, position.n_passes)
        return cls(engine, LocalSegment.read(training), int(order[position.part]))

    @property
    def documents(self) -> Documents:
        """The documents of the part."""
        return self.local.documents

    @property
    def n_documents(self) -> int:
        """Number of documents."""
        return self.local.n_documents

    @property
    def bounds(self) -> NDArray[np.int64]:
        """Place of the first document of each minibatch, and the end."""
        return self.local.bounds

    def explore(self, training: Training, first: int, end: int, seconds: float | None) -> None:
        """Apply minibatches."""
        algorithm = training.settings.algorithm
        assert isinstance(algorithm, SCVB0)
        given = self.local.minibatches(first, end)
        steps = minibatch_steps(
            training.schedule, algorithm.learning_clock, training.state, given.bounds
        )
        self._run(training, first + given.bounds, steps, algorithm.visits(), seconds)

    def count(self, training: Training, first: int, seconds: float | None) -> None:
        """Count documents under fixed topics."""
        algorithm = training.settings.algorithm
        assert isinstance(algorithm, SCVB0)
        assert training.counted is not None
        bounds, steps = finishing_batches(
            training.counted,
            training.state,
            self.documents,
            self.local.order,
            first,
            algorithm.entries_to_finish(is_timed=training.settings.max_seconds is not None),
        )
        self._run(training, bounds, steps, algorithm.visits(FINISHING_BURN_IN), seconds)

    def _run(
        self,
        training: Training,
        bounds: NDArray[np.int64],
        steps: NDArray[np.float64],
        visits: Any,
        seconds: float | None,
    ) -> None:
        """Apply as many of the minibatches as fit into the time, at least one."""
        engine, learner = self.engine, training.learner
        most = max(engine.speed.documents_in(seconds), 1.0)
        n = max(1, int(np.searchsorted(bounds, bounds[0] + most, side="right")) - 1)
        n = min(n, steps.size)

        def run() -> tuple[TopicArrays, int]:
            pool, version = engine.pool, engine.load(training)
            task = pool.put(
                ExactTask(
                    version=version,
                    n_passes=training.position.n_passes,
                    part=self.part,
                    bounds=bounds[: n + 1],
                    steps=steps[:n],
                    corpus_tokens=training.source.n_tokens,
                    visits=visits,
                    counts=training.counted is not None,
                    shared=pool.shares_memory,
                )
            )
            workers, n_workers = range(pool.n_workers), pool.n_workers
            if pool.shares_memory:
                ends = [
                    pool.call(worker, "run_blocks", task, worker, n_workers, worker == 0)[0]
                    for worker in workers
                ]
            else:
                blocks: list[Any] = []
                for batch in range(n):
                    blocks = [
                        pool.call(worker, "count_blocks", task, batch, worker, n_workers, *blocks)[
                            0
                        ]
                        for worker in workers
                    ]
                ends = [
                    pool.call(worker, "end_blocks", task, worker == 0, *blocks)[0]
                    for worker in workers
                ]
            arrays: TopicArrays = pool.get(ends)[0]
            return arrays, version + 1

        with engine.speed.measuring(lambda: learner.n_documents_seen):
            arrays, version = engine.repeating(run)
            learner.replace_counts(*arrays)
            engine.loaded(training, version)
