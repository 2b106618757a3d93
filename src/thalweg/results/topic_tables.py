"""Tables of topics: of a model, of a text, of a word."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from thalweg.results.table import Column, Table


@dataclass(frozen=True)
class Topic:
    """A topic and its most probable or most relevant words."""

    topic: int
    """Number of the topic."""
    share: float
    """Share of all tokens that belong to the topic."""
    words: list[str]
    """The most probable words, most probable first, or the most relevant ones."""
    weights: list[float]
    """Probabilities of these words within the topic."""
    name: str | None = None
    """Name of the topic, if it has one."""


@dataclass(frozen=True)
class TextTopic:
    """A topic of a text."""

    topic: int
    """Number of the topic."""
    share: float
    """Share of the text that belongs to the topic."""
    words: list[str]
    """The most probable words of the topic, most probable first."""
    name: str | None = None
    """Name of the topic, if it has one."""


@dataclass(frozen=True)
class WordTopic:
    """A topic of a word."""

    topic: int
    """Number of the topic."""
    share: float
    """p(topic | word): the share of the word's tokens that belong to the topic."""
    probability: float
    """p(word | topic): the share of the topic's tokens that are this word."""
    rank: int
    """Rank of the word in the topic; 1 is the most probable word."""
    name: str | None = None
    """Name of the topic, if it has one."""


NAME = Column("name", lambda row: row.name or "", left=True, optional=True)


class TopicTable(Table[Topic]):
    """The topics of a model with their most probable words."""

    row_type = Topic
    columns: ClassVar[tuple[Column, ...]] = (
        Column("topic", lambda row: str(row.topic), width=5),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        NAME,
        Column("words", lambda row: " ".join(row.words), left=True),
    )


class TextTopicTable(Table[TextTopic]):
    """The topics of a text, largest share first."""

    row_type = TextTopic
    columns: ClassVar[tuple[Column, ...]] = TopicTable.columns


class WordTable(Table[WordTopic]):
    """The topics of a word, most probable first."""

    row_type = WordTopic
    columns: ClassVar[tuple[Column, ...]] = (
        Column("topic", lambda row: str(row.topic), width=5),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        Column("probability", lambda row: f"{row.probability:.6f}", width=11),
        Column("rank", lambda row: str(row.rank), width=6),
        NAME,
    )
