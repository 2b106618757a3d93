"""Tables for naming topics: suggested names, and words that hide what topics are about."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from thalweg.results.table import Column, Table


@dataclass(frozen=True)
class TopicLabel:
    """A topic and the name that is suggested for it."""

    topic: int
    """Number of the topic."""
    name: str | None
    """The suggested name; None for a topic without tokens."""
    words: list[str]
    """The words that the name was made of."""


@dataclass(frozen=True)
class JunkWord:
    """A word that says little about the topics in which it is frequent."""

    word: str
    """The word."""
    reason: str
    """What it looks like: markup, part of a web address or of a contraction, a single letter, or
    filler, which is frequent in at least half of the topics."""
    topics: list[int]
    """Numbers of the topics that have it among their most probable words."""


class LabelTable(Table[TopicLabel]):
    """Suggested names of topics."""

    row_type = TopicLabel
    columns: ClassVar[tuple[Column, ...]] = (
        Column("topic", lambda row: str(row.topic), width=5),
        Column("name", lambda row: row.name or "", left=True),
        Column("words", lambda row: " ".join(row.words), left=True),
    )


class JunkTable(Table[JunkWord]):
    """Words to leave out, those of the most topics first."""

    row_type = JunkWord
    columns: ClassVar[tuple[Column, ...]] = (
        Column("word", lambda row: row.word, left=True),
        Column("reason", lambda row: row.reason, left=True),
        Column("topics", lambda row: ", ".join(map(str, row.topics)), left=True),
    )
