"""Tables of topics and words over time."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import date
from itertools import groupby
from typing import Any, ClassVar, Self, SupportsIndex, overload

from thalweg.errors import InputError
from thalweg.results.group_tables import GroupingInfo, left_out
from thalweg.results.share_changes import ChangeTable, described, interval, percent
from thalweg.results.share_matrix import ShareMatrix
from thalweg.results.table import Column, Table


@dataclass(frozen=True, slots=True)
class PeriodTopic:
    """The share of a topic in the documents of a period."""

    start: date
    """First day of the period."""
    topic: int | None
    """Number of the topic; None for the sum of all topics that were not chosen."""
    name: str
    """Name of the topic."""
    n_documents: int
    """Number of documents of the period; 0 for a gap."""
    share: float | None
    """Mean share of the topic in the period's documents; None for a gap."""
    low: float | None
    """Lower end of the 95% interval of the share."""
    high: float | None
    """Upper end of the 95% interval of the share."""
    words: list[str]
    """The most probable words of the topic."""


class TimeTable(Table[PeriodTopic]):
    """The share of every topic in every period: a row per pair of period and topic.

    Periods without documents are included, with 0 documents and no shares.
    """

    row_type = PeriodTopic
    columns: ClassVar[tuple[Column, ...]] = (
        Column("start", lambda row: str(row.start), left=True),
        Column("documents", lambda row: f"{row.n_documents:,}"),
        Column("topic", lambda row: "" if row.topic is None else str(row.topic)),
        Column("share", lambda row: percent(row.share), width=6),
        Column("95% interval", lambda row: interval(row.low, row.high), width=13),
        Column("name", described, left=True),
    )

    def __init__(
        self,
        rows: Iterable[PeriodTopic] = (),
        every: str = "",
        about: GroupingInfo | None = None,
    ) -> None:
        super().__init__(rows)
        self.every = every
        """Length of the periods, such as "month" or "2w"."""
        self.about: GroupingInfo = about or GroupingInfo(("date",))
        """Which column has the dates, and how many documents are left out."""

    @overload
    def __getitem__(self, place: SupportsIndex) -> PeriodTopic: ...
    @overload
    def __getitem__(self, place: slice) -> Self: ...
    def __getitem__(self, place: SupportsIndex | slice) -> PeriodTopic | Self:
        if isinstance(place, slice):
            return type(self)(self._rows[place], self.every, self.about)
        return self._rows[place]

    @property
    def footer(self) -> str:
        """Text that is shown below the table: which documents are left out."""
        return " ".join(left_out(self.about, "a date"))

    @property
    def periods(self) -> dict[date, Self]:
        """The rows of each period, as tables, by the first day."""
        grouped = groupby(self, key=lambda row: row.start)
        return {start: type(self)(rows, self.every, self.about) for start, rows in grouped}

    def change(
        self, first: date | str | None = None, last: date | str | None = None
    ) -> ChangeTable:
        """Return how every topic differs between two periods, with 95% intervals.

        Parameters
        ----------
        first, last : date or str, default=None
            First days of two periods, such as "2024-05-01", or as much of them as tells the
            periods apart: "2024" of years, "2024-05" of months. None: the first and the last
            period that have documents.
        """
        filled = {start: rows for start, rows in self.periods.items() if rows[0].n_documents}
        if not filled:
            raise InputError("the table has no period with documents; expected at least one")
        chosen = []
        given = (("first", first, min(filled)), ("last", last, max(filled)))
        for parameter, start, default in given:
            found = [each for each in filled if str(each).startswith(str(start))]
            if start is not None and len(found) != 1:
                fits = f", which fits {len(found)} periods" if found else ""
                raise InputError(
                    f"`{parameter}` is {str(start)!r}{fits}; expected the first day of a period "
                    f"that has documents, from {min(filled)} to {max(filled)}"
                )
            chosen.append(found[0] if found else default)
        names = (str(chosen[0]), str(chosen[1]))
        return ChangeTable.of_shares(filled[chosen[0]], filled[chosen[1]], names)

    def wide(self) -> ShareMatrix:
        """Return the shares with a row per period and a column per topic."""
        periods = self.periods
        names = [row.name for row in next(iter(periods.values()), ())]
        return ShareMatrix(
            ("start",),
            tuple((start,) for start in periods),
            tuple(rows[0].n_documents for rows in periods.values()),
            tuple(names),
            tuple(tuple(row.share for row in rows) for rows in periods.values()),
        )


