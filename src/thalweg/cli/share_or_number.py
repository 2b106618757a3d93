"""How many documents: a share below 1, or a whole number."""

import typer


def share_or_number(text: str) -> float | int:
    """For `typer.Option(parser=share_or_number)`; anything else is wrong usage.

    Examples
    --------
    >>> share_or_number("0.1"), share_or_number("500")
    (0.1, 500)
    """
    try:
        given = float(str(text))
    except ValueError:
        given = -1.0
    if 0 <= given < 1:
        return given
    if 1 <= given < 2**62 and given.is_integer():
        return int(given)
    raise typer.BadParameter(f"{text!r}; expected a share below 1, or a whole number of documents")
