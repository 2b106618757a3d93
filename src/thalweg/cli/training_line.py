"""The progress of training: one moving line on a terminal, a line every ten seconds in a log."""

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final

from thalweg.cli.output import note
from thalweg.training.progress import Listener, TrainingProgress
from thalweg.visible_text import visible

if TYPE_CHECKING:
    from thalweg.choosing_k.trials import ChoiceProgress

SECONDS_BETWEEN_LINES: Final = 10.0


@dataclass(frozen=True)
class LogTimer:
    """How often a line is written to a log, and the clock that decides."""

    seconds: float = SECONDS_BETWEEN_LINES
    clock: Callable[[], float] = time.perf_counter


@dataclass(frozen=True)
class _Line:
    """The parts of the line: position, rates, remaining time; and the filled share of the bar."""

    position: str
    rates: str
    remaining: str
    share: float | None


@dataclass(frozen=True)
class _LiveLine:
    """Functions that change the line, and that print a permanent line above it."""

    show: Callable[[_Line], None]
    note: Callable[[str], None]


@contextmanager
def training_line(timer: LogTimer | None = None) -> Iterator[Listener]:
    """Return a listener that shows a training run on standard error."""
    with _live_line(timer) as live:
        yield lambda progress: live.show(_of_training(progress))


@contextmanager
def choosing_line(
    timer: LogTimer | None = None,
) -> "Iterator[tuple[Callable[[ChoiceProgress], None], Callable[[str], None]]]":
    """Return a listener that shows the trials of `choose-k`, and a function that prints a note."""
    with _live_line(timer) as live:
        yield lambda progress: live.show(_of_choice(progress)), live.note


@contextmanager
def _live_line(timer: LogTimer | None) -> Iterator[_LiveLine]:
    if sys.stderr.isatty():
        with _bar() as live:
            yield live
    else:
        yield _LiveLine(_log_lines(timer or LogTimer()), note)


def _log_lines(timer: LogTimer) -> Callable[[_Line], None]:
    latest = timer.clock()

    def show(line: _Line) -> None:
        nonlocal latest
        now = timer.clock()
        if now - latest >= timer.seconds:
            latest = now
            note(", ".join(part for part in (line.position, line.rates, line.remaining) if part))

    return show


@contextmanager
def _bar() -> Iterator[_LiveLine]:
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (
        TextColumn("{task.fields[position]}"),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[rates]}"),
        TextColumn("{task.fields[remaining]}"),
    )
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, position="training", rates="", remaining="")

        def show(line: _Line) -> None:
            bar.update(
                task,
                total=None if line.share is None else 1.0,
                completed=line.share or 0.0,
                position=line.position,
                rates=line.rates,
                remaining=line.remaining,
            )

        yield _LiveLine(
            show, lambda text: bar.console.print(visible(text), highlight=False, markup=False)
        )


def _of_training(progress: TrainingProgress) -> _Line:
    remaining = _remaining(progress.remaining_seconds)
    return _Line(_passes(progress), _rates(progress), remaining, progress.share)


def _of_choice(progress: "ChoiceProgress") -> _Line:
    run = f", run {progress.run}/{progress.n_runs}" if progress.n_runs > 1 else ""
    position = f"{progress.k} topics{run}, {_passes(progress.training)}"
    remaining = _remaining(progress.remaining_seconds)
    return _Line(position, _rates(progress.training), remaining, progress.share)


def _passes(progress: TrainingProgress) -> str:
    done = progress.n_documents / max(1, progress.documents_per_pass)
    of = "" if progress.max_passes is None else f"/{progress.max_passes}"
    return f"pass {done:.1f}{of}"


def _rates(progress: TrainingProgress) -> str:
    score = "" if progress.score is None else f", held-out {progress.score:.4f}"
    return (
        f"{short_number(progress.documents_per_second)} documents/s, "
        f"{short_number(progress.tokens_per_second)} tokens/s{score}"
    )


def _remaining(seconds: float | None) -> str:
    if seconds is None:
        return ""
    minutes, whole_seconds = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    clock = f"{minutes:02}:{whole_seconds:02}" if hours else f"{minutes}:{whole_seconds:02}"
    return f"{hours}:{clock} left" if hours else f"{clock} left"


def short_number(number: float) -> str:
    """Return a number with three digits and a unit, so that the line keeps its width.

    Examples
    --------
    >>> short_number(1234), short_number(5.6e6)
    ('1.23k', '5.6M')
    """
    for size, unit in ((1e9, "G"), (1e6, "M"), (1e3, "k")):
        if number >= size:
            return f"{number / size:.3g}{unit}"
    return f"{number:.3g}"
