"""Number of threads to use."""

from __future__ import annotations

import os
from numbers import Integral

from thalweg.errors import InputError

# More threads only cost time, and many more cannot be started.
MAX_THREADS = 256


def default_threads() -> int:
    """Return the number of cores that this process may use, by its CPU affinity."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def resolve_threads(n_jobs: int | None) -> int:
    """Return the number of threads for `n_jobs` of scikit-learn, except that None means all cores.

    No result depends on the number of threads, so using all cores by default is safe.
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
