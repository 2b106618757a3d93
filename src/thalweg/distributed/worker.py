"""Worker: what one process of a cluster does. It does not know about Ray.

A worker has a copy of the topics and reads the parts of the corpus that it needs. All workers have
the same topics between rounds, and between the minibatches of exact mode; `version` says which.
"""

from __future__ import annotations

import os
import platform
import socket
from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.documents import Documents
from thalweg.corpus.rows import gather
from thalweg.distributed import rounds
from thalweg.distributed.rounds import Summary
from thalweg.distributed.same_everywhere import describe_rows
from thalweg.distributed.tasks import (
    ExactTask,
    Increment,
    Merged,
    OutOfStepError,
    Piece,
    RoundTask,
    TopicArrays,
    WorkerSetup,
)
from thalweg.inference.minibatch_updates import count_under_fixed_topics, train
from thalweg.state.native import aligned_copy
from thalweg.state.topic_state import COUNTERS, TopicState
from thalweg.training.minibatches import document_order

_PARTS_IN_MEMORY = 2


@dataclass
class Worker:
    """A copy of the topics, the documents, and the calls of the driver."""

    setup: WorkerSetup
    version: int = -1
    _state: TopicState | None = None
    _counted: TopicState | None = None  # the counts of a finishing pass in exact mode
    _own: TopicState | None = None  # the topics of this worker within a round
    _own_version: int = -1  # of the topics whose counts `_own` still has
    _n_applied: int = 0  # minibatches of the exact task under way
    _parts: dict[int, Documents] = field(default_factory=dict)
    _orders: dict[tuple[int, int], NDArray[np.int64]] = field(default_factory=dict)

    def describe(self) -> dict[str, Any]:
        """Return what must be the same on all machines, and where this worker runs."""
        from thalweg import __version__

        return {
            "thalweg": __version__,
            "numpy": np.__version__,
            "machine": platform.machine(),
            "instructions": _core.instruction_set(),
            "host": socket.gethostname(),
            "process": os.getpid(),
            "documents": describe_rows(self.setup.rows),
        }

    def load(self, version: int, state: TopicState, counted: TopicState | None) -> int:
        """Take over the topics of the driver."""
        self._state, self._counted, self.version = state.copy(), None, version
        if counted is not None:
            self._counted = counted.copy()
        self._n_applied = 0
        return version

    @property
    def state(self) -> TopicState:
        """The topics that all workers have."""
        assert self._state is not None, "load() comes first"
        return self._state

    # ------------------------------------------------------------------ local rounds

    def explore(self, task: RoundTask, merged: Merged | None, *ended: Any) -> list[Any]:
        """Apply minibatches to topics of its own; return a summary and the increment in shards.

        `merged` and `ended`, the summaries and merged shards of the round before, take the worker
        to the topics that this round starts from.
        """
        self._begin_round(task, merged, ended)
        base, own = self.state, self._own_topics(task)
        if self._own_version != self.version:
            np.copyto(own.scaled_counts, base.scaled_counts)
        own.scale[:], own.totals[:] = base.scale, base.totals
        own.n_tokens_seen = 0.0
        done, words = 0, _WordsOfRound(own.scaled_counts)
        for piece in task.pieces:
            documents, order, bounds = self._documents(piece, task.n_passes)
            words.add(documents, order)
            n = bounds.size - 1
            train(
                own,
                documents,
                order,
                bounds,
                task.steps[done : done + n],
                np.full(n, task.corpus_tokens),
                task.visits,
                n_threads=self.setup.n_threads,
            )
            done += n
        kept = rounds.kept_share(task.steps)
        summary = Summary(
            kept=kept,
            n_batches=own.clock,
            n_documents=own.n_documents_seen - task.first_number,
            n_tokens=own.n_tokens_seen,
            totals=own.totals - kept * base.totals,
        )
        shards = self._increment(own, base, kept, task.shard_bounds, words.mask)
        self._own_version = -1
        if words.mask is not None:  # few rows: the others are those of the base, also after it
            own.scaled_counts[words.mask] = base.scaled_counts[words.mask]
            if self._has_only_decayed(own, kept):
                self._own_version = self.version
        return [summary, *shards]

    def _has_only_decayed(self, own: TopicState, kept: float) -> bool:
        """Whether the scale of the worker's topics was never multiplied into its counts."""
        return bool(np.allclose(own.scale, kept * self.state.scale, rtol=1e-9, atol=0))

    def count(self, task: RoundTask, merged: Merged | None, *ended: Any) -> list[Any]:
        """Count documents under fixed topics; return a summary and the counts in shards."""
        self._begin_round(task, merged, ended)
        base, own = self.state, self._own_topics(task)
        self._own_version = -1
        own.scaled_counts[:], own.scale[: own.n_topics], own.totals[:] = 0, 1, 0
        own.n_tokens_seen = base.n_tokens_seen
        for piece in task.pieces:
            documents, order, _ = self._documents(piece, task.n_passes)
            count_under_fixed_topics(
                own,
                base,
                documents,
                order,
                0,
                task.visits,
                entries_per_batch=task.entries_per_batch,
                n_threads=self.setup.n_threads,
            )
        summary = Summary(
            kept=0.0,
            n_batches=own.clock,
            n_documents=own.n_documents_seen - task.first_number,
            n_tokens=own.n_tokens_seen - base.n_tokens_seen,
            totals=own.totals.copy(),
        )
        return [summary, *self._increment(own, None, 0.0, task.shard_bounds, None)]

    def _begin_round(self, task: RoundTask, merged: Merged | None, ended: Sequence[Any]) -> None:
        """Move the topics over the round before, unless that is done."""
        if merged is not None and merged.version != self.version:
            self.merge_into(merged, *ended)
        if self.version != task.version:
            raise OutOfStepError(f"topics {self.version} instead of {task.version}")

    def _own_topics(self, task: RoundTask) -> TopicState:
        """Return the state that this worker changes in a round, with counters at its start."""
        base, own = self.state, self._own
        if own is None or own.scaled_counts.shape != base.scaled_counts.shape:
            own = self._own = base.copy()
        if own.prior is not base.prior:
            own.prior = base.prior
            own.release_native()
        own.clock, own.corpus_tokens, own.n_documents_seen = (
            0,
            base.corpus_tokens,
            task.first_number,
        )
        return own

    def merge(
        self, first: int, end: int, kept: float, n_workers: int, *given: Any
    ) -> NDArray[np.float32]:
        """Return the merged rows of words first..end-1; `given` are summaries, then increments."""
        weights = rounds.merge_weights(list(given[:n_workers]), kept)
        n_columns = self.state.scaled_counts.shape[1]
        return rounds.merge_rows(list(given[n_workers:]), weights, first, end, n_columns)

    def end_rounds(self, is_wanted: bool, merged: Merged | None, *ended: Any) -> TopicArrays | None:
        """Move the topics over the last round; return them if they are wanted."""
        if merged is not None and merged.version != self.version:
            self.merge_into(merged, *ended)
        return arrays_of(self.state) if is_wanted else None

    def merge_into(self, merged: Merged, *ended: Any) -> None:
        """Move the topics over a round; `ended` are its summaries, then its merged shards."""
        if merged.version != self.version + 1:
            raise OutOfStepError(f"topics {self.version} before {merged.version}")
        summaries = [item for item in ended if isinstance(item, Summary)]
        shards = ended[len(summaries) :]
        apply_round(self.state, summaries, merged, shards)
        self.version = merged.version

    def _increment(
        self,
        own: TopicState,
        base: TopicState | None,
        kept: float,
        shard_bounds: NDArray[np.int64],
        mask: NDArray[np.bool_] | None,
    ) -> list[Increment]:
        """Return I_r = N_r - d_r N of the words of each shard that have changed.

        `mask` has the words that documents had, if they are few. Otherwise all rows are compared.
        """
        counts, before = own.scaled_counts, None if base is None else base.scaled_counts
        chosen = None if mask is None else np.flatnonzero(mask)
        if chosen is not None:
            counts = counts[chosen]
            before = None if before is None else before[chosen]
        if base is not None and before is not None:
            # Rows that no document had are equal to the bit if the scale only took the decay.
            if not self._has_only_decayed(own, kept):
                ratio = np.zeros_like(own.scale)
                np.divide(kept * base.scale, own.scale, out=ratio, where=own.scale > 0)
                before = before * ratio.astype(np.float32)
            counts = counts - before
        if chosen is None:
            chosen = np.flatnonzero(counts.any(axis=1))
            counts = counts[chosen]
        rows = counts * own.scale.astype(np.float32)
        ends = np.searchsorted(chosen, shard_bounds).tolist()
        return [(chosen[first:end], rows[first:end]) for first, end in pairwise(ends)]

    # ------------------------------------------------------------------ exact mode

    def count_blocks(
        self, task: ExactTask, batch: int, worker: int, n_workers: int, *before: Any
    ) -> tuple[Any, ...]:
        """Count this worker's blocks of a minibatch; `before` are all blocks of the one before."""
        self._apply_blocks(task, batch, before)
        state, learner = self.state, self._learner(task)
        documents, order = self.part(task.part), self.part_order(task.part, task.n_passes)
        chosen = order[task.bounds[batch] : task.bounds[batch + 1]]
        n_blocks = _core.block_ends(documents=documents.native, order=chosen).size
        *counted, pending = _core.count_blocks(
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
        return tuple(counted)

    def end_blocks(self, task: ExactTask, is_wanted: bool, *before: Any) -> TopicArrays | None:
        """Apply the last minibatch; return the topics if they are wanted."""
        self._apply_blocks(task, task.steps.size, before)
        self.version, self._n_applied = task.version + 1, 0
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
        learner, n_tokens = self._learner(task), 0.0
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

    # ------------------------------------------------------------------ documents

    def _documents(
        self, piece: Piece, n_passes: int
    ) -> tuple[Documents, NDArray[np.int64], NDArray[np.int64]]:
        """Return the part of a piece, the order of the piece's documents, and its bounds."""
        order = self.part_order(piece.part, n_passes)
        chosen = [
            order[first:end]
            for first, end in zip(piece.firsts.tolist(), piece.ends.tolist(), strict=True)
        ]
        bounds = np.append(0, np.cumsum(piece.ends - piece.firsts)).astype(np.int64)
        return self.part(piece.part), np.concatenate([np.zeros(0, np.int64), *chosen]), bounds

    def part(self, number: int) -> Documents:
        """Return a part of the corpus; the last ones are kept."""
        found = self._parts.pop(number, None)
        if found is None:
            bounds = self.setup.bounds
            found = self.setup.rows.read(int(bounds[number]), int(bounds[number + 1]))
            while len(self._parts) >= _PARTS_IN_MEMORY:
                del self._parts[next(iter(self._parts))]
        self._parts[number] = found  # the last one is the newest
        return found

    def part_order(self, number: int, n_passes: int) -> NDArray[np.int64]:
        """Return the order in which a pass visits the documents of a part."""
        key = (number, n_passes)
        if key not in self._orders:
            while len(self._orders) >= _PARTS_IN_MEMORY:
                del self._orders[next(iter(self._orders))]
            n = int(self.setup.bounds[number + 1] - self.setup.bounds[number])
            seed = self.setup.seed if self.setup.shuffle else None
            self._orders[key] = document_order(n, seed, n_passes, number)
        return self._orders[key]


class _WordsOfRound:
    """The words of the documents of a round, as long as marking them pays."""

    def __init__(self, counts: NDArray[np.float32]) -> None:
        self.mask: NDArray[np.bool_] | None = np.zeros(len(counts), dtype=bool)
        self._entries_left = counts.size // 16  # more take longer than comparing all counts

    def add(self, documents: Documents, order: NDArray[np.int64]) -> None:
        """Mark the words of documents."""
        sizes = documents.offsets[order + 1] - documents.offsets[order]
        self._entries_left -= int(sizes.sum())
        if self._entries_left < 0:
            self.mask = None
        if self.mask is not None:
            self.mask[gather(documents, order).words] = True


def arrays_of(state: TopicState) -> TopicArrays:
    """Return copies of what a round or a minibatch changes in a state."""
    counters = {name: getattr(state, name) for name in COUNTERS}
    return state.scaled_counts.copy(), state.scale.copy(), state.totals.copy(), counters


def aligned_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return rows that start where the core can read them; a copy if they do not."""
    return rows if rows.ctypes.data % 32 == 0 else aligned_copy(rows)


def apply_round(
    state: TopicState,
    summaries: list[Summary],
    merged: Merged,
    shards: Sequence[NDArray[np.float32]],
) -> None:
    """Move a state over a round: N <- d N + the merged increments, shard after shard."""
    rounds.advance(state, summaries, merged.kept, merged.corpus_tokens)
    inverse = np.zeros(state.scale.size, np.float32)
    np.divide(1.0, state.scale, out=inverse, where=state.scale > 0, casting="unsafe")
    first = 0
    for rows in shards:
        state.scaled_counts[first : first + len(rows)] += rows * inverse
        first += len(rows)
