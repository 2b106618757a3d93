"""Tables of documents: typical of a topic, similar to another."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from thalweg.results.table import Column, Table


@dataclass(frozen=True)
class TopDocument:
    """A document and how much of it belongs to a topic."""

    document: int
    """Row of the document."""
    share: float
    """Share of the document's tokens that belong to the topic."""


@dataclass(frozen=True)
class SimilarDocument:
    """A document and how far its topic proportions are from others."""

    document: int
    """Row of the document."""
    id: Any
    """Id of the document; without ids, its row."""
    distance: float
    """Hellinger distance: 0 for the same proportions, 1 for no topic in common."""
    text: str | None = None
    """The beginning of the text; None if it is not known."""


class DocumentTable(Table[TopDocument]):
    """The documents with the largest shares of a topic, largest first."""

    row_type = TopDocument
    columns: ClassVar[tuple[Column, ...]] = (
        Column("document", lambda row: str(row.document), width=8),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
    )


class SimilarTable(Table[SimilarDocument]):
    """The documents that are most similar to one, nearest first."""

    row_type = SimilarDocument
    columns: ClassVar[tuple[Column, ...]] = (
        Column("distance", lambda row: f"{row.distance:.3f}", width=8),
        Column("row", lambda row: str(row.document), width=3),
        Column("id", lambda row: str(row.id), left=True),
        Column("text", lambda row: row.text or "", left=True),
    )
