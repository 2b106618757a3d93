from __future__ import annotations

import io
import tempfile
import zipfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import sparse

from tests.corpus.formats.corpora import (
    EXAMPLE,
    FRACTIONAL,
    assert_refused,
    assert_same,
    corpora,
)
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats import npz
from thalweg.errors import InputError


@given(corpora(counts=FRACTIONAL))
@settings(max_examples=40, deadline=None)
def test_any_corpus_comes_back_as_it_was_written(corpus: Corpus) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.npz"
        npz.write(corpus, path)
        assert_same(npz.read(path), corpus)


def test_scipy_reads_what_is_written(tmp_path: Path) -> None:
    npz.write(EXAMPLE, tmp_path / "x.npz")
    theirs = sparse.load_npz(tmp_path / "x.npz")
    assert theirs.format == "csr"
    np.testing.assert_array_equal(theirs.toarray(), EXAMPLE.to_csr().toarray())
    assert (tmp_path / "x.npz.vocab").read_text(encoding="utf-8") == "river\nbank\nágua\nmoney\n"


@pytest.mark.parametrize("layout", ["csr", "csc", "coo", "bsr", "dia"])
def test_every_layout_that_scipy_saves_is_read(tmp_path: Path, layout: str) -> None:
    for kind in (sparse.csr_array, sparse.csr_matrix):
        sparse.save_npz(tmp_path / "x.npz", kind(EXAMPLE.to_csr()).asformat(layout))
        assert_same(npz.read(tmp_path / "x.npz", EXAMPLE.vocabulary), EXAMPLE)


def test_a_file_that_is_not_a_sparse_matrix_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    npz.write(EXAMPLE, path)
    whole = path.read_bytes()
    np.savez(tmp_path / "dense.npz", np.eye(3))
    np.save(tmp_path / "array.npy", np.eye(3))
    for content in (
        b"",
        b"text",
        whole[: len(whole) // 2],
        (tmp_path / "dense.npz").read_bytes(),
        (tmp_path / "array.npy").read_bytes(),
    ):
        path.write_bytes(content)
        assert_refused(npz.read, path, "scipy.sparse.save_npz")


def test_pickled_arrays_are_never_loaded(tmp_path: Path) -> None:
    path = tmp_path / "x.npz"
    parts = {"format": np.array(b"csr"), "shape": np.array([1, 1])}
    arrays = {name: np.array([1], dtype=object) for name in ("indices", "indptr", "data")}
    np.savez(path, **parts, **arrays)
    assert_refused(npz.read, path, "allow_pickle=False")


def saved(shape: tuple[int, int], values: list[float], indices: list[int], layout: str) -> bytes:
    file = io.BytesIO()
    arrays = {"row": [0] * len(values), "col": indices, "data": values}
    if layout == "csr":
        arrays = {"indptr": [0, len(values)], "indices": indices, "data": values}
    np.savez(file, format=np.array(layout.encode()), shape=np.array(shape), **arrays)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (saved((1, 2), [1.0, 2.0], [0, 7], "csr"), "7"),
        (saved((1, 2), [1.0, 2.0], [0, -1], "csr"), "-1"),
        (saved((1, 2), [1.0, 2.0], [0, 7], "coo"), "7"),
        (saved((5, 2), [1.0], [0], "csr"), ""),
        (saved((1, 2), [-1.0], [0], "csr"), "-1"),
        (saved((1, 2), [float("nan")], [0], "csr"), "NaN"),
        (saved((1, 2), [2.0**25], [0], "csr"), "33554432"),
        (saved((10**12, 2), [1.0], [0], "coo"), "1,000,000,000,000 documents"),
        (saved((1, 10**12), [1.0], [0], "csr"), "1,000,000,000,000 words"),
    ],
)
def test_a_matrix_that_cannot_be_counts_is_refused(
    tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "x.npz"
    path.write_bytes(content)
    assert_refused(npz.read, path, said)


def test_a_vocabulary_of_another_length_is_refused(tmp_path: Path) -> None:
    npz.write(EXAMPLE, tmp_path / "x.npz")
    (tmp_path / "x.npz.vocab").write_text("a\n")
    assert_refused(npz.read, tmp_path / "x.npz", "4 columns", "1 words")


def test_the_same_corpus_is_the_same_bytes(tmp_path: Path) -> None:
    npz.write(EXAMPLE, tmp_path / "x.npz")
    npz.write(EXAMPLE, tmp_path / "y.npz")
    assert (tmp_path / "x.npz").read_bytes() == (tmp_path / "y.npz").read_bytes()
    assert zipfile.ZipFile(tmp_path / "x.npz").testzip() is None


def test_a_name_of_a_compressed_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="compressed twice"):
        npz.write(EXAMPLE, tmp_path / "x.npz.gz")
