"""Topics over time: the mean share of every topic in the documents of every period."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, cast

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.groups.document_columns import DocumentColumn
from thalweg.analysis.groups.grouped_sums import GroupedSums, merged
from thalweg.analysis.groups.periods import Period, as_days
from thalweg.analysis.groups.share_intervals import share_intervals
from thalweg.analysis.groups.topic_columns import TopicColumns
from thalweg.errors import InputError
from thalweg.lazy_polars import pl
from thalweg.results import GroupingInfo, PeriodTopic, TimeTable

MAX_ROWS = 2_000_000


def topics_over_time(
    batches: Iterable[DocumentTopics],
    date: DocumentColumn,
    topics: TopicColumns,
    every: str | None = None,
) -> TimeTable:
    """Return the mean share of every topic in every period, with 95% intervals.

    Documents without a word that the model knows, or without a date, are left out. Periods without
    documents are rows with 0 documents.

    Parameters
    ----------
    batches : iterable of DocumentTopics
        The documents, as `infer_stream` yields them. They are read once.
    date : DocumentColumn
        Dates, text such as 2024-05-31, or years.
    topics : TopicColumns
        The topics of the table.
    every : str, default=None
        Length of the periods: "day", "week", "month", "quarter", "year", or a number of them, such
        as "2w". None: chosen by the span of the dates.
    """
    period = None if every is None else Period.of(every)
    # By day if the period is not known before all dates have been read. Memory is days x K.
    grouped = GroupedSums(topics, "date")
    grouped.add_all(batches, [date], lambda values: _prepared(values, date.name, period))
    days = pl.Series([key[0] for key in grouped.keys], dtype=pl.Date)
    period, starts, places = periods_of(days, period, date.name, len(topics.topics))
    sums = merged(grouped.sums, places)
    about = GroupingInfo((date.name,), grouped.n_without_value, grouped.n_without_words)
    low, high = share_intervals(sums)
    about_topics = list(zip(topics.topics, topics.names, topics.words, strict=True))
    rows = []
    for place, (start, n) in enumerate(zip(starts, sums.n_documents.tolist(), strict=True)):
        numbers = zip(*(ends[place].tolist() for ends in (sums.shares, low, high)), strict=True)
        for (topic, name, words), values in zip(about_topics, numbers, strict=True):
            share, low_end, high_end = values if n else (None, None, None)
            rows.append(PeriodTopic(start, topic, name, n, share, low_end, high_end, words))
    return TimeTable(rows, period.name, about)


def periods_of(
    days: pl.Series, period: Period | None, name: str, n_columns: int
) -> tuple[Period, list[Any], NDArray[np.int64]]:
    """Return the period, its first days without gaps, and the place of each day among them."""
    if not len(days):
        raise InputError(
            f"`date` is {name!r}, but no document has both a date in this column and a word that "
            "the model knows; expected at least one. Check the column and the documents."
        )
    period = period or Period.readable(days.sort())
    of_days = period.starts(days)
    first, last = cast(Any, of_days.min()), cast(Any, of_days.max())
    starts = period.without_gaps(first, last)
    if len(starts) * n_columns > MAX_ROWS:
        raise InputError(
            f"`every` is {period.name!r}, which gives {len(starts):,} periods from {first} to "
            f"{last} and a table of {len(starts) * n_columns:,} rows; expected at most "
            f"{MAX_ROWS:,}. Choose longer periods, or check the dates."
        )
    numbers = {start: place for place, start in enumerate(starts)}
    places = np.array([numbers[start] for start in of_days.to_list()], dtype=np.int64)
    return period, starts, places


def _prepared(values: pl.Series, name: str, period: Period | None) -> pl.Series:
    days = as_days(values, name)
    return days if period is None else period.starts(days)
