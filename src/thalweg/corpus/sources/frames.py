"""Tables in memory: polars, pandas, pyarrow, Hugging Face datasets, and other Arrow objects.

Packages are recognised by the type of the object; none is imported for this purpose.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.tables.table_slices import Table, as_texts, table_chunks
from thalweg.corpus.sources.text_file import BLOCK_BYTES
from thalweg.errors import InputError
from thalweg.lazy_polars import pl, require_polars_threads


def is_frame_of_texts(X: Any) -> bool:
    """Return whether X is a pandas or polars data frame with a column of strings named `text`."""
    package, kind = type(X).__module__.partition(".")[0], type(X).__name__
    if kind != "DataFrame" or package not in ("pandas", "polars") or "text" not in X.columns:
        return False
    if package == "polars":
        return bool(X.schema["text"] == pl.String)
    return X.dtypes["text"].kind not in "biufcmM"


class FrameSource:
    """A table of which any rows can be taken."""

    repeatable = True
    n_replaced = 0

    def __init__(self, table: Table, wanted: WantedColumns, slice_bytes: int = BLOCK_BYTES) -> None:
        wanted.check(table.column_names, table.name)
        for column in wanted.names:
            if list(table.column_names).count(column) > 1:
                raise InputError(
                    f"{table.name} has several columns {column!r}; expected one. Rename the others."
                )
        self.name: str = table.name
        self.n_bytes: int | None = table.n_bytes
        self.table = table
        self.wanted = wanted
        self.slice_bytes = slice_bytes

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all rows."""
        return table_chunks(self.table, self.wanted, {}, self.slice_bytes)


