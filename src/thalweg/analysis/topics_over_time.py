"""Mean topic proportions of the documents of each day, week, month or year."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.errors import InputError
from thalweg.lazy_polars import pl

PERIODS = {"day": "1d", "week": "1w", "month": "1mo", "year": "1y"}
# The longest span, in days, that is still readable when drawn by this period.
_MAX_DAYS = {"day": 60, "week": 400, "month": 3000}


@dataclass(frozen=True)
class SharesOverTime:
    """The periods that have documents, and each topic's mean share in them."""

    period: str
    """Length of the periods: "day", "week", "month" or "year"."""
    starts: NDArray[np.datetime64]
    """First day of each period."""
    n_documents: NDArray[np.int64]
    """Number of documents of each period."""
    shares: NDArray[np.float64]
    """Mean topic proportions of each period, (periods, K)."""

    @property
    def mean_shares(self) -> NDArray[np.float64]:
        """Mean topic proportions of all documents, (K,)."""
        return np.asarray(self.n_documents @ self.shares / self.n_documents.sum())


def shares_over_time(
    batches: Iterable[DocumentTopics], date: str, period: str | None = None
) -> SharesOverTime:
    """Return the mean topic proportions of the documents of each period.

    Documents without a word that the model knows, or without a date, are left out.

    Parameters
    ----------
    batches : iterable of DocumentTopics
        The documents, as `infer_stream` yields them. They are read once.
    date : str
        Metadata column with dates, text such as 2024-05-31, or years.
    period : {"day", "week", "month", "year"}, default=None
        Length of the periods. None: chosen by the span of the dates.
    """
    if period is not None and period not in PERIODS:
        raise InputError(f"`period` is {period!r}; expected one of {', '.join(PERIODS)}")
    # By day at first, because the period is known only after all dates have been read. Memory is
    # days x K, not documents x K.
    sums: dict[int, NDArray[np.float64]] = {}
    counts: dict[int, int] = defaultdict(int)
    for batch in batches:
        documents, theta = batch.documents, batch.shares
        days = _days(documents.metadata, date)
        usable = days.is_not_null() & pl.Series(documents.documents().lengths > 0)
        numbers = days.filter(usable).to_physical().to_numpy()  # days since 1970
        distinct, place = np.unique(numbers, return_inverse=True)
        totals = np.zeros((distinct.size, theta.shape[1]))
        np.add.at(totals, place, theta[usable.to_numpy()])
        rows = np.bincount(place, minlength=distinct.size)
        for day, total, n in zip(distinct.tolist(), totals, rows.tolist(), strict=True):
            sums[day] = sums.get(day, 0.0) + total
            counts[day] += n
    if not sums:
        raise InputError(
            f"`date` is {date!r}, but no document has both a date in this column and a word that "
            "the model knows; expected at least one. Check the column and the documents."
        )
    in_order = sorted(sums)
    dates = pl.Series(in_order, dtype=pl.Int32).cast(pl.Date)
    period = period or _readable_period(dates)
    starts = dates.dt.truncate(PERIODS[period]).to_numpy()
    first = np.unique(starts, return_index=True)[1]
    n_documents = np.add.reduceat(np.array([counts[day] for day in in_order]), first)
    totals = np.add.reduceat(np.array([sums[day] for day in in_order]), first)
    return SharesOverTime(period, starts[first], n_documents, totals / n_documents[:, None])


def _days(columns: pl.DataFrame, name: str) -> pl.Series:
    """Return a column as dates, whichever type it has."""
    if name not in columns.columns:
        raise InputError(
            f"`date` is {name!r}, but the corpus has no such column; expected one of "
            f"{', '.join(columns.columns) or 'its metadata columns (it has none)'}. To keep a "
            f"column, read the documents with `metadata=[{name!r}]`."
        )
    column = columns[name]
    if column.dtype.is_temporal() and column.dtype != pl.Duration and column.dtype != pl.Time:
        return column.cast(pl.Date)
    if column.dtype.is_integer():
        column = column.cast(pl.String).str.zfill(4)
    elif column.dtype != pl.String:
        raise InputError(
            f"`date` is {name!r}, a column of type {column.dtype}; expected dates, text such as "
            "2024-05-31, or years"
        )
    given = column.str.strip_chars()
    given = given.set(given.is_in(["", "null"]), None)
    # A year, or a year and a month, becomes its first day; a time of day is cut off.
    parts = given.str.extract_groups(r"^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ].*)?)?)?$")
    year, month, day = (parts.struct.field(field) for field in parts.struct.fields)
    text = year + "-" + month.fill_null("01") + "-" + day.fill_null("01")
    dates = text.str.to_date("%Y-%m-%d", strict=False)
    wrong = given.filter(given.is_not_null() & dates.is_null())
    if len(wrong):
        raise InputError(
            f"`date` is {name!r}, a column with the value {wrong[0]!r}; expected dates such as "
            "2024-05-31, 2024-05 or 2024"
        )
    return dates


def _readable_period(dates: pl.Series) -> str:
    """Return the finest period that is readable for this span and not finer than the dates."""
    if (dates.dt.ordinal_day() == 1).all() and len(dates) > 1:
        return "year"
    span = (dates[-1] - dates[0]).days
    readable = [name for name, most in _MAX_DAYS.items() if span <= most]
    if (dates.dt.day() == 1).all() and len(dates) > 1:
        readable = [name for name in readable if name == "month"]
    return readable[0] if readable else "year"
