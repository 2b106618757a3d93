"""Control characters are shown as escapes, everything else is left alone."""

from __future__ import annotations

import sys
import unicodedata

from thalweg import LDA, Corpus
from thalweg.visible_text import visible

# Unicode's control characters, line and paragraph separators and surrogates, and of the format
# characters those that change the direction of text.
HIDDEN = {"Cc", "Zl", "Zp", "Cs"}
DIRECTIONS = {"LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI"}
MARKS = "\u061c\u200e\u200f"


def is_hidden(character: str) -> bool:
    return character not in "\t\n" and (
        unicodedata.category(character) in HIDDEN
        or unicodedata.bidirectional(character) in DIRECTIONS
        or character in MARKS
    )


def test_exactly_control_characters_and_marks_of_direction_become_escapes() -> None:
    characters = map(chr, range(sys.maxunicode + 1))
    wrong = [c for c in characters if (visible(c) != c) != is_hidden(c)]
    assert wrong == []


def test_escapes_are_those_of_python() -> None:
    assert visible("a\x1b]0;b\x07") == r"a\x1b]0;b\x07"
    assert visible("\u202egpj.exe") == r"\u202egpj.exe"
    assert visible("中文 é\tx\n") == "中文 é\tx\n"


def test_tables_in_python_show_escapes() -> None:
    model = LDA(1, max_iter=1).fit(Corpus([[3, 1]], ["a\x1b[2J", "b"]))
    topics = model.topics(2)
    assert r"a\x1b[2J" in str(topics)
    assert "\x1b" not in str(topics) + topics._repr_html_()
    assert topics[0].words[0] == "a\x1b[2J"
