from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from scipy import io, sparse

from tests.corpus.formats.corpora import (
    EXAMPLE,
    FRACTIONAL,
    assert_refused,
    assert_same,
    corpora,
)
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats import matrix_market

BANNER = "%%MatrixMarket matrix coordinate integer general\n"


@pytest.mark.parametrize("name", ["x.mtx", "x.mtx.gz", "x.mtx.zst"])
def test_a_corpus_comes_back_as_it_was_written(tmp_path: Path, name: str) -> None:
    if name.endswith(".zst"):
        pytest.importorskip("backports.zstd")
    matrix_market.write(EXAMPLE, tmp_path / name)
    assert_same(matrix_market.read(tmp_path / name), EXAMPLE)
    assert (tmp_path / "x.mtx.vocab").exists()


@given(corpora(counts=FRACTIONAL))
@settings(max_examples=40, deadline=None)
def test_any_corpus_comes_back_as_it_was_written(corpus: Corpus) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.mtx"
        matrix_market.write(corpus, path)
        assert_same(matrix_market.read(path), corpus)


def test_a_pattern_counts_each_entry_once(tmp_path: Path) -> None:
    path = tmp_path / "x.mtx"
    path.write_text("%%MatrixMarket matrix coordinate pattern general\n2 3 3\n1 1\n1 3\n2 2")
    expected = [[1, 0, 1], [0, 1, 0]]
    np.testing.assert_array_equal(matrix_market.read(path).to_csr().toarray(), expected)
    path.write_text("%%MatrixMarket matrix coordinate pattern general\n2 3 0\n")
    assert matrix_market.read(path).n_tokens == 0


@pytest.mark.parametrize("dtype", [np.int32, np.float64])
def test_scipy_reads_what_is_written_and_is_read(tmp_path: Path, dtype: type) -> None:
    counts = sparse.random_array((20, 30), density=0.2, rng=np.random.default_rng(0)) * 100
    counts = sparse.csr_array(counts.astype(dtype))
    counts.eliminate_zeros()
    matrix_market.write(Corpus(counts, [str(w) for w in range(30)]), tmp_path / "x.mtx")
    assert (sparse.csr_array(io.mmread(tmp_path / "x.mtx")) != counts).nnz == 0
    io.mmwrite(tmp_path / "y.mtx", counts, comment="a comment\nof two lines")
    ours, theirs = matrix_market.read(tmp_path / "y.mtx"), io.mmread(tmp_path / "y.mtx")
    assert (ours.to_csr() != sparse.csr_array(theirs)).nnz == 0


def test_gensim_reads_reals_that_are_written_and_its_files_are_read(tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim")
    halves = Corpus(EXAMPLE.to_csr() / 2, EXAMPLE.vocabulary)
    matrix_market.write(halves, tmp_path / "x.mtx")
    theirs = gensim.corpora.MmCorpus(str(tmp_path / "x.mtx"))
    assert [dict(row) for row in theirs] == [{0: 1.0, 2: 0.5}, {}, {1: 1.5, 3: 0.5}, {}]
    gensim.corpora.MmCorpus.serialize(str(tmp_path / "y.mtx"), theirs)
    assert_same(matrix_market.read(tmp_path / "y.mtx", EXAMPLE.vocabulary), halves)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["empty"]),
        ("hello", ["line 1", "hello"]),
        ("%%MatrixMarket matrix array real general\n", ["line 1", "array"]),
        ("%%MatrixMarket matrix coordinate complex general\n", ["line 1", "complex"]),
        ("%%MatrixMarket matrix coordinate real symmetric\n", ["line 1", "symmetric"]),
        (BANNER, ["line 2", "sizes"]),
        (BANNER + "% note\n% note", ["line 3", "sizes"]),
        (BANNER + "% note\n1 2\n", ["line 3", "1 2"]),
        (BANNER + "1 2 -1\n", ["line 2", "1 2 -1"]),
        (BANNER + "% note\n1 2 2\n1 1 1\n", ["line 3", "declares 2", "has 1"]),
        (BANNER + "1 2 1\n1 1 1\n1 2 1\n", ["line 2", "declares 1", "has 2"]),
        (BANNER + "% note\n1 2 1\n1 3 1\n", ["line 4", "word 3"]),
        (BANNER + "1 2 1\n0 1 1\n", ["line 3", "document 0"]),
        (BANNER + "1 2 1\n1 1 x\n", ["line 3"]),
        (BANNER + "1 2 1\n1 1 -1\n", ["line 3", "-1"]),
        (BANNER + "1 2 1\n1 1 nan\n", ["line 3"]),
        (BANNER + "1 2 1\n1 1 1e9\n", ["line 3"]),
        (BANNER.replace("integer", "pattern") + "1 2 2\n1 1\n1\n", ["line 4"]),
        (BANNER + "1000000000000 2 1\n1 1 1\n", ["1,000,000,000,000 documents"]),
        (BANNER + "1 1000000000000 1\n1 1 1\n", ["1,000,000,000,000 words"]),
        (BANNER + "1 1000000000 1\n1 1 1\n", ["1,000,000,000 words"]),
        (BANNER + "1 1000000000000 1000000000000\n1 1 1\n", ["line 2", "has 1"]),
    ],
)
def test_a_malformed_file_is_refused_where_it_is_wrong(
    tmp_path: Path, text: str, said: list[str]
) -> None:
    path = tmp_path / "x.mtx"
    path.write_text(text)
    assert_refused(matrix_market.read, path, *said)


def test_a_vocabulary_of_another_length_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.mtx"
    path.write_text(BANNER + "1 2 1\n1 1 1\n")
    (tmp_path / "x.mtx.vocab").write_text("a\nb\nc\n")
    assert_refused(matrix_market.read, path, "line 2", "2 columns", "3 words")