@dataclass(frozen=True, slots=True)
class PeriodWord:
    """A word of a topic in a period."""

    start: date
    """First day of the period."""
    word: str
    """The word."""
    n_tokens: float
    """Expected number of the word's tokens that belong to the topic in this period."""
    share: float | None
    """The word's share of the topic's tokens in this period; None if the topic has none."""
    early: float
    """The word's share of the topic's tokens in the first half of the periods."""
    late: float
    """The word's share of the topic's tokens in the last half of the periods."""
    z: float
    """Log odds, last half against first, in standard errors: above 0 for a rising word."""


class WordTimeTable(Table[PeriodWord]):
    """Words of a topic over time: a row per pair of word and period.

    The words are the topic's most frequent ones, then those that rise or fall most clearly.
    """

    row_type = PeriodWord
    columns: ClassVar[tuple[Column, ...]] = (
        Column("start", lambda row: str(row.start), left=True),
        Column("tokens", lambda row: f"{row.n_tokens:,.1f}"),
        Column("share", lambda row: percent(row.share), width=6),
        Column("early", lambda row: percent(row.early), width=6),
        Column("late", lambda row: percent(row.late), width=6),
        Column("z", lambda row: f"{row.z:+.1f}", width=5),
        Column("word", lambda row: row.word, left=True),
    )

    @property
    def by_word(self) -> dict[str, list[PeriodWord]]:
        """The rows of each word."""
        return {word: list(rows) for word, rows in groupby(self, key=lambda row: row.word)}

    def rising(self, n_words: int = 10) -> WordTrendTable:
        """Return the words whose share of the topic grows, clearest first."""
        return self._trends(1, n_words)

    def falling(self, n_words: int = 10) -> WordTrendTable:
        """Return the words whose share of the topic shrinks, clearest first."""
        return self._trends(-1, n_words)

    def trends(self) -> WordTrendTable:
        """Return all words of the table, each once."""
        return WordTrendTable(_trend(rows) for rows in self.by_word.values())

    def _trends(self, direction: int, n_words: int) -> WordTrendTable:
        found = [row for row in self.trends() if direction * row.z > 0]
        return WordTrendTable(sorted(found, key=lambda row: -direction * row.z)[:n_words])


@dataclass(frozen=True)
class WordTrend:
    """How a word's share of a topic changes from the first to the last half of the periods."""

    word: str
    """The word."""
    n_tokens: float
    """Expected number of the word's tokens that belong to the topic."""
    early: float
    """The word's share of the topic's tokens in the first half of the periods."""
    late: float
    """The word's share of the topic's tokens in the last half of the periods."""
    z: float
    """Log odds, last half against first, in standard errors."""
    shares: list[float | None]
    """The word's share of the topic's tokens in each period."""


class WordTrendTable(Table[WordTrend]):
    """Words of a topic and how their shares change."""

    row_type = WordTrend
    columns: ClassVar[tuple[Column, ...]] = (
        Column("early", lambda row: percent(row.early), width=6),
        Column("late", lambda row: percent(row.late), width=6),
        Column("z", lambda row: f"{row.z:+.1f}", width=5),
        Column("tokens", lambda row: f"{row.n_tokens:,.0f}"),
        Column("word", lambda row: row.word, left=True),
    )


def _trend(rows: list[PeriodWord]) -> WordTrend:
    first: Any = rows[0]
    total = sum(row.n_tokens for row in rows)
    return WordTrend(
        first.word, total, first.early, first.late, first.z, [row.share for row in rows]
    )
