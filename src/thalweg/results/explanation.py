"""Explanation: the topic of every word of a text, as text, HTML or data."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from typing import TYPE_CHECKING, Any, ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from thalweg.results.table import Column, Table
from thalweg.visible_text import visible

if TYPE_CHECKING:
    import polars as pl

# The palette of Okabe and Ito, safe for colour-blind readers, without black.
COLOURS: Final = ("#e69f00", "#56b4e9", "#009e73", "#cc79a7", "#d55e00", "#0072b2", "#f0e442")
OTHER_COLOUR: Final = "#999999"
"""Of topics that have no colour of their own."""
UNKNOWN_MARK: Final = "?"
_WIDTH = 90
_TINT = "59"  # opacity of a background: black and white text stay readable on it


@dataclass(frozen=True)
class ExplainedWord:
    """A word of a text, and its most probable topic."""

    text: str
    """The word as it is in the text."""
    word: str
    """The word as the model spells it, for example new_york."""
    start: int | None
    """Where the word begins in the text. None: a tokenizer made a word that is not in the text."""
    end: int | None
    """Where the word ends in the text."""
    topic: int | None
    """Number of the most probable topic. None: the model does not know the word."""
    name: str | None
    """Name of that topic, or its number as in "topic 3"."""
    probability: float | None
    """p(topic | word, document): how surely the word belongs to that topic in this text."""


@dataclass(frozen=True)
class ExplainedTopic:
    """A topic of a text."""

    topic: int
    """Number of the topic."""
    name: str
    """Name of the topic, or its number as in "topic 3"."""
    share: float
    """Share of the text that belongs to the topic."""
    n_words: int
    """Number of words of the text that belong to the topic more than to others."""
    words: list[str]
    """The most probable words of the topic."""


class ExplainedTopicTable(Table[ExplainedTopic]):
    """The topics of a text, largest share first."""

    row_type = ExplainedTopic
    columns: ClassVar[tuple[Column, ...]] = (
        Column("", lambda row: f"[{row.topic}]", width=3),
        Column("topic", lambda row: row.name, left=True),
        Column("share", lambda row: f"{row.share:.1%}", width=6),
        Column("words here", lambda row: str(row.n_words)),
        Column("words of the topic", lambda row: " ".join(row.words), left=True),
    )


class ExplainedWordTable(Table[ExplainedWord]):
    """The words of a text in their order, each with its most probable topic."""

    row_type = ExplainedWord
    columns: ClassVar[tuple[Column, ...]] = (
        Column("text", lambda row: row.text, left=True),
        Column("word", lambda row: row.word, left=True),
        Column("topic", lambda row: row.name or "unknown", left=True),
        Column("probability", lambda row: _percent(row.probability)),
    )


@dataclass(frozen=True)
class Segment:
    """A part of a text: one word, or what is between words."""

    text: str
    word: ExplainedWord | None


@dataclass(frozen=True, eq=False, repr=False)
class Explanation:
    """Why a text has its topics: the topic of every word.

    It prints as text in which [3] after a word is the number of the word's topic, and [?] stands
    after a word that the model does not know. Stop words have no mark. In a notebook, words have
    the colour of their topic.

    Attributes
    ----------
    text : str
        The text. Of tokens, the tokens joined by spaces.
    words : ExplainedWordTable
        The words in their order, without stop words.
    topics : ExplainedTopicTable
        The topics to which words belong, largest share first.
    shares : array of shape (n_topics,)
        Topic proportions of the text, theta.
    distribution : array of shape (n_words, n_topics)
        p(topic | word, document) of every word; NaN for words that the model does not know.
    """

    text: str
    words: ExplainedWordTable
    topics: ExplainedTopicTable
    shares: NDArray[np.float32]
    distribution: NDArray[np.float64]

    def __len__(self) -> int:
        return len(self.words)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return the words as dictionaries, one per word."""
        return self.words.to_dicts()

    def to_polars(self) -> pl.DataFrame:
        """Return the words as a polars data frame."""
        return self.words.to_polars()

    def to_pandas(self) -> Any:
        """Return the words as a pandas.DataFrame. pandas must be installed."""
        return self.words.to_pandas()

    @property
    def n_unknown(self) -> int:
        """Number of words that the model does not know."""
        return sum(word.topic is None for word in self.words)

    @property
    def colours(self) -> dict[int, str]:
        """The colour of every topic of the text that has one, by its number."""
        return {row.topic: colour for row, colour in zip(self.topics, COLOURS, strict=False)}

    @property
    def unknown_note(self) -> str:
        """A sentence about words that the model does not know; empty if there are none."""
        if not self.n_unknown:
            return ""
        mark = f"[{UNKNOWN_MARK}]"
        return f"{mark} {self.n_unknown} of {len(self)} words are not known to the model."

    def segments(self) -> Iterator[Segment]:
        """Yield the parts of the text in order.

        Of words that overlap, as n-grams do, known ones come first, and of these the longest.
        """
        position = 0
        for word in _without_overlap(self.words):
            assert word.start is not None
            assert word.end is not None
            if word.start > position:
                yield Segment(self.text[position : word.start], None)
            yield Segment(self.text[word.start : word.end], word)
            position = word.end
        if position < len(self.text):
            yield Segment(self.text[position:], None)

    def __str__(self) -> str:
        marked = "".join(
            segment.text if segment.word is None else f"{segment.text}{mark_of(segment.word)}"
            for segment in self.segments()
        )
        paragraphs = [textwrap.fill(line, _WIDTH) for line in visible(marked).splitlines()]
        parts = ["\n".join(paragraphs), str(self.topics) if self.topics else "", self.unknown_note]
        return "\n\n".join(part for part in parts if part)

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        """Return the text with coloured words, and a legend that names the topics."""
        colours = self.colours
        text = "".join(_segment_html(segment, colours) for segment in self.segments())
        legend = "".join(
            f'<li><span style="background:{colours.get(row.topic, OTHER_COLOUR)}{_TINT};'
            f'padding:0 .4em;border-radius:.2em">{row.topic}</span> '
            f"<b>{escape(visible(row.name))}</b> {row.share:.1%}: "
            f"{escape(visible(' '.join(row.words)))}</li>"
            for row in self.topics
        )
        note = f"<p>{escape(self.unknown_note)}</p>" if self.unknown_note else ""
        return (
            f'<div><p style="line-height:1.8;white-space:pre-wrap">{text}</p>'
            f'<ul style="list-style:none;padding:0">{legend}</ul>{note}</div>'
        )


