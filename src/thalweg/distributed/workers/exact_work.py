"""ExactWork: the blocks of minibatches, which all workers count and apply together."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from thalweg import _core
from thalweg.distributed.workers.base import WorkerBase, aligned_rows, arrays_of
from thalweg.distributed.workers.shared_arrays import SharedArrays
from thalweg.distributed.workers.tasks import ExactTask, TopicArrays
from thalweg.state.topic_state import TopicState


class ExactWork(WorkerBase):
    """What a worker does in exact mode."""

    def count_blocks(
        self, task: ExactTask, batch: int, worker: int, n_workers: int, *before: Any
    ) -> tuple[Any, ...] | SharedArrays:
        """Count this worker's blocks of a minibatch; `before` are all blocks of the one before."""
        self._apply_blocks(task, batch, before)
        state, learner = self.state, self._learner(task)
        documents, order = self.part(task.part), self.part_order(task.part, task.n_passes)
        chosen = order[task.bounds[batch] : task.bounds[batch + 1]]
        n_blocks = _core.block_ends(documents=documents.native, order=chosen).size
        words, rows, sizes, tokens, pending = _core.count_blocks(
            topics=state.native(),
            documents=documents.native,
            order=chosen,
            first_block=worker * n_blocks // n_workers,
            last_block=(worker + 1) * n_blocks // n_workers,
            corpus_tokens=state.corpus_tokens if task.counts else task.corpus_tokens,
            current_tokens=state.corpus_tokens,
            schedules=task.visits.steps.native,
            burn_in=task.visits.burn_in.native,
            clumped=task.visits.clumped,
            seed=state.seed,
            first_number=learner.n_documents_seen,
            n_threads=self.setup.n_threads,
        )
        if pending is not None:
            raise pending
        if task.shared:
            return self.outbox.send(words, rows, sizes, tokens)
        return words, rows, sizes, tokens

    def run_blocks(
        self, task: ExactTask, worker: int, n_workers: int, is_wanted: bool
    ) -> TopicArrays | None:
        """Apply all minibatches of a task, with the workers that have met this one."""
        before: list[Any] = []
        with self.together() as others:
            for batch in range(task.steps.size):
                mine = self.count_blocks(task, batch, worker, n_workers, *before)
                before = others.exchange(mine)
            return self.end_blocks(task, is_wanted, *before)

    def end_blocks(self, task: ExactTask, is_wanted: bool, *before: Any) -> TopicArrays | None:
        """Apply the last minibatch; return the topics if they are wanted."""
        self._apply_blocks(task, task.steps.size, before)
        self.version: int = task.version + 1
        self._n_applied = 0
        return arrays_of(self._learner(task)) if is_wanted else None

    def _learner(self, task: ExactTask) -> TopicState:
        if not task.counts:
            return self.state
        assert self._counted is not None, "load() comes first"
        return self._counted

    def _apply_blocks(self, task: ExactTask, n_batches: int, before: Sequence[Any]) -> None:
        """Make sure that the first minibatches of a task are applied."""
        if self.version != task.version or self._n_applied == n_batches:
            return
        batch = self._n_applied
        learner, n_tokens, before = self._learner(task), 0.0, self.received(before)
        for *_, tokens in before:
            for number in tokens.tolist():  # one after the other, as on one machine
                n_tokens += number
        n_documents = int(task.bounds[batch + 1] - task.bounds[batch])
        with learner.training():
            if n_tokens > 0:
                _core.apply_blocks(
                    topics=learner.native(),
                    blocks=[
                        (words, aligned_rows(rows), sizes)
                        for words, rows, sizes, _ in before
                        if words.size  # a worker may have had no block
                    ],
                    step=float(task.steps[batch]),
                    growth=task.corpus_tokens / learner.corpus_tokens,
                    weight=task.corpus_tokens / n_tokens,
                    n_documents=n_documents,
                    n_tokens=n_tokens,
                    corpus_tokens=task.corpus_tokens,
                    n_threads=self.setup.n_threads,
                )
                learner.corpus_tokens = task.corpus_tokens
            learner.clock += 1
            learner.n_documents_seen += n_documents
            learner.n_tokens_seen += n_tokens
        self._n_applied += 1
