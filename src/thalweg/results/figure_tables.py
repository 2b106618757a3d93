"""Tables of the numbers that figures show."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from thalweg.results.table import Column, Table


@dataclass(frozen=True)
class TopicSize:
    """The size of a topic, or of all topics that a figure leaves out."""

    topic: int | None
    """Number of the topic; None for the topics that are left out."""
    label: str
    """Name of the topic, "topic 3", or "the other 60 topics"."""
    share: float
    """Share of all tokens that belong to the topic."""
    words: list[str]
    """The most probable words, most probable first."""


@dataclass(frozen=True)
class TopicWord:
    """A word of a topic."""

    topic: int
    """Number of the topic."""
    label: str
    """Name of the topic, or "topic 3"."""
    share: float
    """Share of all tokens that belong to the topic."""
    rank: int
    """Rank of the word in the topic; 1 is the most probable word."""
    word: str
    """The word."""
    probability: float
    """p(word | topic): the share of the topic's tokens that are this word."""


@dataclass(frozen=True)
class TrainingScore:
    """The held-out score at one point of training."""

    passes: float
    """Passes over the corpus so far."""
    documents: int
    """Documents visited so far."""
    tokens: float
    """Tokens visited so far."""
    score: float
    """Held-out log-likelihood per token."""


class TopicSizeTable(Table[TopicSize]):
    """The numbers of `plots.topic_sizes`: the share of every topic that is drawn."""

    row_type = TopicSize
    columns: ClassVar[tuple[Column, ...]] = (
        Column("topic", lambda row: "" if row.topic is None else str(row.topic), width=5),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        Column("label", lambda row: row.label, left=True),
        Column("words", lambda row: " ".join(row.words), left=True),
    )


class TopicWordTable(Table[TopicWord]):
    """The numbers of `plots.topic_words`: one row per topic and word."""

    row_type = TopicWord
    columns: ClassVar[tuple[Column, ...]] = (
        Column("topic", lambda row: str(row.topic), width=5),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        Column("label", lambda row: row.label, left=True),
        Column("rank", lambda row: str(row.rank)),
        Column("word", lambda row: row.word, left=True),
        Column("probability", lambda row: f"{row.probability:.6f}"),
    )


class TrainingScoreTable(Table[TrainingScore]):
    """The numbers of `plots.training_curve`: held-out scores during training."""

    row_type = TrainingScore
    columns: ClassVar[tuple[Column, ...]] = (
        Column("passes", lambda row: f"{row.passes:g}"),
        Column("documents", lambda row: f"{row.documents:,}"),
        Column("tokens", lambda row: f"{row.tokens:,.0f}"),
        Column("score", lambda row: f"{row.score:.4f}"),
    )
