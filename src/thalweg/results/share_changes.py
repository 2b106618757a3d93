"""Shares as text, and the change of shares between two groups or periods."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar, Protocol, Self, SupportsIndex, overload

from thalweg.results.table import Column, Table


def percent(share: float | None) -> str:
    """Return a share as text; nothing for None.

    Examples
    --------
    >>> percent(0.1234), percent(None)
    ('12.3%', '')
    """
    return "" if share is None else f"{share:.1%}"


def interval(low: float | None, high: float | None) -> str:
    """Return the ends of an interval as text.

    Examples
    --------
    >>> interval(0.101, 0.157)
    '10.1 to 15.7%'
    """
    return "" if low is None or high is None else f"{100 * low:.1f} to {high:.1%}"


def difference_interval(
    first: tuple[float, float, float], second: tuple[float, float, float]
) -> tuple[float, float, float]:
    """Return second - first with its 95% interval, from two shares with theirs.

    Each argument is (share, low, high). The distances of the ends from the shares are added as
    squares (Newcombe's method), so that the difference is as skewed as the shares are.

    Examples
    --------
    >>> [round(end, 3) for end in difference_interval((0.5, 0.4, 0.6), (0.8, 0.5, 0.9))]
    [0.3, -0.016, 0.441]
    """
    (share, low, high), (other, other_low, other_high) = first, second
    change = other - share
    below = math.hypot(other - other_low, high - share)
    above = math.hypot(other_high - other, share - low)
    return change, max(change - below, -1.0), min(change + above, 1.0)


class TopicShare(Protocol):
    """A row with the share of a topic and its interval."""

    @property
    def topic(self) -> int | None:
        """Number of the topic; None for the sum of others."""

    @property
    def name(self) -> str:
        """Name of the topic."""

    @property
    def share(self) -> float | None:
        """Mean share; None without documents."""

    @property
    def low(self) -> float | None:
        """Lower end of the 95% interval."""

    @property
    def high(self) -> float | None:
        """Upper end of the 95% interval."""

    @property
    def words(self) -> list[str]:
        """Words of the topic."""


@dataclass(frozen=True)
class ShareChange:
    """How the share of a topic differs between two groups or periods."""

    topic: int | None
    """Number of the topic; None for the sum of all topics that were not chosen."""
    name: str
    """Name of the topic."""
    first: float
    """Mean share in the first group."""
    second: float
    """Mean share in the second group."""
    change: float
    """second - first"""
    low: float
    """Lower end of the 95% interval of the change."""
    high: float
    """Upper end of the 95% interval of the change."""
    words: list[str]
    """The most probable words of the topic."""

    @property
    def is_clear(self) -> bool:
        """Whether the interval does not contain 0."""
        return self.low > 0 or self.high < 0


class ChangeTable(Table[ShareChange]):
    """The change of every topic between two groups or periods, largest increase first."""

    row_type = ShareChange
    columns: ClassVar[tuple[Column, ...]] = (
        Column("topic", lambda row: "" if row.topic is None else str(row.topic), width=5),
        Column("first", lambda row: percent(row.first), width=6),
        Column("second", lambda row: percent(row.second), width=6),
        Column("change", lambda row: f"{100 * row.change:+.1f}", width=6),
        Column(
            "95% interval",
            lambda row: f"{100 * row.low:+.1f} to {100 * row.high:+.1f}",
            width=14,
        ),
        Column("", lambda row: "*" if row.is_clear else ""),
        Column("name", lambda row: described(row), left=True),
    )

    def __init__(self, rows: Iterable[ShareChange] = (), between: tuple[str, str] = ("", "")):
        super().__init__(rows)
        self.between = between
        """What is compared: the names of both groups."""

    @overload
    def __getitem__(self, place: SupportsIndex) -> ShareChange: ...
    @overload
    def __getitem__(self, place: slice) -> Self: ...
    def __getitem__(self, place: SupportsIndex | slice) -> ShareChange | Self:
        if isinstance(place, slice):
            return type(self)(self._rows[place], self.between)
        return self._rows[place]

    @property
    def headers(self) -> list[str]:
        """The headers of the columns."""
        first, second = map(_cut, self.between)
        return ["topic", first or "first", second or "second", "change", "95% interval", "", "name"]

    @property
    def footer(self) -> str:
        """Text that is shown below the table."""
        return "Changes are in percentage points. * marks intervals without 0."

    @classmethod
    def of_shares(
        cls, first: Iterable[TopicShare], second: Iterable[TopicShare], between: tuple[str, str]
    ) -> Self:
        """Return the changes from rows of the same topics."""
        rows = []
        for before, after in zip(first, second, strict=True):
            if None in (before.share, before.low, before.high, after.share, after.low, after.high):
                continue
            change, low, high = difference_interval(
                (before.share or 0.0, before.low or 0.0, before.high or 0.0),
                (after.share or 0.0, after.low or 0.0, after.high or 0.0),
            )
            shares = (before.share or 0.0, after.share or 0.0)
            rows.append(
                ShareChange(before.topic, before.name, *shares, change, low, high, before.words)
            )
        return cls(sorted(rows, key=lambda row: -row.change), between)


def described(row: TopicShare | ShareChange) -> str:
    """Return the name of a topic or, if the user gave it none, its words.

    Examples
    --------
    >>> described(ShareChange(3, "parking", 0, 0, 0, 0, 0, ["car", "garage"]))
    'parking'
    >>> described(ShareChange(3, "topic 3", 0, 0, 0, 0, 0, ["car", "garage"]))
    'car garage'
    """
    is_named = row.name != f"topic {row.topic}"
    return row.name if is_named or not row.words else " ".join(row.words)


def _cut(name: str) -> str:
    return name if len(name) <= 16 else f"{name[:15]}\u2026"
