"""Mean topic shares of the documents of each day, week, month or year."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.corpus_topics import documents_and_topics
from thalweg.errors import InputError
from thalweg.lazy_polars import pl

if TYPE_CHECKING:
    from collections.abc import Iterator

    from thalweg.corpus.corpus import Corpus
    from thalweg.model import TopicModel

PERIODS = {"day": "1d", "week": "1w", "month": "1mo", "year": "1y"}
# Longest spans, in days, of which a picture by this period is still readable.
_MOST_DAYS = {"day": 60, "week": 400, "month": 3000}


@dataclass(frozen=True)
class SharesOverTime:
    """Periods that have documents, and each topic's mean share of these."""

    period: str  # "day", "week", "month" or "year"
    starts: NDArray[np.datetime64]  # the first day of each period
    n_documents: NDArray[np.int64]  # of each period
    shares: NDArray[np.float64]  # (periods, K)

    @property
    def mean_shares(self) -> NDArray[np.float64]:
        """Over all documents, (K,)."""
        return np.asarray(self.n_documents @ self.shares / self.n_documents.sum())


def shares_over_time(
    model: TopicModel,
    documents: Corpus | Iterator[Corpus],
    date: str,
    period: str | None = None,
) -> SharesOverTime:
    """Go through documents once; documents without a word or a date do not count."""
    if period is not None and period not in PERIODS:
        raise InputError(f"period is {period!r}; expected one of {', '.join(PERIODS)}")
    # By day, because the period is known only when all dates are: days x K, not documents x K.
    sums: dict[int, NDArray[np.float64]] = {}
    counts: dict[int, int] = defaultdict(int)
    for part, theta in documents_and_topics(model, documents):
        days = _days(part.metadata, date)
        known = days.is_not_null() & pl.Series(part.documents().lengths > 0)
        numbers = days.filter(known).to_physical().to_numpy()  # days since 1970
        distinct, place = np.unique(numbers, return_inverse=True)
        totals = np.zeros((distinct.size, theta.shape[1]))
        np.add.at(totals, place, theta[known.to_numpy()])
        rows = np.bincount(place, minlength=distinct.size)
        for day, total, n in zip(distinct.tolist(), totals, rows.tolist(), strict=True):
            sums[day] = sums.get(day, 0.0) + total
            counts[day] += n
    if not sums:
        raise InputError(
            f"no document has both a date in the column {date!r} and a word that the model knows"
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
    """The column as dates, however they are written."""
    if name not in columns.columns:
        raise InputError(
            f"the corpus has no column {name!r}; it has {', '.join(columns.columns)}. Columns are "
            f"kept when text is read with metadata=[{name!r}]."
        )
    column = columns[name]
    if column.dtype.is_temporal() and column.dtype != pl.Duration and column.dtype != pl.Time:
        return column.cast(pl.Date)
    if column.dtype.is_integer():
        column = column.cast(pl.String).str.zfill(4)
    elif column.dtype != pl.String:
        raise InputError(
            f"the column {name!r} is of type {column.dtype}; expected dates, text such as "
            "2024-05-31, or years"
        )
    given = column.str.strip_chars()
    given = given.set(given.is_in(["", "null"]), None)
    # A year, or a year and a month, stands for its first day; a time of day is cut off.
    parts = given.str.extract_groups(r"^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[T ].*)?)?)?$")
    year, month, day = (parts.struct.field(field) for field in parts.struct.fields)
    text = year + "-" + month.fill_null("01") + "-" + day.fill_null("01")
    dates = text.str.to_date("%Y-%m-%d", strict=False)
    wrong = given.filter(given.is_not_null() & dates.is_null())
    if len(wrong):
        raise InputError(
            f"the column {name!r} has {wrong[0]!r}; expected dates such as 2024-05-31, 2024-05 or "
            "2024"
        )
    return dates


def _readable_period(dates: pl.Series) -> str:
    """Fine enough to show a course, coarse enough to be read; never finer than the dates are."""
    if (dates.dt.ordinal_day() == 1).all() and len(dates) > 1:
        return "year"
    span = (dates[-1] - dates[0]).days
    fits = [name for name, most in _MOST_DAYS.items() if span <= most]
    if (dates.dt.day() == 1).all() and len(dates) > 1:
        fits = [name for name in fits if name == "month"]
    return fits[0] if fits else "year"
