"""ShareMatrix: groups or periods as rows, topics as columns."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

from thalweg.errors import InputError
from thalweg.notebook_html import html_table
from thalweg.results.share_changes import percent
from thalweg.visible_text import visible

if TYPE_CHECKING:
    import polars as pl

_WIDTH = 90
_NAME_WIDTH = 14


@dataclass(frozen=True)
class ShareMatrix:
    """Topic shares with a row per group or period and a column per topic.

    The text shows several blocks of columns below each other if they do not fit next to each other.
    """

    headers: tuple[str, ...]
    """What the rows are: the names of the columns that groups are made from."""
    keys: tuple[tuple[Any, ...], ...]
    """The values of each row, one per header."""
    n_documents: tuple[int, ...]
    """Number of documents of each row."""
    names: tuple[str, ...]
    """Names of the topics."""
    shares: tuple[tuple[float | None, ...], ...]
    """Mean shares, row by row; None without documents."""

    def to_text(self, width: int = _WIDTH) -> str:
        """Return the matrix as text with lines of at most this many characters, if possible."""
        cells = [
            [*(visible(str(value)) for value in key), f"{n:,}"]
            for key, n in zip(self.keys, self.n_documents, strict=True)
        ]
        left = _aligned([[*map(visible, self.headers), "documents"], *cells])
        columns = [
            _aligned([[name], *([percent(row[place])] for row in self.shares)])
            for place, name in enumerate(map(_short, self.names))
        ]
        blocks, block = [], left
        for column in columns:
            wider = [f"{a}  {b}" for a, b in zip(block, column, strict=True)]
            if block is not left and len(wider[0]) > width:
                blocks.append(block)
                wider = [f"{a}  {b}" for a, b in zip(left, column, strict=True)]
            block = wider
        blocks.append(block)
        return "\n\n".join("\n".join(line.rstrip() for line in block) for block in blocks)

    def __str__(self) -> str:
        return self.to_text()

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = [
            [*map(str, key), f"{n:,}", *map(percent, shares)]
            for key, n, shares in zip(self.keys, self.n_documents, self.shares, strict=True)
        ]
        return html_table([*self.headers, "documents", *self.names], rows)

    def to_polars(self) -> pl.DataFrame:
        """Return the matrix as a polars data frame; columns of topics have their names."""
        import polars as pl

        return pl.DataFrame(self._columns())

    def to_pandas(self) -> Any:
        """Return the matrix as a pandas.DataFrame. pandas must be installed."""
        try:
            pandas = import_module("pandas")
        except ImportError:
            raise InputError("pandas is not installed. Run pip install pandas.") from None
        return pandas.DataFrame(self._columns())

    def _columns(self) -> dict[str, list[Any]]:
        columns: dict[str, list[Any]] = {
            header: [key[place] for key in self.keys] for place, header in enumerate(self.headers)
        }
        columns["n_documents"] = list(self.n_documents)
        for place, name in enumerate(self.names):
            # Two topics may have the same name.
            columns[name if name not in columns else f"{name} ({place})"] = [
                row[place] for row in self.shares
            ]
        return columns


def _short(name: str) -> str:
    name = visible(name)
    return name if len(name) <= _NAME_WIDTH else f"{name[: _NAME_WIDTH - 1]}\u2026"


def _aligned(lines: Sequence[Sequence[str]]) -> list[str]:
    """Return lines of cells, aligned on the right; all lines have the same length."""
    widths = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(cell.rjust(width) for cell, width in zip(line, widths, strict=True))
        for line in lines
    ]
