"""A pool of workers with copies and threads of their own in this process, as in processes."""

import pickle
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from thalweg.distributed import Simulation
from thalweg.distributed.pool import InProcessPool
from thalweg.distributed.workers.tasks import WorkerSetup
from thalweg.distributed.workers.worker import Worker


@dataclass
class Item:
    """One of several results of a call."""

    results: Future[Any]
    number: int

    def result(self) -> Any:
        return self.results.result()[self.number]


class SeparateWorkers(InProcessPool):
    """Workers with copies and threads of their own, as in processes: what is passed is copied."""

    def __init__(self, setup: WorkerSetup, n_workers: int, *, shares_memory: bool) -> None:
        super().__init__(setup, n_workers)
        self._workers = [Worker(setup) for _ in range(n_workers)]
        self._threads = [ThreadPoolExecutor(1) for _ in range(n_workers)]
        self._shares_memory = shares_memory
        if shares_memory:
            offers = [self.call(w, "offer_memory")[0] for w in range(n_workers)]
            assert all(self.get([self.call(w, "can_read", *offers)[0] for w in range(n_workers)]))
            self.get([self.call(w, "meet", w, 20.0, *offers)[0] for w in range(n_workers)])

    @property
    def are_separate(self) -> bool:
        return True

    @property
    def shares_memory(self) -> bool:
        return self._shares_memory

    def call(self, worker: int, method: str, *arguments: Any, n_results: int = 1) -> list[Any]:
        def run() -> Any:
            given = pickle.loads(pickle.dumps(self.get(arguments)))
            return getattr(self._workers[worker], method)(*given)

        result = self._threads[worker].submit(run)
        if n_results == 1:
            return [result]
        return [Item(result, number) for number in range(n_results)]

    def get(self, futures: Sequence[Any]) -> list[Any]:
        return [each.result() if isinstance(each, Future | Item) else each for each in futures]

    def close(self) -> None:
        for thread in self._threads:
            thread.shutdown()


class SeparateSimulation(Simulation):
    shares_memory = False

    def start_pool(self, setup: WorkerSetup) -> SeparateWorkers:
        return SeparateWorkers(setup, self._n, shares_memory=self.shares_memory)
