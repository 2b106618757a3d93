"""Hellinger distances between topics, and the matching of two sets of topics."""

import math

import numpy as np
import pytest

from tests.synthetic import state_with_counts
from thalweg.state.priors import Prior
from thalweg.state.topic_distance import hellinger, match, topic_distances


def test_distances_of_known_pairs() -> None:
    # 0 for equal, 1 for disjoint; of (1, 0) and (1/2, 1/2): sqrt(1 - sqrt(1/2)).
    found = hellinger([[1, 0], [0, 1], [0.5, 0.5]], [1, 0])
    np.testing.assert_allclose(found, [0, 1, math.sqrt(1 - math.sqrt(0.5))], atol=1e-12)


def test_distances_of_states_are_those_of_their_topics() -> None:
    rng = np.random.default_rng(0)
    prior = Prior.create(0.1, 0.01, 3, 20_000)  # more than one slice of the vocabulary
    states = [state_with_counts(rng.gamma(0.3, 30, (20_000, 3)), prior) for _ in range(2)]
    topics = [state.weights().T.astype(np.float64) for state in states]
    phi, other = (each / each.sum(axis=1, keepdims=True) for each in topics)
    np.testing.assert_allclose(topic_distances(*states), hellinger(phi, other), atol=1e-5)


def test_the_matching_has_the_smallest_sum_of_distances() -> None:
    # Row 0 is nearest to column 0, but taking it would leave 0.9 for row 1.
    distances = np.array([[0.1, 0.2], [0.2, 0.9]])
    rows, columns = match(distances)
    assert (rows.tolist(), columns.tolist()) == ([0, 1], [1, 0])


@pytest.mark.parametrize(("shape", "n_matches"), [((3, 2), 2), ((2, 3), 2)])
def test_surplus_rows_or_columns_stay_without_a_match(shape: tuple, n_matches: int) -> None:
    rows, columns = match(np.random.default_rng(0).random(shape))
    assert len(set(rows)) == len(set(columns)) == n_matches
