"""What every source delivers: chunks of texts, and how much of the input each used up."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from thalweg.lazy_polars import pl


@dataclass(frozen=True)
class TextChunk:
    """Some documents in their order; a text that is missing (None) is an empty document."""

    texts: pl.Series  # of strings
    columns: pl.DataFrame | None  # what was asked for beside the texts, a row per document
    n_bytes: int  # of the input as stored (before decompression), since the chunk before


class TextSource(Protocol):
    """Texts from somewhere, in chunks of bounded size."""

    @property
    def name(self) -> str:
        """For messages."""
        ...

    @property
    def n_bytes(self) -> int | None:
        """Of the whole input as stored; None where nobody knows."""
        ...

    @property
    def repeatable(self) -> bool:
        """Whether chunks() can be called again."""
        ...

    @property
    def n_replaced(self) -> int:
        """Faults of the encoding that became U+FFFD in the last run."""
        ...

    def chunks(self) -> Iterator[TextChunk]:
        """All texts from the start."""
        ...
