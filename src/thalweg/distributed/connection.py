"""The connection to a Ray cluster, and how many workers of which size it has room for."""

from __future__ import annotations

import logging
import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import ray

from thalweg.errors import InputError

LOCAL = "local"
"""The address that starts a cluster on this machine."""


@contextmanager
def connected(address: str | None) -> Iterator[None]:
    """Connect to a cluster unless the process is connected; end only what was begun here."""
    if ray.is_initialized():
        yield
        return
    # Not None, with which Ray also tries a cluster of another process, or one that has died.
    where = address or os.environ.get("RAY_ADDRESS") or LOCAL
    try:
        ray.init(
            address=where,
            log_to_driver=False,
            logging_level=logging.WARNING,
            include_dashboard=False if where == LOCAL else None,
        )
    except (ConnectionError, ValueError, RuntimeError) as error:
        first = str(error).strip().splitlines()[0] if str(error).strip() else type(error).__name__
        raise InputError(
            f"`address` is {address!r}, where no Ray cluster answers ({first}). Start one with "
            "`ray start --head`, or leave the address out to use this machine."
        ) from None
    try:
        yield
    finally:
        ray.shutdown()


def nodes() -> list[dict[str, Any]]:
    """Return the nodes that are alive, with their resources."""
    return [node for node in ray.nodes() if node["Alive"]]


def worker_shape(n_workers: int | None, threads: int | None) -> tuple[int, int]:
    """Return how many workers to start, and with how many threads each."""
    cpus = [int(node["Resources"].get("CPU", 0)) for node in nodes()]
    cpus = [n for n in cpus if n > 0]
    if not cpus:
        raise InputError("`engine`: the cluster has no CPUs. Add a node with CPUs.")
    if n_workers is None:
        n_threads = threads or min(cpus)
        return sum(max(n // n_threads, 1) for n in cpus), n_threads
    return n_workers, threads or max(1, min(sum(cpus) // n_workers, max(cpus)))
