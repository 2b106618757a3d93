"""ClusterEngine: trains with many workers, in exact mode or in local rounds."""

from __future__ import annotations

import time
from abc import abstractmethod
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from thalweg.distributed.exact_segment import ExactSegment
from thalweg.distributed.pool import InProcessPool, LostWorkersError, WorkerPool
from thalweg.distributed.round_segment import RoundSegment
from thalweg.distributed.rounds import RoundPolicy
from thalweg.distributed.workers.base import counters_of
from thalweg.distributed.workers.tasks import Merged, TopicArrays, WorkerSetup
from thalweg.errors import InputError, ThalwegError
from thalweg.inference.scvb0 import SCVB0
from thalweg.training.engine import ONE_PART, Engine, Segment

if TYPE_CHECKING:
    from thalweg.training.loop import Training

T = TypeVar("T")
MODES = ("rounds", "exact")
_SLICE_SECONDS = 2.0  # between two moments at which the driver has the topics
_MOST_REPEATS = 10  # of the same slice


class Speed:
    """How many documents fit into a time, from what was done before."""

    def __init__(self) -> None:
        self._per_second = 0.0

    def documents_in(self, seconds: float | None) -> float:
        """Return a number of documents; 0 as long as the speed is not known."""
        return self._per_second * (
            _SLICE_SECONDS if seconds is None else min(seconds, _SLICE_SECONDS)
        )

    @contextmanager
    def measuring(self, n_documents: Callable[[], int]) -> Iterator[None]:
        """Measure a slice."""
        before, started = n_documents(), time.perf_counter()
        yield
        self._per_second = (n_documents() - before) / max(time.perf_counter() - started, 1e-9)


@dataclass
class _Loaded:
    """What the workers have: the arrays and the prior that they were sent, or have computed."""

    version: int = 0
    key: tuple[Any, ...] = ()


