"""Memory of training, streaming and inference for some sizes of models.

    python -m benchmarks.memory

Each run is a process of its own. `model_bytes` is W x K floats, K rounded up to a multiple of 8.
`idle` is the memory before the model exists, with thalweg imported and the documents loaded.
docs/howto/operations.md has the table; tests/benchmarks compares its rule with the results.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from benchmarks import machine

RESULTS = Path(__file__).parent / "results" / "memory.json"
# Words, topics, threads.
SHAPES = ((20_000, 100, 2), (100_000, 100, 1), (100_000, 100, 2), (100_000, 400, 2))
N_DOCUMENTS, WORDS_PER_DOCUMENT = 20_000, 60

_WORKER = """
import json, sys, tempfile
import numpy as np
from scipy import sparse
import sklearn.base
import thalweg

def peak():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))

def now():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmRSS"))

use, n_words, n_topics, n_threads, n_documents, n_distinct, model = sys.argv[1:]
n_words, n_topics, n_threads = int(n_words), int(n_topics), int(n_threads)
n_documents, n_distinct = int(n_documents), int(n_distinct)
rng = np.random.default_rng(0)
# Every word occurs, frequent ones often.
words = (n_words * rng.random((n_documents, n_distinct)) ** 2).astype(np.int32)
words.sort(axis=1)
offsets = np.arange(n_documents + 1, dtype=np.int64) * n_distinct
counts = np.ones(n_documents * n_distinct, dtype=np.int32)
X = sparse.csr_array((counts, words.ravel(), offsets), shape=(n_documents, n_words))
X.sum_duplicates()
warm = thalweg.LDA(2, max_iter=1, random_state=0, n_jobs=n_threads).fit(X[:50])
warm.transform(X[:5])
del warm
idle = now()
open("/proc/self/clear_refs", "w").write("5")  # the peak starts again from here
if use == "fit":
    lda = thalweg.LDA(n_topics, max_iter=2, random_state=0, n_jobs=n_threads).fit(X)
    lda.save(model)
elif use == "partial_fit":
    lda = thalweg.LDA(n_topics, random_state=0, n_jobs=n_threads)
    for first in range(0, n_documents, 2000):
        lda.partial_fit(X[first : first + 2000])
else:
    lda = thalweg.load(model)
    lda.n_jobs = n_threads
    lda.transform(X[:2000])
print(json.dumps({"idle_bytes": idle, "peak_bytes": peak(), "growth_bytes": peak() - idle}))
"""


def model_bytes(n_words: int, n_topics: int) -> int:
    """Return the bytes of the counts in memory: rows of floats, padded to 8."""
    return 4 * n_words * (-(-n_topics // 8) * 8)


def measure(use: str, shape: tuple[int, int, int], model: Path) -> dict[str, Any]:
    """Return the memory of one process."""
    sizes = map(str, (*shape, N_DOCUMENTS, WORDS_PER_DOCUMENT))
    command = [sys.executable, "-c", _WORKER, use, *sizes, str(model)]
    done = subprocess.run(command, capture_output=True, text=True, check=True)
    found = json.loads(done.stdout)
    size = model_bytes(shape[0], shape[1])
    return {
        "use": use,
        **dict(zip(("words", "topics", "threads"), shape, strict=True)),
        "model_bytes": size,
        **found,
        "models": round(found["growth_bytes"] / size, 2),
    }


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--out", type=Path, default=RESULTS)
    options = parser.parse_args()
    runs = []
    with tempfile.TemporaryDirectory() as folder:
        for shape in SHAPES:
            for use in ("fit", "partial_fit", "transform"):
                runs.append(measure(use, shape, Path(folder) / "a.model"))
                print(runs[-1], flush=True)
    content = {
        "command": "python -m benchmarks.memory",
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "documents": N_DOCUMENTS,
        "distinct_words_per_document": WORDS_PER_DOCUMENT,
        "runs": runs,
    }
    options.out.write_text(json.dumps(content, indent=1) + "\n")


if __name__ == "__main__":
    main()
