"""Documents most like one, by Hellinger's distance."""

import math

import numpy as np
import polars as pl
import pytest

from thalweg import InputError
from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.similarity import hellinger, most_similar


def in_batches(theta: np.ndarray, size: int) -> list[DocumentTopics]:
    return [
        DocumentTopics(
            pl.Series("id", [f"d{j}" for j in range(first, min(first + size, len(theta)))]),
            theta[first : first + size],
            first,
        )
        for first in range(0, len(theta), size)
    ]


def test_hellinger_of_known_pairs() -> None:
    # 0 for equal, 1 for disjoint; of (1, 0) and (1/2, 1/2): sqrt(1 - sqrt(1/2)).
    found = hellinger([[1, 0], [0, 1], [0.5, 0.5]], [1, 0])
    np.testing.assert_allclose(found, [0, 1, math.sqrt(1 - math.sqrt(0.5))], atol=1e-12)


@pytest.mark.parametrize("size", [1, 7, 100])
def test_batches_give_the_same_as_sorting_all(size: int) -> None:
    rng = np.random.default_rng(0)
    theta = rng.dirichlet(np.full(5, 0.3), 40).astype(np.float32)
    root = np.sqrt(theta.astype(np.float64))
    distances = np.linalg.norm(root - root[3], axis=1) / math.sqrt(2)  # Hellinger's, by its norm
    expected = [j for j in np.argsort(distances, kind="stable") if j != 3][:6]
    found = most_similar(theta[3], in_batches(theta, size), 6, except_row=3)
    assert [document.document for document in found] == expected
    assert [document.id for document in found] == [f"d{j}" for j in expected]
    # float32 rows sum to one within 1e-7, of which the distance sees the root.
    np.testing.assert_allclose([d.distance for d in found], distances[expected], atol=1e-3)


def test_of_documents_equally_near_the_first_come_first() -> None:
    theta = np.full((9, 2), 0.5, np.float32)
    found = most_similar(theta[0], in_batches(theta, 4), 5)
    assert [document.document for document in found] == [0, 1, 2, 3, 4]


def test_fewer_documents_than_asked_for_are_all_of_them() -> None:
    theta = np.array([[0.9, 0.1], [0.1, 0.9]], np.float32)
    found = most_similar([0.0, 1.0], in_batches(theta, 1), 10)
    assert [document.document for document in found] == [1, 0]
    assert str(found).splitlines()[0] == "distance  document"
    assert [line.split()[1] for line in str(found).splitlines()[1:]] == ["d1", "d0"]


def test_proportions_of_another_model_are_refused() -> None:
    theta = np.full((2, 2), 0.5, np.float32)
    with pytest.raises(InputError, match="expected those of one model"):
        most_similar([0.2, 0.3, 0.5], in_batches(theta, 2))
    with pytest.raises(InputError, match="n_documents is 0"):
        most_similar([0.5, 0.5], in_batches(theta, 2), 0)
