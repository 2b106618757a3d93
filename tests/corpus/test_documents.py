"""Documents.check: which matrices are accepted, and what they become.

Expected arrays are written out by hand from COUNTS.
"""

import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import polars as pl
import pytest
from scipy import sparse

from thalweg import LDA, InputError
from thalweg.corpus.documents import LARGEST_COUNT, Documents

COUNTS = np.array([[0, 2, 0, 1], [3, 0, 0, 0], [0, 0, 0, 0], [1, 1, 1, 4]])
OFFSETS = [0, 2, 3, 3, 7]
WORDS = [1, 3, 0, 0, 1, 2, 3]
VALUES = [2, 1, 3, 1, 1, 1, 4]

COUNT_TYPES = (
    *("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"),
    *("float16", "float32", "float64", "longdouble"),
)
SPARSE_TYPES = [t for t in COUNT_TYPES if t != "float16"]  # scipy.sparse has no float16
SPARSE_KINDS = [
    getattr(sparse, f"{kind}_{form}")
    for kind in ("coo", "csc", "csr")
    for form in ("matrix", "array")
]


def assert_is_counts(documents: Documents, values: list[float] = VALUES) -> None:
    assert documents.offsets.dtype == np.int64
    assert documents.offsets.tolist() == OFFSETS
    assert documents.words.tolist() == WORDS
    assert documents.counts.tolist() == values
    assert documents.n_words == 4
    assert documents.n_documents == 4


def read_only(array: np.ndarray) -> np.ndarray:
    array = array.copy()
    array.setflags(write=False)
    return array


# ---------------------------------------------------------------------- accepted


def test_a_polars_frame_may_have_columns_of_several_types() -> None:
    """Read column by column, because a forked process lacks the threads to convert a frame."""
    types = [pl.UInt8, pl.Int64, pl.Float32, pl.Float64]
    columns = [
        pl.Series(str(w), column.tolist()).cast(dtype)
        for w, (column, dtype) in enumerate(zip(COUNTS.T, types, strict=True))
    ]
    assert_is_counts(Documents.check(pl.DataFrame(columns)))
    assert Documents.check(pl.DataFrame()).to_csr().shape == (0, 0)


@pytest.mark.parametrize("dtype", COUNT_TYPES)
def test_dense_arrays_of_every_number_type_are_taken(dtype: str) -> None:
    assert_is_counts(Documents.check(COUNTS.astype(dtype)))


@pytest.mark.parametrize("dtype", SPARSE_TYPES)
def test_sparse_matrices_of_every_number_type_are_taken(dtype: str) -> None:
    assert_is_counts(Documents.check(sparse.csr_matrix(COUNTS.astype(dtype))))


@pytest.mark.parametrize("make", [np.asarray, sparse.csr_matrix, sparse.coo_array])
def test_bool_counts_are_ones(make: type) -> None:
    assert_is_counts(Documents.check(make(COUNTS > 0)), [1] * 7)


@pytest.mark.parametrize("dtype", COUNT_TYPES)
def test_the_kernel_reads_every_number_type_alike(dtype: str) -> None:
    def fitted(counts: np.ndarray) -> bytes:
        return LDA(2, random_state=0, max_iter=2, n_jobs=1).fit(counts).components_.tobytes()

    assert fitted(COUNTS.astype(dtype)) == fitted(COUNTS)


@pytest.mark.parametrize("kind", SPARSE_KINDS, ids=lambda kind: kind.__name__)
def test_every_sparse_format_gives_the_same_documents(kind: type) -> None:
    assert_is_counts(Documents.check(kind(COUNTS)))


@pytest.mark.parametrize("dtype", [np.int32, np.int64])
def test_indices_of_both_widths_are_taken(dtype: type) -> None:
    X = sparse.csr_array(COUNTS)
    X.indices, X.indptr = X.indices.astype(dtype), X.indptr.astype(dtype)
    documents = Documents.check(X)
    assert_is_counts(documents)
    assert documents.words.dtype == dtype
    rows = LDA(2, random_state=0, max_iter=1).fit(X).transform(X)
    assert (
        rows.tobytes() == LDA(2, random_state=0, max_iter=1).fit(COUNTS).transform(COUNTS).tobytes()
    )


def test_lists_are_taken() -> None:
    assert_is_counts(Documents.check(COUNTS.tolist()))
    assert_is_counts(Documents.check(tuple(map(tuple, COUNTS.tolist()))))


def test_data_frames_are_taken() -> None:
    assert_is_counts(Documents.check(pd.DataFrame(COUNTS, columns=list("abcd"))))
    mixed = pd.DataFrame(COUNTS).astype({0: "int64", 1: "float32", 2: "uint8", 3: "float64"})
    assert_is_counts(Documents.check(mixed))


def test_an_object_array_of_numbers_is_taken() -> None:
    assert_is_counts(Documents.check(COUNTS.astype(object)))


