"""`python -m benchmarks.defaults.leave_one_out`: defaults chosen without one of the corpora.

The two numbers of the document steps (smallest decay and sum of the steps) were chosen on nine
tasks. Here each task is left out in turn: the numbers are chosen by the mean score of the other
tasks, NIPS counting once, and compared with the earlier defaults on the one left out. A stopped
command continues where it was. Raw figures: benchmarks/defaults/results/leave_one_out.json.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.defaults.__main__ import RESULTS
from benchmarks.defaults.trial import documents, trial
from benchmarks.defaults.variants import DEFAULT, VARIANTS, Variant
from benchmarks.record import Record
from benchmarks.versus.tasks import TASKS
from thalweg.inference import document_schedule

DECAYS, SUMS = (0.6, 0.7, 0.8), (6.0, 10.0, 15.0)
SETTINGS = {
    f"decay {decay:g}, sum {total:g}": (decay, total) for decay, total in product(DECAYS, SUMS)
}
EARLIER = next(each for each in VARIANTS if "earlier defaults" in each.name)
N_SEEDS = 2
SHORT = 150  # tokens; the median document of a corpus that must gain
GAIN_OF_SHORT, MOST_LOSS = 0.015, 0.002


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.defaults.leave_one_out", description=__doc__
    )
    parser.add_argument("--task", nargs="+", choices=list(TASKS), default=list(TASKS))
    parser.add_argument("--seeds", type=int, default=N_SEEDS)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    given = parser.parse_args()
    record = Record(given.results / "leave_one_out.json", parser.prog, {}, fresh=given.fresh)
    for seed, task in product(range(given.seeds), given.task):
        run(record, task, EARLIER, seed)
        for name, numbers in SETTINGS.items():
            with document_steps(*numbers):
                run(record, task, Variant("document steps", name, dict(DEFAULT.changes)), seed)
    for row in table(record.runs):
        print(row)


@contextmanager
def document_steps(decay: float, total: float) -> Iterator[None]:
    """Replace the two numbers of the rule."""
    before = document_schedule._DECAY, document_schedule._ENOUGH
    document_schedule._DECAY, document_schedule._ENOUGH = decay, total
    document_schedule._by_length.cache_clear()
    try:
        yield
    finally:
        document_schedule._DECAY, document_schedule._ENOUGH = before
        document_schedule._by_length.cache_clear()


def run(record: Record, task: str, variant: Variant, seed: int) -> None:
    if record.has(task=task, group=variant.group, name=variant.name, seed=seed):
        return
    row = trial(task, variant, seed)
    record.add(row)
    print(f"{TASKS[task].title}, seed {seed}, {variant.name}: {row['score']:.4f}", flush=True)


def table(runs: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return for each task the setting that the others choose, and its gain there."""
    gains = {task: gains_of(runs, task) for task in TASKS}
    gains = {task: of_task for task, of_task in gains.items() if of_task.keys() == SETTINGS.keys()}
    rows = []
    for left_out in gains:
        corpora: dict[str, list[dict[str, float]]] = {}
        for task, of_task in gains.items():
            if corpus_of(task) != corpus_of(left_out):
                corpora.setdefault(corpus_of(task), []).append(of_task)
        if not corpora:
            continue
        mean = {
            name: float(np.mean([np.mean([t[name] for t in tasks]) for tasks in corpora.values()]))
            for name in SETTINGS
        }
        chosen = max(mean, key=lambda name: mean[name])
        is_short = bool(np.median(documents(left_out)[0].sum(axis=1)) < SHORT)
        gain = gains[left_out][chosen]
        rows.append(
            {
                "task": left_out,
                "chosen": chosen,
                "gain": gain,
                "gain_of_defaults": gains[left_out]["decay 0.7, sum 10"],
                "short": is_short,
                "holds": gain >= (GAIN_OF_SHORT if is_short else -MOST_LOSS),
            }
        )
    return rows


def gains_of(runs: list[dict[str, Any]], task: str) -> dict[str, float]:
    """Return the mean gain of each setting over the earlier defaults, with the same seeds."""
    scores: dict[str, dict[int, float]] = {}
    for row in runs:
        if row["task"] == task:
            scores.setdefault(row["name"], {})[row["seed"]] = row["score"]
    earlier = scores.pop(EARLIER.name, {})
    return {
        name: float(np.mean([score - earlier[seed] for seed, score in of_name.items()]))
        for name, of_name in scores.items()
        if of_name.keys() <= earlier.keys()
    }


def corpus_of(task: str) -> str:
    """Return the corpus of a task, without its number of topics."""
    return task.rpartition("-")[0]


if __name__ == "__main__":
    main()
