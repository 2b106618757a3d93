"""Number of threads to use."""

from __future__ import annotations

import math
import multiprocessing
import os
import sys
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from numbers import Integral
from pathlib import Path
from typing import Any

from thalweg.errors import InputError
from thalweg.system.control_groups import group_folders

# More threads only cost time, and many more cannot be started.
MAX_THREADS = 256

VARIABLE = "THALWEG_NUM_THREADS"
# joblib sets the first one in its worker processes, to their share of the cores.
_OTHER_VARIABLES = ("OMP_NUM_THREADS", "LOKY_MAX_CPU_COUNT")
_ROOT = Path("/")
_SECONDS_BETWEEN_QUOTAS = 5.0  # a quota is read again after this: a short text takes 0.1 ms


@dataclass(frozen=True)
class ThreadLimit:
    """A number of threads, and what limits it."""

    n_threads: int
    reason: str


def thread_limit(root: Path = _ROOT) -> ThreadLimit:
    """Return the number of threads that "all cores" means for this process or joblib worker.

    The smallest of the cores that its CPU affinity allows, the CPU quotas of its control groups
    (Linux), and the environment variables `LOKY_MAX_CPU_COUNT` and `THALWEG_NUM_THREADS` or, if
    that is not set, `OMP_NUM_THREADS`. It is 1 in a worker thread of joblib, and in a process of
    its backend "multiprocessing". `root` is the root of the file system.
    """
    return min(_limits(root), key=lambda limit: limit.n_threads)


def default_threads() -> int:
    """Return the number of threads that "all cores" means for this process."""
    return thread_limit().n_threads


def resolve_threads(n_jobs: int | None) -> int:
    """Return the number of threads for `n_jobs` of scikit-learn, except that None means all cores.

    None and negative numbers count from what `thread_limit` allows; a positive number is used as it
    is. No result depends on the number of threads, so using all cores by default is safe.
    """
    if n_jobs is None:
        return default_threads()
    if not isinstance(n_jobs, Integral) or n_jobs == 0:
        raise InputError(
            f"`n_jobs` is {n_jobs!r}; expected a positive whole number, or None or -1 for all cores"
        )
    if n_jobs < 0:
        return max(1, default_threads() + 1 + int(n_jobs))
    return min(int(n_jobs), MAX_THREADS)


def threads_for(n_jobs: int | None, n_documents: int) -> int:
    """Return the number of threads for so many documents.

    One thread is enough for one document. It is then not asked how many there could be, because
    that takes longer than the document.
    """
    if n_documents <= 1 and n_jobs in (None, -1):
        return 1
    return resolve_threads(n_jobs)


def _limits(root: Path) -> Iterator[ThreadLimit]:
    if hasattr(os, "sched_getaffinity"):
        yield ThreadLimit(min(len(os.sched_getaffinity(0)), MAX_THREADS), "CPU affinity")
    else:
        yield ThreadLimit(min(os.cpu_count() or 1, MAX_THREADS), "number of cores")
    for n_cpus in _recent_quotas() if root == _ROOT else _quotas(root):
        # A thread for a last part of a CPU, if it is half a CPU or more.
        yield ThreadLimit(max(1, math.floor(n_cpus + 0.5)), f"CPU quota of {n_cpus:g}")
    if text := os.environ.get(VARIABLE):
        if not text.isdecimal() or int(text) == 0:
            raise InputError(
                f"{VARIABLE} is {text!r}; expected a positive whole number, or unset it"
            )
        yield ThreadLimit(int(text), VARIABLE)
    for name in _OTHER_VARIABLES[1:] if text else _OTHER_VARIABLES:
        # OMP_NUM_THREADS may be a list, one number per level of nesting. Whatever else it is, other
        # libraries have to complain about it.
        first = os.environ.get(name, "").partition(",")[0].strip()
        if first.isdecimal() and int(first) > 0:
            yield ThreadLimit(int(first), name)
    if _is_joblib_worker():
        yield ThreadLimit(1, "joblib worker")


def _is_joblib_worker() -> bool:
    """Return whether this is a worker of joblib that has no variable of its own.

    That is a thread, or a process of its backend "multiprocessing", which are daemons. Processes of
    loky are not, and have variables with their share of the cores.
    """
    parallel: Any = sys.modules.get("joblib.parallel")
    if parallel is None:
        return False
    if (
        multiprocessing.parent_process() is not None
        and not multiprocessing.current_process().daemon
    ):
        return False
    backend, _ = parallel.get_active_backend()
    return (backend.nesting_level or 0) > 0


def _recent_quotas() -> list[float]:
    """Return the CPU quotas of this process, read some seconds ago at most."""
    global _quotas_read
    now, (read_at, quotas) = time.monotonic(), _quotas_read
    if now - read_at > _SECONDS_BETWEEN_QUOTAS:
        quotas = list(_quotas(_ROOT))
        _quotas_read = now, quotas
    return quotas


_quotas_read: tuple[float, list[float]] = -math.inf, []


def _quotas(root: Path) -> Iterator[float]:
    """Yield the CPU quota of each control group that has one, in CPUs."""
    for version, folder in group_folders(root, "cpu"):
        with suppress(OSError, ValueError, ZeroDivisionError):  # no quota is "max", not a number
            if version == 2:
                quota, period = map(int, (folder / "cpu.max").read_text().split())
            else:
                names = ("cpu.cfs_quota_us", "cpu.cfs_period_us")
                quota, period = (int((folder / name).read_text()) for name in names)
            if quota > 0:  # version 1: no quota is -1
                yield quota / period
