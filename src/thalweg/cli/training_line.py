"""The live line of a training: on a terminal one that moves, in a log one now and then."""

import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from thalweg.cli.output import note
from thalweg.events import Listener, TrainingProgress

SECONDS_BETWEEN_LINES: Final = 10.0


@contextmanager
def training_line() -> Iterator[Listener]:
    """A listener that shows a training on standard error."""
    if sys.stderr.isatty():
        with _bar() as listener:
            yield listener
    else:
        yield _lines()


def _lines() -> Listener:
    told_at = time.perf_counter()

    def tell(progress: TrainingProgress) -> None:
        nonlocal told_at
        if time.perf_counter() - told_at >= SECONDS_BETWEEN_LINES:
            told_at = time.perf_counter()
            told = (_passes(progress), _rates(progress), _left(progress))
            note(", ".join(part for part in told if part))

    return tell


@contextmanager
def _bar() -> Iterator[Listener]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.fields[passes]}"),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[rates]}"),
        TextColumn("{task.fields[left]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, passes="training", rates="", left="")

        def show(progress: TrainingProgress) -> None:
            share = progress.share
            bar.update(
                task,
                total=None if share is None else 1.0,
                completed=share or 0.0,
                passes=_passes(progress),
                rates=_rates(progress),
                left=_left(progress),
            )

        yield show


def _passes(progress: TrainingProgress) -> str:
    now = progress.n_documents / max(1, progress.documents_per_pass)
    of = "" if progress.max_passes is None else f"/{progress.max_passes}"
    return f"pass {now:.1f}{of}"


def _rates(progress: TrainingProgress) -> str:
    score = "" if progress.score is None else f", held-out {progress.score:.4f}"
    return (
        f"{_short(progress.documents_per_second)} documents/s, "
        f"{_short(progress.tokens_per_second)} tokens/s{score}"
    )


def _left(progress: TrainingProgress) -> str:
    left = progress.remaining_seconds
    if left is None:
        return ""
    minutes, seconds = divmod(round(left), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{hours}:{minutes:02}:{seconds:02}" if hours else f"{minutes}:{seconds:02}"
    return f"{clock} left"


def _short(number: float) -> str:
    """Three digits and a unit, so that the line does not jump."""
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"
