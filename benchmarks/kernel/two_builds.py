"""Visits per second of two installed builds, measured alternately in one run.

    python -m benchmarks.kernel.two_builds --before PYTHON --after PYTHON

PYTHON are the interpreters of two environments. Each has one process per workload, and the two take
turns to pass over the corpus, so that whatever else happens on the machine reaches both. By default
the corpus is like news: K = 100, W = 40,000, documents of 160 distinct words, default burn-in. The
table of a block does not fit the second-level cache.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import median
from typing import Any

from scipy import sparse

from benchmarks import corpora, machine
from benchmarks.before_after.environment import Environment

WORKER = Path(__file__).with_name("pass_worker.py")
RESULTS = Path(__file__).parent / "results"
SIDES = ("before", "after")
THREADS = (1, 2)


@dataclass(frozen=True)
class Workload:
    corpus: str
    n_topics: int
    batch_size: int

    def __str__(self) -> str:
        return f"{self.corpus}, K = {self.n_topics}, minibatches of {self.batch_size}"


# The minibatch that 100,000 documents get by default, and larger ones.
NEWS = [Workload("news", 100, size) for size in (105, 200, 1000)]
# What must not become slower.
OTHERS = [
    Workload(corpus, n_topics, 100)
    for corpus in ("nips", "zipf-100k")
    for n_topics in (20, 50, 64, 100, 200, 1000)
]


class Build:
    """A process that passes over a corpus whenever it is asked to."""

    def __init__(self, python: str, counts: Path, workload: Workload) -> None:
        self.process = subprocess.Popen(
            [python, str(WORKER), str(counts), str(workload.n_topics), str(workload.batch_size)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def visits_per_second(self, n_threads: int) -> float:
        """One pass with so many threads."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        print(n_threads, file=self.process.stdin, flush=True)
        return float(self.process.stdout.readline())

    def close(self) -> None:
        """End the process."""
        self.process.communicate()


def corpus(name: str) -> sparse.csr_array:
    if name == "news":
        return corpora.zipf_distinct(20_000, 40_000, 160)
    return corpora.zipf(4000, 100_000, 400) if name == "zipf-100k" else corpora.docword(name)


def measure(
    pythons: dict[str, str], counts: Path, workload: Workload, rounds: int, seconds: float
) -> dict[str, Any]:
    """Rates of every round by side and number of threads; rounds end after so many seconds."""
    builds = {side: Build(python, counts, workload) for side, python in pythons.items()}
    for build in builds.values():
        build.visits_per_second(2)  # first touch of all memory
    rates: dict[str, dict[int, list[float]]] = {s: {n: [] for n in THREADS} for s in SIDES}
    start = time.perf_counter()
    for round_ in range(rounds):
        if round_ >= 3 and time.perf_counter() - start > seconds:
            break
        for n_threads in THREADS:
            for side in SIDES if round_ % 2 == 0 else SIDES[::-1]:
                rates[side][n_threads].append(builds[side].visits_per_second(n_threads))
    for build in builds.values():
        build.close()
    return asdict(workload) | {"visits_per_second": rates}


def row(measured: dict[str, Any]) -> str:
    """Median rates, the median ratio with its range, and the gain of the second thread."""
    rates = measured["visits_per_second"]
    cells = [f"{measured['corpus']:<10} {measured['n_topics']:>5} {measured['batch_size']:>6}"]
    for n in THREADS:
        before, after = (rates[side][n] for side in SIDES)
        ratios = [b / a for a, b in zip(before, after, strict=True)]
        cells.append(
            f"{median(before) / 1e6:>6.1f} {median(after) / 1e6:>6.1f} "
            f"{median(ratios):>5.2f} ({min(ratios):.2f} to {max(ratios):.2f})"
        )
    gains = [
        median(b / a for a, b in zip(rates[side][1], rates[side][2], strict=True)) for side in SIDES
    ]
    return "  ".join([*cells, f"{gains[0]:.2f} {gains[1]:.2f}", f"{len(rates['after'][1])} rounds"])


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.kernel.two_builds",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--before", required=True, metavar="PYTHON")
    parser.add_argument("--after", required=True, metavar="PYTHON")
    parser.add_argument("--others", action="store_true", help="also nips and zipf-100k, K to 1000")
    parser.add_argument("--only", default="", metavar="TEXT", help="workloads whose name has this")
    parser.add_argument("--rounds", type=int, default=20, help="at most, for each workload")
    parser.add_argument("--seconds", type=float, default=60.0, help="for each workload")
    parser.add_argument("--out", type=Path, default=RESULTS / "two_builds.json", metavar="JSON")
    arguments = parser.parse_args()

    pythons = {"before": arguments.before, "after": arguments.after}
    report: dict[str, Any] = {"machine": machine.describe(), "date": time.strftime("%Y-%m-%d")}
    report["workloads"] = []
    print(
        "corpus         K  batch  one thread, M visits/s: before after ratio  two threads  "
        "second thread before after"
    )
    with tempfile.TemporaryDirectory() as folder:
        report |= {
            side: Environment(python).describe(Path(folder)) for side, python in pythons.items()
        }
        for workload in NEWS + (OTHERS if arguments.others else []):
            if arguments.only not in str(workload):
                continue
            counts = Path(folder) / f"{workload.corpus}.npz"
            if not counts.exists():
                sparse.save_npz(counts, sparse.csr_matrix(corpus(workload.corpus)))
            measured = measure(pythons, counts, workload, arguments.rounds, arguments.seconds)
            report["workloads"].append(measured)
            print(row(measured), flush=True)
            arguments.out.parent.mkdir(parents=True, exist_ok=True)
            arguments.out.write_text(json.dumps(report, indent=1) + "\n")


if __name__ == "__main__":
    main()
