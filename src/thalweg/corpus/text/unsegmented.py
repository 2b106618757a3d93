"""Recognise texts without spaces between words, which a segmenter must split first.

Chinese, Japanese, Thai, Lao, Khmer and Burmese are written without spaces. Split at characters that
are not letters, whole clauses would become words.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import islice
from typing import Final

_TEXTS, _CHARACTERS = 200, 2000  # of the texts that are looked at, from the start
_FEWEST_LETTERS = 20
_SHARE = 0.5  # of the letters


@dataclass(frozen=True)
class _Script:
    """A script without spaces: its letters, and the mean length of runs that are not words."""

    languages: str
    letters: str
    clause: float
    segmenter: str
    command: str = ""

    @property
    def at_the_shell(self) -> str:
        return f", as in {self.command}" if self.command else ""


_HAN: Final = "\u3005\u3007\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U000323af"
_KANA: Final = "\u3041-\u309f\u30a1-\u30ff\u31f0-\u31ff\uff66-\uff9f"
_SCRIPTS: Final = (
    _Script("Japanese", f"{_KANA}{_HAN}", 4.5, "janome or fugashi"),
    _Script("Chinese", _HAN, 4.5, "jieba", "python -m jieba -d ' ' news.txt > words.txt"),
    _Script("Thai", "\u0e01-\u0e3a\u0e40-\u0e4e", 12, "pythainlp"),
    _Script("Lao", "\u0e81-\u0edf", 12, "laonlp"),
    _Script("Khmer", "\u1780-\u17d3", 12, "khmer-nltk"),
    _Script("Burmese", "\u1000-\u109f", 12, "pyidaungsu"),
)


def segmentation_advice(texts: Iterable[str | None]) -> str | None:
    """Return what to do with texts of unseparated words, None for other texts.

    Examples
    --------
    >>> segmentation_advice(["the river rose", "the bank lends money"])
    >>> print(segmentation_advice(["\u4eca\u5929\u5929\u6c14\u5f88\u597d"] * 4)[:36])
    the texts are Chinese without spaces
    """
    sample = [text[:_CHARACTERS] for text in islice(texts, _TEXTS) if text]
    n_letters = sum(map(str.isalpha, "".join(sample)))
    if n_letters < _FEWEST_LETTERS:
        return None
    for script in _SCRIPTS:
        runs = [run for text in sample for run in re.findall(f"[{script.letters}]+", text)]
        n_inside = sum(map(len, runs))
        if n_inside < _SHARE * n_letters or n_inside < script.clause * len(runs):
            continue
        if script.languages == "Japanese" and not _has_kana(sample, n_inside):
            continue
        return (
            f"the texts are {script.languages} without spaces between words; expected words that "
            f"are separated. Split them with a segmenter such as {script.segmenter}: in Python, "
            "pass its function as `tokenizer`; at the shell, first write the words with spaces "
            f"between them{script.at_the_shell}. The documentation has a recipe."
        )
    return None


def _has_kana(sample: list[str], n_inside: int) -> bool:
    """Japanese mixes Han characters with Kana, Chinese has none."""
    return sum(len(re.findall(f"[{_KANA}]", text)) for text in sample) > 0.1 * n_inside
