"""CheckpointTimer: says when the next checkpoint of a training run is due, and writes it."""

from __future__ import annotations

import time
from collections.abc import Callable


class CheckpointTimer:
    """Writes checkpoints by time or by documents visited."""

    def __init__(
        self,
        write: Callable[[], None],
        n_documents_seen: Callable[[], int],
        every_seconds: float | None,
        every_documents: int | None,
    ) -> None:
        self._write = write
        self._n_documents_seen = n_documents_seen
        self._every_seconds = every_seconds
        self._every_documents = every_documents
        self._written_at = time.perf_counter()
        self._written_documents = n_documents_seen()

    def is_due(self) -> bool:
        """Return whether enough time has passed, or enough documents."""
        seconds, documents = self.seconds_until_due, self._documents_left
        return (seconds is not None and seconds <= 0) or (documents is not None and documents <= 0)

    @property
    def seconds_until_due(self) -> float | None:
        """Time until the next checkpoint; None if only documents count."""
        if self._every_seconds is None:
            return None
        return self._every_seconds - (time.perf_counter() - self._written_at)

    def documents_until_due(self, batch_size: int) -> int:
        """Return documents until the next checkpoint, in whole minibatches."""
        left = self._documents_left
        return 1 << 62 if left is None else max(1, -(-left // batch_size)) * batch_size

    @property
    def _documents_left(self) -> int | None:
        if self._every_documents is None:
            return None
        return self._written_documents + self._every_documents - self._n_documents_seen()

    def write(self) -> None:
        """Write a checkpoint now."""
        self._write()
        self._written_at = time.perf_counter()
        self._written_documents = self._n_documents_seen()
