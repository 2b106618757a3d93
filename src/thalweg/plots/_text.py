"""Text in figures: fonts for words of any language, and text cut or wrapped to a width."""

from __future__ import annotations

import textwrap
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any

from thalweg.visible_text import visible

if TYPE_CHECKING:
    from collections.abc import Sequence

    from matplotlib.figure import Figure

ELLIPSIS = "\u2026"
_MAX_TITLE_LINES = 3
# Fonts with the characters that matplotlib's own font lacks, on Linux, macOS and Windows.
_FALLBACKS = (
    *("Noto Sans CJK JP", "Noto Sans CJK SC", "Noto Sans SC", "Noto Sans JP", "Noto Sans KR"),
    *("Source Han Sans SC", "WenQuanYi Zen Hei", "WenQuanYi Micro Hei", "Droid Sans Fallback"),
    *("PingFang SC", "Hiragino Sans", "Apple SD Gothic Neo", "Arial Unicode MS"),
    *("Microsoft YaHei", "Yu Gothic", "Malgun Gothic", "SimHei", "Nirmala UI", "Leelawadee UI"),
    *("Noto Sans Devanagari", "Noto Sans Bengali", "Noto Sans Tamil", "Noto Sans Thai", "Thonburi"),
)


def user_text() -> dict[str, Any]:
    """Return how words, names and titles are drawn.

    With parse_math, two dollar signs in a word would start a formula.
    """
    return {"parse_math": False, "fontfamily": _families()}


@cache
def _families() -> list[str]:
    """Return matplotlib's font and the installed fonts that complete it."""
    manager = import_module("matplotlib.font_manager").fontManager
    installed = {font.name for font in manager.ttflist}
    return ["sans-serif", *(name for name in _FALLBACKS if name in installed)]


def inches_of(figure: Figure, text: str, font_size: float) -> float:
    """Return the width of a text in inches."""
    artist = import_module("matplotlib.text").Text(
        0, 0, text, fontsize=font_size, figure=figure, **user_text()
    )
    return float(artist.get_window_extent().width / figure.dpi)


def cut(figure: Figure, text: str, inches: float, font_size: float) -> str:
    """Return the text, or as much of it as fits the width, with an ellipsis at the end."""
    text = visible(text)
    if inches_of(figure, text, font_size) <= inches:
        return text
    fits, too_long = 0, len(text)
    while too_long - fits > 1:
        middle = (fits + too_long) // 2
        if inches_of(figure, text[:middle].rstrip() + ELLIPSIS, font_size) <= inches:
            fits = middle
        else:
            too_long = middle
    return text[:fits].rstrip() + ELLIPSIS


def as_many_as_fit(
    figure: Figure, start: str, words: Sequence[str], inches: float, font_size: float
) -> str:
    """Return the start and as many of the words as fit the width; at least one of all of them."""
    parts = [*([start] if start else []), *words]
    text = cut(figure, parts[0], inches, font_size)
    for part in parts[1:]:
        separator = " \u00b7 " if text == start else " "
        longer = f"{text}{separator}{visible(part)}"
        if inches_of(figure, longer, font_size) > inches:
            break
        text = longer
    return text


def set_title(figure: Figure, title: str | None, default: str) -> None:
    """Put the title at the top left, in lines that fit the figure; one of several is smaller."""
    text = visible(default if title is None else title)
    if not text.strip():
        return
    size, room = 10.0 if "\n" in text else 12.0, 0.97 * figure.get_figwidth()
    width = max(4, int(room / (0.045 * size / 6)))  # in characters
    lines = _wrapped(text, width)
    while width > 4 and any(inches_of(figure, line, size) > room for line in lines):
        width -= max(1, width // 12)
        lines = _wrapped(text, width)
    figure.suptitle("\n".join(lines), x=0.01, ha="left", fontsize=size, **user_text())


def _wrapped(text: str, width: int) -> list[str]:
    lines = [part for line in text.splitlines() for part in textwrap.wrap(line, width) or [""]]
    if len(lines) > _MAX_TITLE_LINES:
        last = lines[_MAX_TITLE_LINES - 1]
        lines[_MAX_TITLE_LINES - 1 :] = [last[: width - 1].rstrip() + ELLIPSIS]
    return lines
