"""RoundWork: what a worker does in local rounds, and how a round changes its topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.rows import gather
from thalweg.distributed import rounds
from thalweg.distributed.rounds import Summary
from thalweg.distributed.workers.base import WorkerBase, aligned_rows, arrays_of
from thalweg.distributed.workers.shared_arrays import SharedArrays
from thalweg.distributed.workers.tasks import (
    Increment,
    Merged,
    OutOfStepError,
    RoundTask,
    TopicArrays,
)
from thalweg.inference.minibatch_updates import count_under_fixed_topics, train
from thalweg.state.native import aligned_zeros
from thalweg.state.topic_state import TopicState

_STRIPES = 16  # of words, in whose order the core adds rows: n_stripes in block.hpp


@dataclass
class RoundWork(WorkerBase):
    """What a worker does in local rounds."""

    _own: TopicState | None = None  # the topics of this worker within a round
    _own_version: int = -1  # of the topics that `_own` had, but for the words of its round
    _own_words: NDArray[np.int64] | None = None
    _scratch: NDArray[np.float32] | None = None
    _striped: NDArray[np.int64] | None = None  # all words, in the order of their stripes

    def explore(self, task: RoundTask, merged: Merged | None, *ended: Any) -> list[Any]:
        """Apply minibatches to topics of its own; return a summary and the increment in shards.

        `merged` and `ended`, the results of the round before, take the worker to the topics that
        this round starts from.
        """
        self._begin_round(task, merged, ended)
        base, own = self.state, self._own_topics(task)
        if self._own_version == self.version and self._own_words is not None:
            own.scaled_counts[self._own_words] = base.scaled_counts[self._own_words]
        else:
            np.copyto(own.scaled_counts, base.scaled_counts)
        own.scale[:], own.totals[:] = base.scale, base.totals
        own.n_tokens_seen = 0.0
        done, mask = 0, np.zeros(len(own.scaled_counts), dtype=bool)
        for piece in task.pieces:
            documents, order, bounds = self._documents(piece, task.n_passes)
            mask[gather(documents, order).words] = True
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
        words = self._in_order(mask, striped=task.merged_by_all)
        self._own_words = words
        self._own_version = self.version if self._has_only_decayed(own, kept) else -1
        return [summary, *self._increment(task, own, summary, words)]

    def _in_order(self, mask: NDArray[np.bool_], *, striped: bool) -> NDArray[np.int64]:
        """Return words by number, or in the order in which the core adds their rows."""
        if not striped:
            return np.flatnonzero(mask)
        if self._striped is None or self._striped.size != mask.size:
            self._striped = np.argsort(np.arange(mask.size) % _STRIPES, kind="stable")
        return self._striped[mask[self._striped]]

    def _has_only_decayed(self, own: TopicState, kept: float) -> bool:
        """Whether the scale of the worker's topics was never multiplied into its counts."""
        return bool(np.allclose(own.scale, kept * self.state.scale, rtol=1e-9, atol=0))

    def _increment(
        self, task: RoundTask, own: TopicState, summary: Summary, words: NDArray[np.int64]
    ) -> list[Increment | SharedArrays]:
        """Return I_r = N_r - d_r N of the words of the round, in shards."""
        base, shape = self.state, (words.size, own.scaled_counts.shape[1])
        sent_words: NDArray[Any]
        if task.shared:
            sent_words, rows = self.outbox.room(((words.size,), np.uint32), (shape, np.float32))
            sent_words[:] = words
        else:
            sent_words, rows = words.astype(np.uint32), aligned_zeros(shape, np.float32)
        before = self._scratch_rows(shape)
        np.take(own.scaled_counts, words, axis=0, out=rows, mode="clip")
        np.take(base.scaled_counts, words, axis=0, out=before, mode="clip")
        if not self._has_only_decayed(own, summary.kept):
            ratio = np.zeros_like(own.scale)
            np.divide(summary.kept * base.scale, own.scale, out=ratio, where=own.scale > 0)
            before *= ratio.astype(np.float32)
        rows -= before
        factor = own.scale
        if task.merged_by_all and summary.new > 0:  # see _add_increments
            factor = factor * (summary.n_tokens / summary.new)
        rows *= factor.astype(np.float32)
        if task.merged_by_all:
            shards = [(sent_words, rows)]
        else:
            ends = np.searchsorted(words, task.shard_bounds).tolist()
            shards = [(sent_words[first:end], rows[first:end]) for first, end in pairwise(ends)]
        if task.shared:
            return [self.outbox.address(*shard) for shard in shards]
        return list(shards)

    def _scratch_rows(self, shape: tuple[int, int]) -> NDArray[np.float32]:
        """Return memory for rows that is used again."""
        if (
            self._scratch is None
            or len(self._scratch) < shape[0]
            or self._scratch.shape[1] != shape[1]
        ):
            self._scratch = aligned_zeros(shape, np.float32)
        return self._scratch[: shape[0]]

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
        words = np.flatnonzero(own.scaled_counts.any(axis=1))
        rows = own.scaled_counts[words] * own.scale.astype(np.float32)
        ends = np.searchsorted(words, task.shard_bounds).tolist()
        return [summary, *((words[first:end], rows[first:end]) for first, end in pairwise(ends))]

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
        increments = self.received(given[n_workers:])
        n_columns = self.state.scaled_counts.shape[1]
        return rounds.merge_rows(increments, weights, first, end, n_columns)

    def end_rounds(self, is_wanted: bool, merged: Merged | None, *ended: Any) -> TopicArrays | None:
        """Move the topics over the last round; return them if they are wanted."""
        if merged is not None and merged.version != self.version:
            self.merge_into(merged, *ended)
        return arrays_of(self.state) if is_wanted else None

    def merge_into(self, merged: Merged, *ended: Any) -> None:
        """Move the topics over a round; `ended` are its summaries, then its increments or rows."""
        if merged.version != self.version + 1:
            raise OutOfStepError(f"topics {self.version} before {merged.version}")
        summaries = [item for item in ended if isinstance(item, Summary)]
        rest = self.received(ended[len(summaries) :])
        if merged.by_all:
            self._add_increments(summaries, merged, rest)
        else:
            apply_round(self.state, summaries, merged, rest)
        self.version: int = merged.version

    def _add_increments(
        self, summaries: list[Summary], merged: Merged, increments: Sequence[Increment]
    ) -> None:
        """Move the topics over a round with the increments themselves.

        N <- d N + (1 - d) / n sum_r J_r, where J_r = n_r I_r / (1 - d_r) are the rows that workers
        send, n_r their tokens and n the sum: one step of size 1 - d, by the core.
        """
        state, n_tokens = self.state, sum(summary.n_tokens for summary in summaries)
        n_documents = sum(summary.n_documents for summary in summaries)
        with state.training():
            if n_tokens > 0:
                _core.apply_blocks(
                    topics=state.native(),
                    blocks=[
                        (words, aligned_rows(rows).reshape(-1), np.array([words.size]))
                        for words, rows in increments
                        if words.size
                    ],
                    step=1.0 - merged.kept,
                    growth=1.0,
                    weight=1.0 / n_tokens,
                    n_documents=n_documents,
                    n_tokens=n_tokens,
                    corpus_tokens=merged.corpus_tokens,
                    n_threads=self.setup.n_threads,
                )
            state.corpus_tokens = merged.corpus_tokens
            state.clock += sum(summary.n_batches for summary in summaries)
            state.n_documents_seen += n_documents
            state.n_tokens_seen += n_tokens


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
