"""`python -m benchmarks.paper.one_pass --shape wikipedia --fraction 0.01 --topics 100`.

One pass of training from disk, in a process of its own: its time and its peak memory.
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
from benchmarks.paper.generate import with_bar
from benchmarks.paper.shapes import SHAPES
from thalweg.corpus.corpus import Corpus
from thalweg.errors import ThalwegError

RESULTS = Path(__file__).parent / "results"

# Not getrusage's ru_maxrss: a new process inherits that of the one which started it.
_TRAIN = """
import json, sys, time, thalweg
def peak():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) * 1024 for line in lines if line.startswith("VmHWM"))
folder, n_topics, n_threads = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
corpus = thalweg.Corpus.open(folder, verify=False)
lda = thalweg.LDA(n_topics, max_iter=1, n_jobs=n_threads, random_state=0)
idle, start = peak(), time.perf_counter()
lda.fit(corpus)
seconds = time.perf_counter() - start
print(json.dumps({"seconds": seconds, "tokens": lda.n_tokens_seen_, "idle_bytes": idle,
    "peak_bytes": peak(), "model_bytes": corpus.n_words * n_topics * 4}))
"""


def main() -> None:
    program = "python -m benchmarks.paper.one_pass"
    parser = argparse.ArgumentParser(prog=program, description=__doc__)
    parser.add_argument("--shape", nargs="+", choices=sorted(SHAPES), default=list(SHAPES))
    parser.add_argument("--fraction", type=float, default=0.01, help="0.001 to 1")
    parser.add_argument("--topics", type=int, default=100)
    parser.add_argument("--threads", type=int, default=2)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--folder", type=Path, help="keeps the corpora, and is looked at for them")
    parser.add_argument("--out", type=Path, default=RESULTS / "one_pass.json")
    arguments = parser.parse_args()

    report: dict[str, Any] = {
        "machine": machine.describe(),
        "date": time.strftime("%Y-%m-%d"),
        "settings": {name: getattr(arguments, name) for name in ("fraction", "topics", "threads")},
    }
    print(report["machine"])
    with tempfile.TemporaryDirectory() as temporary:
        for name in arguments.shape:
            folder = arguments.folder or Path(temporary)
            store = folder / f"{name}-{arguments.fraction:g}-seed-{arguments.seed}"
            try:
                corpus = (
                    Corpus.open(store)
                    if store.exists()
                    else with_bar(name, store, arguments.fraction, arguments.seed)
                )
            except ThalwegError as error:
                sys.exit(f"error: {error}")
            result = report[name] = train(store, arguments.topics, arguments.threads)
            print(
                f"{name}: {corpus.n_documents:,} documents, {result['tokens']:,.0f} tokens in "
                f"{result['seconds']:.2f} s, {result['tokens_per_second'] / 1e6:.1f} million a "
                f"second; peak memory {result['peak_bytes'] / 1e6:.0f} MB, of which "
                f"{result['idle_bytes'] / 1e6:.0f} before training and "
                f"{result['model_bytes'] / 1e6:.0f} N^Phi"
            )
    arguments.out.parent.mkdir(parents=True, exist_ok=True)
    arguments.out.write_text(json.dumps(report, indent=1) + "\n")
    print("raw figures:", arguments.out)


def train(folder: Path, n_topics: int, n_threads: int) -> dict[str, Any]:
    """One pass over the corpus in `folder`."""
    command = [sys.executable, "-c", _TRAIN, str(folder), str(n_topics), str(n_threads)]
    done = subprocess.run(command, check=True, stdout=subprocess.PIPE)
    result: dict[str, Any] = json.loads(done.stdout)
    result["tokens_per_second"] = result["tokens"] / result["seconds"]
    return result


if __name__ == "__main__":
    main()
