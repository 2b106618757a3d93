"""Native parsing of number columns, and renumbering of rows, against NumPy and SciPy."""

from __future__ import annotations

import mmap
import tempfile
from typing import Any

import numpy as np
import pytest
import scipy.sparse as sp
from hypothesis import given
from hypothesis import strategies as st

from thalweg import _core

LARGEST = 2**31 - 1


def lines_of(*columns: Any, separator: bytes = b" ", ending: bytes = b"\n") -> bytes:
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return b"".join(separator.join(b"%d" % n for n in row) + ending for row in rows)


def random_triples(n: int) -> tuple[Any, Any, Any]:
    rng = np.random.default_rng(0)
    magnitude = 10.0 ** rng.uniform(0, 9.3, (2, n))
    ids = np.minimum(magnitude.astype(np.int64), LARGEST)
    return ids[0], ids[1], rng.integers(-(2**31), 2**31, n)


@pytest.mark.parametrize("n_threads", [1, 2, 3, 8])
@pytest.mark.parametrize(("separator", "ending"), [(b" ", b"\n"), (b" \t", b"  \r\n")])
def test_triples_of_whole_numbers(n_threads: int, separator: bytes, ending: bytes) -> None:
    columns = random_triples(100_000)
    data = lines_of(*columns, separator=separator, ending=ending)
    assert len(data) > 4 * 2**19  # several blocks
    parsed = _core.parse_triples(data, n_threads=n_threads)
    for column, expected in zip(parsed, columns, strict=True):
        assert column.dtype == np.int32
        np.testing.assert_array_equal(column, expected)


@given(
    st.lists(
        st.tuples(
            st.integers(0, LARGEST),
            st.integers(0, LARGEST),
            st.one_of(
                st.integers(-(10**25), 10**25), st.floats(allow_nan=False, allow_infinity=False)
            ),
        ),
        max_size=20,
    )
)
def test_values_are_those_of_python(rows: list[tuple[int, int, float]]) -> None:
    data = "\n".join(f"{a} {b} {c!r}" for a, b, c in rows).encode()
    first, second, values = _core.parse_triples(data, n_threads=2)
    whole = all(isinstance(c, int) and -(2**31) <= c < 2**31 for _, _, c in rows)
    assert values.dtype == (np.int32 if whole else np.float64)
    assert first.tolist() == [a for a, _, _ in rows]
    assert second.tolist() == [b for _, b, _ in rows]
    assert values.tolist() == [float(c) for _, _, c in rows]


def test_one_fraction_in_the_last_block_makes_all_values_floats() -> None:
    a, b, _ = random_triples(100_000)
    values = _core.parse_triples(lines_of(a, b, a) + b"1 2 2.5", n_threads=2)[2]
    assert values.dtype == np.float64
    np.testing.assert_array_equal(values, [*a, 2.5])


def test_empty_lines_are_skipped() -> None:
    parsed = _core.parse_triples(b"\n\r\n 1 2 3\n  \n\t4 5 6 ", n_threads=2)
    assert [column.tolist() for column in parsed] == [[1, 4], [2, 5], [3, 6]]
    assert [column.size for column in _core.parse_triples(b"", n_threads=2)] == [0, 0, 0]


WRONG_TRIPLES = [
    (b"x y", "expected three numbers, got 'x y'"),
    (b"1 2", "expected three numbers, got '1 2'"),
    (b"1 2 ", "expected three numbers, got '1 2 '"),
    (b"1 2 3 4", "expected three numbers, got '1 2 3 4'"),
    (b"-1 2 3", "expected two ids from 0 to 2147483647 and a number, got '-1 2 3'"),
    (b"1 2.0 3", "expected two ids from 0 to 2147483647 and a number, got '1 2.0 3'"),
    (b"1 2147483648 3", "expected two ids from 0 to 2147483647 and a number"),
    (b"1 99999999999999999999999 3", "expected two ids from 0 to 2147483647 and a number"),
    (b"1 2 nan", "expected two ids from 0 to 2147483647 and a number, got '1 2 nan'"),
    (b"1 2 inf", "got '1 2 inf'"),
    (b"1 2 1e999", "got '1 2 1e999'"),
    (b"1 2 3x", "got '1 2 3x'"),
    (b"1 2 -", "got '1 2 -'"),
    (b"1 2 +-3", "got '1 2 +-3'"),
    (b"1 2 3\rx", "got '1 2 3\rx'"),
    (b"% 2 3", "got '% 2 3'"),
    (b"1 2 \xff", "got '1 2 \ufffd'"),
    (b"9" * 200, "got '" + "9" * 60 + "...'"),
]


@pytest.mark.parametrize(("line", "message"), WRONG_TRIPLES)
@pytest.mark.parametrize("ending", [b"", b"\n", b"\r\n"])
def test_a_wrong_line_is_named(line: bytes, message: str, ending: bytes) -> None:
    with pytest.raises(ValueError, match="expected") as raised:
        _core.parse_triples(b"1 2 3\n\n1 2 3.5\n" + line + ending, n_threads=2)
    number, text = raised.value.args
    assert number == 3
    assert message in text


def test_the_first_of_several_wrong_lines_is_named() -> None:
    good = b"123456 123456 123\n" * 40_000
    data = good + b"first wrong\n" + good + b"second wrong\n" + good
    for n_threads in (1, 2, 8):
        with pytest.raises(ValueError, match="first") as raised:
            _core.parse_triples(data, n_threads=n_threads)
        assert raised.value.args[0] == 40_000


