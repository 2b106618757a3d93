"""Figures as files."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from thalweg.errors import InputError
from thalweg.files.atomic import write_atomically

if TYPE_CHECKING:
    from matplotlib.figure import Figure

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
    with write_atomically(Path(path)) as (file,):
        figure.savefig(file, format=format, dpi=150)


def check_name(path: str | Path) -> str:
    """Return the image format of a file name, or raise InputError if it has none."""
    format = Path(path).suffix.removeprefix(".").lower()
    if format not in FORMATS:
        suffixes = ", ".join(f".{name}" for name in FORMATS)
        raise InputError(f"`path` is {path}; expected a file name that ends in {suffixes}")
    return format
