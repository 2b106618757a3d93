"""Parsers of option values: durations, shares or numbers, priors, sizes of n-grams, named values.

All but those of repeated options (`named_values`, `stop_word_list`) are for
`typer.Option(parser=...)`. A value that cannot be parsed is wrong usage (exit code 2).
"""

import math
import os
import re
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Final

import typer

_SECONDS: Final = {"h": 3600, "m": 60, "s": 1}
_NUMBER: Final = r"(\d+\.?\d*|\.\d+)"
_DURATION: Final = re.compile(rf"(?:{_NUMBER}h)?(?:{_NUMBER}m)?(?:{_NUMBER}s?)?", re.ASCII)
_NGRAMS: Final = re.compile(r"(?:(\d)-)?(\d)", re.ASCII)
_LARGEST_NGRAM: Final = 8


def seconds(duration: str | float) -> float:
    """Parse a duration such as 30s, 5m, 1h30m, or a plain number of seconds.

    Examples
    --------
    >>> seconds("1h30m"), seconds("1.5"), seconds("250s")
    (5400.0, 1.5, 250.0)
    """
    match = _DURATION.fullmatch(str(duration).strip().lower())
    if match is not None and any(match.groups()):
        parts = zip(match.groups(default="0"), _SECONDS.values(), strict=True)
        total = math.fsum(float(number) * unit for number, unit in parts)
        if 0 < total < math.inf:
            return total
    raise typer.BadParameter(
        f"{str(duration)!r} is not a positive duration; expected 30s, 5m, 1h30m, or seconds (90)"
    )


def share_or_number(value: str | float) -> float:
    """Parse a share of the documents (0.1) or a number of them (500).

    A whole number is a number of documents; with a decimal point it is a share of at most 1.

    Examples
    --------
    >>> share_or_number("0.1"), share_or_number("500"), share_or_number("1.0")
    (0.1, 500, 1.0)
    """
    from thalweg.checks import parse_share_or_number

    try:
        return parse_share_or_number(str(value))
    except ValueError:
        raise typer.BadParameter(
            f"{value!r} is not a share or a number; expected a share of the documents from 0.0 to "
            "1.0, or a whole number of documents"
        ) from None


def pair(value: str | tuple[str, str]) -> tuple[str, str]:
    """Parse two names with a comma between them.

    Examples
    --------
    >>> pair("2023,2024")
    ('2023', '2024')
    """
    names = str(value).split(",") if isinstance(value, str) else value
    if len(names) != 2 or not all(names):
        raise typer.BadParameter(
            f"{value!r} is not a pair; expected two names with a comma between, such as 1,5"
        )
    return names[0], names[1]


def prior(*words: str) -> Callable[[str | float], float | str]:
    """Return a parser of priors: a number above 0, or one of the words."""

    def parse(value: str | float) -> float | str:
        text = str(value).strip().lower()
        if text in words:
            return text
        try:
            number = float(text)
        except ValueError:
            number = math.nan
        if 0 < number < math.inf:
            return number
        raise typer.BadParameter(
            f"{str(value)!r} is not a prior; expected a number above 0, or {' or '.join(words)}"
        )

    return parse


def ngram_sizes(value: str) -> str:
    """Check a size of n-grams: 2 (single words and pairs), or 2-3 (pairs and triples)."""
    if ngram_range(value) is None:
        raise typer.BadParameter(
            f"{value!r} is not a size of n-grams; expected a number from 1 to {_LARGEST_NGRAM}, or "
            "a range such as 2-3"
        )
    return value


def ngram_range(value: str) -> tuple[int, int] | None:
    """Return the smallest and the largest number of words, or None if the text is not a size.

    Examples
    --------
    >>> ngram_range("2"), ngram_range("2-3"), ngram_range("3-2")
    ((1, 2), (2, 3), None)
    """
    match = _NGRAMS.fullmatch(value)
    if match is None:
        return None
    low, high = int(match[1] or 1), int(match[2])
    return (low, high) if 1 <= low <= high <= _LARGEST_NGRAM else None


def stop_word_list(given: Iterable[str]) -> str | Path | list[str | Path] | None:
    """Return the values of --stop-words as `stop_words` of `read`.

    A value is a file, or several items with commas between them. An item is a file that exists, a
    language, a word, or none, which adds nothing. A single item is a file or a language: a word
    alone would replace the English list, which hardly anybody wants.

    Examples
    --------
    >>> stop_word_list(["english,amp", "com"]), stop_word_list(["none,amp"])
    (['english', 'amp', 'com'], ['amp'])
    >>> stop_word_list(["none"]), stop_word_list(["de"])
    (None, 'german')
    """
    from thalweg.corpus.text.stop_words import LANGUAGES

    parts: list[str] = []
    for value in given:
        parts += [value] if os.path.isfile(value) else value.split(",")
    parts = [part for part in map(str.strip, parts) if part]
    items: list[str | Path] = [
        Path(part) if os.path.isfile(part) else LANGUAGES.get(part.lower(), part)
        for part in parts
        if part != "none"
    ]
    return items[0] if len(items) == len(parts) == 1 else items or None


def named_values(given: list[str]) -> dict[str, str | float]:
    """Parse the values of a repeated option NAME=VALUE; numbers become numbers.

    Examples
    --------
    >>> named_values(["team=search", "size=12", "code=007"])
    {'team': 'search', 'size': 12, 'code': '007'}
    """
    values: dict[str, str | float] = {}
    for text in given:
        name, equals, value = text.partition("=")
        if not name or not equals:
            raise typer.BadParameter(f"{text!r} is not NAME=VALUE; expected e.g. team=search")
        if name in values:
            raise typer.BadParameter(f"{name!r} is given twice; expected each name once")
        values[name] = _number_or_text(value)
    return values


def _number_or_text(value: str) -> str | float:
    # Only what JSON would write in the same way: 007, 1_000 and nan stay text.
    for kind in (int, float):
        with suppress(ValueError):
            if str(number := kind(value)) == value and math.isfinite(number):
                return number
    return value
