"""The random start of some words is that part of the random start of all words."""

import time
from itertools import pairwise

import numpy as np
import pytest

from thalweg.random_streams import Stream, generator
from thalweg.state.random_start import random_rows


@pytest.mark.parametrize("n_topics", [1, 3, 8, 13])
def test_rows_have_the_bits_of_all_rows(n_topics: int) -> None:
    """Also where a range is empty, or begins amid numbers that are drawn together."""
    n_words = 300_000 // n_topics
    whole = random_rows(n_words, n_topics, 1e6, 7, 0.5, 0, n_words)
    drawn = generator(Stream.TOPIC_START, 7).random((n_words, n_topics), dtype=np.float32)
    assert np.corrcoef(whole[:, :n_topics].ravel(), drawn.ravel())[0, 1] > 0.999999
    bounds = (0, 1, 16, 19, n_words // 3, n_words - 1, n_words, n_words)
    for first, end in pairwise(bounds):
        some = random_rows(n_words, n_topics, 1e6, 7, 0.5, first, end)
        np.testing.assert_array_equal(some, whole[first:end])


def test_the_last_rows_of_many_take_no_longer_than_the_first() -> None:
    """Two million words and 10,000 topics: drawing all of them takes more than a minute."""
    started = time.perf_counter()
    random_rows(2_000_000, 10_000, 1e9, 0, 0.5, 2_000_000 - 16, 2_000_000)
    assert time.perf_counter() - started < 5
