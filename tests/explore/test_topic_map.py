"""The topic map: divergences by definition, distances that are kept, and alignment."""

from __future__ import annotations

import numpy as np
import pytest

from thalweg.explore.topic_map import coordinates, jensen_shannon, jensen_shannon_from


def test_divergence_is_that_of_the_definition() -> None:
    rng = np.random.default_rng(0)
    p = rng.dirichlet(np.full(30, 0.3), size=5)

    def kl(a: np.ndarray, b: np.ndarray) -> float:
        return float(sum(x * np.log(x / y) for x, y in zip(a, b, strict=True) if x > 0))

    expected = [[0.5 * kl(a, (a + b) / 2) + 0.5 * kl(b, (a + b) / 2) for b in p] for a in p]
    np.testing.assert_allclose(jensen_shannon(p), expected, atol=1e-12)


def test_topics_without_a_common_word_have_the_largest_divergence() -> None:
    assert jensen_shannon(np.eye(2))[0, 1] == pytest.approx(np.log(2))


def test_joining_rare_words_makes_divergences_only_smaller() -> None:
    p = np.random.default_rng(1).dirichlet(np.full(5000, 0.05), size=4)
    all_words = 0.5 * (p[0] * _log_ratio(p[0], p[1])).sum()
    all_words += 0.5 * (p[1] * _log_ratio(p[1], p[0])).sum()
    found = jensen_shannon(p)[0, 1]
    assert 0.8 * all_words < found <= all_words + 1e-12


def _log_ratio(a: np.ndarray, b: np.ndarray) -> np.ndarray:
    with np.errstate(divide="ignore", invalid="ignore"):
        return np.nan_to_num(np.log(a / ((a + b) / 2)), neginf=0.0)


def test_points_in_a_plane_keep_their_distances() -> None:
    points = np.random.default_rng(2).normal(size=(7, 2))
    squares = ((points[:, None] - points[None]) ** 2).sum(axis=-1)
    found = coordinates(squares)
    again = ((found[:, None] - found[None]) ** 2).sum(axis=-1)
    np.testing.assert_allclose(again, squares, atol=1e-9)


def test_a_map_is_turned_to_the_one_before() -> None:
    points = np.random.default_rng(3).normal(size=(6, 2))
    points -= points.mean(axis=0)
    squares = ((points[:, None] - points[None]) ** 2).sum(axis=-1)
    turned = points @ np.array([[0.0, 1.0], [1.0, 0.0]])  # a reflection
    np.testing.assert_allclose(coordinates(squares, turned), turned, atol=1e-9)


@pytest.mark.parametrize("n_topics", [1, 2])
def test_a_few_topics_have_places(n_topics: int) -> None:
    p = np.random.default_rng(4).dirichlet(np.ones(10), size=n_topics)
    assert np.isfinite(coordinates(jensen_shannon(p))).all()


def test_the_divergences_of_one_topic_are_a_row_of_all() -> None:
    topics = np.random.default_rng(4).dirichlet(np.full(3000, 0.1), 6)
    for k in range(6):
        assert jensen_shannon_from(topics, k) == pytest.approx(jensen_shannon(topics)[k], abs=1e-12)
