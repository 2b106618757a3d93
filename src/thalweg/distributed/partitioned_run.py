"""PartitionedRun: the loop of a training run whose rows are with the workers."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from thalweg.distributed.cluster_engine import ClusterEngine
from thalweg.distributed.pool import LostWorkersError, WorkerPool
from thalweg.distributed.row_checkpoint import RowCheckpoint, SavedRows
from thalweg.distributed.workers.row_work import BlockSums, RowRange, row_bounds
from thalweg.distributed.workers.tasks import ExactTask
from thalweg.errors import ThalwegError
from thalweg.inference.algorithm import minibatch_steps
from thalweg.inference.minibatch_updates import finishing_batches
from thalweg.inference.scvb0 import FINISHING_BURN_IN, SCVB0
from thalweg.state.priors import Prior
from thalweg.training.engine import LocalSegment
from thalweg.training.loop import Training
from thalweg.training.minibatches import document_order

_MOST_LOSSES = 10
_BYTES_PER_CALL = 1 << 28  # of rows that a call reads or writes
_BATCHES_TOGETHER = 8  # minibatches whose calls are submitted before their results are waited for


@dataclass(frozen=True)
class PartitionedProgress:
    """How far a training run is."""

    n_passes: int
    n_documents: int  # visited so far, repeats included
    n_workers: int
    rows: tuple[dict[str, int], ...]  # of each worker: rows owned, most rows fetched at a time


@dataclass
class PartitionedRun:
    """A training run whose rows are with the workers."""

    training: Training
    prior: Prior
    checkpoint: RowCheckpoint
    checkpoint_seconds: float
    progress: Callable[[PartitionedProgress], None] | None
    _saved_at: float = field(default_factory=time.monotonic)
    _saved: SavedRows | None = None  # the rows of the workers, if they are in files
    _owned: list[RowRange] = field(default_factory=list)  # by each worker
    _n_losses: int = 0  # of workers, since the last checkpoint

    @property
    def pool(self) -> WorkerPool:
        """The workers, each of which owns a range of rows."""
        engine = self.training.engine
        assert isinstance(engine, ClusterEngine)
        return engine.pool

    def to_the_end(self) -> None:
        """Train; after the loss of a worker, and of its rows, from the last checkpoint.

        Workers that become ready join at the end of a pass.
        """
        training, generation = self.training, None
        while True:
            try:
                if generation != self.pool.generation:
                    generation = self.pool.generation
                    self._begin()
                if training.position.n_passes >= (training.settings.max_passes or 0):
                    return
                self._pass()
                self.pool.refresh()
            except LostWorkersError:
                self._n_losses, generation = self._n_losses + 1, None
                if self._n_losses == _MOST_LOSSES:
                    raise ThalwegError(
                        f"`engine` lost workers {_MOST_LOSSES} times without a checkpoint in "
                        "between. Their logs say why; often they need more memory than a machine "
                        "has. The last checkpoint is kept: use `resume`."
                    ) from None
                self.pool.refresh()

    def _begin(self) -> None:
        """Bring the rows of the start, or of the last checkpoint, to the workers."""
        training, pool = self.training, self.pool
        state, prior = training.state, self.prior
        bounds = row_bounds(training.source.n_words, pool.n_workers)
        owned = self._owned = [RowRange(bounds, number) for number in range(pool.n_workers)]
        self._saved, training.counted = None, None
        if self.checkpoint.exists:
            rows, counted = self.checkpoint.restore(training)
            scale = None if counted is None else counted.scale
            self._all("hold_rows", lambda w: (owned[w], prior, rows.scale, scale))
            self._read(rows, counted=False)
            if counted is not None:
                self._read(counted, counted=True)
            self._saved = rows
            return
        tokens = training.source.n_tokens
        training.position = type(training.position)()
        state.clock = state.n_documents_seen = 0
        state.n_tokens_seen = 0.0
        self._all("start_rows", lambda w: (owned[w], prior, tokens))
        sums: Any = np.zeros(state.totals.size)
        for worker in range(pool.n_workers):
            sums = pool.call(worker, "sum_rows", sums)[0]
        (state.totals[:],) = pool.get([sums])
        factor = tokens / float(state.totals.sum())
        state.totals *= factor
        self._all("rescale_rows", lambda _: (factor,))

    def _pass(self) -> None:
        training, settings = self.training, self.training.settings
        position, n_passes = training.position, settings.max_passes or 0
        finishes = position.n_passes >= n_passes - settings.finishing_passes
        if finishes and training.counted is None:
            training.counted = training.state.copy()
            self._all("begin_counting", lambda _: ())
        while position.part < training.source.n_parts:
            self._part()
            position.part, position.document = position.part + 1, 0
        if training.counted is not None:
            self._all("end_counting", lambda _: ())
            training.state.adopt(training.counted)
            training.counted = self._saved = None
        position.n_passes, position.part = position.n_passes + 1, 0
        self._save()

    def _part(self) -> None:
        """Apply the minibatches of the part at the position."""
        training, state, position = self.training, self.training.state, self.training.position
        algorithm = training.settings.algorithm
        assert isinstance(algorithm, SCVB0)
        local, number = LocalSegment.read(training), _part_number(training)
        if position.document == local.n_documents:  # a checkpoint after its last minibatch
            return
        if training.counted is None:
            given = local.minibatches(position.document, local.n_documents)
            bounds = position.document + given.bounds
            steps = minibatch_steps(
                training.schedule, algorithm.learning_clock, state, given.bounds
            )
            visits = algorithm.visits()
        else:
            bounds, steps = finishing_batches(
                training.counted,
                state,
                local.documents,
                local.order,
                position.document,
                algorithm.entries_to_finish(is_timed=False),
            )
            visits = algorithm.visits(FINISHING_BURN_IN)
        task = ExactTask(
            version=0,
            n_passes=position.n_passes,
            part=number,
            bounds=bounds,
            steps=steps,
            corpus_tokens=training.source.n_tokens,
            visits=visits,
            counts=training.counted is not None,
        )
        sent = self.pool.put(task)
        for first in range(0, steps.size, _BATCHES_TOGETHER):
            self._batches(sent, task, first, min(first + _BATCHES_TOGETHER, steps.size))
            if self.progress is not None:
                self.progress(self._now())
            if time.monotonic() - self._saved_at > self.checkpoint_seconds:
                self._save()

    def _batches(self, sent: Any, task: ExactTask, first: int, end: int) -> None:
        """Apply minibatches; calls pass their results on, so none waits for this process."""
        pool, learner = self.pool, self.training.learner
        if not task.counts:
            self._saved = None
        workers, n_workers = range(pool.n_workers), pool.n_workers
        totals: Any = pool.put(self.training.state.totals.copy())
        learned: Any = totals if not task.counts else pool.put(learner.totals.copy())
        number, all_sums, applied = learner.n_documents_seen, list[Any](), list[Any]()
        for batch in range(first, end):
            words = [
                pool.call(w, "own_words", sent, batch, w, n_workers, n_results=1 + n_workers)
                for w in workers
            ]
            rows = [
                [pool.call(owner, "rows_of", words[w][1 + owner])[0] for owner in workers]
                for w in workers
            ]
            given = totals if task.counts else learned
            counted = [
                pool.call(
                    w, "count_rows", sent, batch, number, given, *rows[w], n_results=1 + n_workers
                )
                for w in workers
            ]
            sums = [result[0] for result in counted]
            learned = pool.call(0, "next_totals", sent, batch, learned, *sums)[0]
            for owner in workers:
                shares = [result[1 + owner] for result in counted]
                applied += pool.call(owner, "apply_rows", sent, batch, *sums, *shares)
            all_sums += sums
            number += int(task.bounds[batch + 1] - task.bounds[batch])
        # All results: a call whose result is not fetched would fail without an error.
        totals_now, *results = pool.get([learned, *all_sums, *applied])
        found: list[BlockSums] = results[: len(all_sums)]
        learner.totals[:] = totals_now
        learner.clock += end - first
        learner.n_documents_seen = number
        learner.n_tokens_seen += sum(sum(one.tokens) for one in found)
        self.training.position.document = int(task.bounds[end])

    def _save(self) -> None:
        """Write a checkpoint: each worker its rows, then this process the rest.

        In a finishing pass the rows do not change, so that their files are kept.
        """
        counted = None
        if self._saved is None:
            self._saved = self._write(counted=False)
        if self.training.counted is not None:
            counted = self._write(counted=True)
        self.checkpoint.complete(self.training, self._saved, counted)
        self._saved_at, self._n_losses = time.monotonic(), 0

    def _write(self, *, counted: bool) -> SavedRows:
        pool, n_columns = self.pool, self.training.state.totals.size
        files = self.checkpoint.new_files(self._owned[0].bounds, n_columns)
        try:
            calls = [
                pool.call(
                    worker, "write_rows", files.folder / files.names[worker], first, end, counted
                )[0]
                for worker, first, end in self._pieces()
            ]
            calls += pool.call(0, "scale_of_rows", counted)
            *sums, scale = pool.get(calls)
        except BaseException:
            files.remove()
            raise
        return SavedRows(files, scale, np.sum(sums, axis=0))

    def _read(self, saved: SavedRows, *, counted: bool) -> None:
        sums = self.pool.get(
            [
                self.pool.call(worker, "read_rows", saved.files, first, end, counted)[0]
                for worker, first, end in self._pieces()
            ]
        )
        saved.require_sums(np.sum(sums, axis=0))

    def _pieces(self) -> list[tuple[int, int, int]]:
        """Return workers and rows of their ranges: a call with all rows could take too long."""
        step = max(1, _BYTES_PER_CALL // (4 * self.training.state.totals.size))
        return [
            (worker, first, min(first + step, owned.size))
            for worker, owned in enumerate(self._owned)
            for first in range(0, max(owned.size, 1), step)
        ]

    def _all(self, method: str, arguments: Callable[[int], tuple[Any, ...]]) -> list[Any]:
        workers = range(self.pool.n_workers)
        return self.pool.get([self.pool.call(w, method, *arguments(w))[0] for w in workers])

    def _now(self) -> PartitionedProgress:
        return PartitionedProgress(
            self.training.position.n_passes,
            self.training.learner.n_documents_seen,
            self.pool.n_workers,
            tuple(self._all("sizes", lambda _: ())),
        )


def _part_number(training: Training) -> int:
    position, source = training.position, training.source
    seed = training.state.seed if training.settings.shuffle else None
    return int(document_order(source.n_parts, seed, position.n_passes)[position.part])
