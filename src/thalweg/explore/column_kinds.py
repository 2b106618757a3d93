"""Metadata columns of documents: which of them are dates, groups or only shown."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from thalweg.analysis.groups.periods import as_days
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.metadata import ID
from thalweg.errors import InputError
from thalweg.lazy_polars import pl

MAX_GROUPS = 200
MAX_TITLE = 200
"""Characters of a title that lists of documents show."""
_SAMPLE = 1000
_TITLES = ("title", "headline", "subject")


@dataclass(frozen=True)
class ColumnKinds:
    """Names of the columns of a corpus, by what can be done with them."""

    dates: tuple[str, ...] = ()
    """Dates or years: topics over time, filter by date."""
    groups: tuple[str, ...] = ()
    """At most 200 different values: topics by group, filter by value."""
    others: tuple[str, ...] = ()
    """Shown with a document."""

    @classmethod
    def of(cls, corpus: Corpus) -> ColumnKinds:
        """Return the kinds of the columns, found from their values."""
        dates, groups, others = [], [], []
        frame = corpus.metadata
        for name in frame.columns:
            values = frame[name]
            if name == ID:
                continue
            if _are_dates(values, name):
                dates.append(name)
            elif 1 < values.n_unique() <= MAX_GROUPS:
                groups.append(name)
            else:
                others.append(name)
        return cls(tuple(dates), tuple(groups), tuple(others))

    @property
    def date(self) -> str | None:
        """The column that documents are dated by; None if there is none."""
        return self.dates[0] if self.dates else None

    def to_json(self) -> dict[str, Any]:
        """Return the names for the page."""
        return {
            "dates": list(self.dates),
            "groups": list(self.groups),
            "others": list(self.others),
        }


def titles_of(corpus: Corpus) -> list[str | None]:
    """Return the titles of documents, from a column that is called so; None without one."""
    for name in corpus.metadata.columns:
        column = corpus.metadata[name]
        if name.casefold() in _TITLES and column.dtype == pl.String:
            return [value[:MAX_TITLE] if value else None for value in column.to_list()]
    return [None] * corpus.n_documents


def _are_dates(values: pl.Series, name: str) -> bool:
    known = values.drop_nulls()
    if not len(known):
        return False
    some = known.gather_every(max(1, len(known) // _SAMPLE))
    if _is_numeric(some):  # years; otherwise any number would be one
        are_years = some.dtype.is_integer() and bool(some.is_between(1400, 2200).all())
        return are_years and "year" in name.casefold()
    try:
        return as_days(some, name).null_count() == 0
    except InputError:
        return False


def _is_numeric(values: pl.Series) -> bool:
    return values.dtype.is_numeric()
