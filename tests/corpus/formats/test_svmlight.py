from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from sklearn.datasets import dump_svmlight_file, load_svmlight_file

from tests.corpus.formats.corpora import (
    EXAMPLE,
    FRACTIONAL,
    assert_refused,
    assert_same,
    corpora,
)
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats import svmlight
from thalweg.errors import InputError


@pytest.mark.parametrize("name", ["x.svmlight", "x.svmlight.gz", "x.svmlight.zst"])
@pytest.mark.parametrize("zero_based", [False, True])
def test_a_corpus_comes_back_as_it_was_written(tmp_path: Path, name: str, zero_based: bool) -> None:
    if name.endswith(".zst"):
        pytest.importorskip("backports.zstd")
    svmlight.write(EXAMPLE, tmp_path / name, zero_based=zero_based)
    assert_same(svmlight.read(tmp_path / name, zero_based=zero_based), EXAMPLE)


@given(corpora(counts=FRACTIONAL), st.data())
@settings(max_examples=40, deadline=None)
def test_any_corpus_and_its_labels_come_back(corpus: Corpus, data: st.DataObject) -> None:
    n = corpus.n_documents
    assume(n > 0)
    numbers = st.floats(allow_nan=False, allow_infinity=False)
    labels = data.draw(st.lists(numbers, min_size=n, max_size=n))
    labelled = Corpus(corpus.to_csr(), corpus.vocabulary, {"label": labels})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.svmlight"
        svmlight.write(labelled, path)
        got = svmlight.read(path)
    assert_same(got, corpus)
    assert got.metadata["label"].to_list() == labels


def test_comments_and_blank_lines_are_passed_over(tmp_path: Path) -> None:
    path = tmp_path / "x.svmlight"
    path.write_text("# made by hand\n+1 1:2 3:1 # first 9:9\n\n-1 2:1\n0\n")
    corpus = svmlight.read(path)
    np.testing.assert_array_equal(corpus.to_csr().toarray(), [[2, 0, 1], [0, 1, 0], [0, 0, 0]])
    assert corpus.metadata["label"].to_list() == [1.0, -1.0, 0.0]


def test_without_a_vocabulary_columns_go_up_to_the_largest_id(tmp_path: Path) -> None:
    path = tmp_path / "x.svmlight"
    path.write_text("1 3:2\n")
    assert svmlight.read(path).shape == (1, 3)
    assert svmlight.read(path, zero_based=True).shape == (1, 4)
    assert svmlight.read(path, ["a", "b", "c", "d", "e"]).shape == (1, 5)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["empty"]),
        ("# only a comment\n", ["empty"]),
        ("# a comment\n1 0:1\n", ["line 2", "word 0", "start at 1"]),
        ("1 1:1\n\n1 x:1\n", ["line 3"]),
        ("1 1:1\n1 qid:3 1:1\n", ["line 2"]),
        ("1 1:1\n1 1\n", ["line 2"]),
        ("1 1:1\n# note\n1 1:-1\n", ["line 3", "-1"]),
        ("1 1:1\nlabel 1:1\n", ["line 2"]),
        ("1 1:1\n1 1:inf\n", ["line 2"]),
        ("1 1:1\n1 1:1e300\n", ["line 2"]),
        ("1 1:1\n1 -5:1\n", ["line 2"]),
        ("1 2000000000:1\n", ["2,000,000,000 words"]),
    ],
)
def test_a_malformed_file_is_refused_where_it_is_wrong(
    tmp_path: Path, text: str, said: list[str]
) -> None:
    path = tmp_path / "x.svmlight"
    path.write_text(text)
    assert_refused(svmlight.read, path, *said)


def test_a_shorter_vocabulary_is_refused_at_the_first_word_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "x.svmlight"
    path.write_text("# note\n1 1:1\n1 1:1 3:1\n")
    (tmp_path / "x.svmlight.vocab").write_text("a\nb\n")
    assert_refused(svmlight.read, path, "line 3", "word 3", "has 2 words")


@pytest.mark.parametrize("labels", [["sport"], [None], [float("nan")]])
def test_labels_that_are_not_numbers_cannot_be_written(
    tmp_path: Path, labels: list[object]
) -> None:
    corpus = Corpus([[1]], ["a"], pl.DataFrame({"label": labels}))
    with pytest.raises(InputError, match="'label'"):
        svmlight.write(corpus, tmp_path / "x.svmlight")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("zero_based", [False, True])
def test_scikit_learn_reads_what_is_written_and_is_read(tmp_path: Path, zero_based: bool) -> None:
    labelled = Corpus(EXAMPLE.to_csr(), EXAMPLE.vocabulary, {"label": [1.0, -1.0, 2.5, 0.0]})
    svmlight.write(labelled, tmp_path / "x.svmlight", zero_based=zero_based)
    X, y = load_svmlight_file(tmp_path / "x.svmlight", n_features=4, zero_based=zero_based)
    np.testing.assert_array_equal(X.toarray(), EXAMPLE.to_csr().toarray())
    assert y.tolist() == [1.0, -1.0, 2.5, 0.0]
    dump_svmlight_file(X, y, str(tmp_path / "y.svmlight"), zero_based=zero_based, comment="hello")
    ours = svmlight.read(tmp_path / "y.svmlight", EXAMPLE.vocabulary, zero_based=zero_based)
    assert_same(ours, EXAMPLE)
    assert ours.metadata["label"].to_list() == y.tolist()


def test_gensim_reads_what_is_written(tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim")
    svmlight.write(EXAMPLE, tmp_path / "x.svmlight")
    theirs = gensim.corpora.SvmLightCorpus(str(tmp_path / "x.svmlight"))
    assert [dict(row) for row in theirs] == [{0: 2, 2: 1}, {}, {1: 3, 3: 1}, {}]
