"""Texts and ids of the documents that the page shows, in as few reads as possible."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus
from thalweg.explore.column_kinds import titles_of
from thalweg.explore.text_search import TextSearch, plain_value


@dataclass(frozen=True)
class ShownDocument:
    """A document with what the page shows of it."""

    row: int
    id: Any
    text: str | None
    title: str | None

    def about(self, theta: NDArray[np.float32], numbers: Sequence[int]) -> dict[str, Any]:
        """Return its row, id, three largest topics, and its title if there is one."""
        about = {"row": self.row, "id": self.id, "shares": sparse(theta, numbers)[:3]}
        return about if self.title is None else about | {"title": self.title}


def shown_documents(
    corpus: Corpus, rows: Sequence[int], search: TextSearch | None = None
) -> list[ShownDocument]:
    """Return documents in the order of the rows.

    In memory, all are read at once. Rows of a store are taken from the search index, which has a
    copy of the texts. Those that are not in it yet are read one by one: between two rows there may
    be many others, which would be read, too.
    """
    if not rows:
        return []
    if corpus.in_memory:
        return _read(corpus, rows)
    kept = {} if search is None else search.documents(rows)
    shown = []
    for row in rows:
        known = kept.get(row)
        shown += _read(corpus, [row]) if known is None else [ShownDocument(row, *known)]
    return shown


def _read(corpus: Corpus, rows: Sequence[int]) -> list[ShownDocument]:
    chosen = corpus[list(rows)]
    texts, ids = chosen.texts, chosen.ids.to_list()
    of_rows = [None] * len(rows) if texts is None else [text or "" for text in texts.to_list()]
    return [
        ShownDocument(row, plain_value(each), text, title)
        for row, each, text, title in zip(rows, ids, of_rows, titles_of(chosen), strict=True)
    ]


def sparse(theta: NDArray[np.float32], numbers: Sequence[int]) -> list[list[float]]:
    """Return [topic, share] of the topics with at least 1%, largest first."""
    order = np.argsort(-theta, kind="stable")
    return [[numbers[k], round(float(theta[k]), 5)] for k in order if theta[k] >= 0.01]
