"""Ray: trains on the machines of a Ray cluster."""

from __future__ import annotations

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TYPE_CHECKING

from thalweg.checks import whole_number
from thalweg.distributed.cluster_engine import ClusterEngine
from thalweg.distributed.pool import WorkerPool
from thalweg.distributed.rounds import RoundPolicy
from thalweg.distributed.workers.tasks import WorkerSetup
from thalweg.errors import InputError
from thalweg.system.logs import LOGGER, RunLog

if TYPE_CHECKING:
    from thalweg.training.loop import Training


class Ray(ClusterEngine):
    """Trains with workers on a Ray cluster; pass it to `fit` as `engine`.

    Needs the extra `ray`: `pip install "thalweg[ray]"`, on every machine. A corpus on disk must be
    at the same path on all machines. Workers that die or hang are replaced, and what they were
    doing is done again.

    Parameters
    ----------
    address : str, default=None
        Address of the cluster: "auto" for the one that runs on this machine, "ray://host:10001",
        or "host:6379". None and "local" start a cluster on this machine for the time of the
        training run. A process that is connected to Ray uses that connection; None also uses
        `RAY_ADDRESS` if it is set.
    n_workers : int, default=None
        Number of workers, at most. By default one per machine, with all its cores. If the cluster
        has no room for all of them, training starts with fewer, and the others join later.
    mode : {"rounds", "exact"}, default="rounds"
        "rounds": each worker trains on its own for a while, then the counts of all are merged.
        "exact": every minibatch is spread over the workers. The model is then the same, bit for
        bit, as on one machine, but the network carries more.
    threads_per_worker : int, default=None
        Number of cores per worker. By default the cores of the cluster divided by `n_workers`.
    timeout : float, default=120
        Seconds after which a worker that does not answer, or does not end a call, is replaced.
    start_timeout : float, default=60
        Seconds to wait for workers to start. Then training begins with those that are ready.
    round_policy : RoundPolicy, default=None
        How long rounds are and how far a worker moves in them, for experiments.

    Examples
    --------
    >>> from thalweg.distributed import Ray
    >>> Ray("auto", n_workers=4)
    Ray('auto', n_workers=4, mode='rounds')
    """

    def __init__(
        self,
        address: str | None = None,
        *,
        n_workers: int | None = None,
        mode: str = "rounds",
        threads_per_worker: int | None = None,
        timeout: float = 120.0,
        start_timeout: float = 60.0,
        round_policy: RoundPolicy | None = None,
    ) -> None:
        super().__init__(mode, round_policy)
        require_ray("`engine`")
        for name, value in (("n_workers", n_workers), ("threads_per_worker", threads_per_worker)):
            if value is not None:
                whole_number(name, value, least=1)
        for name, seconds in (("timeout", timeout), ("start_timeout", start_timeout)):
            if not (isinstance(seconds, int | float) and seconds > 0):
                raise InputError(f"`{name}` is {seconds!r}; expected a number of seconds above 0")
        self.address = address
        self._n_wanted, self._threads = n_workers, threads_per_worker
        self._timeout, self._start_timeout = float(timeout), float(start_timeout)
        self._log = RunLog(LOGGER)

    def __repr__(self) -> str:
        return f"Ray({self.address!r}, n_workers={self._n_wanted}, mode={self.mode!r})"

    @contextmanager
    def running(self, training: Training) -> Iterator[None]:
        """Connect to the cluster, start the workers, and end them after the training run."""
        from thalweg.distributed.connection import connected

        self._log = training.log
        with connected(self.address), super().running(training):
            yield

    def start_pool(self, setup: WorkerSetup) -> WorkerPool:
        """Start the actors."""
        from thalweg.distributed.connection import worker_shape
        from thalweg.distributed.ray_pool import RayPool

        n_workers, n_threads = worker_shape(self._n_wanted, self._threads)
        return RayPool(
            replace(setup, n_threads=n_threads),
            n_workers,
            exact=self.mode == "exact",
            timeout=self._timeout,
            start_timeout=self._start_timeout,
            log=self._log,
        )


def require_ray(what: str) -> None:
    """Raise InputError unless Ray is installed; `what` needs it."""
    if importlib.util.find_spec("ray") is None:
        raise InputError(
            f'{what} needs Ray, which is not installed. Run: pip install "thalweg[ray]"'
        )
