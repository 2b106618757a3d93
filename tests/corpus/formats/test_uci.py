from __future__ import annotations

import gzip
import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings

from benchmarks import corpora as real
from tests.corpus.formats.corpora import EXAMPLE, assert_refused, assert_same, corpora
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats import uci
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError, ThalwegError


@pytest.mark.parametrize(
    "name", ["docword.x.txt", "docword.x.txt.gz", "docword.x.txt.zst", "x.uci"]
)
def test_a_corpus_comes_back_as_it_was_written(tmp_path: Path, name: str) -> None:
    if name.endswith(".zst"):
        pytest.importorskip("backports.zstd")
    uci.write(EXAMPLE, tmp_path / name)
    assert_same(uci.read(tmp_path / name), EXAMPLE)


@given(corpora())
@settings(max_examples=40, deadline=None)
def test_any_corpus_comes_back_as_it_was_written(corpus: Corpus) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "docword.x.txt"
        uci.write(corpus, path)
        assert_same(uci.read(path), corpus)


def test_the_file_is_what_the_archive_has(tmp_path: Path) -> None:
    uci.write(EXAMPLE, tmp_path / "docword.x.txt")
    expected = "4\n4\n4\n1 1 2\n1 3 1\n3 2 3\n3 4 1\n"
    assert (tmp_path / "docword.x.txt").read_text() == expected
    vocabulary = (tmp_path / "vocab.x.txt").read_text(encoding="utf-8")
    assert vocabulary == "river\nbank\nágua\nmoney\n"
    assert sorted(path.name for path in tmp_path.iterdir()) == ["docword.x.txt", "vocab.x.txt"]


def test_compressed_files_are_the_same_bytes_each_time(tmp_path: Path) -> None:
    uci.write(EXAMPLE, tmp_path / "docword.a.txt.gz")
    uci.write(EXAMPLE, tmp_path / "docword.b.txt.gz")
    first, second = ((tmp_path / f"docword.{x}.txt.gz").read_bytes() for x in "ab")
    assert first == second
    assert gzip.decompress(first).startswith(b"4\n4\n4\n")


def test_without_a_vocabulary_words_are_named_by_their_number(tmp_path: Path) -> None:
    path = tmp_path / "docword.x.txt"
    path.write_text("1\n3\n1\n1 2 5\n")
    assert list(uci.read(path).vocabulary) == ["0", "1", "2"]


def test_the_vocabulary_may_be_a_path_or_words(tmp_path: Path) -> None:
    path = tmp_path / "docword.x.txt"
    path.write_text("1\n2\n1\n1 2 5\n")
    (tmp_path / "words").write_text("a\r\nb\r\n")
    for words in (tmp_path / "words", str(tmp_path / "words"), Vocabulary(["a", "b"]), ["a", "b"]):
        assert list(uci.read(path, words).vocabulary) == ["a", "b"]


def test_entries_may_come_in_any_order_and_twice(tmp_path: Path) -> None:
    path = tmp_path / "docword.x.txt"
    path.write_text("3\n3\n5\n3 2 1\n1 3 2\n1 1 4\n3 2 6\n1 3 1\n")
    expected = [[4, 0, 3], [0, 0, 0], [0, 7, 0]]
    np.testing.assert_array_equal(uci.read(path).to_csr().toarray(), expected)


def test_words_of_a_document_may_come_in_any_order_and_twice(tmp_path: Path) -> None:
    path = tmp_path / "docword.x.txt"
    path.write_text("2\n3\n4\n1 3 2\n1 1 4\n1 3 5\n2 1 1\n")
    np.testing.assert_array_equal(uci.read(path).to_csr().toarray(), [[4, 0, 7], [1, 0, 0]])


def test_a_header_padded_with_blanks_and_windows_line_ends_are_read(tmp_path: Path) -> None:
    path = tmp_path / "docword.x.txt"
    path.write_bytes(b"1      \r\n2      \r\n1     \r\n1 2 5\r\n")
    np.testing.assert_array_equal(uci.read(path).to_csr().toarray(), [[0, 5]])


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["empty"]),
        ("x\n", ["line 1", "number of documents"]),
        ("1\n-2\n", ["line 2", "number of words", "-2"]),
        ("1\n2\n", ["line 3", "number of entries", "nothing"]),
        ("1\n2\n99999999999999999999999\n", ["line 3"]),
        ("1\n2\n2\n1 1 1\n", ["line 3", "declares 2", "has 1"]),
        ("1\n2\n1\n1 1 1\n1 2 1\n", ["line 3", "declares 1", "has 2"]),
        ("1\n2\n2\n1 1 1\n2 1 1\n", ["line 5", "document 2", "1 to 1"]),
        ("1\n2\n2\n1 1 1\n1 3 1\n", ["line 5", "word 3", "1 to 2"]),
        ("1\n2\n1\n0 1 1\n", ["line 4", "document 0"]),
        ("1\n2\n1\n1 0 1\n", ["line 4", "word 0"]),
        ("1\n2\n1\n-1 1 1\n", ["line 4"]),
        ("1\n2\n2\n1 1 1\n1 x 1\n", ["line 5"]),
        ("1\n2\n2\n1 1 1\n1 2\n", ["line 5"]),
        ("1\n2\n2\n1 1 1\n1 2 1 1\n", ["line 5"]),
        ("1\n2\n2\n1 1 1\n1 2 -3\n", ["line 5", "-3"]),
        ("1\n2\n2\n1 1 1\n1 2 nan\n", ["line 5"]),
        ("1\n2\n2\n1 1 1\n1 2 inf\n", ["line 5"]),
        ("1\n2\n2\n1 1 1\n1 2 16777217\n", ["line 5", "16777217"]),
        ("1\n2\n2\n1 1 16777216\n1 1 16777216\n", ["33554432"]),
        ("1\n2\n2\n1 1 1\n1 99999999999999999999 1\n", ["line 5"]),
        ("1\n2\n2\n1 1 1\n1 1 1\0\n", ["line 5"]),
        ("1000000000000\n2\n1\n1 1 1\n", ["1,000,000,000,000 documents"]),
        ("1\n1000000000000\n1\n1 1 1\n", ["1,000,000,000,000 words"]),
        ("1\n1000000000\n1\n1 1 1\n", ["1,000,000,000 words"]),
        ("1\n1000000000000\n1000000000000\n1 1 1\n", ["line 3", "has 1"]),
    ],
)
def test_a_malformed_file_is_refused_where_it_is_wrong(
    tmp_path: Path, text: str, said: list[str]
) -> None:
    path = tmp_path / "docword.x.txt"
    path.write_text(text)
    assert_refused(uci.read, path, *said)


