"""`python -m benchmarks.versus.worker SYSTEM FOLDER`: one system learns, in a process of its own.

The folder has order.json, which says what is asked and where the documents are; the worker leaves
there the topics at every checkpoint and, at the end, ended.json.
"""

from __future__ import annotations

import importlib
import importlib.metadata
import json
import os
import sys
from pathlib import Path

from scipy import sparse

from benchmarks.versus.run import Run, TimeIsUp


def main() -> None:
    system, folder = sys.argv[1], Path(sys.argv[2])
    order = json.loads((folder / "order.json").read_text())
    n_cores = _restrict_to(order["cores"])
    run = Run(
        documents=sparse.csr_array(sparse.load_npz(order["documents"])),
        n_topics=order["topics"],
        n_cores=n_cores,
        seed=order["seed"],
        budget=order["budget"],
        folder=folder,
    )
    module = importlib.import_module(f"benchmarks.versus.rivals.{system}")
    try:
        module.learn(run)
        run.end()
        reason = "converged"
    except TimeIsUp:
        reason = "budget"
    ended = {
        "reason": reason,
        "peak_bytes": run.peak_bytes,
        "version": importlib.metadata.version(module.PACKAGE) if module.PACKAGE else None,
    }
    (folder / "ended.json").write_text(json.dumps(ended))
    sys.stdout.flush()
    os._exit(0)  # some rivals' processes and threads would go on for a while


def _restrict_to(n_cores: int) -> int:
    """The same number of cores for all, also on a machine that has more."""
    cores = sorted(os.sched_getaffinity(0))[:n_cores]
    os.sched_setaffinity(0, cores)
    return len(cores)


if __name__ == "__main__":
    main()
