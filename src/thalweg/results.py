"""What a person reads of a model: topics, words and documents, as small printable tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from typing import Any


@dataclass(frozen=True)
class Topic:
    """A topic's number, its share of all tokens, and its most probable words."""

    topic: int
    share: float
    words: list[str]
    weights: list[float]


@dataclass(frozen=True)
class TopDocument:
    """A document's row and the share of its tokens that belong to the topic."""

    document: int
    share: float


@dataclass(frozen=True)
class SimilarDocument:
    """A document's row and id, and how far its topic proportions are: 0 the same, 1 nothing."""

    document: int
    id: Any
    distance: float


@dataclass(frozen=True)
class WordTopic:
    """A topic of a word: p(topic | word), p(word | topic), and the word's rank in the topic."""

    topic: int
    share: float
    probability: float
    rank: int  # 1: the topic's most probable word


class TopicTable(list[Topic]):
    """Topics in their own order; prints as a table, also in a notebook."""

    def __str__(self) -> str:
        lines = [f"{'topic':>5}  {'share':>6}  words"]
        lines += [f"{t.topic:>5}  {t.share:>6.1%}  {' '.join(t.words)}" for t in self]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = [(str(t.topic), f"{t.share:.1%}", " ".join(t.words)) for t in self]
        return html_table(("topic", "share", "words"), rows)


class DocumentTable(list[TopDocument]):
    """Documents, those with the largest share of the topic first."""

    def __str__(self) -> str:
        lines = [f"{'document':>8}  {'share':>6}"]
        lines += [f"{d.document:>8}  {d.share:>6.1%}" for d in self]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = [(str(d.document), f"{d.share:.1%}") for d in self]
        return html_table(("document", "share"), rows)


class SimilarTable(list[SimilarDocument]):
    """Documents, the nearest first."""

    def __str__(self) -> str:
        lines = [f"{'distance':>8}  document"]
        lines += [f"{d.distance:>8.3f}  {d.id}" for d in self]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = [(f"{d.distance:.3f}", str(d.id)) for d in self]
        return html_table(("distance", "document"), rows)


class WordTable(list[WordTopic]):
    """Topics of a word, the most probable first."""

    def __str__(self) -> str:
        lines = [f"{'topic':>5}  {'share':>6}  {'probability':>11}  {'rank':>6}"]
        lines += [
            f"{t.topic:>5}  {t.share:>6.1%}  {t.probability:>11.6f}  {t.rank:>6}" for t in self
        ]
        return "\n".join(lines)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        rows = [(str(t.topic), f"{t.share:.1%}", f"{t.probability:.6f}", str(t.rank)) for t in self]
        return html_table(("topic", "share", "probability", "rank"), rows)


def html_table(header: Sequence[str], rows: Sequence[Sequence[str]], below: str = "") -> str:
    """A table as a notebook shows it, with a paragraph below."""
    head = "".join(f"<th>{escape(cell)}</th>" for cell in header)
    body = "".join(
        "<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in rows
    )
    table = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
    return f"{table}<p>{escape(below)}</p>" if below else table
