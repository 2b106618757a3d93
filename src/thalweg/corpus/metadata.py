"""DocumentMetadata: ids, columns and texts of the documents of a corpus."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.sources.frames import pandas_column
from thalweg.errors import InputError, StorageError
from thalweg.lazy_polars import pl, require_polars_threads
from thalweg.system.native_panics import without_panic_messages

ID = "id"


@dataclass(frozen=True)
class DocumentMetadata:
    """Columns and texts of documents: frames in memory, or scans of the files of a store."""

    frame: pl.LazyFrame | None = None
    text_frame: pl.LazyFrame | None = None  # one column, "text"
    n_rows: int | None = None  # of both frames; None if there is neither
    rows: NDArray[np.int64] | None = None  # the rows of the frames that are used; None for all
    first: int = 0  # number of the first row, if the frames are a part of a stream

    @classmethod
    def check(cls, metadata: Any, texts: Any) -> DocumentMetadata:
        """Return the metadata that a user gave: a frame or a mapping of columns, and texts."""
        frame = None if metadata is None else _frame(metadata)
        text_frame = None
        if texts is not None:
            text_frame = pl.DataFrame({"text": _texts(texts)})
        heights = {f.height for f in (frame, text_frame) if f is not None}
        if len(heights) > 1:
            raise InputError(
                f"`metadata` and `texts` have {' and '.join(map(str, sorted(heights)))} rows; "
                "expected the same number of rows"
            )
        return cls(
            None if frame is None else frame.lazy(),
            None if text_frame is None else text_frame.lazy(),
            heights.pop() if heights else None,
        )

    @property
    def n_documents(self) -> int | None:
        """Number of documents; None without columns and texts."""
        return self.n_rows if self.rows is None else self.rows.size

    @property
    def names(self) -> list[str]:
        """Names of the columns."""
        if self.frame is None:
            return []
        with _store_errors():
            return self.frame.collect_schema().names()

    @property
    def has_texts(self) -> bool:
        """Whether the texts were kept."""
        return self.text_frame is not None

    def chosen(self, rows: NDArray[np.int64]) -> DocumentMetadata:
        """Return the metadata of some of the documents."""
        rows = rows if self.rows is None else self.rows[rows]
        return DocumentMetadata(self.frame, self.text_frame, self.n_rows, rows, self.first)

    def columns(self, n_documents: int) -> pl.DataFrame:
        """Return all columns; if there are none, a frame of the ids."""
        if self.frame is None:
            return pl.DataFrame({ID: self.ids(n_documents)})
        return self._collect(self.frame)

    def ids(self, n_documents: int) -> pl.Series:
        """Return the column `id`, or the row numbers in the original corpus."""
        if self.frame is not None:
            with _store_errors():
                has_ids = ID in self.frame.collect_schema()
            if has_ids:
                return self._collect(self.frame.select(ID))[ID]
        rows = np.arange(n_documents) if self.rows is None else self.rows
        return pl.Series(ID, self.first + rows)

    def texts(self) -> pl.Series | None:
        """Return all texts, None if they were not kept."""
        if self.text_frame is None:
            return None
        frame = self._collect(self.text_frame)
        if frame.schema.get("text") != pl.String:
            raise _damaged("its table of texts has no column of strings named 'text'")
        return frame["text"]

    def read(self, first: int, last: int) -> tuple[pl.DataFrame | None, pl.Series | None]:
        """Return columns and texts of documents first..last-1, without loading all."""
        part = self.chosen(np.arange(first, last))
        columns = None if part.frame is None else part._collect(part.frame)
        return columns, part.texts()

    def matching(
        self, n_documents: int, predicates: Sequence[Any], values: dict[str, Any]
    ) -> NDArray[np.int64]:
        """Return the row numbers of the documents whose columns match."""
        columns = self.columns(n_documents)
        for name in values:
            if name not in columns.columns:
                raise InputError(
                    f"the metadata have no column {name!r}; expected one of {columns.columns}"
                )
        try:
            equal = [pl.col(name).eq_missing(pl.lit(value)) for name, value in values.items()]
            fits = columns.select(pl.all_horizontal(True, *predicates, *equal).alias("fits"))[
                "fits"
            ]
            mask = np.broadcast_to(fits.fill_null(False).to_numpy(), (n_documents,))
        except (TypeError, ValueError, NotImplementedError, pl.exceptions.PolarsError) as error:
            raise InputError(
                f"the filter cannot be applied: {error}. Expected column=value, or polars "
                "expressions such as pl.col(name).is_in(values)."
            ) from None
        return np.flatnonzero(mask)

    @classmethod
    def join(cls, parts: Sequence[tuple[DocumentMetadata, int]]) -> DocumentMetadata:
        """Return the metadata of several corpora; columns that one of them lacks are null there."""
        if all(part.frame is None and part.text_frame is None for part, _ in parts):
            return cls()
        frames = [_with_ids(part, n) for part, n in parts]
        try:
            columns = pl.concat(frames, how="diagonal_relaxed")
        except pl.exceptions.PolarsError as error:
            raise InputError(
                f"a column has different types in the corpora: {error}. Rename or cast it."
            ) from None
        texts = None
        if all(part.text_frame is not None for part, _ in parts):
            pieces = [text for part, _ in parts if (text := part.texts()) is not None]
            texts = pl.concat(pieces)
        return cls.check(columns, texts)

    def _collect(self, frame: pl.LazyFrame) -> pl.DataFrame:
        require_polars_threads("reading metadata or texts of a corpus")
        with _store_errors():
            if self.rows is None:
                collected = frame.collect()
                if self.n_rows is not None and collected.height != self.n_rows:
                    raise _damaged(f"a table has {collected.height:,} rows, not {self.n_rows:,}")
                return collected
            if not self.rows.size:
                return frame.head(0).collect()
            low, high = int(self.rows.min()), int(self.rows.max()) + 1
            return frame.slice(low, high - low).collect()[self.rows - low]


@contextmanager
def _store_errors() -> Iterator[None]:
    """Report files of a store that disappear or change while it is open."""
    try:
        with without_panic_messages():
            yield
    except StorageError:
        raise
    except pl.exceptions.PanicException:  # polars remembers where values were in a file
        raise _damaged("a table was changed after the corpus was opened") from None
    except (OSError, pl.exceptions.PolarsError) as error:
        raise _damaged(str(error)) from None


def _damaged(what: str) -> StorageError:
    return StorageError(
        f"the metadata cannot be read from the store: {what}. Was the store moved, removed or "
        "damaged? Open the corpus again, or build it again."
    )


def _with_ids(part: DocumentMetadata, n_documents: int) -> pl.DataFrame:
    if part.frame is None:
        return pl.DataFrame({ID: pl.Series([None] * n_documents, dtype=pl.Null)})
    return part.columns(n_documents)


def _frame(metadata: Any) -> pl.DataFrame:
    if isinstance(metadata, pl.DataFrame):
        return metadata
    try:
        if type(metadata).__module__.startswith("pandas"):
            return pl.DataFrame(
                [pandas_column(metadata[name], str(name), "`metadata`") for name in metadata]
            )
        return pl.DataFrame(metadata)
    except InputError:
        raise
    except Exception as error:  # polars raises many kinds
        raise InputError(
            f"`metadata` cannot be read as columns: {error}. Expected a data frame, or a mapping "
            "of names to columns of the same length."
        ) from None


def _texts(texts: Any) -> pl.Series:
    try:
        return pl.Series("text", texts, dtype=pl.String, strict=True)
    except Exception as error:  # as above
        raise InputError(f"`texts` cannot be read as strings: {error}") from None
