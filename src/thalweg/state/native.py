"""Memory layout of arrays that the native core reads: padded rows that start on a cache line."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

_LANES = 8  # rows are padded to a multiple of eight floats, see cpp/kernel/block_table.hpp
_CACHE_LINE = 64
_VECTOR_BYTES = 32  # eight floats are loaded at once


def padded(n_topics: int) -> int:
    """Return the length of a row of K topics including its padding."""
    return -(-n_topics // _LANES) * _LANES


def aligned_zeros(shape: tuple[int, ...], dtype: Any) -> NDArray[Any]:
    """Return zeros that start on a cache line."""
    n_bytes = int(np.prod(shape)) * np.dtype(dtype).itemsize
    raw = np.zeros(n_bytes + _CACHE_LINE, dtype=np.uint8)
    start = -raw.ctypes.data % _CACHE_LINE
    zeros: NDArray[Any] = raw[start : start + n_bytes].view(dtype).reshape(shape)
    return zeros


def aligned_copy(array: NDArray[Any]) -> NDArray[Any]:
    """Return a writable copy that starts on a cache line."""
    copy = aligned_zeros(array.shape, array.dtype)
    copy[:] = array
    return copy


def aligned(array: NDArray[Any]) -> NDArray[Any]:
    """Return the array itself if the core can use it, otherwise a copy.

    An array that was unpickled or memory-mapped may be read-only or start anywhere.
    """
    fits = array.ctypes.data % _VECTOR_BYTES == 0
    usable = fits and array.flags.c_contiguous and array.flags.writeable
    return array if usable else aligned_copy(array)


def sparse_rows(matrix: Any) -> tuple[Any, Any, Any] | None:
    """Return a sparse W x K matrix as the arrays that the core expects, or None for None."""
    if matrix is None:
        return None
    matrix = matrix.tocsr()
    return (
        matrix.indptr.astype(np.int64),
        matrix.indices.astype(np.int32),
        matrix.data.astype(np.float32),
    )
