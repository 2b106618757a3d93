"""A table of typical documents, with the words of their topics marked."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Any, ClassVar

from thalweg.notebook_html import html_table
from thalweg.results.table import Column, Table
from thalweg.visible_text import visible

_NOT_A_COLUMN = "spans"


@dataclass(frozen=True)
class Example:
    """A document that is typical of a topic."""

    topic: int
    """Number of the topic."""
    name: str
    """Name of the topic, or its number as in "topic 3"."""
    rank: int
    """1 for the most typical document of the topic."""
    id: Any
    """Id of the document; without ids, its row."""
    document: int
    """Row of the document."""
    share: float
    """Share of the document's tokens that belong to the topic."""
    snippet: str | None = None
    """The passage with most of the topic's words; None if there are no texts."""
    marked: tuple[str, ...] = ()
    """The words of the snippet that belong to the topic, as they are in the text."""
    spans: tuple[tuple[int, int], ...] = ()
    """Where the marked words begin and end in the snippet. Not a column of data frames."""


class ExampleTable(Table[Example]):
    """The most typical documents of topics, topic by topic."""

    row_type = Example
    columns: ClassVar[tuple[Column, ...]] = (
        Column("topic", lambda row: row.name, left=True),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        Column("document", lambda row: str(row.id), left=True),
        Column("text", lambda row: row.snippet or "", left=True, spans=lambda row: row.spans),
    )

    @classmethod
    def column_names(cls) -> list[str]:
        """Return the names of the columns of data frames and files."""
        return [name for name in super().column_names() if name != _NOT_A_COLUMN]

    @property
    def footer(self) -> str:
        """A hint if there are no texts."""
        if len(self) == 0 or any(row.snippet is not None for row in self):
            return ""
        return (
            "The documents have no texts. To see them, pass texts, or a corpus that keeps its "
            "texts (keep_texts=True, --keep-texts)."
        )

    def _record(self, row: Any) -> dict[str, Any]:
        return super()._record(row) | {"marked": list(row.marked)}

    def _repr_html_(self) -> str:
        """Return a table in which the topic's words are highlighted."""
        table = html_table(self.headers, [[]], self.footer)
        rows = "".join(
            "<tr>"
            + "".join(f"<td>{escape(cell)}</td>" for cell in cells[:-1])
            + f'<td style="text-align:left">{marked_html(row.snippet or "", row.spans)}</td></tr>'
            for row, cells in zip(self, self.cells(), strict=True)
        )
        return table.replace("<tr></tr>", rows)


def marked_html(text: str, spans: tuple[tuple[int, int], ...]) -> str:
    """Return escaped text in which parts are marked.

    Examples
    --------
    >>> marked_html("a <b> c", ((2, 5),))
    'a <mark>&lt;b&gt;</mark> c'
    """
    html, position = "", 0
    for start, end in spans:
        html += escape(visible(text[position:start]))
        html += f"<mark>{escape(visible(text[start:end]))}</mark>"
        position = end
    return html + escape(visible(text[position:]))
