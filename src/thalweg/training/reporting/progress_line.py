"""Progress as a line of text with a bar, for terminals, notebooks and logs.

`fit(progress="bar")`, the methods that read documents, and the command line share it.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from html import escape
from typing import Any, Final, TypeVar

from thalweg.errors import InputError
from thalweg.training.reporting.document_progress import DocumentProgress
from thalweg.training.reporting.progress import TrainingProgress
from thalweg.visible_text import visible

SECONDS_BETWEEN_LINES: Final = 10.0
Progress = TypeVar("Progress")  # TrainingProgress or DocumentProgress


@dataclass(frozen=True)
class LogTimer:
    """How often a line is written to a log, and the clock that decides."""

    seconds: float = SECONDS_BETWEEN_LINES
    clock: Callable[[], float] = time.perf_counter


@dataclass(frozen=True)
class ProgressLine:
    """The parts of the line: position, rates, remaining time; and the filled share of the bar."""

    position: str
    rates: str
    remaining: str
    share: float | None

    @classmethod
    def of_training(cls, progress: TrainingProgress) -> ProgressLine:
        """Return the line of a training run."""
        remaining = remaining_time(progress.remaining_seconds)
        return cls(passes(progress), rates(progress), remaining, progress.share)

    @classmethod
    def of_documents(cls, progress: DocumentProgress) -> ProgressLine:
        """Return the line of a method that reads documents."""
        total = progress.total_documents
        position = f"{progress.n_documents:,}{'' if total is None else f'/{total:,}'} documents"
        rate = f"{short_number(progress.documents_per_second)} documents/s"
        return cls(position, rate, remaining_time(progress.remaining_seconds), progress.share)

    def text(self) -> str:
        """Return the line without a bar."""
        return ", ".join(part for part in (self.position, self.rates, self.remaining) if part)


@dataclass(frozen=True)
class LiveLine:
    """Functions that change the line, and that print a permanent line above it."""

    show: Callable[[ProgressLine], None]
    note: Callable[[str], None]


@contextmanager
def listening_to(
    progress: Any, line_of: Callable[[Progress], ProgressLine]
) -> Iterator[Callable[[Progress], None] | None]:
    """Yield the listener that a user passed as `progress`; for "bar", one that shows a bar."""
    if progress is None or progress is False:
        yield None
    elif callable(progress):
        yield progress
    elif progress is True or progress == "bar":
        with _notebook_line() if in_notebook() else live_line() as line:
            yield lambda now: line.show(line_of(now))
    else:
        raise InputError(f'`progress` is {progress!r}; expected a function, "bar" or None')


@contextmanager
def live_line(
    timer: LogTimer | None = None, note: Callable[[str], None] | None = None
) -> Iterator[LiveLine]:
    """Yield a line on standard error: a bar on a terminal, a line every ten seconds in a log."""
    if sys.stderr.isatty():
        with _terminal_line() as line:
            yield line
    else:
        note = note or _print_to_stderr
        yield LiveLine(_log_lines(timer or LogTimer(), note), note)


def _print_to_stderr(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def _log_lines(timer: LogTimer, note: Callable[[str], None]) -> Callable[[ProgressLine], None]:
    latest = timer.clock()

    def show(line: ProgressLine) -> None:
        nonlocal latest
        now = timer.clock()
        if now - latest >= timer.seconds:
            latest = now
            note(line.text())

    return show


@contextmanager
def _terminal_line() -> Iterator[LiveLine]:
    from rich.console import Console
    from rich.progress import BarColumn, TextColumn
    from rich.progress import Progress as Bar

    columns = (
        TextColumn("{task.fields[position]}"),
        BarColumn(bar_width=20),
        TextColumn("{task.fields[rates]}"),
        TextColumn("{task.fields[remaining]}"),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, position="starting", rates="", remaining="")

        def show(line: ProgressLine) -> None:
            bar.update(
                task,
                total=None if line.share is None else 1.0,
                completed=line.share or 0.0,
                position=line.position,
                rates=line.rates,
                remaining=line.remaining,
            )

        yield LiveLine(
            show, lambda text: bar.console.print(visible(text), highlight=False, markup=False)
        )


def in_notebook() -> bool:
    """Return whether this runs in a notebook, where output is displayed and not printed."""
    ipython = sys.modules.get("IPython")
    shell = None if ipython is None else ipython.get_ipython()
    return shell is not None and getattr(shell, "kernel", None) is not None


@contextmanager
def _notebook_line() -> Iterator[LiveLine]:
    """Yield a line that a notebook displays, and that stays when the work has ended.

    Not rich's, which needs ipywidgets in a notebook.
    """
    display = sys.modules["IPython"].display.display
    handle = display({"text/plain": ""}, raw=True, display_id=True)

    def show(line: ProgressLine) -> None:
        bar = (
            "" if line.share is None else f'<progress max="1" value="{line.share:.3f}"></progress>'
        )
        html = f"<div>{bar} {escape(line.text())}</div>"
        handle.update({"text/html": html, "text/plain": line.text()}, raw=True)

    yield LiveLine(show, print)


def passes(progress: TrainingProgress) -> str:
    """Return how many passes are done, of how many."""
    done = progress.n_documents / max(1, progress.documents_per_pass)
    of = "" if progress.max_passes is None else f"/{progress.max_passes}"
    return f"pass {done:.1f}{of}"


def rates(progress: TrainingProgress) -> str:
    """Return documents and tokens per second, the held-out score, and the workers of a cluster."""
    workers = ""
    if progress.n_workers is not None:
        workers = f", {progress.n_workers} worker{'' if progress.n_workers == 1 else 's'}"
    score = "" if progress.score is None else f", held-out {progress.score:.4f}"
    return (
        f"{short_number(progress.documents_per_second)} documents/s, "
        f"{short_number(progress.tokens_per_second)} tokens/s{score}{workers}"
    )


def remaining_time(seconds: float | None) -> str:
    """Return the time that is left, as in "0:05 left"; nothing if it is not known."""
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
