"""A table of the topics of documents as a CSV, JSON lines or Parquet file, batch by batch.

All formats have the same columns: `id`, the metadata columns that were asked for, then topic_0 ...
topic_K-1 or, if only the n largest topics are written, top_1, share_1, ... top_n, share_n. Columns
of topics with a name are called after it; if only the largest are written, share_n is followed by
name_n.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.fixed_width_lines import FixedWidthLines
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.metadata import ID
from thalweg.corpus.sources.prefetch import prefetch
from thalweg.errors import InputError
from thalweg.files.spreadsheet import without_formula
from thalweg.lazy_polars import pl, require_polars_threads
from thalweg.state.topic_names import topic_columns

DECIMALS = 5
MAX_DECIMALS = 7  # the precision of float32
PARQUET_MARK: Final[dict[str, str]] = {"thalweg": "topics of documents"}
"""Metadata of Parquet files, by which they are recognised whatever topics are called."""
_ROW_GROUP = 1 << 15


def write_document_topics(
    batches: Iterator[DocumentTopics],
    file: IO[bytes],
    format: str,
    n_topics: int,
    *,
    largest: int | None = None,
    decimals: int = DECIMALS,
    spreadsheet: bool = False,
    columns: Sequence[str] = (),
    topic_names: Mapping[int, str] | None = None,
    topic_numbers: Sequence[int] | None = None,
) -> int:
    """Write the topics of documents while the next batch is inferred; return how many documents.

    Parameters
    ----------
    batches : iterator of DocumentTopics
        The documents, as `infer_stream` yields them.
    file : binary file
        Where to write.
    format : {"csv", "jsonl", "parquet"}
        Format of the file.
    n_topics : int
        Number of topics of the model.
    largest : int, default=None
        Number of topics to write per document, the largest ones. None: all topics.
    decimals : int, default=5
        Number of decimals in CSV and JSON lines. Parquet holds the float32 values themselves.
    spreadsheet : bool, default=False
        In CSV, write an apostrophe before ids and other texts that a spreadsheet would run as
        formulas.
    columns : sequence of str, default=()
        Metadata columns to write after the id.
    topic_names : dict of int to str, default=None
        Names of topics.
    topic_numbers : sequence of int, default=None
        Permanent numbers of topics. None: 0 to n_topics - 1.
    """
    require_polars_threads("writing a table of topics")
    if format not in FORMATS:
        raise InputError(f"`format` is {format!r}; expected one of {', '.join(FORMATS)}")
    if not 1 <= decimals <= MAX_DECIMALS:
        raise InputError(f"`decimals` is {decimals}; expected 1 to {MAX_DECIMALS}")
    if largest is not None and not 1 <= largest <= n_topics:
        raise InputError(
            f"`largest` is {largest}; expected 1 to {n_topics}, the number of topics of the model"
        )
    for_spreadsheet, names = spreadsheet and format == "csv", dict(topic_names or {})
    if for_spreadsheet:
        names = {topic: without_formula(name) for topic, name in names.items()}
    numbers = range(n_topics) if topic_numbers is None else tuple(topic_numbers)
    table = _Table(n_topics, largest, decimals, _further(columns), names, for_spreadsheet, numbers)
    counted = _Counted(table.checked(batches))
    FORMATS[format](iter(counted), file, table)
    return counted.n_documents


def _further(columns: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for name in columns if name != ID))


@dataclass(frozen=True)
class _Table:
    """What is written about a document."""

    n_topics: int
    largest: int | None
    decimals: int
    metadata: tuple[str, ...]
    topic_names: Mapping[int, str]
    spreadsheet: bool
    numbers: Sequence[int]

    def checked(self, batches: Iterator[DocumentTopics]) -> Iterator[DocumentTopics]:
        """Return the batches; InputError if the first one lacks a column, before any is written."""
        head = next(batches, None)
        if head is None:
            return iter(())
        added = () if head.added is None else head.added.columns
        own = {ID, *added, *_columns(self.numbers, self.largest, {}, ())}
        if taken := [name for name in self.metadata if name in own]:
            raise InputError(
                f"`metadata` has the column {taken[0]!r}, which is also a column of topics; "
                "expected another name. Rename it in the input."
            )
        existing = head.documents.metadata.columns if self.metadata else ()
        if missing := [name for name in self.metadata if name not in existing]:
            raise InputError(
                f"`metadata` has the column {missing[0]!r}; the documents have "
                f"{', '.join(map(repr, existing))}. A stored corpus has the columns "
                "that it was built with."
            )
        return chain([head], batches)

    def head(self, batch: DocumentTopics) -> pl.DataFrame:
        """Return the columns before the topics: the id, metadata and added ones."""
        frame = batch.ids.alias(ID).to_frame()
        if self.metadata:
            frame = frame.hstack(batch.documents.metadata.select(self.metadata))
        if batch.added is not None:
            frame = frame.hstack(batch.added)
        if not self.spreadsheet:
            return frame
        texts = (~(pl.selectors.numeric() | pl.selectors.boolean() | pl.selectors.temporal())).cast(
            pl.String
        )
        return frame.with_columns(texts.map_elements(without_formula, return_dtype=pl.String))

    def names(self, batch: DocumentTopics | None) -> list[str]:
        """Return the names of all columns."""
        return [*self._first_names(batch), *self.topic_columns(batch)]

    def topic_columns(self, batch: DocumentTopics | None) -> list[str]:
        """Return the names of the columns of topics."""
        taken = self._first_names(batch)
        return _columns(self.numbers, self.largest, self.topic_names, taken)

    def _first_names(self, batch: DocumentTopics | None) -> list[str]:
        added = [] if batch is None or batch.added is None else batch.added.columns
        return [ID, *self.metadata, *added]

    def frame(self, batch: DocumentTopics, decimals: int | None = None) -> pl.DataFrame:
        """Return all columns."""
        if self.largest is None:
            values: list[Any] = list(_rounded(batch.shares.T, decimals))
        else:
            topics, shares = batch.largest(self.largest)
            names = self.topic_names
            labels = pl.Series([names.get(k, f"topic {k}") for k in self.numbers])
            numbers = np.array(self.numbers, dtype=np.int32)
            values, rounded = [], _rounded(shares.T, decimals)
            for chosen, share in zip(topics.T.astype(np.int32), rounded, strict=True):
                values += [numbers[chosen], share, *([labels.gather(chosen)] if names else [])]
        titles = self.topic_columns(batch)
        columns = [pl.Series(title, column) for title, column in zip(titles, values, strict=True)]
        return self.head(batch).hstack(columns)


class _Counted:
    def __init__(self, batches: Iterator[DocumentTopics]) -> None:
        self.batches = batches
        self.n_documents = 0

    def __iter__(self) -> Iterator[DocumentTopics]:
        for batch in self.batches:
            self.n_documents += len(batch)
            yield batch


def _write_csv(batches: Iterator[DocumentTopics], file: IO[bytes], table: _Table) -> None:
    head = next(batches, None)
    file.write(_csv_rows(pl.DataFrame([table.names(head)], orient="row"))[0] + b"\n")
    if head is None:
        return
    batches = chain([head], batches)
    if table.largest is not None:
        for batch in prefetch(batches):
            table.frame(batch, table.decimals).write_csv(file, include_header=False)
        return
    lines = FixedWidthLines([","] * table.n_topics, "\n", table.decimals)
    for batch in prefetch(batches):
        file.writelines(lines.blocks(_csv_rows(table.head(batch)), batch.shares))


def _csv_rows(frame: pl.DataFrame) -> list[bytes]:
    """Return the rows as CSV, in quotes where CSV requires it, without line ends."""
    fields = []
    for name in frame.columns:
        text = pl.col(name).cast(pl.String).fill_null("")
        quoted = pl.format('"{}"', text.str.replace_all('"', '""', literal=True))
        special = text.str.contains(r'[,"\r\n]')
        fields.append(pl.when(special).then(quoted).otherwise(text))
    joined = fields[0] if len(fields) == 1 else pl.concat_str(fields, separator=",")
    return frame.select(joined.cast(pl.Binary).alias("row"))["row"].to_list()


def _write_json_lines(batches: Iterator[DocumentTopics], file: IO[bytes], table: _Table) -> None:
    if table.largest is not None:
        for batch in prefetch(batches):
            table.frame(batch, table.decimals).write_ndjson(file)
        return
    head = next(batches, None)
    if head is None:
        return
    labels = [f',"{name}":' for name in table.topic_columns(head)]
    lines = FixedWidthLines(labels, "}\n", table.decimals)
    for batch in prefetch(chain([head], batches)):
        file.writelines(lines.blocks(_json_rows(table.head(batch)), batch.shares))


def _json_rows(frame: pl.DataFrame) -> list[bytes]:
    """Return the beginnings of JSON lines, such as {"id":"a1"; line breaks are escaped."""
    lines = io.BytesIO()
    frame.write_ndjson(lines)
    return [line.removesuffix(b"}") for line in lines.getvalue().splitlines()]


def _write_parquet(batches: Iterator[DocumentTopics], file: IO[bytes], table: _Table) -> None:
    """Write row groups with polars' streaming engine, which requests frames as it writes.

    A polars data frame can only be written as a whole file, and a Parquet file cannot be appended
    to.
    """
    from polars.io.plugins import register_io_source

    head = next(batches, None)
    if head is None:
        columns: dict[str, Any] = {ID: np.empty(0, dtype=np.int64)} | {
            name: [] for name in table.metadata
        }
        no_documents = Corpus(np.empty((0, 1)), ["0"], columns)
        head = DocumentTopics(no_documents, np.empty((0, table.n_topics), np.float32))
    schema = table.frame(head).schema

    def frames(*_: object) -> Iterator[pl.DataFrame]:
        return (table.frame(batch).cast(schema) for batch in chain([head], batches))

    # Higher levels of zstd shrink shares no further.
    source = register_io_source(frames, schema=schema)
    source.sink_parquet(file, compression_level=1, row_group_size=_ROW_GROUP, metadata=PARQUET_MARK)


def _rounded(shares: NDArray[np.float32], decimals: int | None) -> NDArray[np.float32]:
    shares = np.ascontiguousarray(shares)
    return shares if decimals is None else np.round(shares, decimals)


def _columns(
    numbers: Sequence[int], largest: int | None, names: Mapping[int, str], taken: Sequence[str]
) -> list[str]:
    if largest is None:
        return topic_columns(names, numbers, taken=taken)
    parts = ("top", "share", "name") if names else ("top", "share")
    return [f"{part}_{n}" for n in range(1, largest + 1) for part in parts]


_Write = Callable[[Iterator[DocumentTopics], IO[bytes], _Table], None]
FORMATS: dict[str, _Write] = {
    "csv": _write_csv,
    "jsonl": _write_json_lines,
    "parquet": _write_parquet,
}
