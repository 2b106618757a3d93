"""Times one training run in the environment of the interpreter that runs this file.

    python worker.py COUNTS.npz ALGORITHM K PASSES REPEATS

It is run by path, under each of the two versions, and uses only what both of them have: NumPy,
SciPy and the public API of thalweg. Prints the shortest wall time and the shortest processor time
(user and system, all threads) of the repeats.
"""

from __future__ import annotations

import json
import sys
import time
from typing import Any

from scipy import sparse

import thalweg


def algorithm(name: str) -> Any:
    """The algorithm's object where this version has a class of it, its name elsewhere."""
    kind = getattr(thalweg, name.upper(), None)
    return name if kind is None else kind()


def main() -> None:
    path, name, n_topics, n_passes, repeats = sys.argv[1:]
    X = sparse.load_npz(path)
    wall, processor = [], []
    for _ in range(int(repeats)):
        given = {} if name == "default" else {"algorithm": algorithm(name)}
        lda = thalweg.LDA(int(n_topics), max_iter=int(n_passes), random_state=0, **given)
        started, started_processor = time.perf_counter(), time.process_time()
        lda.fit(X)
        wall.append(time.perf_counter() - started)
        processor.append(time.process_time() - started_processor)
    print(json.dumps({"seconds": min(wall), "cpu_seconds": min(processor)}))


if __name__ == "__main__":
    main()
