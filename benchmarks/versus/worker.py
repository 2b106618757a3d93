"""`python -m benchmarks.versus.worker SYSTEM FOLDER`: one system learns, in a process of its own.

The folder has order.json, which says what is asked and where the documents are. At every look the
worker writes topics.npy there, prints a line of JSON on standard output, and waits for a line on
standard input: empty to continue, or the reason to stop. Its last line has a "reason".
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import sys
from pathlib import Path
from typing import Any

from scipy import sparse

from benchmarks.versus.run import Enough, Run


class Parent:
    """The process that scores; what the system itself prints goes where its complaints go."""

    def __init__(self) -> None:
        self._answers, self._lines = os.fdopen(os.dup(0)), os.fdopen(os.dup(1), "w", buffering=1)
        os.dup2(os.open(os.devnull, os.O_RDONLY), 0)
        os.dup2(2, 1)

    def ask(self, look: dict[str, Any]) -> str | None:
        self.tell(look)
        return self._answers.readline().strip() or None

    def tell(self, what: dict[str, Any]) -> None:
        self._lines.write(json.dumps(what) + "\n")


def main() -> None:
    system, folder = sys.argv[1], Path(sys.argv[2])
    order = json.loads((folder / "order.json").read_text())
    n_cores = _restrict_to(order["cores"])
    parent = Parent()
    run = Run(
        documents=sparse.csr_array(sparse.load_npz(order["documents"])),
        n_topics=order["topics"],
        n_cores=n_cores,
        seed=order["seed"],
        budget=order["budget"],
        folder=folder,
        ask=parent.ask,
    )
    module = importlib.import_module(f"benchmarks.versus.rivals.{system}")
    try:
        module.learn(run)
        run.end()
        reason = "end"
    except Enough as enough:
        reason = str(enough)
    version = importlib.metadata.version(module.PACKAGE) if module.PACKAGE else None
    parent.tell({"reason": reason, "peak_bytes": run.peak_bytes, "version": version})
    os._exit(0)  # some rivals' processes and threads would go on for a while


def _restrict_to(n_cores: int) -> int:
    """The same number of cores for all, also on a machine that has more."""
    cores = sorted(os.sched_getaffinity(0))[:n_cores]
    os.sched_setaffinity(0, cores)
    return len(cores)


if __name__ == "__main__":
    main()
