"""Similar documents, by the Hellinger distance of topic proportions."""

import math

import numpy as np
import pytest

from thalweg import Corpus, InputError
from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.similarity import most_similar


def in_batches(theta: np.ndarray, size: int) -> list[DocumentTopics]:
    ids = [f"d{j}" for j in range(len(theta))]
    documents = Corpus(np.zeros((len(theta), 1)), ["word"], {"id": ids})
    return [
        DocumentTopics(documents[first : first + size], theta[first : first + size], first)
        for first in range(0, len(theta), size)
    ]


@pytest.mark.parametrize("size", [1, 7, 100])
def test_batches_give_the_same_result_as_sorting_all_documents(size: int) -> None:
    rng = np.random.default_rng(0)
    theta = rng.dirichlet(np.full(5, 0.3), 40).astype(np.float32)
    root = np.sqrt(theta.astype(np.float64))
    distances = np.linalg.norm(root - root[3], axis=1) / math.sqrt(
        2
    )  # Hellinger distance as a norm
    expected = [j for j in np.argsort(distances, kind="stable") if j != 3][:6]
    found = most_similar(theta[3], in_batches(theta, size), 6, except_row=3)
    assert [document.document for document in found] == expected
    assert [document.id for document in found] == [f"d{j}" for j in expected]
    # float32 rows sum to one within 1e-7; the distance sees the square root of that.
    np.testing.assert_allclose([d.distance for d in found], distances[expected], atol=1e-3)


def test_of_equally_near_documents_the_earlier_ones_come_first() -> None:
    theta = np.full((9, 2), 0.5, np.float32)
    found = most_similar(theta[0], in_batches(theta, 4), 5)
    assert [document.document for document in found] == [0, 1, 2, 3, 4]


def test_all_documents_are_returned_if_there_are_fewer_than_requested() -> None:
    theta = np.array([[0.9, 0.1], [0.1, 0.9]], np.float32)
    found = most_similar([0.0, 1.0], in_batches(theta, 1), 10)
    assert [document.document for document in found] == [1, 0]
    assert str(found).splitlines()[0].split() == ["distance", "row", "id", "text"]
    assert [line.split()[2] for line in str(found).splitlines()[1:]] == ["d1", "d0"]


def test_proportions_of_a_model_with_other_topics_are_refused() -> None:
    theta = np.full((2, 2), 0.5, np.float32)
    with pytest.raises(InputError, match="expected one share per topic of the same model"):
        most_similar([0.2, 0.3, 0.5], in_batches(theta, 2))
    with pytest.raises(InputError, match="`n_documents` is 0"):
        most_similar([0.5, 0.5], in_batches(theta, 2), 0)
