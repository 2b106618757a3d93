"""A table of the topics of documents as a CSV, JSON lines or Parquet file, batch by batch.

All formats have the same columns: `id`, topic_0 ... topic_K-1 or, if only the n largest topics are
written, `id`, top_1, share_1, ... top_n, share_n. Columns of topics with a name are called after
it; if only the largest are written, share_n is followed by name_n.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator, Mapping
from itertools import chain
from typing import IO, Any, Final

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.fixed_width_lines import FixedWidthLines
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.sources.prefetch import prefetch
from thalweg.errors import InputError
from thalweg.files.spreadsheet import without_formula
from thalweg.lazy_polars import pl
from thalweg.state.topic_names import topic_columns

DECIMALS = 5
MAX_DECIMALS = 7  # the precision of float32
PARQUET_MARK: Final[dict[str, str]] = {"thalweg": "topics of documents"}
"""Metadata of Parquet files, by which they are recognised whatever topics are called."""
_ROW_GROUP = 1 << 15

_Names = Mapping[int, str]


def write_document_topics(
    batches: Iterator[DocumentTopics],
    file: IO[bytes],
    format: str,
    n_topics: int,
    *,
    largest: int | None = None,
    decimals: int = DECIMALS,
    spreadsheet: bool = False,
    topic_names: Mapping[int, str] | None = None,
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
        In CSV, write an apostrophe before ids that a spreadsheet would run as formulas.
    topic_names : dict of int to str, default=None
        Names of topics.
    """
    names = dict(topic_names or {})
    if format not in FORMATS:
        raise InputError(f"`format` is {format!r}; expected one of {', '.join(FORMATS)}")
    if not 1 <= decimals <= MAX_DECIMALS:
        raise InputError(f"`decimals` is {decimals}; expected 1 to {MAX_DECIMALS}")
    if largest is not None and not 1 <= largest <= n_topics:
        raise InputError(
            f"`largest` is {largest}; expected 1 to {n_topics}, the number of topics of the model"
        )
    if spreadsheet and format == "csv":
        batches = (_ForSpreadsheet(each.documents, each.shares, each.first) for each in batches)
        names = {topic: without_formula(name) for topic, name in names.items()}
    counted = _Counted(batches)
    FORMATS[format](iter(counted), file, n_topics, largest, decimals, names)
    return counted.n_documents


class _Counted:
    def __init__(self, batches: Iterator[DocumentTopics]) -> None:
        self.batches = batches
        self.n_documents = 0

    def __iter__(self) -> Iterator[DocumentTopics]:
        for batch in self.batches:
            self.n_documents += len(batch)
            yield batch


def _write_csv(
    batches: Iterator[DocumentTopics],
    file: IO[bytes],
    n_topics: int,
    largest: int | None,
    decimals: int,
    names: _Names,
) -> None:
    file.write(",".join(["id", *_columns(n_topics, largest, names)]).encode() + b"\n")
    if largest is not None:
        for batch in prefetch(batches):
            _frame(batch, largest, names, decimals).write_csv(file, include_header=False)
        return
    lines = FixedWidthLines([","] * n_topics, "\n", decimals)
    for batch in prefetch(batches):
        file.writelines(lines.blocks(_csv_ids(batch.ids), batch.shares))


class _ForSpreadsheet(DocumentTopics):
    """A batch whose ids are not formulas."""

    @property
    def ids(self) -> pl.Series:
        if super().ids.dtype.is_numeric():
            return super().ids
        return super().ids.map_elements(
            lambda name: without_formula(str(name)), return_dtype=pl.String
        )


def _csv_ids(ids: pl.Series) -> list[bytes]:
    """Return ids as CSV fields, in quotes where CSV requires it."""
    names = ids.cast(pl.String).fill_null("").to_frame("id")
    quoted = pl.format('"{}"', pl.col("id").str.replace_all('"', '""', literal=True))
    special = pl.col("id").str.contains(r'[,"\r\n]')
    written = names.select(pl.when(special).then(quoted).otherwise("id").alias("id"))
    return written["id"].cast(pl.Binary).to_list()


def _write_json_lines(
    batches: Iterator[DocumentTopics],
    file: IO[bytes],
    n_topics: int,
    largest: int | None,
    decimals: int,
    names: _Names,
) -> None:
    if largest is not None:
        for batch in prefetch(batches):
            _frame(batch, largest, names, decimals).write_ndjson(file)
        return
    labels = [f',"{name}":' for name in _columns(n_topics, None, names)]
    lines = FixedWidthLines(labels, "}\n", decimals)
    for batch in prefetch(batches):
        file.writelines(lines.blocks(_json_ids(batch.ids), batch.shares))


def _json_ids(ids: pl.Series) -> list[bytes]:
    """Return the beginnings of JSON lines, such as {"id":"a1"; line breaks in ids are escaped."""
    lines = io.BytesIO()
    ids.to_frame("id").write_ndjson(lines)
    return [line.removesuffix(b"}") for line in lines.getvalue().splitlines()]


def _write_parquet(
    batches: Iterator[DocumentTopics],
    file: IO[bytes],
    n_topics: int,
    largest: int | None,
    decimals: int,
    names: _Names,
) -> None:
    """Write row groups with polars' streaming engine, which requests frames as it writes.

    A polars data frame can only be written as a whole file, and a Parquet file cannot be appended
    to.
    """
    from polars.io.plugins import register_io_source

    head = next(batches, None)
    if head is None:
        no_documents = Corpus(np.empty((0, 1)), ["0"], {"id": np.empty(0, dtype=np.int64)})
        head = DocumentTopics(no_documents, np.empty((0, n_topics), np.float32))
    schema = _frame(head, largest, names).schema

    def frames(*_: object) -> Iterator[pl.DataFrame]:
        return (_frame(batch, largest, names).cast(schema) for batch in chain([head], batches))

    # Higher levels of zstd shrink shares no further.
    source = register_io_source(frames, schema=schema)
    source.sink_parquet(file, compression_level=1, row_group_size=_ROW_GROUP, metadata=PARQUET_MARK)


def _frame(
    batch: DocumentTopics, largest: int | None, names: _Names, decimals: int | None = None
) -> pl.DataFrame:
    ids = batch.ids.alias("id")
    if largest is None:
        values: list[Any] = list(_rounded(batch.shares.T, decimals))
    else:
        topics, shares = batch.largest(largest)
        labels = pl.Series([names.get(k, f"topic {k}") for k in range(batch.shares.shape[1])])
        values, rounded = [], _rounded(shares.T, decimals)
        for chosen, share in zip(topics.T.astype(np.int32), rounded, strict=True):
            values += [chosen, share, *([labels.gather(chosen)] if names else [])]
    titles = _columns(batch.shares.shape[1], largest, names)
    columns = (pl.Series(title, column) for title, column in zip(titles, values, strict=True))
    return pl.DataFrame([ids, *columns])


def _rounded(shares: NDArray[np.float32], decimals: int | None) -> NDArray[np.float32]:
    shares = np.ascontiguousarray(shares)
    return shares if decimals is None else np.round(shares, decimals)


def _columns(n_topics: int, largest: int | None, names: _Names) -> list[str]:
    if largest is None:
        return topic_columns(names, n_topics, taken=["id"])
    parts = ("top", "share", "name") if names else ("top", "share")
    return [f"{part}_{n}" for n in range(1, largest + 1) for part in parts]


_Write = Callable[[Iterator[DocumentTopics], IO[bytes], int, int | None, int, _Names], None]
FORMATS: dict[str, _Write] = {
    "csv": _write_csv,
    "jsonl": _write_json_lines,
    "parquet": _write_parquet,
}
