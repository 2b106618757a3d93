"""Remove HTML and XML from texts, and notice it where it was not expected.

A "<" starts a tag only if a name follows it at once and a ">" ends it, so "a < b" and
"<name@example.com>" stay. Tags inside of words (<b>, <em>) leave nothing, all others a space. An
entity ends with a semicolon: "AT&T" and "?a=1&copy=2" stay.

`plain_text` says what happens to a text. polars does the same to many texts five times as fast, but
takes milliseconds for a single one, and cannot work in a forked process.
"""

from __future__ import annotations

import html
import re
import warnings
from collections.abc import Iterable
from functools import lru_cache
from itertools import islice
from typing import Any, Final

from thalweg.errors import ThalwegWarning
from thalweg.lazy_polars import lost_polars_threads, pl

_ATTRIBUTES: Final = r"""(?:[ \t\r\n](?:[^<>"']|"[^"]*"|'[^']*')*)?/?"""
_HIDDEN: Final = (
    r"(?is)<script[^<>]*>.*?</script[^<>]*>|<style[^<>]*>.*?</style[^<>]*>|<!--.*?-->"
    r"|<!\[CDATA\[|\]\]>"
)
_IN_WORDS: Final = rf"(?i)</?(?:b|i|u|s|em|strong|small|mark|sub|sup|font|wbr){_ATTRIBUTES}>"
_TAG: Final = rf"</?[A-Za-z][A-Za-z0-9:._-]*{_ATTRIBUTES}>|<![A-Za-z][^<>]*>|<\?[^<>]*\?>"
_ANY_TAG: Final = rf"{_TAG}|<!--"
_HTML_TAG: Final = (
    r"</?(?i:a|b|blockquote|br|code|div|em|font|h[1-6]|hr|i|img|li|ol|p|pre|script|span|strong"
    rf"|style|table|td|th|tr|u|ul){_ATTRIBUTES}>"
)
_ENTITY: Final = r"&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
_REPLACEMENTS: Final = ((_HIDDEN, " "), (_IN_WORDS, ""), (_TAG, " "))
_FREQUENT: Final = {
    "&amp;": "&",
    "&lt;": "<",
    "&gt;": ">",
    "&quot;": '"',
    "&apos;": "'",
    "&#39;": "'",
    "&nbsp;": " ",
}
_MOST_ESCAPES: Final = 3  # "&amp;amp;lt;" was escaped three times
_SOFT_HYPHEN: Final = "\N{SOFT HYPHEN}"

_MANY: Final = 200  # texts, from which on polars is faster
_LONG: Final = 20_000  # characters: re can take a time that grows with the square of the length
_TEXTS: Final = 1000  # of the texts that are looked at, from the start
_FEWEST: Final = 3  # texts with markup that are worth a warning
_SHARE: Final = 0.01


def plain_text(text: str | None) -> str | None:
    """Return a text without tags, scripts, styles and comments, and with entities replaced.

    If a text has no tags but its entities spell HTML tags (a text that was escaped once too often),
    these are removed too.

    Examples
    --------
    >>> plain_text("fish &amp; chips"), plain_text("a < b"), plain_text("&lt;br&gt;cold soup")
    ('fish & chips', 'a < b', ' cold soup')
    """
    if text is None or ("<" not in text and "&" not in text):
        return text
    has_tags = _compiled(_ANY_TAG).search(text) is not None
    if has_tags:
        text = _without_tags(text)
    if _compiled(_ENTITY).search(text) is None:
        return text
    text = _unescaped(text).replace(_SOFT_HYPHEN, "")
    if not has_tags and _compiled(_HTML_TAG).search(text):
        return _without_tags(text)
    return text


def without_markup(texts: Any) -> Any:
    """Return a list or a Series of texts, each without its markup."""
    few = len(texts) < _MANY and all(len(text or "") < _LONG for text in texts)
    if few or lost_polars_threads():
        return list(map(plain_text, texts))
    series = pl.Series("text", texts, dtype=pl.String)
    has_tags = series.str.contains(_ANY_TAG)
    if has_tags.any():
        series = _without_tags_of_many(series)
    has_entities = series.str.contains(_ENTITY)
    if has_entities.any():
        unescaped = _unescaped_many(series.filter(has_entities))
        escaped_tags = ~has_tags.filter(has_entities) & unescaped.str.contains(_HTML_TAG)
        if escaped_tags.any():
            without = _without_tags_of_many(unescaped.filter(escaped_tags))
            unescaped = unescaped.scatter(escaped_tags.arg_true(), without)
        series = series.clone().scatter(has_entities.arg_true(), unescaped)
    return series


def warn_about_markup(texts: Iterable[str | None]) -> None:
    """Warn if some of the first texts contain HTML, whose names would be counted as words."""
    first = [text or "" for text in islice(texts, _TEXTS)]
    pattern = _compiled(f"{_HTML_TAG}|{_ENTITY}")
    found = [pattern.search(text) for text in first if "<" in text or "&" in text]
    examples = [each[0] for each in found if each is not None]
    if len(examples) < max(_FEWEST, _SHARE * len(first)):
        return
    warnings.warn(
        f"{len(examples) / len(first):.0%} of the first {len(first):,} texts contain HTML, such as "
        f"{examples[0][:40]}; its names are counted as words. To remove it, pass "
        "`strip_markup=True`.",
        ThalwegWarning,
        stacklevel=2,
    )


def _without_tags(text: str) -> str:
    for pattern, replacement in _REPLACEMENTS:
        text = _compiled(pattern).sub(replacement, text)
    return text


def _without_tags_of_many(texts: pl.Series) -> pl.Series:
    for pattern, replacement in _REPLACEMENTS:
        texts = texts.str.replace_all(pattern, replacement)
    return texts


def _unescaped_many(texts: pl.Series) -> pl.Series:
    """Replace entities: the frequent ones at once, others text by text."""
    texts = texts.str.replace_many(list(_FREQUENT), list(_FREQUENT.values()))
    others = texts.str.contains(_ENTITY)
    if others.any():
        unescaped = texts.filter(others).map_elements(_unescaped, return_dtype=pl.String)
        texts = texts.scatter(others.arg_true(), unescaped)
    return texts.str.replace_all(_SOFT_HYPHEN, "", literal=True)


def _unescaped(text: str) -> str:
    for _ in range(_MOST_ESCAPES):
        text, n_replaced = _compiled(_ENTITY).subn(lambda entity: html.unescape(entity[0]), text)
        if not n_replaced:
            break
    return text


@lru_cache
def _compiled(pattern: str) -> re.Pattern[str]:
    return re.compile(pattern)
