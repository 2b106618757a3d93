"""Options of commands that draw: title, size, topics and the table of the numbers."""

import re
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final

import typer

from thalweg.cli.options.common_options import ChosenTopics

_SIZE: Final = re.compile(r"(\d+\.?\d*|\.\d+)\s*[xX\u00d7]\s*(\d+\.?\d*|\.\d+)", re.ASCII)


def figure_size(value: str | tuple[float, float]) -> tuple[float, float]:
    """Parse a width and a height in inches, such as 10x5.6.

    Examples
    --------
    >>> figure_size("10x5.6")
    (10.0, 5.6)
    """
    match = _SIZE.fullmatch(value.strip()) if isinstance(value, str) else None
    if match is None:
        raise typer.BadParameter(
            f"{str(value)!r} is not a size; expected width and height in inches, such as 10x5.6"
        )
    return float(match[1]), float(match[2])


@dataclass(frozen=True)
class FigureOptions:
    """Options of all figures of a model."""

    title: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="Title of the picture or page.", show_default="depends on --kind"
        ),
    ] = None
    size: Annotated[
        Any,
        typer.Option(
            parser=figure_size,
            metavar="WxH",
            help="Width and height in inches, such as 10x5.6 for a slide.",
            show_default="depends on the number of topics",
        ),
    ] = None
    topics: ChosenTopics = None
    numbers: Annotated[
        Path | None,
        typer.Option(
            metavar="FILE",
            help="Write the numbers of the picture to this .csv, .jsonl or .parquet file.",
            show_default=False,
        ),
    ] = None

    def given(self) -> dict[str, Any]:
        """Return the arguments for a function of `thalweg.plots`, without those not given."""
        values = {"title": self.title, "size": self.size, "topics": self.topics}
        return {name: value for name, value in values.items() if value is not None}
