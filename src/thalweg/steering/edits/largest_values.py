"""The positions of the largest of many values."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_STEP = 16


def largest(values: NDArray[Any], n: int) -> NDArray[np.int64]:
    """Return the positions of the n largest values, largest first; of equal ones, the first.

    The n-th largest of some values is at most the n-th largest of all, so what is smaller is not
    sorted. That is quicker than to partition all of them.

    Examples
    --------
    >>> largest(np.array([3.0, 9.0, 1.0, 9.0]), 3).tolist()
    [1, 3, 0]
    """
    n = min(n, values.size)
    some = values[::_STEP] if n <= values.size // _STEP else values
    least = np.partition(some, some.size - n)[some.size - n] if n else 0
    found = np.flatnonzero(values >= least)
    return np.asarray(found[np.argsort(-values[found], kind="stable")[:n]])
