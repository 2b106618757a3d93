"""Texts and ids of the documents that the page shows, in as few reads as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus


@dataclass(frozen=True)
class ShownDocument:
    """A document with what the page shows of it."""

    row: int
    id: Any
    text: str | None

    def about(self, theta: NDArray[np.float32], numbers: Sequence[int]) -> dict[str, Any]:
        """Return its row, id and three largest topics."""
        return {"row": self.row, "id": self.id, "shares": sparse(theta, numbers)[:3]}


def shown_documents(corpus: Corpus, rows: Sequence[int]) -> list[ShownDocument]:
    """Return documents in the order of the rows.

    In memory, all are read at once. In a store they are read one by one: between two rows there
    may be many others, which would be read, too.
    """
    if not rows:
        return []
    parts = [list(rows)] if corpus.in_memory else [[row] for row in rows]
    shown = []
    for part in parts:
        chosen = corpus[part]
        texts, ids = chosen.texts, chosen.ids.to_list()
        of_rows = [None] * len(part) if texts is None else [text or "" for text in texts.to_list()]
        for row, each, text in zip(part, ids, of_rows, strict=True):
            shown.append(ShownDocument(row, plain_value(each), text))
    return shown


def plain_value(value: Any) -> Any:
    """Return a value of a column as JSON has it; dates and lists as text."""
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def sparse(theta: NDArray[np.float32], numbers: Sequence[int]) -> list[list[float]]:
    """Return [topic, share] of the topics with at least 1%, largest first."""
    order = np.argsort(-theta, kind="stable")
    return [[numbers[k], round(float(theta[k]), 5)] for k in order if theta[k] >= 0.01]