def mark_of(word: ExplainedWord) -> str:
    """Return what stands after a word in plain text: the number of its topic."""
    return f"[{UNKNOWN_MARK if word.topic is None else word.topic}]"


def _segment_html(segment: Segment, colours: dict[int, str]) -> str:
    text, word = escape(visible(segment.text)), segment.word
    if word is None:
        return text
    if word.topic is None:
        title = "not known to the model"
        return f'<span title="{title}" style="opacity:.6;border-bottom:1px dotted">{text}</span>'
    colour = colours.get(word.topic, OTHER_COLOUR)
    title = escape(visible(f"{word.name}: {_percent(word.probability)}"))
    return (
        f'<span title="{title}" style="background:{colour}{_TINT};padding:0 .1em;'
        f'border-radius:.2em">{text}<sub>{word.topic}</sub></span>'
    )


def _without_overlap(words: Sequence[ExplainedWord]) -> list[ExplainedWord]:
    placed = [word for word in words if word.start is not None and word.end is not None]
    chosen: list[ExplainedWord] = []
    taken: set[int] = set()
    for word in sorted(placed, key=_importance):
        assert word.start is not None
        assert word.end is not None
        characters = range(word.start, word.end)
        if taken.isdisjoint(characters):
            taken.update(characters)
            chosen.append(word)
    return sorted(chosen, key=lambda word: word.start or 0)


def _importance(word: ExplainedWord) -> tuple[bool, int, int]:
    """Known words first, the longest of them; the shortest of unknown words."""
    assert word.start is not None
    assert word.end is not None
    length = word.end - word.start
    return word.topic is None, length if word.topic is None else -length, word.start


def _percent(probability: float | None) -> str:
    return "" if probability is None else f"{probability:.0%}"
