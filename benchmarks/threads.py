"""One thread compared with two: on an idle machine, next to busy processes, under a CPU quota.

    python -m benchmarks.threads
    python -m benchmarks.threads --conditions idle quota --topics 50

The task is five passes of training, once with `n_jobs=1` and once with `n_jobs=2`, in turn. Priors
are fixed, because learning them is not done by threads. A busy process is an endless loop. The
quota is one CPU, of a control group that this command creates; it needs the right to do so. The
figure is the time with two threads divided by the time with one, the median of all turns. The raw
figures go to benchmarks/results/threads.json.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from functools import partial
from pathlib import Path
from typing import Any

from scipy import sparse

from benchmarks import corpora
from benchmarks.record import Record, command_line
from thalweg import LDA

RESULTS = Path(__file__).parent / "results"
CORPORA: dict[str, Callable[[], sparse.csr_array]] = {
    "reviews": partial(corpora.zipf, 24_000, 8_000, 60),
    "nips": partial(corpora.zipf, 1_500, 12_400, 1_300),
}
PERIOD_MICROSECONDS = 100_000  # the kernel's default


@contextmanager
def busy_processes(n: int, *, pinned: bool = False) -> Iterator[None]:
    """Run n endless loops; pinned: on core 0, 1, and so on, instead of where the system wants."""
    loops = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(n)]
    try:
        if pinned:
            for core, loop in enumerate(loops):
                os.sched_setaffinity(loop.pid, {core})
        time.sleep(0.2)  # until they run
        yield
    finally:
        for loop in loops:
            loop.kill()
            loop.wait()


@contextmanager
def cpu_quota(n_cpus: float) -> Iterator[None]:
    """Put this process into a control group that may use so many CPUs, and back at the end."""
    quota = round(n_cpus * PERIOD_MICROSECONDS)
    root = Path("/sys/fs/cgroup")
    if (root / "cpu/cpu.cfs_quota_us").exists() or not (root / "cgroup.controllers").exists():
        root, version = root / "cpu", 1
    else:
        version = 2
    before = root / _group_of_this_process(version).lstrip("/") / "cgroup.procs"
    group = root / f"thalweg-threads-{os.getpid()}"
    group.mkdir()
    try:
        if version == 1:
            (group / "cpu.cfs_period_us").write_text(str(PERIOD_MICROSECONDS))
            (group / "cpu.cfs_quota_us").write_text(str(quota))
        else:
            (group / "cpu.max").write_text(f"{quota} {PERIOD_MICROSECONDS}")
        (group / "cgroup.procs").write_text(str(os.getpid()))
        yield
    finally:
        before.write_text(str(os.getpid()))
        group.rmdir()


def _group_of_this_process(version: int) -> str:
    for line in Path("/proc/self/cgroup").read_text().splitlines():
        _, controllers, group = line.split(":", 2)
        if "cpu" in controllers.split(",") if version == 1 else not controllers:
            return group
    return "/"


CONDITIONS: dict[str, Callable[[], AbstractContextManager[None]]] = {
    "idle": nullcontext,
    "one busy": partial(busy_processes, 1),
    "two busy": partial(busy_processes, 2),
    "two pinned": partial(busy_processes, 2, pinned=True),
    "quota": partial(cpu_quota, 1),
}


def measure(
    X: sparse.csr_array, n_topics: int, *, n_turns: int, n_passes: int
) -> dict[str, list[float]]:
    """Return the seconds of every turn, with one thread and with two."""
    seconds: dict[str, list[float]] = {"one": [], "two": []}
    for turn in range(n_turns):
        for name, n_jobs in (("one", 1), ("two", 2)):
            model = LDA(
                n_topics,
                doc_topic_prior=0.1,
                topic_word_prior=0.03,
                max_iter=n_passes,
                n_jobs=n_jobs,
                random_state=turn,
            )
            start = time.perf_counter()
            model.fit(X)
            seconds[name].append(time.perf_counter() - start)
    return seconds


def ratio(run: dict[str, Any]) -> float:
    """Return the time with two threads divided by that with one, the median of all turns."""
    return statistics.median(
        two / one for one, two in zip(run["seconds"]["one"], run["seconds"]["two"], strict=True)
    )


def table(runs: list[dict[str, Any]]) -> str:
    lines = [f"{'condition':<12} {'corpus':<9} {'K':>4} {'one':>7} {'two':>7} {'two / one':>9}"]
    for run in runs:
        one, two = (statistics.median(run["seconds"][name]) for name in ("one", "two"))
        lines.append(
            f"{run['condition']:<12} {run['corpus']:<9} {run['topics']:>4} {one:>6.3f}s "
            f"{two:>6.3f}s {ratio(run):>9.2f}"
        )
    return "\n".join(lines)


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.threads",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--conditions", nargs="+", choices=CONDITIONS, default=list(CONDITIONS))
    parser.add_argument("--corpora", nargs="+", choices=CORPORA, default=list(CORPORA))
    parser.add_argument("--topics", nargs="+", type=int, default=[20, 50, 100])
    parser.add_argument("--turns", type=int, default=10)
    parser.add_argument("--passes", type=int, default=5)
    parser.add_argument("--out", type=Path, default=RESULTS / "threads.json")
    parser.add_argument("--fresh", action="store_true", help="forget earlier runs")
    arguments = parser.parse_args()

    settings = {"turns": arguments.turns, "passes": arguments.passes}
    record = Record(arguments.out, command_line(parser, arguments), settings, fresh=arguments.fresh)
    for corpus in arguments.corpora:
        X = CORPORA[corpus]()
        for condition in arguments.conditions:
            for n_topics in arguments.topics:
                key = {"condition": condition, "corpus": corpus, "topics": n_topics}
                if record.has(**key):
                    continue
                with CONDITIONS[condition]():
                    seconds = measure(
                        X, n_topics, n_turns=arguments.turns, n_passes=arguments.passes
                    )
                record.add({**key, "seconds": seconds})
                print(table([record.runs[-1]]).splitlines()[1], flush=True)
    print(table(record.runs))
    print("raw figures:", arguments.out)


if __name__ == "__main__":
    main()
