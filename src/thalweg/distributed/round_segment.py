"""A segment of local rounds: which minibatches each worker gets, and the rounds one after another.

A segment has as many parts of the corpus as there are workers, if there are so many. The first
minibatches of all parts come first, then the second ones, and so on. A round takes the next ones
and gives each worker those of one part, or of a few: a worker reads few files, and neither the
sequence nor the position in it depends on the workers. So they may join and leave between rounds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.distributed import rounds
from thalweg.distributed.workers.round_work import apply_round
from thalweg.distributed.workers.tasks import Merged, Piece, RoundTask, TopicArrays
from thalweg.errors import StorageError
from thalweg.inference.algorithm import minibatch_steps
from thalweg.inference.scvb0 import FINISHING_BURN_IN, SCVB0
from thalweg.training.minibatches import batch_bounds, document_order, n_batches

if TYPE_CHECKING:
    from thalweg.distributed.cluster_engine import ClusterEngine
    from thalweg.training.loop import Training

_MOST_SHARDS = 16
# So few workers add all increments themselves: as many bytes, and no wait for those who merge.
_MOST_TO_MERGE_BY_ALL = 3


@dataclass
class RoundSegment:
    """Minibatches of several parts, in the order in which rounds take them."""

    engine: ClusterEngine
    parts: NDArray[np.int64]  # of each minibatch
    firsts: NDArray[np.int64]  # its place in the order of its part
    ends: NDArray[np.int64]
    n_parts: int
    documents: None = None

    @classmethod
    def at_position(cls, engine: ClusterEngine, training: Training) -> RoundSegment:
        """Return the segment at the position of a training run; a new one fits the workers."""
        source, position, settings = training.source, training.position, training.settings
        left = source.n_parts - position.part
        if position.document == 0:
            position.n_parts = min(max(engine.pool.n_workers, 1), left)
        seed = training.state.seed if settings.shuffle else None
        order = document_order(source.n_parts, seed, position.n_passes)
        numbers = order[position.part : position.part + position.n_parts]
        sizes = np.diff(source.bounds)[numbers]
        bounds = [batch_bounds(int(n), settings.batch_size) for n in sizes]
        part = np.repeat(numbers, [b.size - 1 for b in bounds])
        place = np.concatenate([np.arange(b.size - 1) for b in bounds])
        rank = np.repeat(np.arange(numbers.size), [b.size - 1 for b in bounds])
        sequence = np.lexsort((rank, place))
        segment = cls(
            engine,
            part[sequence],
            np.concatenate([b[:-1] for b in bounds])[sequence],
            np.concatenate([b[1:] for b in bounds])[sequence],
            position.n_parts,
        )
        if position.document not in segment.bounds:
            raise StorageError(
                f"the checkpoint is at document {position.document} of its parts, which begins no "
                "minibatch. Remove it to start from the beginning."
            )
        return segment

    @property
    def bounds(self) -> NDArray[np.int64]:
        """Place of the first document of each minibatch, and the end."""
        return np.append(0, np.cumsum(self.ends - self.firsts)).astype(np.int64)

    @property
    def n_documents(self) -> int:
        """Number of documents."""
        return int((self.ends - self.firsts).sum())

    # ------------------------------------------------------------------ exploring

    def explore(self, training: Training, first: int, end: int, seconds: float | None) -> None:
        """Run whole rounds until about the time is up, or until they have passed `end`."""
        state, bounds, engine = training.state, self.bounds, self.engine
        algorithm = scvb0_of(training)
        start = int(np.searchsorted(bounds, first))
        steps = minibatch_steps(
            training.schedule, algorithm.learning_clock, state, bounds[start:] - first
        )
        per_pass = n_batches(training.source, training.settings.batch_size)

        def run() -> tuple[TopicArrays, int]:
            pool, version = engine.pool, engine.load(training)
            most = engine.speed.documents_in(seconds)
            by_all, shared = pool.n_workers <= _MOST_TO_MERGE_BY_ALL, pool.shares_memory
            coming_rounds: list[tuple[list[RoundTask], Merged]] = []
            batch = start
            while batch < bounds.size - 1 and bounds[batch] < end:
                if batch > start and bounds[batch] - first >= most:
                    break
                coming = steps[batch - start :]
                n = rounds.round_length(coming, pool.n_workers, per_pass, engine.round_policy)
                n_before = state.n_documents_seen + int(bounds[batch]) - first
                tasks = [
                    replace(task, merged_by_all=by_all, shared=shared)
                    for task in self._tasks(training, batch, n, coming[:n], n_before, version)
                ]
                batch, version, kept = batch + n, version + 1, rounds.kept_share(coming[:n])
                merged = Merged(version, kept, training.source.n_tokens, by_all)
                coming_rounds.append((tasks, merged))
            if by_all and shared:
                return self._run_together(coming_rounds), version
            return self._run_in_turn(coming_rounds), version

        with engine.speed.measuring(lambda: state.n_documents_seen):
            arrays, version = engine.repeating(run)
            state.replace_counts(*arrays)
            engine.loaded(training, version)

    def count(self, training: Training, first: int, seconds: float | None) -> None:
        """Count the rest of the segment under fixed topics."""
        counted, engine = training.counted, self.engine
        assert counted is not None
        batch = int(np.searchsorted(self.bounds, first))
        n, so_far = self.parts.size - batch, counted.n_tokens_seen - training.state.n_tokens_seen

        def run() -> tuple[list[Any], list[Any], Merged]:
            pool, version = engine.pool, engine.load(training)
            n_before = counted.n_documents_seen
            tasks = self._tasks(training, batch, n, None, n_before, version)
            results = self._call("count", tasks, None, [])
            summaries = pool.get([result[0] for result in results])
            tokens = sum(summary.n_tokens for summary in summaries)
            kept = so_far / (so_far + tokens) if so_far + tokens > 0 else 1.0
            shards = pool.get(self._merge(results, tasks, kept))
            return summaries, shards, Merged(version, kept, training.source.n_tokens)

        with engine.speed.measuring(lambda: counted.n_documents_seen):
            summaries, shards, merged = engine.repeating(run)
            apply_round(counted, summaries, merged, shards)

    def _run_together(self, coming: list[tuple[list[RoundTask], Merged]]) -> TopicArrays:
        """Run rounds by one call of each worker: they exchange the results by themselves."""
        pool = self.engine.pool
        ends = pool.put([merged for _, merged in coming])
        calls = []
        for worker in range(pool.n_workers):
            mine = [tasks[worker] if worker < len(tasks) else None for tasks, _ in coming]
            calls += pool.call(worker, "run_rounds", mine, ends, worker == 0)
        arrays: TopicArrays = pool.get(calls)[0]
        return arrays

    def _run_in_turn(self, coming: list[tuple[list[RoundTask], Merged]]) -> TopicArrays:
        """Run rounds by calls that pass the results on to those of the next round."""
        before, ended = None, list[Any]()
        for tasks, merged in coming:
            results = self._call("explore", tasks, before, ended)
            summaries = [result[0] for result in results]
            if merged.by_all:
                ended = summaries + [result[1] for result in results]
            else:
                ended = summaries + self._merge(results, tasks, merged.kept)
            before = merged
        return self.engine.finish_rounds(before, ended)

    def _call(
        self, method: str, tasks: list[RoundTask], merged: Merged | None, ended: list[Any]
    ) -> list[list[Any]]:
        pool = self.engine.pool
        for idle in range(len(tasks), pool.n_workers):  # they must not miss the round before
            pool.call(idle, "end_rounds", False, merged, *ended)
        return [
            pool.call(worker, method, task, merged, *ended, n_results=1 + task.n_shards)
            for worker, task in enumerate(tasks)
        ]

    def _merge(self, results: list[list[Any]], tasks: list[RoundTask], kept: float) -> list[Any]:
        """Submit the merge of each shard, to a worker of its own; return futures of the rows."""
        pool, bounds = self.engine.pool, tasks[0].shard_bounds.tolist()
        summaries = [result[0] for result in results]
        return [
            pool.call(
                shard % pool.n_workers,
                "merge",
                bounds[shard],
                bounds[shard + 1],
                kept,
                len(results),
                *summaries,
                *(result[1 + shard] for result in results),
            )[0]
            for shard in range(len(bounds) - 1)
        ]

    def _tasks(
        self,
        training: Training,
        batch: int,
        n: int,
        steps: NDArray[np.float64] | None,
        n_before: int,
        version: int,
    ) -> list[RoundTask]:
        """Divide the next n minibatches among the workers; without steps, they are counted."""
        algorithm = scvb0_of(training)
        n_workers = self.engine.pool.n_workers
        chosen = batch + np.argsort(self.parts[batch : batch + n], kind="stable")
        shares = [share for share in np.array_split(chosen, n_workers) if share.size]
        n_words = training.state.n_words
        n_shards = min(n_workers, _MOST_SHARDS, max(n_words, 1))
        tasks = []
        for share in shares:
            pieces = [
                Piece(int(part), self.firsts[same], self.ends[same])
                for part in dict.fromkeys(self.parts[share].tolist())
                for same in [share[self.parts[share] == part]]
            ]
            task = RoundTask(
                version=version,
                n_passes=training.position.n_passes,
                pieces=pieces,
                steps=np.zeros(0)
                if steps is None
                else rounds.worker_steps(steps, len(shares), share.size, self.engine.round_policy),
                first_number=n_before,
                corpus_tokens=training.source.n_tokens,
                visits=algorithm.visits()
                if steps is not None
                else algorithm.visits(FINISHING_BURN_IN),
                shard_bounds=np.linspace(0, n_words, n_shards + 1).astype(np.int64),
                entries_per_batch=algorithm.entries_to_finish(is_timed=False),
            )
            n_before += sum(piece.n_documents for piece in pieces)
            tasks.append(task)
        return tasks


def scvb0_of(training: Training) -> SCVB0:
    """Return the algorithm of a training run, which the engine has checked."""
    algorithm = training.settings.algorithm
    assert isinstance(algorithm, SCVB0)
    return algorithm
