"""Parquet: files that polars reads in slices of rows."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.tables.table_slices import Table, as_texts, table_chunks
from thalweg.errors import InputError
from thalweg.files.compressed import stored_size
from thalweg.lazy_polars import pl, require_polars_threads
from thalweg.system.native_panics import without_panic_messages

# Slices are larger than blocks of text files: each may decode the start of its row group again.
SLICE_BYTES = 32 << 20
_SAMPLE = 100  # rows from which the column of the texts is guessed


class Parquet:
    """Parquet files, one after the other. The first decides the types of the columns."""

    repeatable = True
    n_replaced = 0  # polars checks that strings are UTF-8

    def __init__(
        self,
        paths: Sequence[Path],
        wanted: WantedColumns,
        name: str = "",
        slice_bytes: int = SLICE_BYTES,
    ) -> None:
        self.paths = paths
        self.wanted = wanted
        self.name: str = name or str(paths[0])
        self.slice_bytes = slice_bytes
        self.n_bytes: int = sum(stored_size(path) or 0 for path in paths)

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all rows of all files."""
        types: dict[str, Any] = {}
        for path in self.paths:
            table = _table(path, self.wanted)
            yield from table_chunks(table, self.wanted, types, self.slice_bytes)


def _table(path: Path, wanted: WantedColumns) -> Table:
    n_bytes = stored_size(path)
    if n_bytes is None:
        raise InputError(f"{path} is a pipe or a device; expected a regular file for Parquet")
    try:
        require_polars_threads("reading a Parquet file")
        with without_panic_messages():
            frame = pl.scan_parquet(path, glob=False)
            schema = frame.collect_schema()
            n_rows = frame.select(pl.len()).collect().item()
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
        raise _unreadable(path, error) from None

    def sample() -> dict[str, Any]:
        try:
            with without_panic_messages():
                return frame.head(_SAMPLE).collect().to_dict()
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
            raise _unreadable(path, error) from None

    wanted.check(schema, str(path), sample)
    as_texts(pl.Series(wanted.text, [], dtype=schema[wanted.text]), str(path))

    version = _version(path)

    def rows(start: int, end: int) -> pl.DataFrame:
        if _version(path) != version:
            raise InputError(f"{path} was changed while it was read. Read it again.")
        try:
            with without_panic_messages():
                return frame.select(wanted.names).slice(start, end - start).collect()
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException, OSError) as error:
            raise _unreadable(path, error) from None

    return Table(str(path), list(schema), n_rows, n_bytes, rows)


def _version(path: Path) -> tuple[int, int, int] | None:
    """Return what changes when a file is written or replaced: polars must not map its old size."""
    try:
        status = os.stat(path)
    except OSError:
        return None
    return status.st_ino, status.st_size, status.st_mtime_ns


def _unreadable(path: Path, error: BaseException) -> InputError:
    is_panic = isinstance(error, pl.exceptions.PanicException)
    reason = "its values cannot be decoded" if is_panic else str(error).partition("\n")[0]
    return InputError(f"{path} is not a Parquet file, or is truncated or damaged: {reason}")
