from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import polars as pl
import pytest
from hypothesis import assume, given, settings

from tests.corpus.formats.corpora import (
    EXAMPLE,
    FRACTIONAL,
    NAMES,
    assert_refused,
    assert_same,
    corpora,
)
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats import vw
from thalweg.errors import InputError


@pytest.mark.parametrize("name", ["x.vw", "x.vw.gz", "x.vw.zst"])
def test_a_corpus_comes_back_as_it_was_written(tmp_path: Path, name: str) -> None:
    if name.endswith(".zst"):
        pytest.importorskip("backports.zstd")
    vw.write(EXAMPLE, tmp_path / name)
    assert_same(vw.read(tmp_path / name), EXAMPLE)


@given(corpora(words=NAMES, counts=FRACTIONAL))
@settings(max_examples=40, deadline=None)
def test_any_corpus_comes_back_as_it_was_written(corpus: Corpus) -> None:
    assume(corpus.n_documents > 0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.vw"
        vw.write(corpus, path)
        assert_same(vw.read(path), corpus)


def test_ids_are_tags_and_labels_stand_before_them(tmp_path: Path) -> None:
    columns = {"id": ["a", "'b", None], "label": ["1", None, "2 0.5"], "year": [1, 2, 3]}
    corpus = Corpus([[2, 0], [0, 0], [0.5, 1]], ["river", "bank"], columns)
    vw.write(corpus, tmp_path / "x.vw")
    expected = "1 'a| river:2\n''b|\n2 0.5 | river:0.5 bank:1\n"
    assert (tmp_path / "x.vw").read_text() == expected
    got = vw.read(tmp_path / "x.vw")
    assert got.ids.to_list() == ["a", "'b", None]
    assert got.metadata["label"].to_list() == ["1", None, "2 0.5"]


def test_a_corpus_without_ids_is_tagged_with_its_row_numbers(tmp_path: Path) -> None:
    vw.write(EXAMPLE[2:], tmp_path / "x.vw")
    assert vw.read(tmp_path / "x.vw").ids.to_list() == ["2", "3"]


def test_tags_namespaces_and_missing_counts_are_read_as_vowpal_wabbit_does(tmp_path: Path) -> None:
    path = tmp_path / "x.vw"
    path.write_text("1 1.5 tag|body b:2 a |title:3 a c:.5\r\n| b b\n'only |\n1 |x \n")
    corpus = vw.read(path)
    assert list(corpus.vocabulary) == ["a", "b", "c"]
    expected = [[4, 2, 1.5], [0, 2, 0], [0, 0, 0], [0, 0, 0]]
    np.testing.assert_array_equal(corpus.to_csr().toarray(), expected)
    assert corpus.ids.to_list() == ["tag", None, "only", None]
    assert corpus.metadata["label"].to_list() == ["1 1.5", None, None, "1"]


def test_without_tags_and_labels_there_are_no_columns(tmp_path: Path) -> None:
    path = tmp_path / "x.vw"
    path.write_text("| a\n| b\n")
    assert vw.read(path).metadata.columns == ["id"]
    assert vw.read(path).ids.to_list() == [0, 1]


def test_words_of_a_given_vocabulary_keep_their_ids(tmp_path: Path) -> None:
    path = tmp_path / "x.vw"
    path.write_text("| a b:2\n")
    corpus = vw.read(path, ["b", "z", "a"])
    np.testing.assert_array_equal(corpus.to_csr().toarray(), [[2, 0, 1]])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["empty"]),
        ("| a\nno bar\n", ["line 2", "'|'"]),
        ("| a\n\n| a\n", ["line 2", "'|'"]),
        ("| a\n| a:x\n", ["line 2", "'x'"]),
        ("| a\n| a:\n", ["line 2", "nothing"]),
        ("| a\n| a:1_0\n", ["line 2", "1_0"]),
        ("| a\n| a:1:2\n", ["line 2", "1:2"]),
        ("| a\n| :2\n", ["line 2", "no word"]),
        ("| a\n| a:-1\n", ["line 2", "-1"]),
        ("| a\n| a:nan\n", ["line 2", "nan"]),
        ("| a\n| a:1e99\n", ["line 2", "1e+99"]),
        ("| a\n|n:x a\n", ["line 2", "'x'"]),
        ("| a\n| b\0\n", ["line 2", "0x00"]),
    ],
)
def test_a_malformed_file_is_refused_where_it_is_wrong(
    tmp_path: Path, text: str, said: list[str]
) -> None:
    path = tmp_path / "x.vw"
    path.write_text(text)
    assert_refused(vw.read, path, *said)


def test_bytes_that_are_not_utf8_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.vw"
    path.write_bytes(b"| a\n| \xff\n")
    assert_refused(vw.read, path, "line 2", "0xff")


def test_a_word_that_the_vocabulary_lacks_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "x.vw"
    path.write_text("| a\n| b\n")
    (tmp_path / "x.vw.vocab").write_text("a\n")
    assert_refused(vw.read, path, "line 2", "'b'", "not in the vocabulary")


@pytest.mark.parametrize("word", ["", "a:b", "a|b", "a b", "a\tb", "a\nb", "\ud800"])
def test_a_word_that_would_be_read_as_something_else_is_refused(tmp_path: Path, word: str) -> None:
    with pytest.raises(InputError):
        vw.write(Corpus([[1]], [word]), tmp_path / "x.vw")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("column", "value"), [("id", "a b"), ("id", "a|b"), ("label", "a|b"), ("label", "'a")]
)
def test_an_id_or_label_that_would_be_read_as_something_else_is_refused(
    tmp_path: Path, column: str, value: str
) -> None:
    corpus = Corpus([[1]], ["a"], pl.DataFrame({column: [value]}))
    with pytest.raises(InputError, match=column):
        vw.write(corpus, tmp_path / "x.vw")
    assert not list(tmp_path.iterdir())
