"""`python -m benchmarks.defaults.search`: look for settings that beat the defaults.

Random settings near the defaults, with up to ten times as many passes, each tried once. The best
few and the defaults are run again with other seeds, because the best of many single trials is
partly luck. A stopped command continues where it was. Raw figures:
benchmarks/defaults/results/search.json.
"""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import Any

import numpy as np

from benchmarks.defaults.__main__ import RESULTS
from benchmarks.defaults.trial import documents, trial
from benchmarks.defaults.variants import DEFAULT, Variant
from benchmarks.record import Record
from benchmarks.versus.tasks import TASKS
from thalweg.training import defaults

N_SETTINGS, N_AGAIN, N_SEEDS = 10, 2, 3
PASSES = (16, 48, 160)  # the default has 16, fewer from 20 million tokens on


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.defaults.search", description=__doc__
    )
    parser.add_argument("--task", nargs="+", choices=list(TASKS), default=list(TASKS))
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    path = arguments.results / "search.json"
    settings = {"settings": N_SETTINGS, "again": N_AGAIN, "seeds": N_SEEDS}
    record = Record(path, parser.prog, settings, fresh=arguments.fresh)
    for task in arguments.task:
        search(task, record)


def search(task: str, record: Record) -> None:
    rng = np.random.default_rng(0)
    settings = {f"setting {i}": drawn(task, rng) for i in range(N_SETTINGS)}
    for name, parameters in settings.items():
        run(record, task, name, parameters, seed=0)
    first = {row["name"]: row["score"] for row in of(record, task) if row["seed"] == 0}
    best = sorted(settings, key=lambda name: -first[name])[:N_AGAIN]
    for seed in range(1, N_SEEDS + 1):  # not the seed that chose them
        run(record, task, DEFAULT.name, {}, seed)
        for name in best:
            run(record, task, name, settings[name], seed)
    again = means(record.runs, task)
    ahead = max(again.values()) - again[DEFAULT.name]
    print(f"{TASKS[task].title}: the best setting is better than the defaults by {ahead:.4f}")


def means(runs: list[dict[str, Any]], task: str) -> dict[str, float]:
    """Return mean scores of the settings tried again, without the trial that chose them."""
    scores: dict[str, list[float]] = {}
    for row in runs:
        if row["task"] == task and row["seed"]:
            scores.setdefault(row["name"], []).append(row["score"])
    return {name: float(np.mean(of_name)) for name, of_name in scores.items()}


def drawn(task: str, rng: np.random.Generator) -> dict[str, Any]:
    """Return a setting: each default is kept or moved, some on a logarithmic scale."""
    train, _ = documents(task)
    n_topics = TASKS[task].n_topics
    batch_size = defaults.batch_size(train.shape[0])
    alpha = defaults.doc_topic_prior(n_topics) * 4 ** rng.uniform(-1, 1)
    return {
        "learning_decay": None if rng.random() < 0.5 else round(float(rng.uniform(0.25, 0.7)), 3),
        "batch_size": max(1, round(batch_size * 4 ** rng.uniform(-1, 1))),
        "doc_topic_prior": None if rng.random() < 0.5 else round(float(alpha), 5),
        "topic_word_prior": round(float(0.03 * 4 ** rng.uniform(-1, 1)), 4),
        "burn_in": None if rng.random() < 0.5 else round(float(rng.uniform(0, 3)), 2),
        "max_iter": int(rng.choice(PASSES)),
        "finishing_passes": int(rng.choice([1, 2, 3])),
    }


def run(record: Record, task: str, name: str, parameters: dict[str, Any], seed: int) -> None:
    if record.has(task=task, name=name, seed=seed):
        return
    row = trial(task, Variant("search", name, parameters), seed) | {"parameters": parameters}
    record.add(row)
    print(f"{TASKS[task].title}, seed {seed}, {name}: {row['score']:.4f} {parameters}", flush=True)


def of(record: Record, task: str) -> list[dict[str, Any]]:
    return [row for row in record.runs if row["task"] == task]


if __name__ == "__main__":
    main()