def test_any_buffer_is_read() -> None:
    with tempfile.TemporaryFile() as file:
        file.write(b"1 2 3\n4 5 6\n")
        file.flush()
        with mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as mapped:
            assert _core.parse_triples(mapped, n_threads=1)[0].tolist() == [1, 4]
    for data in (bytearray(b"1 2 3"), memoryview(b"xx1 2 3")[2:]):
        assert _core.parse_triples(data, n_threads=1)[2].tolist() == [3]
    with pytest.raises(TypeError, match="bytes-like"):
        _core.parse_triples("1 2 3", n_threads=1)  # type: ignore[arg-type]


# Lines "head i:v ...".
@pytest.mark.parametrize("n_threads", [1, 2, 3, 8])
@pytest.mark.parametrize("whole", [True, False])
def test_sparse_rows(n_threads: int, whole: bool) -> None:
    rows = sp.random(20_000, 50_000, 4e-4, "csr", rng=np.random.default_rng(0))
    rows.data = (rows.data * 1000).astype(int) if whole else rows.data
    labels = np.random.default_rng(0).normal(size=20_000).tolist()
    data = "".join(
        f"{labels[i]!r} "
        + " ".join(
            f"{j}:{v!r}" for j, v in zip(row.indices.tolist(), row.data.tolist(), strict=True)
        )
        + "\n"
        for i, row in enumerate(rows)
    ).encode()
    assert len(data) > 4 * 2**19
    heads, offsets, indices, values = _core.parse_sparse_rows(data, n_threads=n_threads)
    assert values.dtype == (np.int32 if whole else np.float64)
    np.testing.assert_array_equal(heads, labels)
    np.testing.assert_array_equal(offsets, rows.indptr)
    np.testing.assert_array_equal(indices, rows.indices)
    np.testing.assert_array_equal(values, rows.data)


def test_comments_and_rows_without_pairs() -> None:
    data = b"# 1:2\n+1 3:4 # 5:6\r\n0\n\n-1e1 7:8#x\n2 #"
    heads, offsets, indices, values = _core.parse_sparse_rows(data, n_threads=2)
    assert heads.tolist() == [1, 0, -10, 2]
    assert offsets.tolist() == [0, 1, 1, 2, 2]
    assert (indices.tolist(), values.tolist()) == ([3, 7], [4, 8])
    empty = _core.parse_sparse_rows(b"", n_threads=2)
    assert [a.tolist() for a in empty] == [[], [0], [], []]


@pytest.mark.parametrize(
    "line",
    [b"x 1:2", b"1 2", b"1 2:", b"1 :2", b"1 -1:2", b"1 1.5:2", b"1 qid:3", b"1 2:3:4", b"1 2: 3"],
)
@pytest.mark.parametrize("ending", [b"", b"\n", b" 5:6\n"])
def test_a_wrong_pair_is_named(line: bytes, ending: bytes) -> None:
    with pytest.raises(ValueError, match="expected") as raised:
        _core.parse_sparse_rows(b"1 2:3\n\n" + line + ending, n_threads=2)
    number, text = raised.value.args
    assert number == 2
    quoted = (line + ending).rstrip(b"\n").decode()
    assert text.startswith("expected a number and pairs index:value")
    assert text.endswith(f", got '{quoted}'")


# Renumbering.
@pytest.mark.parametrize("n_threads", [1, 2, 3, 8])
@pytest.mark.parametrize("dtype", ["int32", "int64", "uint8", "uint16", "float32", "float64"])
def test_select_words_is_a_product_with_a_matrix_of_zeros_and_ones(
    n_threads: int, dtype: str
) -> None:
    rng = np.random.default_rng(0)
    rows = sp.random(3000, 1000, 0.1, "csr", rng=rng)
    rows.data = rng.integers(1, 5, rows.nnz).astype(dtype)
    assert rows.nnz > 4 * 2**16
    mapping = rng.integers(-1, 400, 1000).astype(np.int32)
    kept = np.flatnonzero(mapping >= 0)
    chooser = sp.csr_matrix((np.ones(kept.size), (kept, mapping[kept])), shape=(1000, 400))
    expected = (rows.astype(float) @ chooser).tocsr()
    expected.sort_indices()
    arrays = [rows.indptr.astype(np.int64), rows.indices.astype(np.int32), rows.data, mapping]
    for array in arrays:
        array.flags.writeable = False  # as a mapped file is
    names = ("offsets", "words", "counts", "mapping")
    offsets, words, counts = _core.select_words(
        **dict(zip(names, arrays, strict=True)), n_threads=n_threads
    )
    assert counts.dtype == dtype
    np.testing.assert_array_equal(offsets, expected.indptr)
    np.testing.assert_array_equal(words, expected.indices)
    np.testing.assert_array_equal(counts, expected.data)


def select(**changes: Any) -> Any:
    arguments: dict[str, Any] = {
        "offsets": np.array([0, 2]),
        "words": np.array([0, 1], np.int32),
        "counts": np.array([200, 100], np.uint8),
        "mapping": np.array([0, 1], np.int32),
    }
    return _core.select_words(**arguments | changes, n_threads=1)


def test_rows_that_do_not_fit_are_refused() -> None:
    with pytest.raises(ValueError, match="no place in the mapping"):
        select(words=np.array([0, 2], np.int32))
    for offsets in ([], [0, 3], [0, 2, 1], [-1, 2]):
        with pytest.raises(ValueError, match="do not fit"):
            select(offsets=np.array(offsets, np.int64))
    with pytest.raises(TypeError, match="counts must be"):
        select(counts=np.array([1, 2], np.int16))


def test_sums_beyond_the_type_are_refused() -> None:
    with pytest.raises(OverflowError, match="does not fit"):
        select(mapping=np.array([0, 0], np.int32))
