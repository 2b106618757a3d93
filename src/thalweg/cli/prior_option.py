"""An option for a prior: a number, or a word for how it is found."""

import math
from typing import Any

import typer


def prior_option(text: str, words: tuple[str, ...], usual: str, panel: str) -> Any:
    """Takes a number above 0 or one of the words."""

    def parsed(given: str) -> float | str:
        word = str(given).strip().lower()
        if word in words:
            return word
        try:
            number = float(word)
        except ValueError:
            number = math.nan
        if 0 < number < math.inf:
            return number
        raise typer.BadParameter(
            f"{given!r} is no prior; expected a number above 0, or {' or '.join(words)}"
        )

    return typer.Option(
        parser=parsed,
        metavar="|".join(("NUMBER", *words)),
        help=text,
        show_default=usual,
        rich_help_panel=panel,
    )
