"""DocumentProgress: what methods that read documents report while they run."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, TypeVar

from thalweg.corpus.corpus import Corpus

Batch = TypeVar("Batch")


@dataclass(frozen=True)
class DocumentProgress:
    """How many documents were read.

    Methods with a parameter `progress` call your function with one of these after every batch of
    documents.
    """

    n_documents: int
    """Documents so far."""
    total_documents: int | None
    """Documents to read; None if they come from an iterator."""
    seconds: float
    """Wall time so far."""

    @property
    def documents_per_second(self) -> float:
        """Mean rate so far."""
        return self.n_documents / max(self.seconds, 1e-9)

    @property
    def share(self) -> float | None:
        """Share of the documents that were read; None if their number is not known."""
        if self.total_documents is None:
            return None
        return min(1.0, self.n_documents / max(1, self.total_documents))

    @property
    def remaining_seconds(self) -> float | None:
        """Time that is left, at the present rate; None if it is not known."""
        if self.total_documents is None or not self.n_documents:
            return None
        return max(0, self.total_documents - self.n_documents) / self.documents_per_second


ReportDocuments: TypeAlias = (  # what users pass as `progress`
    Callable[[DocumentProgress], None] | Literal["bar"] | bool | None
)


def reported(
    batches: Iterable[Batch],
    listener: Callable[[DocumentProgress], None],
    total_documents: int | None,
    n_documents_of: Callable[[Batch], int],
) -> Iterator[Batch]:
    """Yield batches of documents, and call the listener when each has been processed."""
    start, n_documents = time.perf_counter(), 0
    for batch in batches:
        yield batch
        n_documents += n_documents_of(batch)
        listener(DocumentProgress(n_documents, total_documents, time.perf_counter() - start))


def n_documents_in(X: Any) -> int | None:
    """Return the number of documents of what users pass as `X`; None for an iterator."""
    if isinstance(X, Sequence) and X and isinstance(X[0], Corpus):
        return sum(map(len, X))
    try:
        return int(X.shape[0]) if hasattr(X, "shape") else len(X)
    except TypeError:
        return None
