"""Tables of topics by group."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import groupby
from typing import Any, ClassVar, Self, SupportsIndex, overload

from thalweg.errors import InputError
from thalweg.results.share_changes import ChangeTable, described, interval, percent
from thalweg.results.share_matrix import ShareMatrix
from thalweg.results.table import Column, Table

_MOST_NAMES = 20


@dataclass(frozen=True, slots=True)
class GroupTopic:
    """The share of a topic in the documents of a group."""

    group: Any
    """The group: a value of the column."""
    topic: int | None
    """Number of the topic; None for the sum of all topics that were not chosen."""
    name: str
    """Name of the topic."""
    n_documents: int
    """Number of documents of the group."""
    share: float
    """Mean share of the topic in the group's documents."""
    low: float
    """Lower end of the 95% interval of the share."""
    high: float
    """Upper end of the 95% interval of the share."""
    elsewhere: float | None
    """Mean share of the topic in all other documents; None if there is only one group."""
    log_odds: float
    """Log odds of the topic in the group against all other documents, shrunk for small groups."""
    z: float
    """log_odds in standard errors: how clearly the topic distinguishes the group."""
    words: list[str]
    """The most probable words of the topic."""


@dataclass(frozen=True, slots=True)
class NestedGroupTopic(GroupTopic):
    """The share of a topic in the documents of a group within a group."""

    subgroup: Any
    """The group within the group: a value of the second column."""


@dataclass(frozen=True)
class GroupingInfo:
    """What the groups of a table are, and which documents are left out."""

    columns: tuple[str, ...] = ("group",)
    """Names of the columns that the groups are made from."""
    n_without_value: int = 0
    """Documents left out because they have no value in a column."""
    n_without_words: int = 0
    """Documents left out because they have no word that the model knows."""
    n_folded: int = 0
    """Small groups that are shown together as (other)."""


class GroupTable(Table[GroupTopic]):
    """The share of every topic in every group: a row per pair of group and topic.

    Groups are in order of their values, topics in order of their numbers.
    """

    row_type: ClassVar[type[Any]] = GroupTopic
    columns: ClassVar[tuple[Column, ...]] = (
        Column("group", lambda row: str(row.group), left=True),
        Column("documents", lambda row: f"{row.n_documents:,}"),
        Column("topic", lambda row: "" if row.topic is None else str(row.topic)),
        Column("share", lambda row: percent(row.share), width=6),
        Column("95% interval", lambda row: interval(row.low, row.high), width=13),
        Column("elsewhere", lambda row: percent(row.elsewhere)),
        Column("z", lambda row: f"{row.z:+.1f}", width=5),
        Column("name", described, left=True),
    )
    n_keys: ClassVar[int] = 1

    def __init__(self, rows: Iterable[GroupTopic] = (), about: GroupingInfo | None = None) -> None:
        super().__init__(rows)
        self.about: GroupingInfo = about or GroupingInfo()
        """What the groups are, and how many documents are left out."""

    @overload
    def __getitem__(self, place: SupportsIndex) -> GroupTopic: ...
    @overload
    def __getitem__(self, place: slice) -> Self: ...
    def __getitem__(self, place: SupportsIndex | slice) -> GroupTopic | Self:
        if isinstance(place, slice):
            return type(self)(self._rows[place], self.about)
        return self._rows[place]

    @staticmethod
    def key(row: GroupTopic) -> tuple[Any, ...]:
        """Return the group of a row, as a tuple."""
        return (row.group,)

    @property
    def headers(self) -> list[str]:
        """The headers of the columns."""
        names = [column.header for column in self.columns]
        return [*self.about.columns, *names[len(self.about.columns) :]]

    @property
    def footer(self) -> str:
        """Text that is shown below the table: which documents are left out."""
        return " ".join(left_out(self.about, " and ".join(self.about.columns)))

    @property
    def groups(self) -> dict[tuple[Any, ...], Self]:
        """The rows of each group, as tables, by group (a tuple)."""
        grouped = groupby(self, key=self.key)
        return {key: type(self)(rows, self.about) for key, rows in grouped}

    def distinctive(self, n_topics: int = 3) -> Self:
        """Return the topics that distinguish each group, most distinctive first.

        Only topics with a larger share than elsewhere (z above 0) are returned.

        Parameters
        ----------
        n_topics : int, default=3
            Largest number of topics per group.
        """
        rows: list[GroupTopic] = []
        for group in self.groups.values():
            more = [row for row in group if row.z > 0 and row.topic is not None]
            rows += sorted(more, key=lambda row: -row.z)[:n_topics]
        return type(self)(rows, self.about)

    def change(self, first: Any, second: Any) -> ChangeTable:
        """Return how every topic differs between two groups, with 95% intervals.

        Parameters
        ----------
        first, second : value
            Two groups. Text may stand for other values, as in "5". A nested group is a tuple.
        """
        one, other = self._group(first, "first"), self._group(second, "second")
        names = tuple(" / ".join(map(str, self.key(group[0]))) for group in (one, other))
        return ChangeTable.of_shares(one, other, (names[0], names[1]))

    def wide(self) -> ShareMatrix:
        """Return the shares with a row per group and a column per topic."""
        groups = self.groups
        names = [row.name for row in next(iter(groups.values()), ())]
        return ShareMatrix(
            self.about.columns,
            tuple(groups),
            tuple(rows[0].n_documents for rows in groups.values()),
            tuple(names),
            tuple(tuple(row.share for row in rows) for rows in groups.values()),
        )

    def _group(self, wanted: Any, parameter: str) -> Self:
        groups = self.groups
        key = tuple(wanted) if isinstance(wanted, tuple | list) else (wanted,)
        if key not in groups:
            as_text = {tuple(map(str, each)): each for each in groups}
            key = as_text.get(tuple(map(str, key)), key)
        if key not in groups:
            known = [" / ".join(map(str, each)) for each in groups]
            listed = ", ".join(known[:_MOST_NAMES])
            more = f" and {len(known) - _MOST_NAMES:,} more" if len(known) > _MOST_NAMES else ""
            raise InputError(
                f"`{parameter}` is {wanted!r}, which is not a group; expected one of {listed}{more}"
            )
        return groups[key]


class NestedGroupTable(GroupTable):
    """The share of every topic in every group within a group."""

    row_type: ClassVar[type[Any]] = NestedGroupTopic
    columns: ClassVar[tuple[Column, ...]] = (
        GroupTable.columns[0],
        Column("subgroup", lambda row: str(row.subgroup), left=True),
        *GroupTable.columns[1:],
    )

    @staticmethod
    def key(row: GroupTopic) -> tuple[Any, ...]:
        """Return the group and the subgroup of a row."""
        assert isinstance(row, NestedGroupTopic)
        return (row.group, row.subgroup)

    @classmethod
    def column_names(cls) -> list[str]:
        """Return the names of the columns of data frames and files."""
        return ["group", "subgroup", *GroupTable.column_names()[1:]]


def left_out(about: GroupingInfo, value: str) -> Iterator[str]:
    """Yield sentences about what a table leaves out."""
    if about.n_folded:
        yield f"{about.n_folded:,} small groups are shown together as (other)."
    counts = {f"without {value}": about.n_without_value}
    counts["without a word that the model knows"] = about.n_without_words
    for reason, n in counts.items():
        if n:
            yield f"{n:,} {'document' if n == 1 else 'documents'} {reason} left out."