def test_read_only_arrays_are_taken_without_a_copy() -> None:
    whole = sparse.csr_array(COUNTS.astype(np.float32))
    arrays = tuple(map(read_only, (whole.data, whole.indices, whole.indptr)))
    X = sparse.csr_array(arrays, shape=COUNTS.shape)
    documents = Documents.check(X)
    assert_is_counts(documents)
    assert np.shares_memory(documents.counts, arrays[0])
    assert np.shares_memory(documents.words, arrays[1])
    assert_is_counts(Documents.check(read_only(COUNTS)))
    LDA(2, random_state=0, max_iter=1).fit(X).partial_fit(X).transform(X)


def test_memory_maps_are_taken(tmp_path: Path) -> None:
    def mapped(name: str, array: np.ndarray) -> np.memmap:
        np.save(tmp_path / name, array)
        return np.load(tmp_path / f"{name}.npy", mmap_mode="r")

    whole = sparse.csr_array(COUNTS)
    names = ("data", "indices", "indptr")
    X = sparse.csr_array(
        tuple(mapped(name, getattr(whole, name)) for name in names), shape=COUNTS.shape
    )
    documents = Documents.check(X)
    assert_is_counts(documents)
    assert np.shares_memory(documents.counts, X.data)
    assert_is_counts(Documents.check(mapped("dense", COUNTS)))
    LDA(2, random_state=0, max_iter=1).fit(X).partial_fit(X).transform(X)


def test_unused_memory_after_the_last_row_is_ignored() -> None:
    X = sparse.csr_array(COUNTS.astype(np.float64))
    X.data = np.append(X.data, [7.0, np.nan])  # valid CSR: indptr ends before them
    X.indices = np.append(X.indices, np.array([2, 2], dtype=X.indices.dtype))
    documents = Documents.check(X)
    assert documents.n_tokens == 13
    assert documents.lengths.tolist() == [3, 3, 0, 7]
    assert documents.to_csr().toarray().tolist() == COUNTS.tolist()


# ---------------------------------------------------------------------- normalised


def disordered() -> sparse.csr_array:
    """COUNTS with unsorted words and two entries split in two (3 = 1 + 2, 4 = 3 + 1)."""
    data = np.array([1, 2, 1, 2, 3, 1, 1, 1, 1])
    words = np.array([3, 1, 0, 0, 3, 1, 0, 3, 2], dtype=np.int32)
    offsets = np.array([0, 2, 4, 4, 9], dtype=np.int32)
    return sparse.csr_array((data, words, offsets), shape=COUNTS.shape)


@pytest.mark.parametrize("to", ["tocsr", "tocoo", "tocsc"])
def test_disorder_and_duplicates_give_the_documents_of_the_canonical_matrix(to: str) -> None:
    assert_is_counts(Documents.check(getattr(disordered(), to)()))


def test_putting_in_order_does_not_modify_the_matrix_that_came() -> None:
    X = disordered()
    before = [array.copy() for array in (X.data, X.indices, X.indptr)]
    arrays = [X.data, X.indices, X.indptr]
    Documents.check(X)
    for array, now, old in zip(arrays, (X.data, X.indices, X.indptr), before, strict=True):
        assert now is array
        assert now.tolist() == old.tolist()


def test_a_disordered_read_only_matrix_is_taken() -> None:
    X = disordered()
    X.data, X.indices, X.indptr = map(read_only, (X.data, X.indices, X.indptr))
    assert_is_counts(Documents.check(X))


@pytest.mark.parametrize(
    ("dtype", "values", "total"),
    [("uint8", [200, 100], 300), ("int8", [100, 100], 200), ("bool", [True, True], 2)],
)
def test_duplicates_of_a_narrow_type_add_up_without_wrapping_around(
    dtype: str, values: list[int], total: int
) -> None:
    arrays = (np.array(values, dtype=dtype), np.array([1, 1]), np.array([0, 2]))
    assert Documents.check(sparse.csr_array(arrays, shape=(1, 3))).n_tokens == total


def test_explicit_zeros_are_dropped() -> None:
    X = sparse.csr_array(np.where(COUNTS == 0, 9, COUNTS))
    X.data[X.data == 9] = 0
    stored = X.data.copy()
    assert_is_counts(Documents.check(X))
    assert X.data.tolist() == stored.tolist()


# ---------------------------------------------------------------------- refused

BAD_COUNTS = {
    "negative": (-3, r"[Nn]egative.*-3"),
    "nan": (np.nan, "NaN"),
    "infinite": (np.inf, "infinity"),
    "minus infinity": (-np.inf, "infinity"),
    "a thousand million": (1e9, "1000000000"),
    "just too large": (LARGEST_COUNT + 1, str(LARGEST_COUNT + 1)),
}


