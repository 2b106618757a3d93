from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import assume, given, settings

from tests.corpus.formats.corpora import EXAMPLE, assert_refused, assert_same, corpora
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats import lda_c
from thalweg.errors import InputError


@pytest.mark.parametrize("name", ["x.ldac", "x.ldac.gz", "x.ldac.zst"])
def test_a_corpus_comes_back_as_it_was_written(tmp_path: Path, name: str) -> None:
    if name.endswith(".zst"):
        pytest.importorskip("backports.zstd")
    lda_c.write(EXAMPLE, tmp_path / name)
    assert_same(lda_c.read(tmp_path / name), EXAMPLE)


@given(corpora())
@settings(max_examples=40, deadline=None)
def test_any_corpus_comes_back_as_it_was_written(corpus: Corpus) -> None:
    assume(corpus.n_documents > 0)
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "x.ldac"
        lda_c.write(corpus, path)
        assert_same(lda_c.read(path), corpus)


def test_the_file_is_what_blei_describes(tmp_path: Path) -> None:
    lda_c.write(EXAMPLE, tmp_path / "x.ldac")
    assert (tmp_path / "x.ldac").read_text() == "2 0:2 2:1\n0\n2 1:3 3:1\n0\n"


def test_a_longer_vocabulary_adds_columns(tmp_path: Path) -> None:
    path = tmp_path / "x.ldac"
    path.write_text("1 1:4\n")
    assert lda_c.read(path).shape == (1, 2)
    assert lda_c.read(path, ["a", "b", "c"]).shape == (1, 3)


def test_words_may_come_in_any_order_and_twice(tmp_path: Path) -> None:
    path = tmp_path / "x.ldac"
    path.write_text("3 2:1 0:4 2:5\n")
    np.testing.assert_array_equal(lda_c.read(path).to_csr().toarray(), [[4, 0, 6]])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["empty"]),
        ("1 0:1\n2 0:1\n", ["line 2", "declares 2", "has 1"]),
        ("1 0:1\n1 0:1 1:1\n", ["line 2", "declares 1", "has 2"]),
        ("1 0:1\n1 -1:1\n", ["line 2"]),
        ("1 0:1\n1 x:1\n", ["line 2"]),
        ("1 0:1\n1 1\n", ["line 2"]),
        ("1 0:1\nx 1:1\n", ["line 2"]),
        ("1 0:1\n1 1:-2\n", ["line 2", "-2"]),
        ("1 0:1\n1 1:nan\n", ["line 2"]),
        ("1 0:1\n1 1:16777217\n", ["line 2", "16777217"]),
        ("1 0:1\n1 99999999999999:1\n", ["line 2"]),
        ("1 0:1\n1 0:1\0\n", ["line 2"]),
        ("1 2000000000:1\n", ["2,000,000,001 words"]),
    ],
)
def test_a_malformed_file_is_refused_where_it_is_wrong(
    tmp_path: Path, text: str, said: list[str]
) -> None:
    path = tmp_path / "x.ldac"
    path.write_text(text)
    assert_refused(lda_c.read, path, *said)


def test_a_shorter_vocabulary_is_refused_at_the_first_word_it_lacks(tmp_path: Path) -> None:
    path = tmp_path / "x.ldac"
    path.write_text("1 0:1\n2 0:1 2:1\n")
    (tmp_path / "x.ldac.vocab").write_text("a\nb\n")
    assert_refused(lda_c.read, path, "line 2", "word 2", "has 2 words")


def test_fractions_and_no_documents_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"document 0 has a count of 1\.5"):
        lda_c.write(Corpus([[1.5]], ["a"]), tmp_path / "x.ldac")
    with pytest.raises(InputError, match="no documents"):
        lda_c.write(Corpus(np.zeros((0, 1)), ["a"]), tmp_path / "x.ldac")
    assert not list(tmp_path.iterdir())


def test_gensim_reads_what_is_written_and_is_read(tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim")
    lda_c.write(EXAMPLE, tmp_path / "x.ldac")
    theirs = gensim.corpora.BleiCorpus(str(tmp_path / "x.ldac"))
    assert [dict(row) for row in theirs] == [{0: 2, 2: 1}, {}, {1: 3, 3: 1}, {}]
    assert theirs.id2word[2] == "água"
    gensim.corpora.BleiCorpus.serialize(str(tmp_path / "y.ldac"), theirs, theirs.id2word)
    assert_same(lda_c.read(tmp_path / "y.ldac"), EXAMPLE)
