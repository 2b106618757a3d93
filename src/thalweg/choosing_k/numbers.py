"""Numbers of topics to try: a list or range of them, or text such as 10..200."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice
from numbers import Integral
from typing import Any

from thalweg.errors import InputError

MOST_NUMBERS = 1000
# Each about half as large again as the one before: equal steps of what changes with K, its ratio.
_ROUND = (1.0, 1.5, 2.0, 3.0, 5.0, 7.0)
# A round number nearer than this to an end of the range would say the same as the end.
_APART = 1.2
_RANGE = re.compile(r"(\d{1,9})\.\.(\d{1,9})(?:\.\.(\d{1,9}))?", re.ASCII)
_LIST = re.compile(r"\d{1,9}(?:,\d{1,9})*", re.ASCII)


def topic_numbers(ks: Any) -> list[int]:
    """The numbers, each once, the smallest first.

    Examples
    --------
    >>> topic_numbers("10..200")
    [10, 15, 20, 30, 50, 70, 100, 150, 200]
    >>> topic_numbers("10..40..10"), topic_numbers("5,8"), topic_numbers(range(2, 5))
    ([10, 20, 30, 40], [5, 8], [2, 3, 4])
    """
    if isinstance(ks, str):
        given = _spelled(ks)
    elif isinstance(ks, Integral):
        given = [ks]
    elif isinstance(ks, Iterable):
        given = list(islice(ks, MOST_NUMBERS + 1))
    else:
        raise InputError(f"ks is {ks!r}; expected numbers of topics, or text such as '10..200'")
    if not 0 < len(given) <= MOST_NUMBERS:
        n = len(given) or "no"
        raise InputError(f"there are {n} numbers of topics; expected 1 to {MOST_NUMBERS}")
    for k in given:
        if isinstance(k, bool) or not isinstance(k, Integral) or k < 1:
            raise InputError(f"{k!r} is no number of topics; expected a whole number from 1 on")
    return sorted({int(k) for k in given})


def _spelled(text: str) -> list[Any]:
    compact = "".join(text.split())
    if _LIST.fullmatch(compact):
        return [int(number) for number in compact.split(",")]
    match = _RANGE.fullmatch(compact)
    if match is None:
        raise InputError(
            f"{text!r} is no range of numbers of topics; expected 10..200 (round numbers from 10 "
            "to 200), 10..200..10 (every tenth) or 10,20,50"
        )
    low, high = int(match[1]), int(match[2])
    if not 1 <= low <= high:
        raise InputError(f"{text!r} goes from {low} to {high}; expected 1 or more, rising")
    if match[3] is None:
        return _ladder(low, high)
    step = int(match[3])
    if step < 1:
        raise InputError(f"{text!r} has steps of {step}; expected 1 or more")
    return list(range(low, high + 1, step)[: MOST_NUMBERS + 1])


def _ladder(low: int, high: int) -> list[int]:
    """Both ends, and the round numbers between that are not next to them."""
    numbers = {low, high}
    for power in range(len(str(high))):
        rounds = (factor * 10**power for factor in _ROUND)
        numbers |= {int(n) for n in rounds if n == int(n) and low * _APART <= n <= high / _APART}
    return sorted(numbers)
