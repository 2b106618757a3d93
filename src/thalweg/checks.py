"""Checks of numbers that users pass: whole numbers, and "a share or a number"."""

from __future__ import annotations

from typing import Any

import numpy as np

from thalweg.errors import InputError


def is_whole(value: Any) -> bool:
    """Whether a value is an integer of Python or NumPy. Booleans are not.

    Examples
    --------
    >>> is_whole(3), is_whole(3.0), is_whole(True)
    (True, False, False)
    """
    return isinstance(value, int | np.integer) and not isinstance(value, bool)


def whole_number(name: str, value: Any, *, least: int = 0) -> int:
    """Return the value of parameter `name` as an int, or raise InputError.

    Examples
    --------
    >>> whole_number("random_state", 7)
    7
    """
    if not is_whole(value) or value < least:
        raise InputError(f"`{name}` is {value!r}; expected a whole number of at least {least:,}")
    return int(value)


def share_or_number(name: str, value: Any) -> float | int:
    """Return the value of parameter `name`: a share as a float, a number as an int.

    A float from 0.0 to 1.0 is a share of the documents, a whole number is a number of documents.
    So 1.0 means all documents, and 1 means one document.

    Examples
    --------
    >>> share_or_number("min_df", 5), share_or_number("max_df", 0.5)
    (5, 0.5)
    """
    if is_whole(value) and value >= 0:
        return int(value)
    if isinstance(value, float | np.floating) and 0 <= value <= 1:
        return float(value)
    raise InputError(
        f"`{name}` is {value!r}; expected a number of documents (a whole number) or a share of "
        "them (0.0 to 1.0)"
    )


def parse_share_or_number(text: str) -> float | int:
    """Return what a text such as "0.1" or "500" stands for; ValueError if it is neither.

    Examples
    --------
    >>> parse_share_or_number("0.1"), parse_share_or_number("500"), parse_share_or_number("1.0")
    (0.1, 500, 1.0)
    """
    if text.isascii() and text.isdigit():
        return int(text)
    share = float(text)
    if not 0 <= share <= 1:
        raise ValueError(f"{text!r}; expected a share from 0.0 to 1.0, or a whole number")
    return share


def number_of(share_or_number: float | int, n: int) -> float:
    """Return how many of `n` a share or a number stands for. A share is not rounded.

    Examples
    --------
    >>> number_of(0.25, 10), number_of(4, 10)
    (2.5, 4.0)
    """
    return float(share_or_number if is_whole(share_or_number) else share_or_number * n)
