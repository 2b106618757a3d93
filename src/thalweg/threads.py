"""How many threads to use."""

from __future__ import annotations

import os

from thalweg.errors import InputError


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
    if n_jobs == 0:
        raise InputError("n_jobs is 0; expected a positive number, None or -1 for all cores")
    if n_jobs < 0:
        return max(1, default_threads() + 1 + n_jobs)
    return n_jobs