class ClusterEngine(Engine):
    """Trains with the workers of a pool."""

    def __init__(self, mode: str, round_policy: RoundPolicy | None = None) -> None:
        if mode not in MODES:
            raise InputError(f"`mode` is {mode!r}; expected 'rounds' or 'exact'")
        self.mode = mode
        self.round_policy: RoundPolicy = round_policy or RoundPolicy()
        self.speed: Speed = Speed()
        self._pool: WorkerPool | None = None
        self._loaded = _Loaded()

    @property
    def name(self) -> str:
        """Exact mode visits documents like one machine, so that either can resume the other."""
        return ONE_PART if self.mode == "exact" else "several parts"

    @property
    def pool(self) -> WorkerPool:
        """The workers of the training run."""
        assert self._pool is not None, "there are workers only while a model trains"
        return self._pool

    @abstractmethod
    def start_pool(self, setup: WorkerSetup) -> WorkerPool:
        """Start the workers."""

    def check(self, training: Training) -> None:
        """Raise InputError if the engine cannot do this training run."""
        algorithm = training.settings.algorithm
        if not isinstance(algorithm, SCVB0) or algorithm.keeps_documents:
            title = (
                "SCVB0 with `keep_doc_topics`" if isinstance(algorithm, SCVB0) else algorithm.title
            )
            raise InputError(
                f"`engine` trains by SCVB0 or stochastic MAP; {title} trains in one process. "
                "Leave `engine` out, or choose another algorithm."
            )
        if training.state.prior.locked is not None and self.mode == "rounds":
            raise InputError(
                "`engine` trains in local rounds, which do not support locked topics; use "
                "mode='exact'"
            )

    @contextmanager
    def running(self, training: Training) -> Iterator[None]:
        """Start the workers, and end them after the training run."""
        setup = WorkerSetup(
            training.source.rows,
            training.source.bounds,
            training.state.seed,
            training.settings.shuffle,
            training.settings.n_threads,
        )
        self._pool, self._loaded, self.speed = self.start_pool(setup), _Loaded(), Speed()
        try:
            yield
        finally:
            self._pool.close()
            self._pool = None

    @property
    def n_workers(self) -> int | None:
        """Workers that are there now."""
        return None if self._pool is None else self._pool.n_workers

    @property
    def shortest_slice(self) -> float:
        """A slice ends with the topics on the way to the driver."""
        return _SLICE_SECONDS

    def segment(self, training: Training) -> Segment:
        """Return the documents that begin at the position of a training run."""
        self.pool.refresh()
        if self.mode == "exact":
            return ExactSegment.read(self, training)
        return RoundSegment.at_position(self, training)

    # ------------------------------------------------------------------ the topics of the workers

    def load(self, training: Training) -> int:
        """Bring the topics of the driver to the workers; return their version.

        The counts are sent only if the workers cannot have them. A new prior is sent alone, and in
        exact mode the workers begin and end a finishing pass on their own.
        """
        key, has = self._key(training), self._loaded.key
        if has != key:
            version, pool = self._loaded.version + 1, self.pool
            counting = _change_of_counting(has, key)
            if counting is None:
                counted = None if training.counted is None else pool.put(training.counted)
                call: tuple[Any, ...] = ("load", version, pool.put(training.state), counted)
            else:
                state = training.state
                call = ("follow", version, pool.put(state.prior), counters_of(state), counting)
            pool.get([pool.call(worker, *call)[0] for worker in range(pool.n_workers)])
            self._loaded = _Loaded(version, key)
        return self._loaded.version

    def loaded(self, training: Training, version: int) -> None:
        """Note that the workers have the topics of the driver, because they have computed them."""
        self._loaded = _Loaded(version, self._key(training))

    def _key(self, training: Training) -> tuple[Any, ...]:
        """Return which workers have what: of the topics, and in exact mode of a finishing pass."""
        states = [training.state]
        if training.counted is not None and self.mode == "exact":
            states.append(training.counted)
        return (
            self.pool.generation,
            id(training.state.prior),
            *((id(s.scaled_counts), s.n_documents_seen) for s in states),
        )

    def finish_rounds(self, merged: Merged | None, ended: list[Any]) -> TopicArrays:
        """Move all workers to the end of the last round; return the topics."""
        calls = [
            self.pool.call(worker, "end_rounds", worker == 0, merged, *ended)[0]
            for worker in range(self.pool.n_workers)
        ]
        arrays: TopicArrays = self.pool.get(calls)[0]
        return arrays

    def repeating(self, run: Callable[[], T]) -> T:
        """Run a slice, again if workers were lost: the driver has the topics of its beginning."""
        for _ in range(_MOST_REPEATS):
            try:
                return run()
            except LostWorkersError:
                self._loaded = _Loaded(self._loaded.version + 1_000_000)
                self.pool.refresh()
        raise ThalwegError(
            f"`engine` lost workers {_MOST_REPEATS} times in the same round. Their logs say why; "
            "often they need more memory than a machine has."
        )


def _change_of_counting(has: tuple[Any, ...], key: tuple[Any, ...]) -> str | None:
    """Return what leads workers to the counts that a key names; None if they must be sent.

    A key has the workers, the prior, the counts of the topics, and those of a finishing pass.
    """
    if has[:1] != key[:1]:
        return None
    counts, wanted = has[2:], key[2:]
    if counts == wanted:
        return "as before"
    if len(counts) == 2 and counts[1:] == wanted:
        return "end"
    if len(wanted) == 2 and wanted[0][1] == wanted[1][1]:  # nothing is counted yet
        if counts == wanted[:1]:
            return "begin"
        if counts[1:] == wanted[:1]:
            return "next"
    return None


class Simulation(ClusterEngine):
    """Trains with virtual workers that take turns in this process.

    The model is the one that a cluster with so many workers would train.

    Parameters
    ----------
    n_workers : int
        Number of virtual workers.
    mode : {"rounds", "exact"}, default="rounds"
        As in `Ray`.
    """

    def __init__(
        self, n_workers: int, mode: str = "rounds", round_policy: RoundPolicy | None = None
    ) -> None:
        super().__init__(mode, round_policy)
        self._n = n_workers

    def start_pool(self, setup: WorkerSetup) -> WorkerPool:
        """Return virtual workers."""
        return InProcessPool(setup, self._n)
