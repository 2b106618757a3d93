"""Table: rows that print, display in notebooks and convert to data frames."""

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
_TEXT = "str | None"  # the annotation of fields whose text may be missing


@dataclass(frozen=True)
class Column:
    """A column as people read it: a header, and how the text of a cell is made from a row."""

    header: str
    text: Callable[[Any], str]
    width: int = 0
    """Least width in characters."""
    left: bool = False
    """Whether cells are aligned on the left, as words are, and not on the right, as numbers are."""
    optional: bool = False
    """Whether the column is left out if all its cells are empty."""
    spans: Callable[[Any], Sequence[tuple[int, int]]] | None = None
    """Which parts of the text of a cell are highlighted on a terminal."""


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
    >>> from thalweg.results import DocumentTable, TopDocument
    >>> table = DocumentTable([TopDocument(document=7, share=0.9), TopDocument(2, 0.5)])
    >>> table
    document   share  text
           7   90.0%
           2   50.0%
    >>> table[0].share, len(table[:1]), table.to_polars().columns
    (0.9, 1, ['document', 'share', 'id', 'text'])
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
    def shown_columns(self) -> tuple[Column, ...]:
        """The columns without optional ones whose cells are all empty."""
        return tuple(
            column
            for column in self.columns
            if not column.optional or any(column.text(row) for row in self)
        )

    @property
    def headers(self) -> list[str]:
        """The headers of the columns."""
        return [column.header for column in self.shown_columns]

    def cells(self) -> list[list[str]]:
        """Return the text of every cell, row by row, with control characters as escapes."""
        columns = self.shown_columns
        return [[visible(column.text(row)) for column in columns] for row in self]

    def __str__(self) -> str:
        lines = [[*map(visible, self.headers)], *self.cells()]
        widths = [
            max(column.width, *(len(line[place]) for line in lines))
            for place, column in enumerate(self.shown_columns)
        ]
        text = "\n".join(_line(self.shown_columns, line, widths) for line in lines)
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
        # Without the type, a column of which all values are missing would have none.
        texts = {each.name: pl.String for each in fields(self.row_type) if each.type == _TEXT}
        return pl.DataFrame(
            {name: [row[name] for row in records] for name in self.column_names()},
            schema_overrides=texts,
        )

    def to_pandas(self) -> Any:
        """Return the rows as a pandas.DataFrame. pandas must be installed."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise InputError("pandas is not installed. Run pip install pandas.") from None
        return pandas.DataFrame(self.to_dicts(), columns=self.column_names())

    @classmethod
    def column_names(cls) -> list[str]:
        """Return the names of the columns of data frames and files."""
        return [field.name for field in fields(cls.row_type)]

    def _record(self, row: Any) -> dict[str, Any]:
        return {name: getattr(row, name) for name in self.column_names()}


def _line(columns: Sequence[Column], cells: Sequence[str], widths: Sequence[int]) -> str:
    aligned = (
        cell.ljust(width) if column.left else cell.rjust(width)
        for column, cell, width in zip(columns, cells, widths, strict=True)
    )
    return "  ".join(aligned).rstrip()
