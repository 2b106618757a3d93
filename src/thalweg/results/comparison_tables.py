"""Tables of the changes between two models, and of pairs of topics."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, ClassVar

from thalweg.results.table import Column, Table


@dataclass(frozen=True)
class TopicChange:
    """What became of a topic: a pair of topics of two models, or a topic that only one has."""

    change: str
    """matched, split, merged, new or vanished."""
    topic_before: int | None
    """Number of the topic in the first model; None for a new one."""
    topic_after: int | None
    """Number of the topic in the second model; None for one that vanished."""
    label_before: str | None
    """Name of the topic in the first model, or its number."""
    label_after: str | None
    """Name of the topic in the second model, or its number."""
    distance: float | None
    """Hellinger distance of the two topics: 0 for the same words, 1 for none in common."""
    part: float | None
    """Of a split or merged topic: how much of the whole this part makes up."""
    share_before: float | None
    """Share of all tokens in the first model."""
    share_after: float | None
    """Share of all tokens in the second model."""
    words: list[str]
    """The most probable words of the second topic, or of the first if it vanished."""
    gained: list[str]
    """Words that are much more probable in the second topic."""
    lost: list[str]
    """Words that are much less probable in the second topic."""


@dataclass(frozen=True)
class TopicPair:
    """Two topics of a model, and how similar they are."""

    topic: int
    """Number of the first topic."""
    other: int
    """Number of the second topic."""
    label: str
    """Name of the first topic, or its number."""
    other_label: str
    """Name of the second topic, or its number."""
    distance: float
    """Hellinger distance: 0 for the same words, 1 for none in common."""
    words: list[str]
    """The words that the topics share, those that count most first."""


def _number(label: str | None) -> str:
    """Return a label as a cell: the name, or the number alone."""
    return "" if label is None else label.removeprefix("topic ")


def _percent(share: float | None) -> str:
    return "" if share is None else f"{share:.1%}"


def _words(row: TopicChange) -> str:
    changes = [f"+{word}" for word in row.gained] + [f"-{word}" for word in row.lost]
    return " ".join(row.words) + (f" ({' '.join(changes)})" if changes else "")


class ComparisonTable(Table[TopicChange]):
    """What became of the topics of a model in another one.

    One row per pair of topics: a topic that was split has a row for each of its parts.
    """

    row_type = TopicChange
    columns: ClassVar[tuple[Column, ...]] = (
        Column("change", lambda row: row.change, left=True),
        Column("before", lambda row: _number(row.label_before)),
        Column("after", lambda row: _number(row.label_after)),
        Column("dist.", lambda row: "" if row.distance is None else f"{row.distance:.2f}"),
        Column("share", lambda row: _percent(row.share_before), width=6),
        Column("now", lambda row: _percent(row.share_after), width=6),
        Column("words (+ gained, - lost)", _words, left=True),
    )

    def __init__(self, rows: Iterable[TopicChange] = (), limit: float | None = None) -> None:
        super().__init__(rows)
        self.limit = limit
        """Distance below which two topics are the same; None for a part of a table."""

    @property
    def counts(self) -> dict[str, int]:
        """Number of topics that were matched, split, merged, new or vanished.

        A topic that was split counts once, and so does one that others were merged into.
        """
        found: dict[str, set[Any]] = {}
        for row in self:
            whole = row.topic_after if row.change in ("merged", "new") else row.topic_before
            found.setdefault(row.change, set()).add(whole)
        kinds = ("matched", "split", "merged", "new", "vanished")
        return {kind: len(found.get(kind, ())) for kind in kinds}

    @property
    def summary(self) -> str:
        """One line, such as "38 matched, 1 split, 2 new, 1 vanished"."""
        counts = {kind: n for kind, n in self.counts.items() if n}
        return ", ".join(f"{n:,} {kind}" for kind, n in counts.items()) or "no topics"

    @property
    def footer(self) -> str:
        """The summary, and the distance below which topics are the same."""
        limit = "" if self.limit is None else f" Topics nearer than {self.limit:.2f} are the same."
        return f"{self.summary}.{limit}"


class TopicPairTable(Table[TopicPair]):
    """Pairs of similar topics, most similar first."""

    row_type = TopicPair
    columns: ClassVar[tuple[Column, ...]] = (
        Column("topic", lambda row: _number(row.label), width=5),
        Column("other", lambda row: _number(row.other_label), width=5),
        Column("distance", lambda row: f"{row.distance:.3f}", width=8),
        Column("shared words", lambda row: " ".join(row.words), left=True),
    )
