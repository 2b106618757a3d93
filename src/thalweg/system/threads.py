"""How many threads to use."""

from __future__ import annotations

import os
from numbers import Integral

from thalweg.errors import InputError

# Above this a pool only costs; far above it the system refuses to start the threads.
MOST_THREADS = 256


def default_threads() -> int:
    """Cores that this process may use: its affinity, not the machine's size."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def resolve_threads(n_jobs: int | None) -> int:
    """Read `n_jobs` as scikit-learn does, except that None means all cores.

    The result of a computation never depends on this number, so there is no reason to be shy.
    """
    if n_jobs is None:
        return default_threads()
    if not isinstance(n_jobs, Integral) or n_jobs == 0:
        raise InputError(
            f"n_jobs is {n_jobs!r}; expected a positive whole number, None or -1 for all cores"
        )
    if n_jobs < 0:
        return max(1, default_threads() + 1 + int(n_jobs))
    return min(int(n_jobs), MOST_THREADS)
