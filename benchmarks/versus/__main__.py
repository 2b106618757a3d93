"""`python -m benchmarks.versus`: held-out score against seconds, thalweg and its rivals.

Every system learns in a process of its own, from the same matrix, on the same cores, until its
budget is used or it has converged; converting the documents and scoring the topics are not on its
clock. The record of a task is saved after every
system, and a command that was stopped goes on where it was. Rivals are best installed apart:

    python3 -m venv rivals && rivals/bin/pip install -r benchmarks/versus/requirements-rivals.txt
    python -m benchmarks.versus --python rivals/bin/python && python -m benchmarks.versus.report
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

from scipy import sparse

from benchmarks.record import Record
from benchmarks.versus import figures
from benchmarks.versus.comparison import CONVERGED
from benchmarks.versus.process import measure
from benchmarks.versus.rivals import RIVALS, THALWEG
from benchmarks.versus.scoring import FOLD_IN_PRIORS, HeldOut
from benchmarks.versus.tasks import TASKS, Task
from thalweg.errors import InputError, ThalwegError

RESULTS = Path(__file__).parent / "results"
SYSTEMS = (THALWEG, *RIVALS)
OUR_RUNS = 5


def main(arguments_given: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.versus",
        description=__doc__,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--task", nargs="+", choices=list(TASKS), default=list(TASKS))
    parser.add_argument("--system", nargs="+", choices=SYSTEMS, default=list(SYSTEMS))
    parser.add_argument("--budget", type=float, default=120.0, help="seconds of training a system")
    parser.add_argument("--cores", type=int, default=2, help="that every system may use")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--python", default=sys.executable, help="that has the rivals; thalweg runs under this one"
    )
    parser.add_argument("--fresh", action="store_true", help="run the chosen systems again")
    parser.add_argument("--results", type=Path, default=RESULTS, help="folder of JSON and PNG")
    arguments = parser.parse_args(arguments_given)
    signal.signal(signal.SIGTERM, lambda *_: sys.exit("ended"))  # not without its worker
    try:
        python = executable(arguments.python)
        records = {name: open_record(name, arguments) for name in arguments.task}
        todo = {name: missing(record, arguments.system) for name, record in records.items()}
        announce(todo, arguments.budget)
        for name, record in records.items():
            if todo[name]:
                compare(TASKS[name], record, todo[name], python)
            if any("points" in run for run in record.runs):
                print("figure:", figures.draw(record.content, record.path.with_suffix(".png")))
    except ThalwegError as error:
        sys.exit(f"error: {error}")


def executable(name: str) -> str:
    """The absolute path; symbolic links stay, for they are what makes a virtual environment."""
    found = shutil.which(name)
    if found is None:
        raise InputError(
            f"--python is {name}, which is not a program; expected a Python with rivals"
        )
    return os.path.abspath(found)


def open_record(name: str, arguments: argparse.Namespace) -> Record:
    """The record of a task; a fresh run of some systems keeps those of the others."""
    everything = set(arguments.system) == set(SYSTEMS)
    record = Record(
        arguments.results / f"{name}.json",
        f"python -m benchmarks.versus --task {name} --budget {arguments.budget:g}",
        {
            "topics": TASKS[name].n_topics,
            "budget": arguments.budget,
            "cores": arguments.cores,
            "seed": arguments.seed,
            "fold_in_priors": FOLD_IN_PRIORS,
            "converged": CONVERGED,
        },
        fresh=arguments.fresh and everything,
    )
    for system in arguments.system if arguments.fresh else ():
        record.drop(system=system)
    return record


def missing(record: Record, systems: list[str]) -> list[str]:
    """Systems that have no curve yet; what failed is tried again."""
    done = {run["system"] for run in record.runs if "points" in run}
    return [system for system in systems if system not in done]


def announce(todo: dict[str, list[str]], budget: float) -> None:
    """Print the longest possible time, including scoring and fits that start again."""
    n_runs = sum(sum(system != THALWEG for system in systems) for systems in todo.values())
    anew = sum(len({"vowpal_wabbit", "spark_online"} & set(s)) for s in todo.values())
    seconds = n_runs * (budget + 15) + anew * budget
    print(
        f"{sum(map(len, todo.values()))} runs, at most about {seconds / 60:.0f} minutes", flush=True
    )


def compare(task: Task, record: Record, systems: list[str], python: str) -> None:
    train, held_out = task.split()
    record.content["corpus"] = about(task, train, held_out)
    settings = record.content["settings"]
    order = {name: settings[name] for name in ("topics", "budget", "cores", "seed")}
    with tempfile.TemporaryDirectory(prefix="versus-") as folder:
        documents = Path(folder) / "train.npz"
        sparse.save_npz(documents, train)
        order["documents"] = str(documents)
        to_score = HeldOut.of(held_out)
        for system in systems:
            start = time.perf_counter()
            if system == THALWEG:
                ours = [measure(system, sys.executable, order, to_score) for _ in range(OUR_RUNS)]
                run = median(ours)
            else:
                run = measure(system, python, order, to_score)
            record.drop(system=system)
            record.add(run)
            tell(task, run, time.perf_counter() - start)


def median(runs: list[dict[str, Any]]) -> dict[str, Any]:
    """The run that takes the median of the seconds, and what all of them take; one that failed.

    All end with the same topics, but a run of a second meets the machine in one mood, while those
    of rivals last through many.
    """
    failed = [run for run in runs if "failed" in run]
    if failed:
        return failed[0]
    in_order = sorted(runs, key=lambda run: run["points"][-1]["seconds"])
    seconds = [run["points"][-1]["seconds"] for run in in_order]
    return in_order[len(runs) // 2] | {"seconds_of_all_runs": seconds}


def about(task: Task, train: sparse.csr_array, held_out: sparse.csr_array) -> dict[str, Any]:
    return {
        "title": task.title,
        "documents": int(train.shape[0]),
        "words": int(train.shape[1]),
        "tokens": int(train.sum()),
        "held_out": int(held_out.shape[0]),
    }


def tell(task: Task, run: dict[str, Any], seconds: float) -> None:
    if "failed" in run:
        outcome = f"failed: {run['failed']}"
    else:
        best = max(run["points"], key=lambda point: point["score"])
        outcome = (
            f"best {best['score']:.4f} at {best['seconds']:.2f} s, fold-in prior "
            f"{best['fold_in']}, {len(run['points'])} looks, {run['peak_bytes'] / 1e6:.0f} MB, "
            f"{run['reason']} after {run['points'][-1]['seconds']:.1f} s"
        )
    print(f"{task.title}: {run['system']}: {outcome} ({seconds:.0f} s in all)", flush=True)


if __name__ == "__main__":
    main()
