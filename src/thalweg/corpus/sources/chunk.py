"""TextSource and TextChunk: what every kind of source provides."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from thalweg.corpus.text.token_lists import TokenLists
from thalweg.lazy_polars import pl


@dataclass(frozen=True)
class TextChunk:
    """Some documents in their order. A missing text (None) is an empty document."""

    texts: pl.Series | TokenLists  # of strings
    columns: pl.DataFrame | None  # further columns that were requested, one row per document
    n_bytes: int  # of the stored input (before decompression) since the previous chunk

    def strings(self) -> pl.Series:
        """Return the texts; of token lists, the tokens separated by spaces."""
        texts = self.texts.joined() if isinstance(self.texts, TokenLists) else self.texts
        return pl.Series("text", texts, dtype=pl.String)


class TextSource(Protocol):
    """Texts in chunks of bounded size, wherever they come from."""

    @property
    def name(self) -> str:
        """Name of the source in messages."""
        ...

    @property
    def n_bytes(self) -> int | None:
        """Size of the whole input as stored; None if it is unknown."""
        ...

    @property
    def repeatable(self) -> bool:
        """Whether chunks() can be called again."""
        ...

    @property
    def n_replaced(self) -> int:
        """Number of encoding errors that became U+FFFD in the last run."""
        ...

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all texts from the start."""
        ...