@pytest.mark.parametrize("words", ["a\n", "a\nb\nc\n"])
def test_a_vocabulary_of_another_length_is_refused(tmp_path: Path, words: str) -> None:
    path = tmp_path / "docword.x.txt"
    path.write_text("1\n2\n1\n1 1 1\n")
    (tmp_path / "vocab.x.txt").write_text(words)
    n_words = words.count("\n")
    assert_refused(uci.read, path, "declares 2 words", f"vocabulary has {n_words}")


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"a\na\n", "'a' twice"),
        (b"a\n\xff\n", "line 2"),
        (b"a\nb\0\n", "line 2"),
    ],
)
def test_a_damaged_vocabulary_is_refused(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "docword.x.txt"
    path.write_text("1\n2\n1\n1 1 1\n")
    (tmp_path / "vocab.x.txt").write_bytes(content)
    with pytest.raises(InputError, match=said) as caught:
        uci.read(path)
    assert "vocab.x.txt" in str(caught.value)


def test_counts_that_are_not_whole_cannot_be_written(tmp_path: Path) -> None:
    corpus = Corpus([[1.0, 0.0], [0.0, 2.5]], ["a", "b"])
    with pytest.raises(InputError, match=r"document 1 has a count of 2\.5"):
        uci.write(corpus, tmp_path / "docword.x.txt")
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize("word", ["a\nb", "a\r", "a\0b", "\ud800"])
def test_a_word_that_a_line_cannot_hold_is_refused(tmp_path: Path, word: str) -> None:
    with pytest.raises(InputError):
        uci.write(Corpus([[1]], [word]), tmp_path / "docword.x.txt")
    assert not list(tmp_path.iterdir())


def test_gensim_reads_what_is_written(tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim")
    path = tmp_path / "x.uci"
    uci.write(EXAMPLE, path)
    theirs = gensim.corpora.UciCorpus(str(path), str(tmp_path / "x.uci.vocab"))
    rows = [dict(row) for row in theirs]
    assert rows == [{0: 2, 2: 1}, {}, {1: 3, 3: 1}, {}]
    assert theirs.id2word[2] == "água".encode()


def test_what_gensim_writes_is_read(tmp_path: Path) -> None:
    gensim = pytest.importorskip("gensim")
    path = tmp_path / "x.uci"
    bags = [[(0, 2), (2, 1)], [], [(1, 3)]]
    gensim.corpora.UciCorpus.serialize(str(path), bags, id2word={0: "a", 1: "b", 2: "c"})
    corpus = uci.read(path)
    assert list(corpus.vocabulary) == ["a", "b", "c"]
    np.testing.assert_array_equal(corpus.to_csr().toarray(), [[2, 0, 1], [0, 0, 0], [0, 3, 0]])


@pytest.mark.parametrize("name", ["ap", "nips"])
def test_a_real_corpus_is_read_as_it_is_published(name: str) -> None:
    if not real.available(name):
        pytest.skip(f"the corpus {name} is not on this machine")
    corpus = uci.read(real.SHARED / name / f"docword.{name}.txt.gz")
    expected = real.docword(name)
    assert (corpus.to_csr() != expected).nnz == 0
    assert corpus.shape == expected.shape
    assert list(corpus.vocabulary) == real.vocabulary(name)


def test_a_real_file_that_was_cut_short_is_refused(tmp_path: Path) -> None:
    if not real.available("ap"):
        pytest.skip("the corpus ap is not on this machine")
    packed = (real.SHARED / "ap" / "docword.ap.txt.gz").read_bytes()
    (tmp_path / "docword.x.txt.gz").write_bytes(packed[: len(packed) // 2])
    assert_refused(uci.read, tmp_path / "docword.x.txt.gz", "truncated or damaged")
    text = gzip.decompress(packed)
    (tmp_path / "docword.x.txt").write_bytes(text[: len(text) // 2])
    with pytest.raises(ThalwegError, match=r"docword\.x\.txt, line"):
        uci.read(tmp_path / "docword.x.txt")
