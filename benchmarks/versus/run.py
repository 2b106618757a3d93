"""Run: a system that trains, and its clock, which stops while its topics are scored.

This runs under the system's own Python, which need not have thalweg: another process scores.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import ArrayLike
from scipy import sparse

# Topics (K, W), of which the rows need not sum to one, and alpha: one number or K.
Look = Callable[[], tuple[ArrayLike, ArrayLike]]

# The next look is due when the training has taken 5 % longer, and a few milliseconds.
_LONGER, _AND_SECONDS = 1.05, 0.005

# No other run for the last tenth of the budget.
_FILLED = 1.1


class Enough(Exception):  # noqa: N818 - it is how a run usually ends
    """The budget is used, or the scores rise no more."""


@dataclass
class Run:
    """What a system is given, and where it reports its progress."""

    documents: sparse.csr_array
    n_topics: int
    n_cores: int
    seed: int
    budget: float  # seconds
    folder: Path
    ask: Callable[[dict[str, Any]], str | None]  # about a look: why to end with it, or None
    seconds: float = 0.0
    _resumed: float = 0.0
    _due: float = 0.0
    _pending: Look | None = None
    peak_bytes: int = field(default=0, init=False)

    @property
    def n_documents(self) -> int:
        return int(self.documents.shape[0])

    @property
    def n_words(self) -> int:
        return int(self.documents.shape[1])

    def start(self) -> None:
        """Start or restart the clock: the documents are in the system's own format."""
        self.seconds = 0.0
        self._resumed = time.perf_counter()

    def checkpoint(self, look: Look) -> None:
        """Stop the clock, have the topics scored if that is due, go on unless it is enough."""
        self.look(self.seconds + time.perf_counter() - self._resumed, look)
        self._resumed = time.perf_counter()

    def look(self, seconds: float, look: Look) -> None:
        """The same for one that has its own clock."""
        self.seconds, self._pending = seconds, look
        is_up = self.seconds >= self.budget
        if is_up or self.seconds >= self._due:
            reason = self._tell()
            if is_up or reason is not None:
                raise Enough(reason or "budget")

    def end(self) -> None:
        """The system has ended: its last topics are scored too."""
        if self._pending is not None:
            self._tell()

    def growing_lengths(self, first: int = 1) -> Iterator[int]:
        """Passes of a system that cannot be observed: it starts again, finally to fill the budget.

        Each is about twice as long as the one before, so that all take about two budgets.
        """
        n = first
        while True:
            yield n
            longer = self.budget / self.seconds
            if longer < _FILLED or int(n * longer) <= n:
                return
            n_more = max(1, round(math.log2(longer)))
            n = max(n + 1, int(n * longer ** (1 / n_more)))

    def _tell(self) -> str | None:
        assert self._pending is not None
        topics, alpha = self._pending()
        self._pending = None
        self._due = max(self.seconds * _LONGER, self.seconds + _AND_SECONDS)
        self.peak_bytes = max(self.peak_bytes, peak_bytes())
        np.save(self.folder / "topics.npy", np.asarray(topics, dtype=np.float32))
        alpha = np.asarray(alpha, dtype=np.float64).tolist()
        return self.ask({"seconds": self.seconds, "alpha": alpha})


def peak_bytes() -> int:
    """The largest resident memory of this process, and that of the ones it started, so far.

    Not getrusage's ru_maxrss: a new process inherits that of the one which started it.
    """
    children: dict[int, list[int]] = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        try:
            after_name = entry.read_text().rpartition(")")[2].split()
        except OSError:
            continue  # ended meanwhile
        children.setdefault(int(after_name[1]), []).append(int(entry.parent.name))
    return _family_peak("self", children.get(_own_id(), []), children)


def _own_id() -> int:
    return int(Path("/proc/self/stat").read_text().split()[0])


def _family_peak(process: str, offspring: list[int], children: dict[int, list[int]]) -> int:
    try:
        status = Path(f"/proc/{process}/status").read_text()
    except OSError:
        return 0
    own = [int(line.split()[1]) * 1024 for line in status.splitlines() if line[:5] == "VmHWM"]
    return sum(own) + sum(_family_peak(str(p), children.get(p, []), children) for p in offspring)
