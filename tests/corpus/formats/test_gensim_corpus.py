from __future__ import annotations

import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from tests.corpus.formats.corpora import EXAMPLE, FRACTIONAL, assert_refused, assert_same, corpora
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats.gensim_corpus import (
    from_gensim,
    read_dictionary,
    to_gensim_corpus,
    to_gensim_dictionary,
    write_dictionary,
)
from thalweg.errors import InputError


@given(corpora(counts=FRACTIONAL))
@settings(max_examples=40, deadline=None)
def test_any_corpus_comes_back_as_it_was_given(corpus: Corpus) -> None:
    assert_same(from_gensim(*to_gensim_corpus(corpus)), corpus)


def test_bags_of_words_can_be_iterated_again_and_have_plain_numbers() -> None:
    bags, words = to_gensim_corpus(EXAMPLE)
    expected = [[(0, 2), (2, 1)], [], [(1, 3), (3, 1)], []]
    assert list(bags) == list(bags) == expected
    assert len(bags) == 4
    assert all(type(number) is int for bag in bags for pair in bag for number in pair)
    assert words == {0: "river", 1: "bank", 2: "água", 3: "money"}


def test_a_generator_without_a_dictionary_names_words_by_their_number() -> None:
    corpus = from_gensim(bag for bag in [[(2, 1.5)], []])
    assert list(corpus.vocabulary) == ["0", "1", "2"]
    np.testing.assert_array_equal(corpus.to_csr().toarray(), [[0, 0, 1.5], [0, 0, 0]])


def test_words_may_come_in_any_order_and_twice() -> None:
    corpus = from_gensim([[(1, 2), (0, 1), (1, 3)]], ["a", "b"])
    np.testing.assert_array_equal(corpus.to_csr().toarray(), [[1, 5]])


@pytest.mark.parametrize(
    ("bags", "dictionary", "said"),
    [
        ([[], [(0, 1), 5]], None, "document 1"),
        ([[], [(0, 1, 2)]], None, "document 1"),
        ([[(1.5, 1)]], None, "document 0"),
        ([[("a", 1)]], None, "document 0"),
        ([[(0, "a")]], None, "document 0"),
        ([[(2**40, 1)]], None, "document 0"),
        ([7], None, "document 0"),
        ([[], [(-1, 1)]], None, "document 1 has the word id -1"),
        ([[], [(0, -1)]], None, "document 1 has a count of -1"),
        ([[(0, float("nan"))]], None, "document 0 has a count of nan"),
        ([[(0, 2.0**25)]], None, "document 0 has a count of 33554432"),
        ([[(0, 1)], [(2, 1)]], {0: "a", 1: "b"}, "document 1 has the word id 2"),
        ([[(0, 1)]], {0: "a", 2: "b"}, "no word with the id 1"),
        ([[(0, 1)]], {0: "a", 1: "a"}, "'a' twice"),
        ([[(0, 1)]], {0: 5}, "expected a string"),
        ([[(0, 1)]], 5, "`dictionary` cannot be read"),
        ([[(2**31 - 1, 1)]], None, "2,147,483,648 words"),
    ],
)
def test_what_is_not_a_bag_of_words_is_refused(bags: Any, dictionary: Any, said: str) -> None:
    with pytest.raises(InputError, match=said):
        from_gensim(bags, dictionary)


def test_gensims_own_documents_and_dictionary_are_read() -> None:
    corpora = pytest.importorskip("gensim.corpora")
    texts = [["bank", "river", "bank"], [], ["money", "bank"]]
    dictionary = corpora.Dictionary(texts)
    corpus = from_gensim([dictionary.doc2bow(text) for text in texts], dictionary)
    assert list(corpus.vocabulary) == [dictionary[w] for w in range(3)]
    for word, expected in (("bank", [2, 0, 1]), ("river", [1, 0, 0]), ("money", [0, 0, 1])):
        column = corpus.to_csr().toarray()[:, corpus.vocabulary.id(word)]
        np.testing.assert_array_equal(column, expected)


def test_the_dictionary_is_that_which_gensim_would_make() -> None:
    corpora = pytest.importorskip("gensim.corpora")
    texts = [["river", "river", "água"], [], ["bank"] * 3 + ["money"], []]
    expected = corpora.Dictionary(texts)
    got = to_gensim_dictionary(EXAMPLE)
    for attribute in ("num_docs", "num_pos", "num_nnz"):
        assert getattr(got, attribute) == getattr(expected, attribute)
    for attribute in ("dfs", "cfs"):
        by_word = {word: getattr(expected, attribute)[w] for word, w in expected.token2id.items()}
        ours = {word: getattr(got, attribute)[w] for word, w in got.token2id.items()}
        assert ours == by_word
    assert [got[w] for w in range(4)] == list(EXAMPLE.vocabulary)


def test_without_gensim_a_dictionary_asks_for_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gensim.corpora", None)
    with pytest.raises(InputError, match="pip install gensim"):
        to_gensim_dictionary(EXAMPLE)


@pytest.mark.parametrize("name", ["words.txt", "words.txt.gz"])
def test_a_dictionary_as_text_comes_back(tmp_path: Path, name: str) -> None:
    write_dictionary(EXAMPLE, tmp_path / name)
    assert read_dictionary(tmp_path / name) == EXAMPLE.vocabulary


def test_gensim_reads_a_dictionary_as_text_and_writes_the_same(tmp_path: Path) -> None:
    corpora = pytest.importorskip("gensim.corpora")
    write_dictionary(EXAMPLE, tmp_path / "ours.txt")
    theirs = corpora.Dictionary.load_from_text(str(tmp_path / "ours.txt"))
    assert [theirs[w] for w in range(4)] == list(EXAMPLE.vocabulary)
    assert theirs.num_docs == 4
    theirs.save_as_text(str(tmp_path / "theirs.txt"))
    assert (tmp_path / "theirs.txt").read_bytes() == (tmp_path / "ours.txt").read_bytes()


def test_a_dictionary_without_the_number_of_documents_is_read(tmp_path: Path) -> None:
    (tmp_path / "x.txt").write_text("1\tb\t3\n0\ta\t2\n")
    assert list(read_dictionary(tmp_path / "x.txt")) == ["a", "b"]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("", ["empty"]),
        ("words\n", ["line 1", "number of documents"]),
        ("1\n0\ta\n", ["line 2"]),
        ("1\nx\ta\t1\n", ["line 2"]),
        ("1\n0\ta\t1\n0\tb\t1\n", ["line 3", "twice"]),
        ("1\n0\ta\t1\n99999999999999999999\tb\t1\n", ["line 3", "too large"]),
        ("1\n0\ta\t1\n2\tb\t1\n", ["no word with the id 1"]),
        ("1\n0\ta\t1\n1\ta\t1\n", ["'a' twice"]),
    ],
)
def test_a_malformed_dictionary_is_refused_where_it_is_wrong(
    tmp_path: Path, text: str, said: list[str]
) -> None:
    (tmp_path / "x.txt").write_text(text)
    assert_refused(read_dictionary, tmp_path / "x.txt", *said)


def test_a_word_with_a_tab_cannot_be_written_to_a_dictionary(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="gensim dictionaries"):
        write_dictionary(Corpus([[1]], ["a\tb"]), tmp_path / "x.txt")
    assert not list(tmp_path.iterdir())
