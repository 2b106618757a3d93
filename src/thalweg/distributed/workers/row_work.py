"""RowWork: a share of the rows of W x K, and the blocks of a minibatch with rows of other workers.

Each worker owns the rows of a range of words, and counts some of the blocks of every minibatch. For
these it fetches the rows of their words, and only these. It sends what it has counted to the owners
of the words. So no process has all rows.

The result has the bits of one machine. The core adds up words in an order that depends on their
stripes, so words get numbers of their own, in a small table, that keep the stripe and the order.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.documents import Documents
from thalweg.corpus.rows import gather
from thalweg.distributed.workers.base import WorkerBase, aligned_rows
from thalweg.distributed.workers.row_files import RowFiles, write_rows
from thalweg.distributed.workers.tasks import ExactTask
from thalweg.state.native import aligned_zeros, padded
from thalweg.state.priors import Prior
from thalweg.state.random_start import random_rows
from thalweg.state.topic_state import TopicState

N_STRIPES = 16  # of words, in whose order the core adds rows: n_stripes in block.hpp
_SUMMED = 64  # rows that the core adds up in single precision: rows_per_float_sum in rows.inl
_SUMMED_AT_ONCE = 1024

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class RowRange:
    """The words of one worker among all words; bounds are multiples of the number of stripes."""

    bounds: tuple[int, ...]
    number: int

    @property
    def first(self) -> int:
        """The first word."""
        return self.bounds[self.number]

    @property
    def end(self) -> int:
        """The word after the last one."""
        return self.bounds[self.number + 1]

    @property
    def size(self) -> int:
        """Words of this worker; there are none for some if there are few words."""
        return self.end - self.first

    @property
    def n_words(self) -> int:
        """All words."""
        return self.bounds[-1]


@dataclass(frozen=True)
class BlockSums:
    """What N^Z needs of the blocks of one worker: tokens, and sums of up to 64 rows."""

    tokens: tuple[float, ...]  # of each block
    sums: NDArray[np.float32]  # in the order of blocks, stripes and rows
    stripes: NDArray[np.int64]  # of each sum


@dataclass
class _OwnBlocks:
    """The blocks of one worker in a minibatch, with numbers of words in a table of its own."""

    documents: Documents
    first_block: int
    last_block: int
    words: NDArray[np.int64]  # in ascending order
    numbers: NDArray[np.int64]  # of the words, with the same stripes
    n_numbers: int


@dataclass
class RowWork(WorkerBase):
    """What a worker does where rows are partitioned."""

    _range: RowRange = field(default_factory=lambda: RowRange((0, 0), 0))
    _rows: TopicState | None = None  # of the words of the range
    _counted_rows: TopicState | None = None  # in a finishing pass
    _blocks: _OwnBlocks | None = None  # between own_words() and count_rows()
    _most_fetched: int = 0

    # ------------------------------------------------------------------ the rows of this worker

    def start_rows(self, owned: RowRange, prior: Prior, corpus_tokens: float) -> None:
        """Draw the random start of the rows of this worker."""
        n_topics, seed = prior.doc_topic.size, self.setup.seed
        self.hold_rows(owned, prior, np.ones(n_topics), None)
        if owned.size:
            self.rows.scaled_counts = random_rows(
                owned.n_words, n_topics, corpus_tokens, seed, 0.5, owned.first, owned.end
            )

    def hold_rows(
        self, owned: RowRange, prior: Prior, scale: Floats, counted: Floats | None
    ) -> None:
        """Make room for rows with a scale, and for those of a finishing pass with another one."""
        self._range, self._blocks = owned, None
        self._prior: Prior = prior
        self._rows = self._counted_rows = None  # their memory is free for the new ones
        self._rows = self._empty_rows(scale)
        self._counted_rows = None if counted is None else self._empty_rows(counted)

    def _empty_rows(self, scale: Floats) -> TopicState:
        prior = self._prior
        wide = np.zeros(padded(prior.doc_topic.size))
        wide[: prior.doc_topic.size] = scale
        # The core needs a row, also of a worker that owns none because there are few words.
        counts = aligned_zeros((max(self._range.size, 1), wide.size), np.float32)
        bare = Prior(prior.doc_topic, prior.topic_word[:1])  # applying rows needs no eta
        return TopicState(counts, wide, np.zeros(wide.size), bare, 1.0, self.setup.seed)

    def read_rows(self, files: RowFiles, first: int, end: int, counted: bool) -> Floats:
        """Read rows first..end-1 of this worker's range from a checkpoint; return their sums."""
        some = self._some_rows(first, end, counted)
        files.read_into(some, self._range.first + first)
        return np.asarray(some.sum(axis=0, dtype=np.float64))

    def write_rows(self, path: Path, first: int, end: int, counted: bool) -> Floats:
        """Write rows first..end-1 of this worker's range to its file; return their sums."""
        some = self._some_rows(first, end, counted)
        write_rows(path, some, first)
        return np.asarray(some.sum(axis=0, dtype=np.float64))

    def scale_of_rows(self, counted: bool) -> Floats:
        """Return the scale of the rows, which all workers have."""
        state = self._rows_of_pass(counted)
        return state.scale[: state.n_topics].copy()

    def _some_rows(self, first: int, end: int, counted: bool) -> NDArray[np.float32]:
        return self._rows_of_pass(counted).scaled_counts[first:end]

    def _rows_of_pass(self, counted: bool) -> TopicState:
        """Return the rows, or the counts of a finishing pass."""
        found = self._counted_rows if counted else self.rows
        assert found is not None, "begin_counting() comes first"
        return found

    @property
    def rows(self) -> TopicState:
        """The rows of the words of this worker."""
        assert self._rows is not None, "start_rows() or hold_rows() comes first"
        return self._rows

    def sum_rows(self, before: Floats) -> Floats:
        """Return the sums over words up to the last one of this worker; `before`: to its first."""
        total, rows = before[None], self._some_rows(0, self._range.size, counted=False)
        for first in range(0, len(rows), _SUMMED_AT_ONCE):
            some = rows[first : first + _SUMMED_AT_ONCE].astype(np.float64)
            total = np.add.reduce(np.vstack([total, some]), axis=0, keepdims=True)
        return np.asarray(total[0])

    def rescale_rows(self, factor: float) -> None:
        """Multiply all counts."""
        self.rows.scale *= factor

    def begin_counting(self) -> None:
        """Begin a finishing pass: its counts start as a copy of the rows."""
        self._counted_rows = self.rows.copy()

    def end_counting(self) -> None:
        """Use the counts of a finishing pass."""
        assert self._counted_rows is not None, "begin_counting() comes first"
        self._rows, self._counted_rows = self._counted_rows, None

    def sizes(self) -> dict[str, int]:
        """Return how many rows this worker has, and how many it has had of others at a time."""
        return {"owned": self._range.size, "fetched": self._most_fetched}

    def rows_of(self, words: NDArray[np.int64]) -> tuple[NDArray[np.float32], Floats]:
        """Return rows of words of this worker, and the scale of all rows."""
        rows = self.rows
        return rows.scaled_counts[words - self._range.first], rows.scale.copy()

    def apply_rows(self, task: ExactTask, batch: int, *counted: Any) -> None:
        """Apply a minibatch to the rows of this worker; `counted` are sums, then rows."""
        sums = [item for item in counted if isinstance(item, BlockSums)]
        n_tokens, learner = tokens_of(sums), self._rows_of_pass(task.counts)
        if not n_tokens > 0:
            return
        with learner.training():
            _core.apply_blocks(
                topics=learner.native(),
                blocks=[
                    (words, aligned_rows(rows).reshape(-1), sizes)
                    for words, rows, sizes in counted[len(sums) :]
                    if words.size
                ],
                step=float(task.steps[batch]),
                growth=1.0,
                weight=task.corpus_tokens / n_tokens,
                n_documents=0,
                n_tokens=n_tokens,
                corpus_tokens=task.corpus_tokens,
                n_threads=self.setup.n_threads,
            )

    def next_totals(self, task: ExactTask, batch: int, totals: Floats, *sums: BlockSums) -> Floats:
        """Return N^Z after a minibatch, of which `sums` has all blocks."""
        return totals_after(totals, float(task.steps[batch]), task.corpus_tokens, sums)

    # ------------------------------------------------------------------ the blocks of this worker

    def own_words(self, task: ExactTask, batch: int, worker: int, n_workers: int) -> list[Any]:
        """Return how many words this worker's blocks have, and which, for each owner of rows."""
        documents, order = self.part(task.part), self.part_order(task.part, task.n_passes)
        chosen = gather(documents, order[task.bounds[batch] : task.bounds[batch + 1]])
        places = np.arange(chosen.n_documents)
        ends = np.append(0, _core.block_ends(documents=chosen.native, order=places))
        n_blocks = ends.size - 1
        first, last = worker * n_blocks // n_workers, (worker + 1) * n_blocks // n_workers
        entries = slice(*chosen.offsets[ends[[first, last]]].tolist())
        words, inverse = np.unique(chosen.words[entries], return_inverse=True)
        numbers = _numbers_with_stripes(words)
        renumbered = np.zeros(chosen.words.size, np.int32)
        renumbered[entries] = numbers[inverse]
        n_numbers = int(numbers.max(initial=0)) + 1
        few = Documents(chosen.offsets, renumbered, chosen.counts, n_numbers)
        self._blocks = _OwnBlocks(few, first, last, words.astype(np.int64), numbers, n_numbers)
        self._most_fetched = max(self._most_fetched, words.size)
        cuts = np.searchsorted(words, self._range.bounds).tolist()
        return [words.size, *(self._blocks.words[low:high] for low, high in pairwise(cuts))]

    def count_rows(
        self, task: ExactTask, batch: int, first_number: int, totals: Floats, *fetched: Any
    ) -> list[Any]:
        """Count this worker's blocks; return sums for N^Z, and rows for each owner."""
        own = self._blocks
        assert own is not None, "own_words() comes first"
        table = self._table(own, totals, fetched)
        numbers, flat, sizes, tokens, pending = _core.count_blocks(
            topics=table,
            documents=own.documents.native,
            order=np.arange(own.documents.n_documents),
            first_block=own.first_block,
            last_block=own.last_block,
            corpus_tokens=task.corpus_tokens,
            current_tokens=task.corpus_tokens,
            schedules=task.visits.steps.native,
            burn_in=task.visits.burn_in.native,
            clumped=task.visits.clumped,
            seed=self.setup.seed,
            first_number=first_number,
            n_threads=self.setup.n_threads,
        )
        if pending is not None:
            raise pending
        word_of = np.zeros(own.n_numbers, np.int64)
        word_of[own.numbers] = own.words
        words, rows = word_of[numbers], flat.reshape(numbers.size, len(totals))
        ends = np.append(0, np.cumsum(sizes))
        sums = _block_sums(words, rows, ends, tokens)
        return [sums, *(self._share(words, rows, ends, owner) for owner in range(len(fetched)))]

    def _table(self, own: _OwnBlocks, totals: Floats, fetched: Sequence[Any]) -> _core.TopicArrays:
        """Return topics of the words of the blocks, as the core expects them."""
        n_columns = self.rows.scaled_counts.shape[1]
        counts = aligned_zeros((own.n_numbers, n_columns), np.float32)
        counts[own.numbers] = np.concatenate([rows for rows, _ in fetched])
        prior, wide = self._prior, np.zeros(n_columns)
        alpha = aligned_zeros((n_columns,), np.float32)
        alpha[: prior.doc_topic.size] = prior.doc_topic
        wide[: prior.doc_topic.size] = prior.word_totals(self._range.n_words)
        eta = prior.topic_word
        if eta.size > 1:
            eta = np.zeros(own.n_numbers)
            eta[own.numbers] = prior.topic_word[own.words]
        return _core.TopicArrays(
            scaled=counts,
            scale=fetched[0][1].copy(),
            totals=totals.copy(),
            n_topics=prior.doc_topic.size,
            alpha=alpha,
            eta=eta.astype(np.float32),
            eta_total=wide,
            added=None,
            masked=None,
            locked=None,
            held=None,
            gate=_core.TopicsGate(),
        )

    def _share(
        self, words: NDArray[np.int64], rows: NDArray[np.float32], ends: Any, owner: int
    ) -> tuple[NDArray[np.uint32], NDArray[np.float32], NDArray[np.int64]]:
        """Return the rows of one owner's words: words counted from its first one, rows, sizes."""
        first, end = self._range.bounds[owner : owner + 2]
        chosen = (words >= first) & (words < end)
        sizes = np.add.reduceat(np.append(chosen, False), ends[:-1]) if ends.size > 1 else ends[:0]
        sizes = np.where(np.diff(ends) > 0, sizes, 0).astype(np.int64)
        return (words[chosen] - first).astype(np.uint32), rows[chosen], sizes


