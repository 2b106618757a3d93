"""What is known about the documents of a corpus besides their words: ids, columns, texts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.sources.frames import pandas_column
from thalweg.errors import InputError, StorageError
from thalweg.lazy_polars import pl

ID = "id"


@dataclass(frozen=True)
class About:
    """Columns and texts of a corpus' documents: frames in memory or scans of a store's files.

    `chosen` says which of their rows are meant, None all of them.
    """

    frame: pl.LazyFrame | None = None
    text_frame: pl.LazyFrame | None = None  # one column, "text"
    n_rows: int | None = None  # of both frames, if there is one
    rows: NDArray[np.int64] | None = None
    first: int = 0  # number of the frames' first row, where they are a piece of a stream

    @classmethod
    def check(cls, metadata: Any, texts: Any) -> About:
        """Take what a user has: a frame or a mapping of columns, a sequence of texts."""
        frame = None if metadata is None else _frame(metadata)
        text_frame = None
        if texts is not None:
            text_frame = pl.DataFrame({"text": _texts(texts)})
        heights = {f.height for f in (frame, text_frame) if f is not None}
        if len(heights) > 1:
            raise InputError(f"metadata and texts have {sorted(heights)} rows; expected as many")
        return cls(
            None if frame is None else frame.lazy(),
            None if text_frame is None else text_frame.lazy(),
            heights.pop() if heights else None,
        )

    @property
    def n_documents(self) -> int | None:
        """How many documents it speaks of, if it says anything."""
        return self.n_rows if self.rows is None else self.rows.size

    def chosen(self, rows: NDArray[np.int64]) -> About:
        """About some of the documents."""
        rows = rows if self.rows is None else self.rows[rows]
        return About(self.frame, self.text_frame, self.n_rows, rows, self.first)

    def columns(self, n_documents: int) -> pl.DataFrame:
        """All columns; where there are none, a frame of the ids."""
        if self.frame is None:
            return pl.DataFrame({ID: self.ids(n_documents)})
        return self._collect(self.frame)

    def ids(self, n_documents: int) -> pl.Series:
        """The column `id`, or the row numbers in the corpus as it was made."""
        if self.frame is not None:
            with _store_faults():
                has_ids = ID in self.frame.collect_schema()
            if has_ids:
                return self._collect(self.frame.select(ID))[ID]
        rows = np.arange(n_documents) if self.rows is None else self.rows
        return pl.Series(ID, self.first + rows)

    def texts(self) -> pl.Series | None:
        """All texts, if they were kept."""
        return None if self.text_frame is None else self._collect(self.text_frame)["text"]

    def read(self, first: int, last: int) -> tuple[pl.DataFrame | None, pl.Series | None]:
        """Columns and texts of documents first..last-1, without loading all."""
        part = self.chosen(np.arange(first, last))
        columns = None if part.frame is None else part._collect(part.frame)
        return columns, part.texts()

    def matching(
        self, n_documents: int, predicates: Sequence[Any], values: dict[str, Any]
    ) -> NDArray[np.int64]:
        """Places of the documents whose columns fit."""
        columns = self.columns(n_documents)
        for name in values:
            if name not in columns.columns:
                raise InputError(f"there is no column {name!r}; there are {columns.columns}")
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
    def join(cls, parts: Sequence[tuple[About, int]]) -> About:
        """About several corpora, one behind the other; columns that one lacks are null there."""
        if all(part.frame is None and part.text_frame is None for part, _ in parts):
            return cls()
        frames = [_with_ids(part, n) for part, n in parts]
        try:
            columns = pl.concat(frames, how="diagonal_relaxed")
        except pl.exceptions.PolarsError as error:
            raise InputError(
                f"a column of the same name is of several kinds: {error}. Rename or cast it."
            ) from None
        texts = None
        if all(part.text_frame is not None for part, _ in parts):
            pieces = [text for part, _ in parts if (text := part.texts()) is not None]
            texts = pl.concat(pieces)
        return cls.check(columns, texts)

    def _collect(self, frame: pl.LazyFrame) -> pl.DataFrame:
        with _store_faults():
            if self.rows is None:
                return frame.collect()
            if not self.rows.size:
                return frame.head(0).collect()
            low, high = int(self.rows.min()), int(self.rows.max()) + 1
            return frame.slice(low, high - low).collect()[self.rows - low]


@contextmanager
def _store_faults() -> Iterator[None]:
    """Files of a store that vanish or change while it is open."""
    try:
        yield
    except (OSError, pl.exceptions.PolarsError) as error:
        raise StorageError(
            f"columns about the documents cannot be read: {error}. Was the store moved, removed or "
            "damaged? Open it again, or make it again."
        ) from None


def _with_ids(part: About, n_documents: int) -> pl.DataFrame:
    if part.frame is None:
        return pl.DataFrame({ID: pl.Series([None] * n_documents, dtype=pl.Null)})
    return part.columns(n_documents)


def _frame(metadata: Any) -> pl.DataFrame:
    if isinstance(metadata, pl.DataFrame):
        return metadata
    try:
        if type(metadata).__module__.startswith("pandas"):
            return pl.DataFrame(
                [pandas_column(metadata[name], str(name), "the metadata") for name in metadata]
            )
        return pl.DataFrame(metadata)
    except InputError:
        raise
    except Exception as error:  # whatever polars makes of a user's object
        raise InputError(
            f"the metadata cannot be read as columns: {error}. Expected a data frame or a mapping "
            "of names to columns of one length."
        ) from None


def _texts(texts: Any) -> pl.Series:
    try:
        return pl.Series("text", texts, dtype=pl.String, strict=True)
    except Exception as error:  # as above
        raise InputError(f"the texts cannot be read as strings: {error}") from None
