"""A table of documents' topics, written batch by batch: CSV, JSON lines or Parquet.

All three hold the same columns: `id`, and topic_0 ... topic_K-1; or, of the n largest topics only,
top_1, share_1, ... top_n, share_n.
"""

from __future__ import annotations

import io
from collections.abc import Callable, Iterator
from itertools import chain
from typing import IO

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.share_texts import ShareTexts
from thalweg.corpus.sources.prefetch import prefetch
from thalweg.errors import InputError
from thalweg.lazy_polars import pl

DECIMALS = 5
MOST_DECIMALS = 7  # a float32 has no more
_ROW_GROUP = 1 << 15


def write_document_topics(
    batches: Iterator[DocumentTopics],
    file: IO[bytes],
    format: str,
    n_topics: int,
    *,
    largest: int | None = None,
    decimals: int = DECIMALS,
) -> int:
    """Write documents as they come, while the next are being inferred; return how many.

    `largest` keeps only so many topics of each document. `decimals` are those of the texts; Parquet
    has the float32 values themselves.
    """
    if format not in FORMATS:
        raise InputError(f"format is {format!r}; expected one of {', '.join(FORMATS)}")
    if not 1 <= decimals <= MOST_DECIMALS:
        raise InputError(f"{decimals} decimals; expected 1 to {MOST_DECIMALS}")
    if largest is not None and not 1 <= largest <= n_topics:
        raise InputError(f"the {largest} largest topics; expected 1 to {n_topics}, the model's")
    counted = _Counted(batches)
    FORMATS[format](iter(counted), file, n_topics, largest, decimals)
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
) -> None:
    file.write(",".join(["id", *_columns(n_topics, largest)]).encode() + b"\n")
    if largest is not None:
        for batch in prefetch(batches):
            _frame(batch, largest, decimals).write_csv(file, include_header=False)
        return
    texts = ShareTexts([","] * n_topics, "\n", decimals)
    for batch in prefetch(batches):
        file.writelines(texts.lines(_csv_ids(batch.ids), batch.shares))


def _csv_ids(ids: pl.Series) -> list[bytes]:
    """Ids as CSV wants them: quoted where they have to be."""
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
) -> None:
    if largest is not None:
        for batch in prefetch(batches):
            _frame(batch, largest, decimals).write_ndjson(file)
        return
    names = [f',"{name}":' for name in _columns(n_topics, None)]
    texts = ShareTexts(names, "}\n", decimals)
    for batch in prefetch(batches):
        file.writelines(texts.lines(_json_ids(batch.ids), batch.shares))


def _json_ids(ids: pl.Series) -> list[bytes]:
    """The beginnings of lines, as in {"id":"a1"; a line break within an id is escaped."""
    lines = io.BytesIO()
    ids.to_frame("id").write_ndjson(lines)
    return [line.removesuffix(b"}") for line in lines.getvalue().splitlines()]


def _write_parquet(
    batches: Iterator[DocumentTopics],
    file: IO[bytes],
    n_topics: int,
    largest: int | None,
    decimals: int,
) -> None:
    """Row group by row group, by polars' streaming engine, which asks for frames as it can write.

    A polars.DataFrame can only be written whole, and a file of Parquet not be appended to.
    """
    from polars.io.plugins import register_io_source

    head = next(batches, None)
    if head is None:
        head = DocumentTopics(pl.Series("id", [], pl.Int64), np.empty((0, n_topics), np.float32))
    schema = _frame(head, largest).schema

    def frames(*_: object) -> Iterator[pl.DataFrame]:
        return (_frame(batch, largest).cast(schema) for batch in chain([head], batches))

    # Higher levels of zstd shrink shares no further.
    source = register_io_source(frames, schema=schema)
    source.sink_parquet(file, compression_level=1, row_group_size=_ROW_GROUP)


def _frame(batch: DocumentTopics, largest: int | None, decimals: int | None = None) -> pl.DataFrame:
    ids = batch.ids.alias("id")
    if largest is None:
        values: list[NDArray[np.generic]] = list(_rounded(batch.shares.T, decimals))
    else:
        topics, shares = batch.largest(largest)
        pairs = zip(topics.T.astype(np.int32), _rounded(shares.T, decimals), strict=True)
        values = [column for pair in pairs for column in pair]
    names = _columns(batch.shares.shape[1], largest)
    columns = (pl.Series(name, column) for name, column in zip(names, values, strict=True))
    return pl.DataFrame([ids, *columns])


def _rounded(shares: NDArray[np.float32], decimals: int | None) -> NDArray[np.float32]:
    shares = np.ascontiguousarray(shares)
    return shares if decimals is None else np.round(shares, decimals)


def _columns(n_topics: int, largest: int | None) -> list[str]:
    if largest is None:
        return [f"topic_{k}" for k in range(n_topics)]
    return [f"{what}_{n}" for n in range(1, largest + 1) for what in ("top", "share")]


_Write = Callable[[Iterator[DocumentTopics], IO[bytes], int, int | None, int], None]
FORMATS: dict[str, _Write] = {
    "csv": _write_csv,
    "jsonl": _write_json_lines,
    "parquet": _write_parquet,
}
