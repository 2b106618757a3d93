"""Periods of time: dates as users write them, lengths of periods, and gaps."""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import Any

from thalweg.errors import InputError
from thalweg.lazy_polars import pl

PERIODS = {"day": "1d", "week": "1w", "month": "1mo", "quarter": "1q", "year": "1y"}
# The longest span, in days, that is still readable when drawn by this period.
_MAX_DAYS = {"day": 60, "week": 400, "month": 3000}
_DURATION = re.compile(r"([1-9]\d{0,5})(d|w|mo|q|y)", re.ASCII)
_UNITS = {"d": "day", "w": "week", "mo": "month", "q": "quarter", "y": "year"}
_LATEST = date(9999, 12, 31)


@dataclass(frozen=True)
class Period:
    """A length of time that documents are grouped by."""

    name: str
    """As users write it: "month", or "2w"."""
    duration: str
    """As polars writes it: "1mo", or "2w"."""

    @classmethod
    def of(cls, every: Any) -> Period:
        """Return the period that a user asked for.

        Examples
        --------
        >>> Period.of("quarter"), Period.of("10y").title
        (Period(name='quarter', duration='1q'), '10 years')
        """
        if isinstance(every, str) and every in PERIODS:
            return cls(every, PERIODS[every])
        match = _DURATION.fullmatch(every) if isinstance(every, str) else None
        if match is None:
            raise InputError(
                f"`every` is {every!r}; expected {', '.join(PERIODS)}, or a number of them, such "
                "as 2w, 10d, 6mo, 2q or 10y"
            )
        return cls(_UNITS[match[2]] if match[1] == "1" else every, every)

    @classmethod
    def readable(cls, days: pl.Series) -> Period:
        """Return the finest period that is readable for sorted days and not finer than these."""
        if (days.dt.ordinal_day() == 1).all() and len(days) > 1:
            return cls.of("year")
        span = (days[-1] - days[0]).days
        names = [name for name, most in _MAX_DAYS.items() if span <= most]
        if (days.dt.day() == 1).all() and len(days) > 1:
            names = [name for name in names if name == "month"]
        return cls.of(names[0] if names else "year")

    @property
    def title(self) -> str:
        """The period in words: "month", "2 weeks"."""
        if self.name in PERIODS:
            return self.name
        match = _DURATION.fullmatch(self.name)
        assert match is not None
        return f"{match[1]} {_UNITS[match[2]]}s"

    def starts(self, days: pl.Series) -> pl.Series:
        """Return the first day of the period of each day."""
        starts = days.dt.truncate(self.duration)
        if (starts.dt.year() < 1).any():  # Python has no such dates
            raise InputError(
                f"`every` is {self.name!r}, and a period of the date {days.drop_nulls().sort()[0]} "
                "would begin before the year 1; expected later dates or shorter periods"
            )
        return starts

    def without_gaps(self, first: date, last: date) -> list[date]:
        """Return the first days of all periods from one start to another."""
        starts: list[date] = pl.date_range(first, last, self.duration, eager=True).to_list()
        return starts

    def end(self, start: date) -> date:
        """Return the first day after a period."""
        ends = pl.Series([start]).dt.offset_by(self.duration)
        return ends[0] or _LATEST


def as_days(column: pl.Series, name: str) -> pl.Series:
    """Return a column as dates, whichever type it has.

    Parameters
    ----------
    column : Series
        Dates, times, text such as 2024-05-31, 2024-05 or 2024, or years as numbers.
    name : str
        Its name, for errors.
    """
    if column.dtype == pl.Null:
        return column.cast(pl.Date)
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
