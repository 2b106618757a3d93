"""Run: a system at work, and its clock, which stands still while topics are written down.

This runs under the system's own Python, which needs not have thalweg.
"""

from __future__ import annotations

import json
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


class TimeIsUp(Exception):  # noqa: N818 - it is how a run usually ends
    """The budget is used."""


@dataclass
class Run:
    """What a system is given, and where it tells how far it has come."""

    documents: sparse.csr_array
    n_topics: int
    n_cores: int
    seed: int
    budget: float  # seconds
    folder: Path
    seconds: float = 0.0
    _resumed: float = 0.0
    _due: float = 0.0
    _n_looks: int = 0
    _pending: Look | None = None
    peak_bytes: int = field(default=0, init=False)

    @property
    def n_documents(self) -> int:
        return int(self.documents.shape[0])

    @property
    def n_words(self) -> int:
        return int(self.documents.shape[1])

    def start(self) -> None:
        """The documents are in the system's own form; from here on it learns. Again: anew."""
        self.seconds = 0.0
        self._resumed = time.perf_counter()

    def checkpoint(self, look: Look) -> None:
        """Stop the clock, write the topics down if that is due, go on unless the time is up."""
        self.seconds += time.perf_counter() - self._resumed
        self._pending = look
        is_up = self.seconds >= self.budget
        if is_up or self.seconds >= self._due:
            self._write()
        if is_up:
            raise TimeIsUp
        self._resumed = time.perf_counter()

    def end(self) -> None:
        """The system has come to its end: what it ends with is written down too."""
        if self._pending is not None:
            self._write()

    def growing_lengths(self) -> Iterator[int]:
        """Passes of one that cannot be looked at: it begins anew, at last to fill the budget."""
        n = 1
        while True:
            yield n
            longest = int(n * self.budget / self.seconds)
            if longest <= n:
                return
            n = min(longest, max(n + 1, int(1.4 * n)))

    def _write(self) -> None:
        assert self._pending is not None
        topics, alpha = self._pending()
        self._pending = None
        self._due = max(self.seconds * _LONGER, self.seconds + _AND_SECONDS)
        self.peak_bytes = max(self.peak_bytes, peak_bytes())
        file = f"{self._n_looks:05d}.npy"
        np.save(self.folder / file, np.asarray(topics, dtype=np.float32))
        line: dict[str, Any] = {"file": file, "seconds": self.seconds}
        line["alpha"] = np.asarray(alpha, dtype=np.float64).tolist()
        with (self.folder / "looks.jsonl").open("a") as looks:
            looks.write(json.dumps(line) + "\n")
        self._n_looks += 1


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