def row_bounds(n_words: int, n_workers: int) -> tuple[int, ...]:
    """Return the first word of each worker's range, and the number of words."""
    stripes = np.linspace(0, -(-n_words // N_STRIPES), n_workers + 1).astype(int) * N_STRIPES
    return tuple(np.minimum(stripes, n_words).tolist())


def tokens_of(sums: Sequence[BlockSums]) -> float:
    """Return the tokens of all blocks, added one after the other, as on one machine."""
    n_tokens = 0.0
    for one in sums:
        for number in one.tokens:
            n_tokens += number
    return n_tokens


def totals_after(
    totals: Floats, step: float, corpus_tokens: float, sums: Sequence[BlockSums]
) -> Floats:
    """Return N^Z after a minibatch: (1 - rho) N^Z + rho C / |M| times the sum of all rows."""
    n_tokens = tokens_of(sums)
    if not n_tokens > 0:
        return totals
    by_stripe = np.zeros((N_STRIPES, totals.size))
    for one in sums:
        for stripe, row in zip(one.stripes.tolist(), one.sums, strict=True):
            by_stripe[stripe] += row
    expected = np.zeros(totals.size)
    for row in by_stripe:
        expected += row
    weight = step * (corpus_tokens / n_tokens)
    return np.asarray((1.0 - step) * totals + weight * expected)


def _block_sums(
    words: NDArray[np.int64], rows: NDArray[np.float32], ends: Any, tokens: Floats
) -> BlockSums:
    """Add up rows as the core does: up to 64 of one stripe and block in single precision."""
    sums, stripes = [], []
    for first, end in pairwise(ends.tolist()):
        cuts = first + np.searchsorted(words[first:end] % N_STRIPES, np.arange(N_STRIPES + 1))
        for stripe, (low, high) in enumerate(pairwise(cuts.tolist())):
            for start in range(low, high, _SUMMED):
                sums.append(rows[start : min(start + _SUMMED, high)].sum(axis=0))
                stripes.append(stripe)
    both = np.array(sums, np.float32).reshape(len(sums), rows.shape[1])
    return BlockSums(tuple(tokens.tolist()), both, np.array(stripes, np.int64))


def _numbers_with_stripes(words: NDArray[Any]) -> NDArray[np.int64]:
    """Return small numbers for words in ascending order, each with the stripe of its word."""
    stripes = words.astype(np.int64) % N_STRIPES
    rank = np.zeros(words.size, np.int64)
    for stripe in range(N_STRIPES):
        same = stripes == stripe
        rank[same] = np.arange(same.sum())
    return rank * N_STRIPES + stripes
