"""How far an experiment has come, on the error stream."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn, TimeRemainingColumn

from benchmarks.paper.systems import Training

Watch = Callable[[Training], None]


@contextmanager
def experiment_bar(title: str, total_seconds: float) -> Iterator[Callable[[str], Watch]]:
    """A bar over the training seconds of all runs; what it yields starts the part of one run."""
    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        TextColumn("{task.fields[run]}, {task.fields[documents]:,} documents"),
        TimeElapsedColumn(),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task(title, total=total_seconds, run="", documents=0)

        def start(run: str) -> Watch:
            before = bar.tasks[0].completed

            def watch(training: Training) -> None:
                bar.update(
                    task,
                    completed=before + training.seconds,
                    run=run,
                    documents=training.state.n_documents_seen,
                )

            return watch

        yield start
