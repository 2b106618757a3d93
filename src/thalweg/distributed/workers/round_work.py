"""RoundWork: what a worker does in local rounds, and how a round changes its topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
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
_CACHED = 1 << 15  # numbers of a piece of work whose arrays stay in the cache of a processor
_ENTRIES_PER_WORD = 8
_MOST_ROWS = 0.5  # share of rows above which copying all of them is faster


@dataclass
class RoundWork(WorkerBase):
    """What a worker does in local rounds."""

    _own: TopicState | None = None  # the topics of this worker within a round
    # `_own` has the counts of this array, but for the words that have changed in either.
    _same_but_for: NDArray[np.float32] | None = None
    _changed: NDArray[np.bool_] = field(default_factory=lambda: np.zeros(0, dtype=bool))
    _scratch: NDArray[np.float32] | None = None
    _striped: NDArray[np.int64] | None = None  # all words, in the order of their stripes

    def explore(self, task: RoundTask, merged: Merged | None, *ended: Any) -> list[Any]:
        """Apply minibatches to topics of its own; return a summary and the increment in shards.

        `merged` and `ended`, the results of the round before, take the worker to the topics that
        this round starts from.
        """
        self._begin_round(task, merged, ended)
        base, own = self.state, self._own_topics(task)
        self._take_over(base, own)
        own.scale[:], own.totals[:] = base.scale, base.totals
        own.n_tokens_seen = 0.0
        done, mask = 0, np.zeros(len(own.scaled_counts), dtype=bool)
        for piece in task.pieces:
            documents, order, bounds = self._documents(piece, task.n_passes)
            starts = documents.offsets[order]
            sizes = documents.offsets[order + 1] - starts
            if sizes.sum() > _ENTRIES_PER_WORD * mask.size:
                mask[:] = True  # nearly all words occur, and finding out which takes longer
            else:
                mask[documents.words[places_of(starts, sizes)]] = True
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
        if self._has_only_decayed(own, kept):
            self._changed[words] = True
        else:
            self._same_but_for = None
        return [summary, *self._increment(task, own, summary, words)]

    def _take_over(self, base: TopicState, own: TopicState) -> None:
        """Copy the counts that all workers have to the topics of this one, where they differ."""
        if self._same_but_for is not base.scaled_counts or self._changed.mean() > _MOST_ROWS:
            np.copyto(own.scaled_counts, base.scaled_counts)
        else:
            words = np.flatnonzero(self._changed)
            rows = self._scratch_rows(own.scaled_counts.shape[1])
            for some in pieces_of(words.size, len(rows)):
                piece = rows[: some.stop - some.start]
                np.take(base.scaled_counts, words[some], axis=0, out=piece, mode="clip")
                own.scaled_counts[words[some]] = piece
        self._same_but_for = base.scaled_counts
        self._changed = np.zeros(len(own.scaled_counts), dtype=bool)

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
        ratio = None
        if not self._has_only_decayed(own, summary.kept):
            ratio = np.zeros(own.scale.size)
            np.divide(summary.kept * base.scale, own.scale, out=ratio, where=own.scale > 0)
        factor = own.scale
        if task.merged_by_all and summary.new > 0:  # see _add_increments
            factor = factor * (summary.n_tokens / summary.new)
        scratch = self._scratch_rows(shape[1])
        for some in pieces_of(words.size, len(scratch)):
            piece, before = rows[some], scratch[: some.stop - some.start]
            np.take(own.scaled_counts, words[some], axis=0, out=piece, mode="clip")
            np.take(base.scaled_counts, words[some], axis=0, out=before, mode="clip")
            if ratio is not None:
                before *= ratio.astype(np.float32)
            piece -= before
            piece *= factor.astype(np.float32)
        if task.merged_by_all:
            shards = [(sent_words, rows)]
        else:
            ends = np.searchsorted(words, task.shard_bounds).tolist()
            shards = [(sent_words[first:end], rows[first:end]) for first, end in pairwise(ends)]
        if task.shared:
            return [self.outbox.address(*shard) for shard in shards]
        return list(shards)

    def _scratch_rows(self, n_columns: int) -> NDArray[np.float32]:
        """Return memory for as many rows as stay in the cache of a processor."""
        if self._scratch is None or self._scratch.shape[1] != n_columns:
            self._scratch = aligned_zeros((max(_CACHED // n_columns, 1), n_columns), np.float32)
        return self._scratch

    def count(self, task: RoundTask, merged: Merged | None, *ended: Any) -> list[Any]:
        """Count documents under fixed topics; return a summary and the counts in shards."""
        self._begin_round(task, merged, ended)
        base, own = self.state, self._own_topics(task)
        self._same_but_for = None
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

    def run_rounds(
        self, mine: list[RoundTask | None], ends: list[Merged], is_wanted: bool
    ) -> TopicArrays | None:
        """Run rounds that all merge by themselves, with the workers that have met this one."""
        merged, ended = None, list[Any]()
        with self.together() as others:
            for task, end in zip(mine, ends, strict=True):
                if task is None:  # a round with fewer minibatches than workers
                    self.end_rounds(False, merged, *ended)
                    done = []
                else:
                    done = self.explore(task, merged, *ended)
                ended = [item for items in others.exchange(done) for item in items]
                merged = end
            return self.end_rounds(is_wanted, merged, *ended)

    def end_rounds(self, is_wanted: bool, merged: Merged | None, *ended: Any) -> TopicArrays | None:
        """Move the topics over the last round; return them if they are wanted."""
        if merged is not None and merged.version != self.version:
            self.merge_into(merged, *ended)
        return arrays_of(self.state) if is_wanted else None

    def merge_into(self, merged: Merged, *ended: Any) -> None:
        """Move the topics over a round; `ended` are its summaries and its increments or rows."""
        if merged.version != self.version + 1:
            raise OutOfStepError(f"topics {self.version} before {merged.version}")
        summaries = [item for item in ended if isinstance(item, Summary)]
        rest = self.received([item for item in ended if not isinstance(item, Summary)])
        if merged.by_all:
            self._add_increments(summaries, merged, rest)
        else:
            apply_round(self.state, summaries, merged, rest)
            self._same_but_for = None
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
        expected = state.scale * merged.kept
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
        if not np.allclose(state.scale, expected, rtol=1e-9, atol=0):  # rows were multiplied
            self._same_but_for = None
        for words, _ in increments if self._changed.size else ():
            self._changed[words] = True


def places_of(starts: NDArray[np.int64], sizes: NDArray[np.int64]) -> NDArray[np.int64]:
    """Return the places start, start + 1, ... of each range, one range after the other."""
    ends = np.cumsum(sizes)
    places: NDArray[np.int64] = np.arange(sizes.sum()) + np.repeat(starts - ends + sizes, sizes)
    return places


def pieces_of(n: int, size: int) -> list[slice]:
    """Return slices of at most `size` that cover 0 to n."""
    return [slice(first, min(first + size, n)) for first in range(0, n, size)]


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
