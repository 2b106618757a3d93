"""A column that users name or pass: one value per document, batch by batch."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.corpus.sources.frames import pandas_column
from thalweg.errors import InputError
from thalweg.lazy_polars import pl


class DocumentColumn:
    """The name of a metadata column, or a sequence with one value per document.

    Parameters
    ----------
    given : str or sequence
        What the user passed.
    parameter : str
        Name of the user's parameter, for errors.
    """

    def __init__(self, given: Any, parameter: str) -> None:
        self._parameter = parameter
        self._values: pl.Series | None = None
        self.name: str = parameter
        if isinstance(given, str):
            self.name = given
            return
        self._values = _series(given, parameter)
        self.name = self._values.name or parameter

    @property
    def metadata(self) -> list[str]:
        """The metadata columns to read: the name, or none if the values were passed."""
        return [self.name] if self._values is None else []

    def of(self, batch: DocumentTopics) -> pl.Series:
        """Return the values of the documents of a batch."""
        if self._values is not None:
            values = self._values[batch.first : batch.first + len(batch)]
            if len(values) < len(batch):
                raise self._wrong_length(f"more than {len(self._values):,}")
            return values
        columns = batch.documents.metadata
        if self.name not in columns.columns:
            raise InputError(
                f"`{self._parameter}` is {self.name!r}, but the documents have no such column; "
                f"expected one of {', '.join(columns.columns) or 'their columns (there is none)'}. "
                f"To keep a column, read the documents with `metadata=[{self.name!r}]`, or pass "
                "one value per document instead of a name."
            )
        return columns[self.name]

    def check_length(self, n_documents: int) -> None:
        """Raise InputError if more values were passed than there were documents."""
        if self._values is not None and len(self._values) != n_documents:
            raise self._wrong_length(f"{n_documents:,}")

    def _wrong_length(self, n_documents: str) -> InputError:
        assert self._values is not None
        return InputError(
            f"`{self._parameter}` has {len(self._values):,} values, but there are {n_documents} "
            "documents; expected one value per document"
        )


def _series(values: Any, parameter: str) -> pl.Series:
    if isinstance(values, pl.Series):
        return values
    is_sequence = isinstance(values, Sequence | np.ndarray) and not isinstance(values, bytes)
    if not is_sequence and not hasattr(values, "__array__"):
        raise InputError(
            f"`{parameter}` is {values!r}; expected the name of a metadata column, or a sequence "
            "with one value per document"
        )
    try:
        if type(values).__module__.startswith("pandas"):
            name = getattr(values, "name", None)
            return pandas_column(values, str(name or ""), f"`{parameter}`")
        return pl.Series("", values, strict=False)
    except InputError:
        raise
    except Exception as error:  # polars raises many kinds
        raise InputError(
            f"`{parameter}` cannot be read as a column: {error}. Expected one value per document, "
            "all of one type."
        ) from None
