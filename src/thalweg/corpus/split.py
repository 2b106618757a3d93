"""Hold documents out at random: for `Corpus.split`, early stopping and `choose_k`."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import number_of, share_or_number, whole_number
from thalweg.errors import InputError
from thalweg.random_streams import Stream, generator


def hold_out(
    n_documents: int,
    size: float,
    random_state: int,
    stream: Stream,
    *,
    name: str = "test_size",
    attempt: int = 0,
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the row numbers to keep and those to hold out, both in ascending order.

    Parameters
    ----------
    n_documents : int
        Number of documents there are.
    size : float or int
        How many to hold out: a share (0.0 to 1.0, rounded to whole documents) or a number.
    random_state : int
        Seed, at least 0. The same seed holds out the same documents.
    stream : Stream
        The random stream to draw from, so that different purposes hold out different documents.
    name : str, default="test_size"
        The caller's name of the parameter `size`, for error messages.
    attempt : int, default=0
        Other numbers hold out other documents.

    Examples
    --------
    >>> kept, held_out = hold_out(5, 0.4, 0, Stream.CORPUS_ROWS)
    >>> kept.tolist(), held_out.tolist()
    ([1, 2, 3], [0, 4])
    """
    n_held_out = round(number_of(share_or_number(name, size), n_documents))
    if not 0 < n_held_out < n_documents:
        raise InputError(
            f"`{name}` is {size}, which holds out {n_held_out:,} of {n_documents:,} documents; "
            f"expected at least one document on each side. Change `{name}`, or add documents."
        )
    seed = whole_number("random_state", random_state)
    order = generator(stream, seed, attempt).permutation(n_documents)
    return np.sort(order[n_held_out:]), np.sort(order[:n_held_out])
