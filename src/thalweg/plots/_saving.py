"""Figures as files."""

from __future__ import annotations

import re
import warnings
from pathlib import Path
from typing import TYPE_CHECKING

from thalweg.errors import InputError, ThalwegWarning
from thalweg.files.atomic import write_atomically

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_MISSING = re.compile(r"Glyph (\d+) ")  # matplotlib warns once for each character
FORMATS = ("png", "svg", "pdf")


def save(figure: Figure, path: str | Path) -> None:
    """Write a figure to a PNG, SVG or PDF file.

    Parameters
    ----------
    figure : matplotlib.figure.Figure
        The figure.
    path : path
        File to write; its suffix determines the format.

    Examples
    --------
    >>> from thalweg import plots
    >>> plots.save(plots.topic_sizes(model), "sizes.svg")  # doctest: +SKIP
    """
    format = check_name(path)
    with write_atomically(Path(path)) as (file,), warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        figure.savefig(file, format=format, dpi=150)
    missing = [each for each in caught if _MISSING.match(str(each.message))]
    for each in caught:
        if each not in missing:
            warnings.warn_explicit(each.message, each.category, each.filename, each.lineno)
    if missing:
        codes = [int(_MISSING.match(str(each.message))[1]) for each in missing]  # type: ignore[index]
        warnings.warn(
            f"{path} has boxes in place of characters such as {chr(codes[0])!r}: no installed font "
            "has them. Install one, such as Noto Sans CJK for Chinese, Japanese and Korean.",
            ThalwegWarning,
            stacklevel=2,
        )


def check_name(path: str | Path) -> str:
    """Return the image format of a file name, or raise InputError if it has none."""
    format = Path(path).suffix.removeprefix(".").lower()
    if format not in FORMATS:
        suffixes = ", ".join(f".{name}" for name in FORMATS)
        raise InputError(f"`path` is {path}; expected a file name that ends in {suffixes}")
    return format
