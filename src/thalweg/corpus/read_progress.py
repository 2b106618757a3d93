"""ReadProgress: bytes, documents, rate and remaining time while texts are read."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class ReadProgress:
    """How much of the source was read so far."""

    phase: str
    n_bytes: int
    total_bytes: int | None
    n_documents: int
    seconds: float

    @property
    def bytes_per_second(self) -> float:
        """Mean rate so far."""
        return self.n_bytes / max(self.seconds, 1e-9)

    @property
    def remaining_seconds(self) -> float | None:
        """Estimated time that reading still takes; None if the size is unknown."""
        if self.total_bytes is None or not self.n_bytes:
            return None
        return max(self.total_bytes - self.n_bytes, 0) / self.bytes_per_second


ReadListener: TypeAlias = Callable[[ReadProgress], None]


class Meter:
    """Counts what was read in a phase, and reports it to the listener."""

    def __init__(self, listener: ReadListener, phase: str, total_bytes: int | None) -> None:
        self._listener = listener
        self._phase = phase
        self._total_bytes = total_bytes
        self._start = time.perf_counter()
        self._n_bytes = 0
        self.n_documents: int = 0

    def advance(self, n_bytes: int, n_documents: int) -> None:
        """Report a chunk that was processed."""
        self._n_bytes += n_bytes
        self.n_documents += n_documents
        seconds = time.perf_counter() - self._start
        self._listener(
            ReadProgress(self._phase, self._n_bytes, self._total_bytes, self.n_documents, seconds)
        )


@contextmanager
def listening(progress: bool | ReadListener) -> Iterator[ReadListener]:
    """Yield the user's function, one that shows a progress bar, or one that does nothing."""
    if callable(progress):
        yield progress
    elif progress:
        with _bar() as listener:
            yield listener
    else:
        yield lambda _: None


@contextmanager
def _bar() -> Iterator[ReadListener]:
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        DownloadColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
        TransferSpeedColumn,
    )

    columns = (
        TextColumn("{task.description}"),
        BarColumn(),
        DownloadColumn(),
        TransferSpeedColumn(),
        TextColumn("{task.fields[documents]:,} documents"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=Console(stderr=True)) as bar:
        tasks = {}

        def show(progress: ReadProgress) -> None:
            if progress.phase not in tasks:
                tasks[progress.phase] = bar.add_task(
                    progress.phase, total=progress.total_bytes, documents=0
                )
            bar.update(
                tasks[progress.phase], completed=progress.n_bytes, documents=progress.n_documents
            )

        yield show
