"""A table of documents that do not fit the model."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from thalweg.results.table import Column, Table

UNLIKELY_WORDS = "unlikely words"
UNKNOWN_WORDS = "unknown words"


@dataclass(frozen=True)
class Outlier:
    """A document that does not fit the model."""

    id: Any
    """Id of the document; without ids, its row."""
    document: int
    """Row of the document."""
    z: float
    """How many standard errors the document is worse than others; -3 or less is unusual."""
    reason: str
    """"unlikely words": words that the model does not expect together. "unknown words"."""
    log_likelihood: float | None
    """Mean log-likelihood per token under the document's topics. None: no word is known."""
    expected: float | None
    """The log-likelihood that a document with the same topics has on average."""
    unknown_share: float | None
    """Share of the document's words that the model does not know. None: this is not known."""
    snippet: str | None = None
    """Beginning of the text; None if there are no texts."""


class OutlierTable(Table[Outlier]):
    """Documents that do not fit the model, the worst first.

    Parameters
    ----------
    rows : iterable of Outlier
        The documents.
    n_documents : int, default=None
        Number of documents that were looked at.
    n_outliers : int, default=None
        How many of them do not fit, those that the table leaves out included.
    """

    row_type = Outlier
    columns: ClassVar[tuple[Column, ...]] = (
        Column("document", lambda row: str(row.id), left=True),
        Column("z", lambda row: f"{row.z:.1f}", width=6),
        Column("per token", lambda row: _number(row.log_likelihood)),
        Column("expected", lambda row: _number(row.expected)),
        Column("unknown", lambda row: _percent(row.unknown_share)),
        Column("reason", lambda row: row.reason, left=True),
        Column("text", lambda row: row.snippet or "", left=True),
    )

    def __init__(
        self,
        rows: Iterable[Outlier] = (),
        n_documents: int | None = None,
        n_outliers: int | None = None,
    ) -> None:
        super().__init__(rows)
        self.n_documents: int | None = n_documents
        self.n_outliers: int | None = n_outliers

    @property
    def footer(self) -> str:
        """How many documents do not fit."""
        if self.n_documents is None or self.n_outliers is None:
            return ""
        verb = "does" if self.n_outliers == 1 else "do"
        return f"{self.n_outliers:,} of {self.n_documents:,} documents {verb} not fit the model."


def _number(value: float | None) -> str:
    return "" if value is None or math.isnan(value) else f"{value:.2f}"


def _percent(value: float | None) -> str:
    return "" if value is None else f"{value:.0%}"
