"""The documents that `choose_k` holds out."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError
from thalweg.random_streams import Stream, generator

# Held out by default: a tenth of the documents, but enough to measure anything and not more than
# needed to measure well.
HELD_OUT_SHARE = 0.1
MAX_HELD_OUT = 10_000
MIN_SCORED = 10


def default_size(n_documents: int) -> int:
    """Return the default number of documents to hold out."""
    size = max(MIN_SCORED, min(MAX_HELD_OUT, round(HELD_OUT_SHARE * n_documents)))
    if 2 * size > n_documents:
        raise InputError(
            f"`X` has {n_documents} documents; expected at least {2 * MIN_SCORED}, half of them to "
            "train on and half to score"
        )
    return size


def hold_out(
    n_documents: int, size: float, random_state: int, stream: Stream, *, name: str = "test_size"
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the rows to keep and the rows to hold out at random, both in ascending order.

    `size` is a share of the documents or a number of documents, and `name` what the caller calls
    this parameter.
    """
    n_held_out = 0
    if isinstance(size, int | np.integer) and not isinstance(size, bool):
        n_held_out = int(size)
    elif isinstance(size, float | np.floating) and 0 < size < 1:
        n_held_out = round(float(size) * n_documents)
    if not 0 < n_held_out < n_documents:
        raise InputError(
            f"`{name}` is {size!r}, and there are {n_documents:,} documents; expected a share "
            "between 0 and 1 or a number of documents, with at least one document on each side"
        )
    order = generator(stream, random_state).permutation(n_documents)
    return np.sort(order[n_held_out:]), np.sort(order[:n_held_out])
