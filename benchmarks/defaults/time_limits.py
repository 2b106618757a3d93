"""`python -m benchmarks.defaults.time_limits`: a time limit compared with numbers of passes.

Each task is trained with several numbers of passes (`max_iter`) and several time limits
(`max_time`). A limit should end at least as well as the best number of passes that takes no more
time. The machine must be idle. A stopped command continues where it was. Raw figures:
benchmarks/defaults/results/time_limits.json.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.defaults.__main__ import RESULTS
from benchmarks.defaults.trial import trial
from benchmarks.defaults.variants import Variant
from benchmarks.record import Record
from benchmarks.versus.tasks import TASKS

LIMITS = (0.2, 1.0, 5.0, 30.0)
PASSES = (1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96)
N_SEEDS = 3


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.defaults.time_limits", description=__doc__
    )
    parser.add_argument("--task", nargs="+", choices=list(TASKS), default=list(TASKS))
    parser.add_argument("--seconds", nargs="+", type=float, default=LIMITS, help="time limits")
    parser.add_argument("--seeds", type=int, default=N_SEEDS)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    record = Record(given.results / "time_limits.json", parser.prog, {}, fresh=given.fresh)
    for task in given.task:
        for seed in range(given.seeds):
            measure(record, task, seed, given.seconds)
        for row in compared(record.runs, task):
            print(f"{TASKS[task].title}: {row}", flush=True)


def measure(record: Record, task: str, seed: int, limits: Sequence[float]) -> None:
    """Train with numbers of passes until they take longer than all limits, and with each limit."""
    for n_passes in PASSES:
        row = run(record, task, seed, max_iter=n_passes)
        if row["seconds"] > max(limits):
            break
    for seconds in limits:
        run(record, task, seed, max_time=seconds)


def run(record: Record, task: str, seed: int, **setting: float) -> dict[str, Any]:
    """Return the row of a training run, measured now or before."""
    [(name, value)] = setting.items()
    key = {"task": task, "group": name, "name": f"{value:g}", "seed": seed}
    for row in record.runs:
        if all(row[field] == value for field, value in key.items()):
            return row
    row = trial(task, Variant(key["group"], key["name"], dict(setting)), seed)
    record.add(row)
    return row


def compared(runs: list[dict[str, Any]], task: str) -> list[dict[str, float]]:
    """Return for each limit its score and seconds, and those of the best passes that fit into it.

    All are means over the seeds with which the limit was measured.
    """
    rows = []
    passes = by_seed(runs, task, "max_iter")
    for limit, of_limit in sorted(by_seed(runs, task, "max_time").items()):
        seconds, score = mean(of_limit, of_limit)
        row = {"limit": limit, "seconds": seconds, "score": score, "seeds": float(len(of_limit))}
        fitting = {
            n: mean(of_passes, of_limit)
            for n, of_passes in passes.items()
            if of_passes.keys() >= of_limit.keys() and mean(of_passes, of_limit)[0] <= limit
        }
        if fitting:
            best = max(fitting, key=lambda n: fitting[n][1])
            row |= {
                "passes": best,
                "their_seconds": fitting[best][0],
                "difference": score - fitting[best][1],
            }
        rows.append(row)
    return rows


def by_seed(
    runs: list[dict[str, Any]], task: str, group: str
) -> dict[float, dict[int, tuple[float, float]]]:
    """Return seconds and score by limit or number of passes, then by seed."""
    found: dict[float, dict[int, tuple[float, float]]] = {}
    for row in runs:
        if row["task"] == task and row["group"] == group:
            of_value = found.setdefault(float(row["name"]), {})
            of_value[row["seed"]] = row["seconds"], row["score"]
    return found


def mean(of_value: dict[int, tuple[float, float]], seeds: Iterable[int]) -> tuple[float, float]:
    """Return the mean seconds and score of these seeds."""
    seconds, score = np.mean([of_value[seed] for seed in seeds], axis=0)
    return float(seconds), float(score)


if __name__ == "__main__":
    main()
