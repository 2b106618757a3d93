"""Tables of documents: typical of a topic, similar to another."""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from typing import Any, ClassVar

from thalweg.results.table import Column, Table

_CHARACTERS = 70  # of a text in a table


@dataclass(frozen=True)
class TopDocument:
    """A document and how much of it belongs to a topic."""

    document: int
    """Row of the document."""
    share: float
    """Share of the document's tokens that belong to the topic."""
    id: Any = None
    """Id of the document; without ids, its row."""
    text: str | None = None
    """Text of the document; None if there are no texts."""


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
        Column("document", lambda row: str(row.document if row.id is None else row.id), width=8),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        Column("text", lambda row: _beginning(row.text or ""), left=True),
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


def _beginning(text: str) -> str:
    """Return a text in one line, cut after some words."""
    return textwrap.shorten(text[: 10 * _CHARACTERS], _CHARACTERS, placeholder=" ...")
