"""Speed of two installed versions of thalweg, measured alternately in one run.

    python -m benchmarks.before_after --before PYTHON --after PYTHON

PYTHON are the interpreters of two environments. Every alternation runs each task under both, in
random order, and takes the ratio; the table shows the median of the ratios with the least and the
greatest. Wall time suffers from other processes on the machine, so processor time (user and
system) is reported as well. The raw figures go to benchmarks/before_after/results/.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import tempfile
import time
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path
from typing import Any

from benchmarks import machine
from benchmarks.before_after.comparison import compare, table
from benchmarks.before_after.environment import Environment
from benchmarks.before_after.tasks import TINY, Command, Sizes, prepare

RESULTS = Path(__file__).parent / "results"


def main() -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.before_after",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--before", required=True, metavar="PYTHON")
    parser.add_argument("--after", required=True, metavar="PYTHON")
    parser.add_argument("--alternations", type=int, default=7)
    parser.add_argument("--only", default="", metavar="PATTERN", help="tasks whose name matches")
    parser.add_argument("--tiny", action="store_true", help="workloads that only show that it runs")
    parser.add_argument("--seed", type=int, default=0, help="of the order")
    parser.add_argument("--out", type=Path, default=RESULTS / "latest.json", metavar="JSON")
    arguments = parser.parse_args()

    def keep(report: dict[str, Any]) -> None:
        arguments.out.parent.mkdir(parents=True, exist_ok=True)
        arguments.out.write_text(json.dumps(report, indent=1) + "\n")

    report = measure(
        {"before": Environment(arguments.before), "after": Environment(arguments.after)},
        TINY if arguments.tiny else Sizes(),
        alternations=arguments.alternations,
        only=arguments.only,
        seed=arguments.seed,
        keep=keep,
    )
    print(table(compare(report["runs"])))
    print("raw figures:", arguments.out)


def measure(
    environments: dict[str, Environment],
    sizes: Sizes,
    *,
    alternations: int,
    only: str = "",
    seed: int = 0,
    keep: Callable[[dict[str, Any]], None] = lambda report: None,
) -> dict[str, Any]:
    """Measure all tasks; `keep` gets the report after every alternation."""
    rng = random.Random(seed)
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        report: dict[str, Any] = {
            "machine": machine.describe(),
            "date": time.strftime("%Y-%m-%d"),
            "versions": {side: each.describe(folder) for side, each in environments.items()},
            "settings": asdict(sizes) | {"alternations": alternations, "seed": seed},
            "runs": [],
        }
        tasks = prepare(folder, sizes, environments["before"])
        tasks = [task for task in tasks if re.search(only, task.name)]
        for task in tasks:
            if isinstance(task, Command):  # compiles sources, fills the page cache
                for side, environment in environments.items():
                    task.measure(environment, side)
        for number in range(alternations):
            for task in tasks:
                print(f"{number + 1}/{alternations} {task.name:<40}", end="\r", flush=True)
                for side in rng.sample(list(environments), 2):
                    run = task.measure(environments[side], side)
                    report["runs"].append(
                        {"task": task.name, "alternation": number, "side": side} | run
                    )
            report["comparisons"] = [each.as_json() for each in compare(report["runs"])]
            keep(report)
    print(" " * 60, end="\r")
    return report


if __name__ == "__main__":
    main()
