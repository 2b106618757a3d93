"""A topic state as the native batch algorithms see it."""

from __future__ import annotations

from typing import Any

from numpy.typing import NDArray

from thalweg import _core
from thalweg.errors import InputError
from thalweg.state import TopicState, aligned_zeros

ALIGNMENT = 32  # bytes: eight floats are loaded at once, see cpp/kernel/lanes.hpp


def batch_model(state: TopicState) -> _core.TopicArrays:
    """Views of the state's arrays, if the batch algorithms know all of its prior."""
    if state.prior.masked is not None or state.prior.locked is not None:
        raise InputError(
            "the prior masks words or locks topics, which the batch algorithms do not know: their "
            'counts are the sums of all responsibilities. Use algorithm="scvb0".'
        )
    return state.native()


def aligned(array: NDArray[Any]) -> NDArray[Any]:
    """The array itself where the kernel can take it, otherwise a copy: one may be unpickled."""
    if array.ctypes.data % ALIGNMENT == 0 and array.flags.c_contiguous and array.flags.writeable:
        return array
    copy = aligned_zeros(array.shape, array.dtype)
    copy[:] = array
    return copy
