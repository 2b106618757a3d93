"""Sparse W x K matrices of the prior: set and remove single pairs, move columns."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from scipy import sparse


def with_pairs(
    matrix: Any, shape: tuple[int, int], words: Any, topics: Any, values: Any, dtype: Any
) -> Any:
    """Return the matrix with these values in place of its own; zero removes. None if empty."""
    new_words, new_topics = np.asarray(words, np.int64), np.asarray(topics, np.int64)
    new_words, new_topics = np.broadcast_arrays(new_words, new_topics)
    new_values = np.broadcast_to(np.asarray(values, dtype), new_words.shape)
    old_words, old_topics, old_values = _pairs(matrix, dtype)
    keys, new_keys = old_words * shape[1] + old_topics, new_words * shape[1] + new_topics
    stays = ~np.isin(keys, new_keys)
    return _matrix(
        np.concatenate([old_words[stays], new_words.ravel()]),
        np.concatenate([old_topics[stays], new_topics.ravel()]),
        np.concatenate([old_values[stays], new_values.ravel()]),
        shape,
    )


def with_columns(matrix: Any, layout: Sequence[int], n_words: int) -> Any:
    """Return the matrix with columns moved as in a patch; inserted columns are empty."""
    if matrix is None:
        return None
    place = np.full(matrix.shape[1], -1)
    for new, k in enumerate(layout):
        if k >= 0:
            place[k] = new
    words, topics, values = _pairs(matrix, matrix.dtype)
    moved = place[topics]
    stays = moved >= 0
    return _matrix(words[stays], moved[stays], values[stays], (n_words, len(layout)))


def with_new_words(matrix: Any, now: Any, shape: tuple[int, int], source: Any) -> Any:
    """Return an earlier matrix with the rows that a grown vocabulary has added since then.

    `source` has the present column of each column of the result.
    """
    words, topics, values = _pairs(matrix, np.float32)
    known = shape[0] if matrix is None else matrix.shape[0]
    if now is None or known == shape[0]:
        return None if matrix is None else _matrix(words, topics, values, shape)
    place = np.full(now.shape[1], -1)
    place[source[source >= 0]] = np.flatnonzero(source >= 0)
    new_words, new_topics, new_values = _pairs(now, now.dtype)
    stays = (new_words >= known) & (place[new_topics] >= 0)
    return _matrix(
        np.concatenate([words, new_words[stays]]),
        np.concatenate([topics, place[new_topics[stays]]]),
        np.concatenate([values, new_values[stays].astype(values.dtype)]),
        shape,
    )


def row(matrix: Any, word: int, n_topics: int) -> Any:
    """Return one row of a matrix as an array; zeros for None."""
    if matrix is None:
        return np.zeros(n_topics)
    values = np.zeros(n_topics)
    part = slice(matrix.indptr[word], matrix.indptr[word + 1])
    values[matrix.indices[part]] = matrix.data[part]
    return values


def _pairs(matrix: Any, dtype: Any) -> tuple[Any, Any, Any]:
    if matrix is None:
        return np.zeros(0, np.int64), np.zeros(0, np.int64), np.zeros(0, dtype)
    rows = matrix.tocsr()
    words = np.repeat(np.arange(rows.shape[0]), np.diff(rows.indptr))
    return words, rows.indices.astype(np.int64), rows.data


def _matrix(words: Any, topics: Any, values: Any, shape: tuple[int, int]) -> Any:
    stored = values != 0
    if not stored.any():
        return None
    words, topics, values = words[stored], topics[stored], values[stored]
    order = np.lexsort((topics, words))
    ends = np.cumsum(np.bincount(words, minlength=shape[0]))
    offsets = np.concatenate([[0], ends]).astype(np.int32)
    # Quicker than from pairs in any order: there are few of them, and tens of thousands of rows.
    return sparse.csr_array((values[order], topics[order].astype(np.int32), offsets), shape=shape)
