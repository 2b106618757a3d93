from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from tests.corpus.formats.corpora import EXAMPLE, NAMES, assert_refused, assert_same, corpora
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats import mallet_text
from thalweg.errors import InputError


@pytest.mark.parametrize("name", ["x.mallet", "x.mallet.gz", "x.mallet.zst"])
def test_a_corpus_comes_back_as_it_was_written(tmp_path: Path, name: str) -> None:
    if name.endswith(".zst"):
        pytest.importorskip("backports.zstd")
    mallet_text.write(EXAMPLE, tmp_path / name)
    got = mallet_text.read(tmp_path / name)
    assert_same(got, EXAMPLE)
    assert got.ids.to_list() == ["0", "1", "2", "3"]


@given(corpora(words=NAMES, counts=st.integers(1, 20)), st.data())
@settings(max_examples=40, deadline=None)
def test_any_corpus_its_ids_and_labels_come_back(corpus: Corpus, data: st.DataObject) -> None:
    n = corpus.n_documents
    assume(n > 0)
    ids = data.draw(st.lists(NAMES, min_size=n, max_size=n))
    labels = data.draw(st.lists(st.none() | NAMES, min_size=n, max_size=n))
    columns = pl.DataFrame({"id": ids, "label": pl.Series(labels, dtype=pl.String)})
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.mallet"
        mallet_text.write(Corpus(corpus.to_csr(), corpus.vocabulary, columns), path)
        got = mallet_text.read(path)
    assert_same(got, corpus)
    assert got.ids.to_list() == ids
    assert got.metadata["label"].to_list() == labels


def test_a_word_stands_there_as_often_as_it_was_counted(tmp_path: Path) -> None:
    corpus = Corpus([[2.0, 1.0], [0.0, 0.0]], ["river", "bank"], {"label": ["x", "y"]})
    mallet_text.write(corpus, tmp_path / "x.mallet")
    assert (tmp_path / "x.mallet").read_text() == "0 x river river bank\n1 y\n"


def test_words_without_a_vocabulary_are_in_the_order_of_code_points(tmp_path: Path) -> None:
    path = tmp_path / "x.mallet"
    path.write_text(
        "1 en zebra água\tapple zebra\r\n2 en Zebra \U0001f40e \uff5a", encoding="utf-8"
    )
    corpus = mallet_text.read(path)
    assert list(corpus.vocabulary) == ["Zebra", "apple", "zebra", "água", "\uff5a", "\U0001f40e"]
    expected = [[0, 1, 2, 1, 0, 0], [1, 0, 0, 0, 1, 1]]
    np.testing.assert_array_equal(corpus.to_csr().toarray(), expected)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["empty"]),
        ("1 x a\n2\n", ["line 2", "'2'", "label"]),
        ("1 x a\n\n2 x b\n", ["line 2", "nothing"]),
        ("1 x a\n2 x \0\n", ["line 2", "0x00"]),
    ],
)
def test_a_malformed_file_is_refused_where_it_is_wrong(
    tmp_path: Path, text: str, said: list[str]
) -> None:
    path = tmp_path / "x.mallet"
    path.write_text(text)
    assert_refused(mallet_text.read, path, *said)


def test_a_word_that_the_vocabulary_lacks_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.mallet"
    path.write_text("1 x a\n2 x b\n")
    with pytest.raises(InputError, match=r"line 2.*'b' is not in the vocabulary"):
        mallet_text.read(path, ["a"])


@pytest.mark.parametrize(
    ("count", "word", "columns", "said"),
    [
        (1.5, "a", None, "expected whole numbers"),
        (1, "a b", None, "word 'a b'"),
        (1, "", None, "word ''"),
        (1, "a", {"id": ["a b"]}, "id 'a b'"),
        (1, "a", {"id": [""]}, "id ''"),
        (1, "a", {"id": pl.Series([None], dtype=pl.String)}, "no id"),
        (1, "a", {"label": ["a b"]}, "label 'a b'"),
        (1, "a", {"label": [["a", "b"]]}, "column 'label'"),
    ],
)
def test_what_a_line_cannot_hold_is_refused(
    tmp_path: Path, count: float, word: str, columns: dict[str, object] | None, said: str
) -> None:
    with pytest.raises(InputError, match=said):
        mallet_text.write(Corpus([[count]], [word], columns), tmp_path / "x.mallet")
    assert not list(tmp_path.iterdir())


def test_gensim_reads_what_is_written_and_is_read(tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim")
    mallet_text.write(EXAMPLE, tmp_path / "x.mallet")
    words = dict(enumerate(EXAMPLE.vocabulary))
    theirs = gensim.corpora.MalletCorpus(str(tmp_path / "x.mallet"), id2word=words)
    assert [dict(row) for row in theirs] == [{0: 2, 2: 1}, {}, {1: 3, 3: 1}, {}]
    gensim.corpora.MalletCorpus.serialize(str(tmp_path / "y.mallet"), theirs, words)
    assert_same(mallet_text.read(tmp_path / "y.mallet", EXAMPLE.vocabulary), EXAMPLE)
