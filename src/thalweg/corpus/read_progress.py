"""Progress of reading: bytes, documents, rate and the time that remains."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class ReadProgress:
    """How far reading has come."""

    phase: str
    n_bytes: int
    total_bytes: int | None
    n_documents: int
    seconds: float

    @property
    def bytes_per_second(self) -> float:
        """The rate so far."""
        return self.n_bytes / max(self.seconds, 1e-9)

    @property
    def remaining_seconds(self) -> float | None:
        """At that rate; None while the size is unknown."""
        if self.total_bytes is None or not self.n_bytes:
            return None
        return max(self.total_bytes - self.n_bytes, 0) / self.bytes_per_second


Listener: TypeAlias = Callable[[ReadProgress], None]


class Meter:
    """Counts what was read in a phase, and tells the listener."""

    def __init__(self, listener: Listener, phase: str, total_bytes: int | None) -> None:
        self._listener = listener
        self._phase = phase
        self._total_bytes = total_bytes
        self._start = time.perf_counter()
        self._n_bytes = 0
        self.n_documents = 0

    def advance(self, n_bytes: int, n_documents: int) -> None:
        """A chunk was dealt with."""
        self._n_bytes += n_bytes
        self.n_documents += n_documents
        seconds = time.perf_counter() - self._start
        self._listener(
            ReadProgress(self._phase, self._n_bytes, self._total_bytes, self.n_documents, seconds)
        )


@contextmanager
def listening(progress: bool | Listener) -> Iterator[Listener]:
    """The user's own listener, a bar on the terminal's error stream, or nobody."""
    if callable(progress):
        yield progress
    elif progress:
        with _bar() as listener:
            yield listener
    else:
        yield lambda _: None


@contextmanager
def _bar() -> Iterator[Listener]:
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
