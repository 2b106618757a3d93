"""JSON with one spelling: equal values give equal text, and reading accepts no surprises."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from thalweg.errors import InputError


def dumps(value: Any) -> str:
    """Return ASCII text, the same for equal values; InputError if JSON cannot hold the value."""
    try:
        return json.dumps(
            value, sort_keys=True, separators=(",", ":"), allow_nan=False, default=_plain_number
        )
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"{str(value)[:80]} cannot be saved as JSON: {error}") from None


def loads(text: str) -> Any:
    """Return the value of JSON text; ValueError for a repeated name or a number not finite."""
    return json.loads(
        text, object_pairs_hook=_unique_names, parse_float=_finite, parse_constant=_finite
    )


def _plain_number(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"it contains a {type(value).__name__}")


def _unique_names(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(pairs)
    if len(names) < len(pairs):
        raise ValueError("its JSON has the same name twice")
    return names


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError(f"its JSON has {text[:40]}, which is not a finite number")
    return number