@pytest.mark.parametrize(
    "make", [np.asarray, sparse.csr_matrix, sparse.csc_array, np.ndarray.tolist]
)
@pytest.mark.parametrize("fault", BAD_COUNTS)
def test_counts_that_cannot_be_counts_are_refused(fault: str, make: type) -> None:
    value, message = BAD_COUNTS[fault]
    counts = COUNTS.astype(np.float64)
    counts[3, 2] = value
    with pytest.raises(InputError, match=message):
        Documents.check(make(counts))


def test_a_whole_number_of_a_thousand_million_is_refused() -> None:
    with pytest.raises(InputError, match="1000000000"):
        Documents.check(np.array([[0, 10**9]]))


def test_the_largest_count_is_taken() -> None:
    assert Documents.check([[0, LARGEST_COUNT]]).n_tokens == 2**24


TEXT = {
    "a string": "to be or not to be",
    "a list of strings": ["to be", "or not to be"],
    "a list of lists of strings": [["to", "be"], ["or", "not"]],
    "an array of strings": np.array([["to", "be"]]),
    "an object array of strings": np.array([["to", "be"], ["or", "not"]], dtype=object),
    "an array of digits as text": np.array([["1", "2"]], dtype=object),
    "bytes": [b"to be"],
    "a frame with a text column": pd.DataFrame({"n": [1, 2], "text": ["to", "be"]}),
}


@pytest.mark.parametrize("what", TEXT)
def test_text_is_refused_and_the_message_says_what_to_do(what: str) -> None:
    with pytest.raises(InputError, match=r"text.*thalweg\.read"):
        Documents.check(TEXT[what])


def test_text_late_in_an_array_of_objects_is_refused() -> None:
    row = np.ones((2, 200), dtype=object)
    row[1, 199] = "5"
    with pytest.raises(InputError, match="text"):
        Documents.check(row)


@pytest.mark.parametrize(
    ("X", "message"),
    [
        (np.array([1, 2, 3]), "1D"),
        (np.ones((2, 2, 2)), "3D"),
        (np.array(5), "0D"),
        (None, "0D"),
        (sparse.coo_array(np.array([1, 2, 3])), "1 dimensions"),
        (COUNTS + 1j, "[Cc]omplex"),
        (sparse.csr_array(COUNTS + 1j), "complex"),
        ([[1, 2], [3]], "X"),
        (np.zeros((2, 2), dtype="M8[s]"), "datetime"),
        ([[{}, 1]], "numbers"),
    ],
    ids=[
        "1-d",
        "3-d",
        "0-d",
        "None",
        "sparse 1-d",
        "complex",
        "sparse complex",
        "ragged",
        "dates",
        "dictionaries",
    ],
)
def test_anything_but_a_matrix_of_numbers_is_refused(X: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        Documents.check(X)


def broken(**arrays: list[int]) -> sparse.csr_matrix:
    X = sparse.csr_matrix(COUNTS)
    for name, values in arrays.items():
        setattr(X, name, np.array(values, dtype=getattr(X, name).dtype))
    return X


@pytest.mark.parametrize(
    ("arrays", "message"),
    [
        ({"indices": [1, 3, 0, 0, 1, 2, 4]}, "0 to 4; expected 0 to 3"),
        ({"indices": [1, 3, 0, 0, 1, 2, 2**30]}, f"0 to {2**30}; expected 0 to 3"),
        ({"indices": [-1, 3, 0, 0, 1, 2, 3]}, "-1 to 3; expected 0 to 3"),
        ({"indptr": [0, 3, 2, 3, 7]}, "indptr decreases"),
        ({"indptr": [0, 2, 3, 3, 8]}, "do not agree"),
        ({"indptr": [1, 2, 3, 3, 7]}, "do not agree"),
        ({"indptr": [0, 2, 3, 7]}, "indptr"),
        ({"indptr": [0, 2, 3, 3, 3, 7]}, "indptr"),
        ({"indices": [1, 3, 0]}, "do not agree"),
        ({"data": [1, 3, 1]}, "do not agree"),
    ],
    ids=[
        "index too large",
        "index far too large",
        "negative index",
        "falling indptr",
        "indptr too far",
        "indptr not from zero",
        "rows missing",
        "rows too many",
        "indices short",
        "data short",
    ],
)
def test_a_broken_csr_matrix_is_refused(arrays: dict[str, list[int]], message: str) -> None:
    with pytest.raises(InputError, match=re.escape(message)):
        Documents.check(broken(**arrays))


def test_a_broken_csc_matrix_is_refused() -> None:
    # In its own process, because scipy's conversion writes outside its arrays.
    program = """
import numpy as np
from scipy import sparse
from thalweg import InputError
from thalweg.corpus.documents import Documents
X = sparse.csc_matrix(np.ones((3, 4)))
X.indices = X.indices + 10**7
try:
    Documents.check(X)
except InputError:
    print("refused")
"""
    run = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, text=True, check=False
    )
    assert (run.returncode, run.stdout.strip()) == (0, "refused"), run.stderr
