"""`pl`: polars, imported when one of its attributes is first used.

Users who pass matrices never need polars, and importing it takes longer than many training runs.

This is not `lazy_loader.load("polars")`, for two reasons that we measured. It puts an unloaded
module into `sys.modules`, which scikit-learn finds and loads in every `fit`. And before Python 3.12
its modules must not be used by two threads at once: in the second thread attributes are missing
until the import has finished.

polars has threads of its own, which a forked process does not have: what needs them would wait for
them for ever. `require_polars_threads` raises an error instead.
"""

from __future__ import annotations

import os
import re
import sys
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

from thalweg.errors import ThalwegError

__all__ = ["lost_polars_threads", "pl", "require_polars_threads"]

if TYPE_CHECKING:
    import polars as pl
else:

    class _Polars:
        def __getattr__(self, name: str) -> Any:
            return getattr(import_module("polars"), name)

    pl = _Polars()

_THREADS = re.compile(r"polars-\d+|tokio-rt-worker")
_had_threads = False  # this process, before the last fork
_lost_threads = False


def require_polars_threads(what: str) -> None:
    """Raise ThalwegError if polars cannot do something in this process, because it was forked."""
    if _lost_threads:
        raise ThalwegError(
            f"{what} is not possible in this process: it was forked after its parent had used "
            "polars, whose threads do not exist here. Start processes with the method 'spawn' or "
            "'forkserver', or read before the fork."
        )


def lost_polars_threads() -> bool:
    """Return whether polars cannot use its threads in this process, because it was forked."""
    return _lost_threads


def _before_fork() -> None:
    global _had_threads
    _had_threads = "polars" in sys.modules and _has_threads()


def _after_in_child() -> None:
    global _lost_threads
    _lost_threads = _lost_threads or _had_threads


def _has_threads(tasks: Path = Path("/proc/self/task")) -> bool:
    """Return whether polars has started its threads; where the system does not say, True."""
    try:
        names = [(task / "comm").read_text() for task in tasks.iterdir()]
    except OSError:
        return True
    return any(_THREADS.match(name) for name in names)


if hasattr(os, "register_at_fork"):
    os.register_at_fork(before=_before_fork, after_in_child=_after_in_child)
