"""ForkSafeLock: a lock that a forked process finds open.

A lock that another thread holds while a process forks stays closed in the child for ever, because
that thread does not exist there. So the first use in a child takes a new lock.
"""

from __future__ import annotations

import os
from threading import RLock
from typing import Any

_n_forks = 0


def _after_fork() -> None:
    global _n_forks
    _n_forks += 1


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


class ForkSafeLock:
    """A reentrant lock; `with lock.held:` holds it."""

    __slots__ = ("_lock", "_n_forks")

    def __init__(self) -> None:
        self._lock, self._n_forks = RLock(), _n_forks

    @property
    def held(self) -> Any:
        """The lock of this process; its own `with` cannot be interrupted half-way."""
        if self._n_forks != _n_forks:
            self.__init__()  # type: ignore[misc]
        return self._lock
