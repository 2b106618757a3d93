"""WorkerPool: calls of workers whose results are futures, and a pool within this process.

A future may be passed to a later call, of the same worker or of another: the pool moves its value.
So a chain of calls can be submitted without waiting for any of them.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any

from thalweg.distributed.workers.tasks import WorkerSetup
from thalweg.distributed.workers.worker import Worker


class LostWorkersError(Exception):
    """Some workers died or did not answer in time; the pool has replaced or dropped them."""


class WorkerPool(ABC):
    """Workers by number, 0 to n_workers - 1."""

    @property
    @abstractmethod
    def n_workers(self) -> int:
        """Workers that are there now."""

    @property
    def generation(self) -> int:
        """A number that changes when workers join, leave or are replaced."""
        return 0

    @property
    def are_separate(self) -> bool:
        """Whether each worker has topics of its own."""
        return True

    @property
    def shares_memory(self) -> bool:
        """Whether workers read each other's memory and have met; LostWorkersError as in get()."""
        return False

    @abstractmethod
    def call(self, worker: int, method: str, *arguments: Any, n_results: int = 1) -> list[Any]:
        """Call a method of a worker; return `n_results` futures, of a list if more than one."""

    @abstractmethod
    def put(self, value: Any) -> Any:
        """Return a future of a value, which is then sent only once to each machine."""

    @abstractmethod
    def get(self, futures: Sequence[Any]) -> list[Any]:
        """Return the values of futures; LostWorkersError if a worker was lost."""

    @abstractmethod
    def refresh(self) -> None:
        """Let workers join that have become available; called between rounds."""

    @abstractmethod
    def close(self) -> None:
        """End all workers."""


class InProcessPool(WorkerPool):
    """Any number of virtual workers that take turns in this process, for tests and simulations.

    They share one copy of the topics.
    """

    def __init__(self, setup: WorkerSetup, n_workers: int) -> None:
        self._worker = Worker(setup)
        self._n_workers = n_workers

    @property
    def n_workers(self) -> int:
        """Virtual workers."""
        return self._n_workers

    @property
    def are_separate(self) -> bool:
        """They are not, if there are several."""
        return self._n_workers == 1

    def call(self, worker: int, method: str, *arguments: Any, n_results: int = 1) -> list[Any]:
        """Call at once."""
        result = getattr(self._worker, method)(*arguments)
        return [result] if n_results == 1 else result

    def put(self, value: Any) -> Any:
        """Return the value itself."""
        return value

    def get(self, futures: Sequence[Any]) -> list[Any]:
        """Return the values themselves."""
        return list(futures)

    def refresh(self) -> None:
        """Do nothing: all workers are there."""

    def close(self) -> None:
        """Forget the topics and the documents."""
        del self._worker
