"""Numbers of topics to try: a list or range of numbers, or text such as 10..200."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from typing import Any

from thalweg.checks import is_whole
from thalweg.errors import InputError

MAX_NUMBERS = 1000
# Each is about 1.5 times the one before, because quality changes with the ratio of two numbers.
_ROUND = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)
# Round numbers within this ratio of an end of the range are left out, as they add no information.
_LEAST_RATIO = 1.2
_RANGE = re.compile(r"(\d{1,9})\.\.(\d{1,9})(?:\.\.(\d{1,9}))?", re.ASCII)
_LIST = re.compile(r"\d{1,9}(?:,\d{1,9})*", re.ASCII)


def topic_numbers(ks: Any) -> list[int]:
    """Return the distinct numbers of topics, smallest first.

    Parameters
    ----------
    ks : int, iterable of int, or str
        The numbers. "10..200" means round numbers from 10 to 200, "10..200..10" every tenth number,
        and "10,20,50" just these.

    Examples
    --------
    >>> topic_numbers("10..200")
    [10, 15, 20, 30, 50, 70, 100, 150, 200]
    >>> topic_numbers("10..40..10"), topic_numbers("5,8"), topic_numbers(range(2, 5))
    ([10, 20, 30, 40], [5, 8], [2, 3, 4])
    """
    if isinstance(ks, str):
        given = _parsed(ks)
    elif is_whole(ks):
        given = [ks]
    elif isinstance(ks, Iterable):
        given = list(islice(ks, MAX_NUMBERS + 1))
    else:
        raise InputError(f"`ks` is {ks!r}; expected numbers of topics, or text such as '10..200'")
    if not 0 < len(given) <= MAX_NUMBERS:
        n = f"more than {MAX_NUMBERS}" if given else "no"
        raise InputError(f"`ks` has {n} numbers of topics; expected 1 to {MAX_NUMBERS}")
    for k in given:
        if not is_whole(k) or k < 1:
            raise InputError(f"`ks` contains {k!r}; expected whole numbers of at least 1")
    return sorted({int(k) for k in given})


def _parsed(text: str) -> list[Any]:
    compact = "".join(text.split())
    if _LIST.fullmatch(compact):
        return [int(number) for number in compact.split(",")]
    match = _RANGE.fullmatch(compact)
    if match is None:
        raise InputError(
            f"`ks` is {text[:100]!r}; expected 10..200 (round numbers from 10 to 200), 10..200..10 "
            "(every tenth number) or 10,20,50"
        )
    low, high = int(match[1]), int(match[2])
    if not 1 <= low <= high:
        raise InputError(
            f"`ks` is {text!r}, a range from {low} to {high}; expected a first number of at least "
            "1 and a second number that is not smaller"
        )
    if match[3] is None:
        return _round_numbers(low, high)
    step = int(match[3])
    if step < 1:
        raise InputError(f"`ks` is {text!r}, with steps of {step}; expected steps of at least 1")
    return list(range(low, high + 1, step)[: MAX_NUMBERS + 1])


def _round_numbers(low: int, high: int) -> list[int]:
    """Return both ends, and the round numbers between that are not too close to them."""
    numbers = {low, high}
    for power in range(len(str(high))):
        for factor in _ROUND:
            n = factor * 10**power
            if n == int(n) and low * _LEAST_RATIO <= n <= high / _LEAST_RATIO:
                numbers.add(int(n))
    return sorted(numbers)