class BatchSource:
    """A table that arrives in batches: a polars query, or a stream of Arrow batches."""

    n_bytes = None
    n_replaced = 0

    def __init__(self, batches: Any, name: str, repeatable: bool, wanted: WantedColumns) -> None:
        self._batches = batches
        self.name = name
        self.repeatable = repeatable
        self.wanted = wanted

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all rows."""
        require_polars_threads("reading a data frame")
        try:
            for batch in self._batches():
                frame = pl.DataFrame(batch)
                self.wanted.check(frame.columns, self.name)
                texts = as_texts(frame[self.wanted.text], self.name)
                yield TextChunk(texts, self.wanted.of_frame(frame), 0)
        except pl.exceptions.PolarsError as error:
            raise InputError(f"{self.name} cannot be read: {error}") from None


def open_frame(source: Any, wanted: WantedColumns) -> FrameSource | BatchSource | None:
    """Return a source for a table in memory; None if the object is not a table."""
    package = type(source).__module__.partition(".")[0]
    kind = type(source).__name__
    if isinstance(source, pl.LazyFrame):
        return _lazy_frame(source, wanted)
    if isinstance(source, pl.DataFrame):
        return FrameSource(_polars_table(source, wanted), wanted)
    if isinstance(source, pl.Series):
        return _column(source, "a polars Series", wanted)
    if package == "pandas" and kind == "DataFrame":
        return FrameSource(_pandas_table(source, wanted), wanted)
    if package == "pandas" and kind in ("Series", "Index", "Categorical"):
        texts = pandas_column(source, wanted.text, "a pandas Series", is_text=True)
        return _column(texts, "a pandas Series", wanted)
    if package == "datasets" and kind == "Dataset":
        return FrameSource(_dataset_table(source, wanted), wanted)
    if package == "datasets" and kind in ("DatasetDict", "IterableDatasetDict"):
        raise InputError(
            f"`source` is a {kind} with the parts {', '.join(source)}; expected one part. Pass "
            f"dataset[{next(iter(source), 'train')!r}], for example."
        )
    if package == "pyarrow" and kind == "Table":
        return FrameSource(_arrow_table(source, wanted), wanted)
    if hasattr(source, "read_next_batch"):  # pyarrow and others; can be read once
        return BatchSource(lambda: iter(source), f"a {kind}", False, wanted)
    if hasattr(source, "__arrow_c_stream__"):
        return _arrow_stream(source, f"a {kind}", wanted)
    return None


def _lazy_frame(source: pl.LazyFrame, wanted: WantedColumns) -> BatchSource:
    name = "a polars LazyFrame"
    try:
        wanted.check(source.collect_schema().names(), name)
    except (pl.exceptions.PolarsError, OSError) as error:
        raise InputError(f"{name} cannot be read: {error}") from None
    # polars calls this unstable, but it is the only way to read a query in bounded memory.
    query = source.select(wanted.names)
    return BatchSource(lambda: query.collect_batches(maintain_order=True), name, True, wanted)


def _polars_table(source: pl.DataFrame, wanted: WantedColumns) -> Table:
    return Table(
        "a polars DataFrame",
        source.columns,
        source.height,
        int(source.estimated_size()),
        lambda start, end: pl.DataFrame([source[name][start:end] for name in wanted.names]),
    )


def _column(texts: pl.Series, name: str, wanted: WantedColumns) -> FrameSource:
    """Return a source for a single column, which holds the texts whatever its name is."""
    wanted.refuse_others(name)
    frame = as_texts(texts, name).alias(wanted.text).to_frame()
    table = _polars_table(frame, wanted)
    return FrameSource(replace(table, name=name), wanted)


def _arrow_table(source: Any, wanted: WantedColumns) -> Table:
    require_polars_threads("reading a pyarrow Table")

    def rows(start: int, end: int) -> pl.DataFrame:
        return pl.DataFrame(source.select(wanted.names).slice(start, end - start))

    return Table("a pyarrow Table", source.column_names, source.num_rows, source.nbytes, rows)


def _dataset_table(source: Any, wanted: WantedColumns) -> Table:
    require_polars_threads("reading a Hugging Face Dataset")
    arrow = source.with_format("arrow")

    def rows(start: int, end: int) -> pl.DataFrame:
        return pl.DataFrame(arrow[start:end].select(wanted.names))

    n_bytes = int(source.data.nbytes)
    return Table("a Hugging Face Dataset", source.column_names, len(source), n_bytes, rows)


def _arrow_stream(source: Any, name: str, wanted: WantedColumns) -> FrameSource:
    require_polars_threads(f"reading {name}")
    try:
        column = pl.Series(source)
    except (pl.exceptions.PolarsError, TypeError, ValueError) as error:
        raise InputError(f"{name} cannot be read as Arrow data: {error}") from None
    if column.dtype != pl.Struct:
        return _column(column, name, wanted)
    table = _polars_table(column.struct.unnest(), wanted)
    return FrameSource(replace(table, name=name), wanted)


def _pandas_table(source: Any, wanted: WantedColumns) -> Table:
    name = "a pandas DataFrame"

    def rows(start: int, end: int) -> pl.DataFrame:
        part = source.iloc[start:end]
        return pl.DataFrame(
            [
                pandas_column(part[column], column, name, column == wanted.text, start)
                for column in wanted.names
            ]
        )

    n_bytes = int(source.memory_usage(index=False).sum())
    return Table(name, list(source.columns), len(source), n_bytes, rows)


def pandas_column(
    column: Any, label: str, name: str, is_text: bool = False, start: int = 0
) -> pl.Series:
    """Convert a pandas column without pyarrow, which pandas needs for its own conversion."""
    missing = column.isna()
    values = [None if gone else value for gone, value in zip(missing, column.tolist(), strict=True)]
    if is_text:
        for row, value in enumerate(values, start):
            if value is not None and not isinstance(value, str):
                raise InputError(
                    f"{name}: column {label!r} holds {value!r} ({type(value).__name__}) in row "
                    f"{row}; expected texts. Pass the column that holds the texts as `column`."
                )
    try:
        return pl.Series(label, values, dtype=pl.String if is_text else None)
    except UnicodeEncodeError as error:
        raise InputError(f"{name}: column {label!r} is not valid Unicode: {error}") from None
    except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError) as error:
        raise InputError(f"{name}: column {label!r} cannot be read: {error}") from None
