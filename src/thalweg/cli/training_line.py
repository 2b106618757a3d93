"""The live line of trainings: on a terminal one that moves, in a log one now and then."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from thalweg.cli.output import note
from thalweg.training.progress import Listener, TrainingProgress

if TYPE_CHECKING:
    from thalweg.choosing_k.trials import ChoiceProgress

SECONDS_BETWEEN_LINES: Final = 10.0


@dataclass(frozen=True)
class _Line:
    """What is shown: where the work is, how fast it goes, what is left, and the bar's share."""

    where: str
    rates: str
    left: str
    share: float | None


@dataclass(frozen=True)
class _Live:
    """How the line is changed, and how a lasting one is written above it."""

    show: Callable[[_Line], None]
    note: Callable[[str], None]


@contextmanager
def training_line() -> Iterator[Listener]:
    """A listener that shows a training on standard error."""
    with _live_line() as live:
        yield lambda progress: live.show(_of_training(progress))


@contextmanager
def choosing_line() -> "Iterator[tuple[Callable[[ChoiceProgress], None], Callable[[str], None]]]":
    """A listener that shows trials of numbers of topics, and a `note` that does not disturb it."""
    with _live_line() as live:
        yield lambda progress: live.show(_of_choice(progress)), live.note


@contextmanager
def _live_line() -> Iterator[_Live]:
    if sys.stderr.isatty():
        with _bar() as live:
            yield live
    else:
        yield _Live(_lines(), note)


def _lines() -> Callable[[_Line], None]:
    told_at = time.perf_counter()

    def tell(line: _Line) -> None:
        nonlocal told_at
        if time.perf_counter() - told_at >= SECONDS_BETWEEN_LINES:
            told_at = time.perf_counter()
            note(", ".join(part for part in (line.where, line.rates, line.left) if part))

    return tell


@contextmanager
def _bar() -> Iterator[_Live]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.fields[where]}"),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[rates]}"),
        TextColumn("{task.fields[left]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, where="training", rates="", left="")

        def show(line: _Line) -> None:
            bar.update(
                task,
                total=None if line.share is None else 1.0,
                completed=line.share or 0.0,
                where=line.where,
                rates=line.rates,
                left=line.left,
            )

        yield _Live(show, lambda text: bar.console.print(text, highlight=False, markup=False))


def _of_training(progress: TrainingProgress) -> _Line:
    left = _left(progress.remaining_seconds)
    return _Line(_passes(progress), _rates(progress), left, progress.share)


def _of_choice(progress: "ChoiceProgress") -> _Line:
    run = f", run {progress.run}/{progress.n_runs}" if progress.n_runs > 1 else ""
    where = f"{progress.k} topics{run}, {_passes(progress.training)}"
    left = _left(progress.remaining_seconds)
    return _Line(where, _rates(progress.training), left, progress.share)


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


def _left(left: float | None) -> str:
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
