"""Work on many files with Ray Data: one output for each input, and nothing is done twice.

The files are numbered in their order, so the outputs have the order of the input however many
machines worked on them. An output appears when it is complete. A run that was killed is started
again with the same arguments, and does the files that are left.
"""

from __future__ import annotations

import hashlib
import json
import logging
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import ray

from thalweg.distributed.connection import worker_shape
from thalweg.errors import InputError
from thalweg.files.atomic import storage_errors, write_atomically

PLAN = "plan.json"


def begin_outputs(out: Path, files: list[Path], settings: dict[str, Any]) -> None:
    """Make the folder of the outputs; InputError if it has those of another run."""
    about = [[str(file), file.stat().st_size, file.stat().st_mtime_ns] for file in files]
    plan = json.loads(json.dumps({"files": about, **settings}, default=str))
    with storage_errors(out):
        out.mkdir(parents=True, exist_ok=True)
        found = sorted(path.name for path in out.iterdir())
        if PLAN in found:
            before = json.loads((out / PLAN).read_text())
            if before == plan:
                return
            different = sorted(name for name in plan if before.get(name) != plan[name])
            raise InputError(
                f"{out} has results of a run with other {' and '.join(different) or 'settings'}; "
                "expected a new folder, or the same arguments to continue"
            )
        if found:
            raise InputError(
                f"{out} has other files, such as {found[0]}; expected a new or an empty folder"
            )
    with write_atomically(out / PLAN) as (file,):
        file.write(json.dumps(plan, indent=1).encode())


def output_of(out: Path, number: int, suffix: str) -> Path:
    """Return the output of a file: their order is that of the files."""
    return out / f"part-{number:05}{suffix}"


def digest(*values: Any) -> str:
    """Return a hash of arrays and strings, to recognise a model."""
    hashed = hashlib.sha256()
    for value in values:
        hashed.update(value.encode() if isinstance(value, str) else memoryview(value).cast("B"))
    return hashed.hexdigest()[:16]


def run_tasks(
    function: Callable[..., dict[str, Any]],
    shared: Any,
    tasks: list[dict[str, Any]],
    *,
    n_workers: int | None,
    threads: int | None,
) -> Iterator[dict[str, Any]]:
    """Yield function(shared, n_threads, **task) of all tasks, as they are done.

    `shared` is sent once to each machine.
    """
    if not tasks:
        return
    n_workers, n_threads = worker_shape(n_workers, threads)
    context = ray.data.DataContext.get_current()
    context.enable_progress_bars = False
    logging.getLogger("ray.data").setLevel(logging.WARNING)  # two lines for each run otherwise
    rows = ray.data.from_items(
        [{"task": json.dumps(task)} for task in tasks], override_num_blocks=len(tasks)
    )
    done = rows.map(
        _Task,
        fn_constructor_args=(function, ray.put(shared), n_threads),
        num_cpus=n_threads,
        compute=ray.data.ActorPoolStrategy(min_size=1, max_size=min(n_workers, len(tasks))),
    )
    for row in done.iter_rows():
        result = json.loads(row["result"])
        if "error" in result:
            raise InputError(result["error"])
        yield result


class _Task:
    """What an actor of Ray Data does with a row."""

    def __init__(self, function: Callable[..., dict[str, Any]], shared: Any, threads: int) -> None:
        self._function, self._shared, self._n_threads = function, ray.get(shared), threads

    def __call__(self, row: dict[str, Any]) -> dict[str, str]:
        try:
            result = self._function(self._shared, self._n_threads, **json.loads(row["task"]))
        except InputError as error:  # of the input, and so the same with every attempt
            result = {"error": str(error)}
        return {"result": json.dumps(result)}
