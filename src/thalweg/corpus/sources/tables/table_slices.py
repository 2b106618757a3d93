"""Table: read tables in slices that hold about one block of text each."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.errors import InputError
from thalweg.lazy_polars import pl, require_polars_threads

_FIRST_ROWS = 1024
_MOST_ROWS = 1 << 16


@dataclass(frozen=True)
class Table:
    """A table with random access; `rows(start, end)` returns the wanted columns of some rows."""

    name: str
    column_names: Sequence[str]
    n_rows: int
    n_bytes: int | None
    rows: Callable[[int, int], pl.DataFrame]


def table_chunks(
    table: Table, wanted: WantedColumns, types: dict[str, Any], block_bytes: int
) -> Iterator[TextChunk]:
    """Yield all rows in order. The first rows set `types`, and the others are converted."""
    start, n_rows = 0, min(_FIRST_ROWS, block_bytes)
    while start < table.n_rows:
        end = min(start + n_rows, table.n_rows)
        frame = table.rows(start, end)
        texts = as_texts(frame[wanted.text], table.name)
        columns = _typed(wanted.of_frame(frame), types, f"{table.name}, rows {start} to {end - 1}")
        yield TextChunk(texts, columns, _share(table, end) - _share(table, start))
        mean = max(texts.str.len_bytes().sum(), 1) / len(texts)
        start, n_rows = end, max(1, min(int(block_bytes / mean), _MOST_ROWS))


def as_texts(column: pl.Series, where: str) -> pl.Series:
    """Return a column of strings; InputError for other types that are not stored strings."""
    if column.dtype == pl.String:
        return column
    if column.dtype in (pl.Categorical, pl.Enum, pl.Null):
        return column.cast(pl.String)
    raise InputError(
        f"{where}: column {column.name!r} holds {column.dtype}; expected texts. "
        "Pass the column that holds the texts as `column`."
    )


def keep_types(types: dict[str, Any], columns: pl.DataFrame) -> None:
    """Add the types of columns that have none yet; a column of nulls has no type."""
    for name, dtype in columns.schema.items():
        if dtype != pl.Null:
            types.setdefault(name, dtype)


def _share(table: Table, n_rows: int) -> int:
    return (table.n_bytes or 0) * n_rows // table.n_rows


def _typed(columns: pl.DataFrame | None, types: dict[str, Any], where: str) -> pl.DataFrame | None:
    if columns is None:
        return None
    require_polars_threads("reading metadata")
    keep_types(types, columns)
    try:
        return columns.cast(pl.Schema(types))
    except pl.exceptions.PolarsError as error:
        raise InputError(
            f"{where}: {str(error).partition(chr(10))[0]}. Expected one type in the whole column."
        ) from None
