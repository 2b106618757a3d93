"""Methods of Documents: lengths, parts and the conversion to scipy."""

import numpy as np
import pytest
from scipy import sparse

from thalweg.corpus.documents import LARGEST_COUNT, Documents

COUNTS = np.array([[0, 2, 0, 1], [3, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 4]])


def test_lengths_and_tokens_are_the_sums_of_the_counts() -> None:
    documents = Documents.check(COUNTS)
    assert documents.lengths.tolist() == [3, 3, 0, 7]
    assert documents.n_tokens == 13
    half = Documents.check(COUNTS / 2)
    assert half.lengths.tolist() == [1.5, 1.5, 0, 3.5]
    assert half.n_tokens == 6.5


def test_narrow_counts_add_up_without_wrapping_around() -> None:
    documents = Documents.check(np.full((300, 2), 255, dtype=np.uint8))
    assert documents.n_tokens == 300 * 2 * 255
    assert documents.lengths.tolist() == [510] * 300


def test_lengths_in_single_precision_add_up_after_a_large_count() -> None:
    # A float32 sum would lose the ones after 2^24.
    documents = Documents.check(np.array([[LARGEST_COUNT, 1], [1, 1]], dtype=np.float32))
    assert documents.lengths.tolist() == [2**24 + 1, 2]
    assert documents.n_tokens == 2**24 + 3


@pytest.mark.parametrize(
    "rows",
    [
        slice(1, 3),
        slice(0, 0),
        slice(None, None, 2),
        np.array([3, 0]),
        np.array([True, False, False, True]),
    ],
    ids=["slice", "nothing", "stride", "rows", "mask"],
)
def test_a_part_has_the_rows_that_were_asked_for(rows: object) -> None:
    part = Documents.check(COUNTS)[rows]
    assert part.to_csr().toarray().tolist() == COUNTS[rows].tolist()
    assert part.n_documents == len(COUNTS[rows])
    assert part.n_words == 4
    assert part.offsets.dtype == np.int64
    assert part.lengths.tolist() == COUNTS[rows].sum(axis=1).tolist()
    assert part.n_tokens == COUNTS[rows].sum()


def test_converting_to_scipy_does_not_copy_counts() -> None:
    documents = Documents.check(COUNTS)
    X = documents.to_csr()
    assert X.toarray().tolist() == COUNTS.tolist()
    assert np.shares_memory(X.data, documents.counts)


@pytest.mark.parametrize("shape", [(0, 5), (5, 0), (0, 0)])
def test_a_matrix_without_rows_or_columns_is_accepted(shape: tuple[int, int]) -> None:
    for X in (np.empty(shape), sparse.csr_array(shape)):
        documents = Documents.check(X)
        assert (documents.n_documents, documents.n_words, documents.n_tokens) == (*shape, 0)
        assert documents.lengths.shape == (shape[0],)
