"""The memory layout that the native core needs: counts on cache lines, whatever made the state."""

import copy
import pickle
from collections.abc import Callable

import numpy as np
import pytest

from tests.state.test_topic_state import W, new_state, prior
from thalweg.state.native import aligned_zeros
from thalweg.state.topic_state import TopicState


def grown(state: TopicState) -> TopicState:
    state.grow(W + 13)
    return state


def decayed(state: TopicState) -> TopicState:
    state.decay(0.5)
    return state


OPERATIONS: dict[str, Callable[[TopicState], TopicState]] = {
    "random": lambda state: state,
    "copy": TopicState.copy,
    "deepcopy": copy.deepcopy,
    "merge": lambda state: state.merge(state),
    "decay": decayed,
    "grow": grown,
    "with_prior": lambda state: state.with_prior(prior(alpha=1.0)),
    "pickle": lambda state: pickle.loads(pickle.dumps(state)),
}


@pytest.mark.parametrize("operation", OPERATIONS)
def test_counts_stay_on_a_cache_line(operation: str) -> None:
    states = [OPERATIONS[operation](new_state(seed)) for seed in range(8)]  # luck runs out
    for state in states:
        assert state.scaled_counts.ctypes.data % 64 == 0
        assert state.scaled_counts.flags.c_contiguous
        assert state.scaled_counts.flags.writeable
        assert state.scaled_counts.dtype == np.float32
        assert state.scale.dtype == state.totals.dtype == np.float64
        state.native()  # checks the arrays too


@pytest.mark.parametrize("shape", [(1, 8), (3, 5), (7,)])
def test_aligned_zeros_are_zeros_on_a_cache_line(shape: tuple[int, ...]) -> None:
    for dtype in (np.float32, np.float64):
        arrays = [aligned_zeros(shape, dtype) for _ in range(16)]
        for array in arrays:
            assert array.ctypes.data % 64 == 0
            assert array.shape == shape
            assert array.dtype == dtype
            assert not array.any()
