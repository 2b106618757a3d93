"""RayPool: workers that are actors of Ray. They are replaced when they die or hang."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import Any

import ray
from ray.exceptions import (
    GetTimeoutError,
    ObjectLostError,
    RayActorError,
    RayError,
    RayTaskError,
    WorkerCrashedError,
)
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

from thalweg.distributed.connection import nodes
from thalweg.distributed.pool import LostWorkersError, WorkerPool
from thalweg.distributed.workers.same_everywhere import require_same
from thalweg.distributed.workers.tasks import OutOfStepError, WorkerSetup
from thalweg.distributed.workers.worker import Worker
from thalweg.errors import InputError
from thalweg.system.logs import RunLog

_LOST = (RayActorError, ObjectLostError, WorkerCrashedError)
_SECONDS_BETWEEN_LOOKS = 1.0
_SECONDS_TO_ANSWER = 30.0


class RayWorker:
    """A worker in a process of Ray. A second thread answers whether it is alive."""

    def __init__(self, number: int, setup: WorkerSetup) -> None:
        self._number = number
        self._worker = Worker(setup)
        self._lock = threading.Lock()
        self._began: float | None = None

    def __repr__(self) -> str:
        return f"thalweg worker {self._number}"

    def describe(self) -> dict[str, Any]:
        """Return what must be the same everywhere, and where this worker runs."""
        about = self._worker.describe()
        about["node"] = ray.get_runtime_context().get_node_id()
        return about

    def call(self, method: str, *arguments: Any) -> Any:
        """Call a method of the worker."""
        self._began = time.monotonic()
        try:
            return getattr(self._worker, method)(*arguments)
        finally:
            self._began = None

    def busy_seconds(self) -> float:
        """Return how long the present call has taken so far."""
        began = self._began
        return 0.0 if began is None else time.monotonic() - began


_WORKER: Any = ray.remote(
    concurrency_groups={"health": 1},
    scheduling_strategy="SPREAD",
    max_restarts=0,
    max_task_retries=0,
)(RayWorker)


@dataclass
class _Slot:
    """One worker: its actor, and what it said about itself when it was ready."""

    number: int
    actor: Any
    description: Any  # a future
    about: dict[str, Any] | None = None

    @property
    def name(self) -> str:
        """The worker for messages."""
        where = (
            ""
            if self.about is None
            else f" ({self.about['host']}, process {self.about['process']})"
        )
        return f"worker {self.number}{where}"


class RayPool(WorkerPool):
    """Actors of Ray: up to `n_workers`, fewer while the cluster has no room for all."""

    def __init__(
        self,
        setup: WorkerSetup,
        n_workers: int,
        *,
        exact: bool,
        timeout: float,
        start_timeout: float,
        log: RunLog,
    ) -> None:
        self._exact, self._timeout, self._start_timeout = exact, timeout, start_timeout
        self._log, self._n_threads = log, setup.n_threads
        self._expected = Worker(setup).describe()
        self._setup = ray.put(setup)
        self._slots: list[_Slot] = []
        self._waiting: list[_Slot] = [self._start(number) for number in range(n_workers)]
        self._generation = 0
        self._sharing: tuple[int, bool] = (-1, False)  # of a generation
        try:
            self._wait_for_workers()
        except BaseException:
            self.close()
            raise

    @property
    def n_workers(self) -> int:
        """Workers that are ready."""
        return len(self._slots)

    @property
    def workers(self) -> list[dict[str, Any]]:
        """Where the workers run: host, process, node, and their software."""
        return [slot.about for slot in self._slots if slot.about is not None]

    @property
    def generation(self) -> int:
        """A number that changes with the workers."""
        return self._generation

    @property
    def shares_memory(self) -> bool:
        """Whether the workers are on one node and read each other's memory; tried once."""
        generation = self._generation
        if self._sharing[0] != generation:
            shares = self.n_workers > 1 and len({about["node"] for about in self.workers}) == 1
            self._sharing = (generation, shares and self._have_met())
        return self._sharing[1]

    def _have_met(self) -> bool:
        """Connect workers on one node; False if they cannot read each other's memory or connect."""
        workers, generation = range(self.n_workers), self._generation
        offers = [self.call(worker, "offer_memory")[0] for worker in workers]
        answers = [self.call(worker, "can_read", *offers)[0] for worker in workers]
        if not all(self.get(answers)):
            return False
        # Those who wait for a worker give up before they are taken for hanging themselves.
        patience = self._timeout / 2
        try:
            self.get([self.call(w, "meet", w, patience, *offers)[0] for w in workers])
        except LostWorkersError:
            if self._generation != generation:
                raise
            self._log.info("workers on one node cannot connect; they use the object store")
            return False
        return True

    def _start(self, number: int) -> _Slot:
        actor = _WORKER.options(num_cpus=self._n_threads).remote(number, self._setup)
        return _Slot(number, actor, actor.describe.remote())

    # ------------------------------------------------------------------ calls

    def call(self, worker: int, method: str, *arguments: Any, n_results: int = 1) -> list[Any]:
        """Submit a call; it waits for the futures among its arguments."""
        submit = self._slots[worker].actor.call.options(num_returns=n_results)
        result = submit.remote(method, *arguments)
        return [result] if n_results == 1 else list(result)

    def put(self, value: Any) -> Any:
        """Put a value into the object store."""
        return ray.put(value)

    def get(self, futures: Sequence[Any]) -> list[Any]:
        """Return values; if a worker is lost meanwhile, replace it and raise LostWorkersError.

        If one raises an error, others may fail because they wait for it: its error is raised.
        """
        futures = list(futures)
        while True:
            _, missing = ray.wait(
                futures, num_returns=len(futures), timeout=self._timeout / 2, fetch_local=False
            )
            if not missing:
                break
            if hung := self._not_alive():
                self._replace(hung)
                raise LostWorkersError
        try:
            return list(ray.get(futures, timeout=self._timeout))
        except (RayTaskError, *_LOST, GetTimeoutError) as error:
            waited = isinstance(error, GetTimeoutError)
            if not waited and (cause := self._cause(futures)) is not None:
                raise cause from None
            self._replace(self._not_alive())
            self._sharing = (-1, False)  # those who have failed have closed their connections
            raise LostWorkersError from None

    def _cause(self, futures: list[Any]) -> BaseException | None:
        """Return the first error of a worker that is not the consequence of a lost one."""
        for future in futures:
            try:
                ray.get(future, timeout=self._timeout)
            except RayTaskError as error:
                cause: BaseException = error.cause
                if not isinstance(cause, (*_LOST, OutOfStepError)):
                    return cause
            except (*_LOST, GetTimeoutError):
                continue
        return None

    # ------------------------------------------------------------------ workers come and go

    def _not_alive(self) -> list[_Slot]:
        """Return workers that are dead, do not answer, or have been in one call for too long."""
        answers = {
            slot.actor.busy_seconds.options(concurrency_group="health").remote(): slot
            for slot in self._slots
        }
        patience = min(self._timeout, _SECONDS_TO_ANSWER)
        ready, silent = ray.wait(list(answers), num_returns=len(answers), timeout=patience)
        lost = [answers[answer] for answer in silent]
        for answer in ready:
            try:
                if ray.get(answer) > self._timeout:
                    lost.append(answers[answer])
            except RayError:
                lost.append(answers[answer])
        return lost

    def _replace(self, lost: list[_Slot]) -> None:
        """End lost workers and start others in their places."""
        self._generation += bool(lost)
        for slot in lost:
            self._log.info(f"{slot.name} was lost; starting another one")
            self._end(slot)
            self._slots.remove(slot)
            self._waiting.append(self._start(slot.number))
        if lost:
            self._wait_for_workers()

    def _end(self, slot: _Slot) -> None:
        try:
            ray.kill(slot.actor)
        except (RayError, ValueError):
            return
        if slot.about is None:
            return
        # A process that hangs does not hear ray.kill, and would keep its cores.
        there = NodeAffinitySchedulingStrategy(slot.about["node"], soft=False)
        try:
            ended = _END_PROCESS.options(scheduling_strategy=there).remote(slot.about["process"])
            ray.wait([ended], timeout=5)
        except RayError:
            return  # the node is gone, and the process with it

    def _wait_for_workers(self) -> None:
        """Wait until all workers are ready, or for some time until some are."""
        end = time.monotonic() + self._start_timeout
        while self._waiting:
            self.refresh(seconds=_SECONDS_BETWEEN_LOOKS)
            if time.monotonic() > end or (self._slots and not self._has_room()):
                break
        if not self._slots:
            raise InputError(
                f"`engine` could not start a worker within {self._start_timeout:g} s: each needs "
                f"{self._n_threads} CPUs, and the cluster has {_free_cpus():g} free of "
                f"{ray.cluster_resources().get('CPU', 0):g}. Ask for fewer `threads_per_worker`, "
                "add nodes, or raise `start_timeout`."
            )
        if self._waiting:
            self._log.info(
                f"training with {len(self._slots)} workers; {len(self._waiting)} join when the "
                "cluster has room for them"
            )

    def _has_room(self) -> bool:
        """Whether the nodes that are there have CPUs for all workers."""
        cpus = (int(node["Resources"].get("CPU", 0)) for node in nodes())
        room = sum(n // self._n_threads for n in cpus)
        return room >= len(self._slots) + len(self._waiting)

    def refresh(self, seconds: float = 0.0) -> None:
        """Let workers join that are ready."""
        if not self._waiting:
            return
        futures = {slot.description: slot for slot in self._waiting}
        ready, _ = ray.wait(list(futures), num_returns=len(futures), timeout=seconds)
        for future in ready:
            slot = futures[future]
            self._waiting.remove(slot)
            try:
                slot.about = ray.get(future)
            except RayTaskError as error:
                raise error.cause from None
            except _LOST:
                self._waiting.append(self._start(slot.number))
                continue
            require_same(self._expected, slot.about, slot.name, exact=self._exact)
            self._slots.append(slot)
            self._generation += 1
            self._log.info(f"{slot.name} is ready")
        self._slots.sort(key=lambda slot: slot.number)

    def close(self) -> None:
        """End all workers."""
        for slot in [*self._slots, *self._waiting]:
            self._end(replace(slot, about=None))
        self._slots, self._waiting = [], []


def _end_process(process: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(process, signal.SIGKILL)


_END_PROCESS: Any = ray.remote(num_cpus=0, max_retries=0)(_end_process)


def _free_cpus() -> float:
    return float(ray.available_resources().get("CPU", 0))
