"""The progress of training and reading on standard error, as `progress="bar"` shows it."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from thalweg.cli.output import note
from thalweg.training.reporting.document_progress import reported
from thalweg.training.reporting.progress import Listener
from thalweg.training.reporting.progress_line import (
    LogTimer,
    ProgressLine,
    live_line,
    passes,
    rates,
    remaining_time,
)

if TYPE_CHECKING:
    from thalweg.choosing_k.trials import ChoiceProgress
    from thalweg.corpus.corpus import Corpus


@contextmanager
def training_line(timer: LogTimer | None = None) -> Iterator[Listener]:
    """Return a listener that shows a training run on standard error."""
    with live_line(timer, note) as live:
        yield lambda progress: live.show(ProgressLine.of_training(progress))


@contextmanager
def choosing_line(
    timer: LogTimer | None = None,
) -> "Iterator[tuple[Callable[[ChoiceProgress], None], Callable[[str], None]]]":
    """Return a listener that shows the trials of `choose-k`, and a function that prints a note."""
    with live_line(timer, note) as live:
        yield lambda progress: live.show(_of_choice(progress)), live.note


def with_document_line(
    corpora: "Iterable[Corpus]", total_documents: int | None = None
) -> "Iterator[Corpus]":
    """Yield the corpora, and show how many of their documents have been processed."""
    with live_line(note=note) as live:
        yield from reported(
            corpora, lambda now: live.show(ProgressLine.of_documents(now)), total_documents, len
        )


def _of_choice(progress: "ChoiceProgress") -> ProgressLine:
    run = f", run {progress.run}/{progress.n_runs}" if progress.n_runs > 1 else ""
    position = f"{progress.k} topics{run}, {passes(progress.training)}"
    remaining = remaining_time(progress.remaining_seconds)
    return ProgressLine(position, rates(progress.training), remaining, progress.share)
