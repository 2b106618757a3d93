"""Durations as people write them: 30s, 5m, 1h, 1h30m, or a number of seconds."""

import math
import re
from typing import Final

import typer

_SECONDS: Final = {"h": 3600, "m": 60, "s": 1}
_NUMBER: Final = r"(\d+\.?\d*|\.\d+)"
_DURATION: Final = re.compile(rf"(?:{_NUMBER}h)?(?:{_NUMBER}m)?(?:{_NUMBER}s?)?", re.ASCII)


def seconds(duration: str | float) -> float:
    """Seconds, for `typer.Option(parser=seconds)`; anything else is wrong usage.

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
    raise typer.BadParameter(f"{duration!r} is no duration above 0; expected 30s, 5m, 1h or 90")
