"""The most probable words: as a stable sort of all words orders them."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from thalweg.state.most_probable import most_probable_words


@given(
    arrays.arrays(
        np.int64, st.tuples(st.integers(1, 3), st.integers(1, 30)), elements=st.integers(0, 5)
    ),
    st.integers(1, 35),
)
def test_the_order_is_that_of_a_stable_sort(weights: np.ndarray, n_words: int) -> None:
    expected = np.argsort(-weights, axis=1, kind="stable")[:, :n_words]
    assert most_probable_words(weights, n_words).tolist() == expected.tolist()


@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_equal_weights_are_ordered_by_id(dtype: type) -> None:
    weights = np.array([[0.2, 0.5, 0.2, 0.5, 0.2]], dtype)
    assert most_probable_words(weights, 4).tolist() == [[1, 3, 0, 2]]
