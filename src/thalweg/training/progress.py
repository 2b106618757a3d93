"""What a training tells those who watch it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias


@dataclass(frozen=True)
class TrainingProgress:
    """How far a training has come; counts begin with it, also if it was resumed."""

    n_passes: int
    max_passes: int | None
    n_documents: int  # repeats included
    documents_per_pass: int
    n_tokens: float
    seconds: float
    max_seconds: float | None
    score: float | None  # of held-out documents, the latest
    documents_per_second: float
    tokens_per_second: float

    @property
    def share(self) -> float | None:
        """The share of the work that is done, by passes or by time; None if neither is limited."""
        shares = []
        if self.max_passes is not None:
            shares.append(self.n_documents / max(1, self.max_passes * self.documents_per_pass))
        if self.max_seconds is not None:
            shares.append(self.seconds / max(self.max_seconds, 1e-9))
        return min(1.0, max(shares)) if shares else None

    @property
    def remaining_seconds(self) -> float | None:
        """Until passes or time run out, at the present rate."""
        ends = []
        if self.max_passes is not None and self.documents_per_second:
            left = self.max_passes * self.documents_per_pass - self.n_documents
            ends.append(left / self.documents_per_second)
        if self.max_seconds is not None:
            ends.append(self.max_seconds - self.seconds)
        return max(0.0, min(ends)) if ends else None


Listener: TypeAlias = Callable[[TrainingProgress], None]
