"""Snippets: the passage of a text that has most of a topic's words."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from thalweg.corpus.text.word_places import PlacedWord

MAX_CHARACTERS = 160
_READ = 20_000  # characters of a text that are searched for a passage
_GAP = "..."
_LONGEST_WORD = 30  # longer runs without a space are text without spaces, cut anywhere


@dataclass(frozen=True)
class MarkedPart:
    """A word of a text that belongs to a topic, and how surely."""

    start: int
    end: int
    weight: float


@dataclass(frozen=True)
class Snippet:
    """A passage of a text without line breaks, and the parts of it that are marked."""

    text: str
    spans: tuple[tuple[int, int], ...] = ()


def plain(text: str) -> str:
    """Return the beginning of a text in one line, as much as is searched for a passage."""
    return " ".join(text[:_READ].split())


def beginning(text: str | None, max_characters: int = MAX_CHARACTERS) -> str:
    """Return the beginning of a text in one line, cut at a word border.

    Examples
    --------
    >>> beginning("The pool was cold, \\n but clean.", 24)
    'The pool was ...'
    """
    line = " ".join((text or "")[: 8 * max_characters].split())  # of many texts, read little
    return cut_snippet(line, (), max_characters).text


def cut_snippet(
    line: str, marked: Sequence[MarkedPart] = (), max_characters: int = MAX_CHARACTERS
) -> Snippet:
    """Return the passage with the largest weight of marked words, cut at word borders.

    Parameters
    ----------
    line : str
        A text in one line (see `plain`).
    marked : sequence of MarkedPart
        Words to mark, in their order. They do not overlap. Without any, the beginning is returned.
    max_characters : int, default=160
        Length of the passage at most, dots included.

    Examples
    --------
    >>> line = "We came by train on a cold day. The hotel garage was full and parking was far."
    >>> garage, parking = line.index("garage"), line.index("parking")
    >>> parts = [MarkedPart(garage, garage + 6, 0.9), MarkedPart(parking, parking + 7, 0.8)]
    >>> cut_snippet(line, parts, 50).text
    '... hotel garage was full and parking was ...'
    """
    if len(line) <= max_characters:
        return Snippet(line, tuple((part.start, part.end) for part in marked))
    room = max_characters - 2 * len(f"{_GAP} ")
    first, last = _best_window(marked, room)
    # The rest of the room is context, as much on the left as on the right.
    spare = max(room - (last - first), 0)
    start = max(0, min(first - spare // 2, len(line) - room))
    end = min(len(line), start + room)
    start, end = _word_start(line, start, first), _word_end(line, end, max(last, start + 1))
    before = f"{_GAP} " if start > 0 else ""
    after = f" {_GAP}" if end < len(line) else ""
    move = len(before) - start
    inside = [part for part in marked if part.start >= start and part.end <= end]
    spans = tuple((part.start + move, part.end + move) for part in inside)
    return Snippet(f"{before}{line[start:end]}{after}", spans)


def topic_parts(words: Iterable[PlacedWord], weights: dict[int, float]) -> list[MarkedPart]:
    """Return the words of a line whose weight by id is given, without those that overlap."""
    parts: list[MarkedPart] = []
    for word in words:
        if word.id in weights and word.start is not None and word.end is not None:
            if parts and word.start < parts[-1].end:
                continue
            parts.append(MarkedPart(word.start, word.end, weights[word.id]))
    return parts


def _best_window(marked: Sequence[MarkedPart], room: int) -> tuple[int, int]:
    """Return where the first and the last word of the best passage begin and end."""
    best, best_weight = (0, 0), 0.0
    weight, last = 0.0, 0
    for first, part in enumerate(marked):
        while last < len(marked) and marked[last].end - part.start <= room:
            weight += marked[last].weight
            last += 1
        if last > first and weight > best_weight * (1 + 1e-9):
            best, best_weight = (part.start, marked[last - 1].end), weight
        if last > first:
            weight -= part.weight
        last = max(last, first + 1)
    return best


def _word_start(line: str, start: int, latest: int) -> int:
    """Return the next beginning of a word, no later than the first marked word."""
    if start == 0 or line[start - 1].isspace():
        return start
    space = line.find(" ", start, max(latest, start))
    if space >= 0:
        return space + 1
    return start if latest - start > _LONGEST_WORD else latest


def _word_end(line: str, end: int, earliest: int) -> int:
    """Return the last end of a word, no earlier than the end of the last marked word."""
    if end == len(line) or line[end].isspace():
        return end
    space = line.rfind(" ", earliest, end)
    if space >= 0:
        return space
    return end if end - earliest > _LONGEST_WORD else earliest
