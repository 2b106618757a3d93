"""Priors as people write them: a number, or a word for how they are found."""

import math
from typing import Final

import typer

WORDS: Final = ("auto", "symmetric")


def alpha(text: str) -> float | str:
    """A number above 0, auto or symmetric, for `typer.Option(parser=alpha)`."""
    return _number_or(text, WORDS)


def eta(text: str) -> float | str:
    """A number above 0, or auto."""
    return _number_or(text, ("auto",))


def _number_or(text: str, words: tuple[str, ...]) -> float | str:
    word = str(text).strip().lower()
    if word in words:
        return word
    try:
        number = float(word)
    except ValueError:
        number = math.nan
    if 0 < number < math.inf:
        return number
    raise typer.BadParameter(
        f"{text!r} is no prior; expected a number above 0, or {' or '.join(words)}"
    )
