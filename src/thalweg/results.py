"""Results as tables: they print, display in notebooks and convert to data frames."""

from __future__ import annotations

import textwrap
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, fields
from importlib import import_module
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Self, TypeVar, overload

from thalweg.errors import InputError
from thalweg.notebook_html import html_table
from thalweg.visible_text import visible

if TYPE_CHECKING:
    import polars as pl

Row = TypeVar("Row", covariant=True)
_WIDTH = 90  # of text below a table


@dataclass(frozen=True)
class Column:
    """A column as people read it: a header, and how the text of a cell is made from a row."""

    header: str
    text: Callable[[Any], str]
    width: int = 0
    """Least width in characters."""
    left: bool = False
    """Whether cells are aligned on the left, as words are, and not on the right, as numbers are."""


class Table(Sequence[Row], Generic[Row]):
    """An immutable sequence of rows that prints as a table.

    A slice of a table is a table again. Subclasses declare the type of their rows, a dataclass, and
    the columns that people see.

    Parameters
    ----------
    rows : iterable
        The rows.

    Examples
    --------
    >>> table = DocumentTable([TopDocument(document=7, share=0.9), TopDocument(2, 0.5)])
    >>> table
    document   share
           7   90.0%
           2   50.0%
    >>> table[0].share, len(table[:1]), table.to_polars().columns
    (0.9, 1, ['document', 'share'])
    """

    row_type: ClassVar[type[Any]]
    columns: ClassVar[tuple[Column, ...]]

    def __init__(self, rows: Iterable[Row] = ()) -> None:
        self._rows = tuple(rows)

    def __len__(self) -> int:
        return len(self._rows)

    def __iter__(self) -> Iterator[Row]:
        return iter(self._rows)

    @overload
    def __getitem__(self, place: int) -> Row: ...
    @overload
    def __getitem__(self, place: slice) -> Self: ...
    def __getitem__(self, place: int | slice) -> Row | Self:
        if isinstance(place, slice):
            return type(self)(self._rows[place])
        return self._rows[place]

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self._rows == other._rows

    __hash__: ClassVar[None] = None  # type: ignore[assignment]

    @property
    def footer(self) -> str:
        """Text that is shown below the table, if any."""
        return ""

    @property
    def headers(self) -> list[str]:
        """The headers of the columns."""
        return [column.header for column in self.columns]

    def cells(self) -> list[list[str]]:
        """Return the text of every cell, row by row, with control characters as escapes."""
        return [[visible(column.text(row)) for column in self.columns] for row in self]

    def __str__(self) -> str:
        lines = [self.headers, *self.cells()]
        widths = [
            max(column.width, *(len(line[place]) for line in lines))
            for place, column in enumerate(self.columns)
        ]
        text = "\n".join(self._line(line, widths) for line in lines)
        return f"{text}\n\n{textwrap.fill(self.footer, _WIDTH)}" if self.footer else text

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return html_table(self.headers, self.cells(), self.footer)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the rows as dictionaries, one per row."""
        return [self._record(row) for row in self]

    def to_polars(self) -> pl.DataFrame:
        """Return the rows as a polars data frame."""
        import polars as pl

        records = self.to_dicts()
        return pl.DataFrame({name: [row[name] for row in records] for name in self._names()})

    def to_pandas(self) -> Any:
        """Return the rows as a pandas.DataFrame. pandas must be installed."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise InputError("pandas is not installed. Run pip install pandas.") from None
        return pandas.DataFrame(self.to_dicts(), columns=self._names())

    @classmethod
    def _names(cls) -> list[str]:
        """The names of the columns of data frames."""
        return [field.name for field in fields(cls.row_type)]

    def _record(self, row: Any) -> dict[str, Any]:
        return {name: getattr(row, name) for name in self._names()}

    def _line(self, cells: Sequence[str], widths: Sequence[int]) -> str:
        aligned = (
            cell.ljust(width) if column.left else cell.rjust(width)
            for column, cell, width in zip(self.columns, cells, widths, strict=True)
        )
        return "  ".join(aligned).rstrip()


@dataclass(frozen=True)
class Topic:
    """A topic and its most probable words."""

    topic: int
    """Number of the topic."""
    share: float
    """Share of all tokens that belong to the topic."""
    words: list[str]
    """The most probable words, most probable first."""
    weights: list[float]
    """Probabilities of these words within the topic."""


@dataclass(frozen=True)
class TextTopic:
    """A topic of a text."""

    topic: int
    """Number of the topic."""
    share: float
    """Share of the text that belongs to the topic."""
    words: list[str]
    """The most probable words of the topic, most probable first."""


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


@dataclass(frozen=True)
class WordTopic:
    """A topic of a word."""

    topic: int
    """Number of the topic."""
    share: float
    """p(topic | word): the share of the word's tokens that belong to the topic."""
    probability: float
    """p(word | topic): the share of the topic's tokens that are this word."""
    rank: int
    """Rank of the word in the topic; 1 is the most probable word."""


class TopicTable(Table[Topic]):
    """The topics of a model with their most probable words."""

    row_type = Topic
    columns: ClassVar[tuple[Column, ...]] = (
        Column("topic", lambda row: str(row.topic), width=5),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        Column("words", lambda row: " ".join(row.words), left=True),
    )


class TextTopicTable(Table[TextTopic]):
    """The topics of a text, largest share first."""

    row_type = TextTopic
    columns: ClassVar[tuple[Column, ...]] = TopicTable.columns


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
        Column("document", lambda row: str(row.id), left=True),
    )


class WordTable(Table[WordTopic]):
    """The topics of a word, most probable first."""

    row_type = WordTopic
    columns: ClassVar[tuple[Column, ...]] = (
        Column("topic", lambda row: str(row.topic), width=5),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        Column("probability", lambda row: f"{row.probability:.6f}", width=11),
        Column("rank", lambda row: str(row.rank), width=6),
    )
