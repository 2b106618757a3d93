"""`python -m benchmarks.defaults`: the ablation. A quarter of an hour; stopped, it goes on.

Every variant changes one default. Nine tasks, several seeds; held-out score by document completion
under the model's own prior. Raw figures: benchmarks/defaults/results/ablation.json.
"""

from __future__ import annotations

import argparse
import re
from itertools import product
from pathlib import Path

from benchmarks.defaults.trial import trial
from benchmarks.defaults.variants import VARIANTS
from benchmarks.record import Record
from benchmarks.versus.tasks import TASKS

RESULTS = Path(__file__).parent / "results"
N_SEEDS = 5


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.defaults", description=__doc__)
    parser.add_argument("--task", nargs="+", choices=list(TASKS), default=list(TASKS))
    parser.add_argument("--only", default="", metavar="PATTERN", help="variants whose name matches")
    parser.add_argument("--seeds", type=int, default=N_SEEDS)
    parser.add_argument("--fresh", action="store_true")
    parser.add_argument("--results", type=Path, default=RESULTS)
    arguments = parser.parse_args()
    record = Record(arguments.results / "ablation.json", parser.prog, {}, fresh=arguments.fresh)
    for seed, task, variant in product(range(arguments.seeds), arguments.task, VARIANTS):
        if not re.search(arguments.only, f"{variant.group} {variant.name}"):
            continue
        if record.has(task=task, group=variant.group, name=variant.name, seed=seed):
            continue
        run = trial(task, variant, seed)
        record.add(run)
        print(
            f"{TASKS[task].title}, seed {seed}, {variant.group} {variant.name}: "
            f"{run['score']:.4f} in {run['seconds']:.2f} s",
            flush=True,
        )


if __name__ == "__main__":
    main()
