"""The native word counter against a readable tokenizer, scikit-learn, and itself."""

from __future__ import annotations

import argparse
import asyncio
import decimal
import email.message
import json
import logging
import re
import socket
import statistics
import threading
import unicodedata
from collections import Counter
from itertools import pairwise
from typing import Any

import numpy as np
import polars as pl
import pytest
import scipy.sparse as sp
from hypothesis import given, settings
from hypothesis import strategies as st
from sklearn.feature_extraction.text import CountVectorizer

from tests.interrupts import interrupt_when
from thalweg import _core

STOP_WORDS = ["the", "of", "and", "is", "in", "to", "if", "for", "not", "with", "be", "or"]


def counter(**changes: Any) -> _core.WordCounter:
    settings: dict[str, Any] = {
        "lowercase": True,
        "fold_accents": False,
        "digits": False,
        "min_length": 1,
        "max_length": 10**9,
        "ngrams": (1, 1),
        "stop_words": [],
        "phrases": [],
        "vocabulary": None,
    }
    return _core.WordCounter(**settings | changes)


def bags(words: _core.WordCounter, rows: Any) -> list[dict[str, int]]:
    """Each row as {word: count}; checks that ids ascend."""
    names = words.words()
    offsets, ids, counts = rows
    assert (offsets.dtype, ids.dtype, counts.dtype) == (np.int64, np.int32, np.int32)
    result = []
    for first, last in pairwise(offsets):
        assert (np.diff(ids[first:last]) > 0).all()
        pairs = zip(ids[first:last], counts[first:last], strict=True)
        result.append({names[i]: int(n) for i, n in pairs})
    return result


def count(texts: Any, *, n_threads: int = 2, **changes: Any) -> list[dict[str, int]]:
    words = counter(**changes)
    return bags(words, words.count(texts, n_threads=n_threads))


# The readable tokenizer. Only characters of Unicode 3.2, whose properties every Python agrees on.
def is_old(c: str) -> bool:
    category = unicodedata.category(c)
    # U+0295 was a small letter until Unicode 16.
    return unicodedata.ucd_3_2_0.category(c) == category not in ("Cs", "Cn") and c != "\u0295"


EVERY_CHARACTER = "".join(c for c in map(chr, range(0x20000)) if is_old(c))


def fold(token: str) -> str:
    folded = ""
    for c in token:
        base = "".join(b for b in unicodedata.normalize("NFD", c) if not "\u0300" <= b <= "\u036f")
        keep = len(base) > 1 or "HANGUL SYLLABLE" in unicodedata.name(c, "")
        folded += c if keep else base
    return folded


def reference(text: str, *, lowercase: bool, fold_accents: bool, digits: bool) -> list[str]:
    classes = "LMN" if digits else "LM"
    marked = "".join(
        c if unicodedata.category(c)[0] in classes or (digits and c == "_") else "\n" for c in text
    )
    tokens = marked.split("\n")
    if lowercase:
        tokens = [token.lower() for token in tokens]
    if fold_accents:
        tokens = [fold(token) for token in tokens]
    return [token for token in tokens if token]


CHARACTERS = st.one_of(
    st.sampled_from("aZéÉ ΣσςİıßẞǅÀ\u0300\u0301\u0345가각か\u3099がЙй\uff11_9'ªⅣ—\u2019\0"),
    st.characters(exclude_categories=["Cs"]).filter(is_old),
)


@settings(max_examples=300, deadline=None)
@given(
    st.lists(st.text(CHARACTERS, max_size=60), max_size=4),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)
def test_tokens_are_those_of_the_readable_tokenizer(
    texts: list[str], lowercase: bool, fold_accents: bool, digits: bool
) -> None:
    kind = {"lowercase": lowercase, "fold_accents": fold_accents, "digits": digits}
    assert count(texts, **kind) == [Counter(reference(text, **kind)) for text in texts]


@pytest.mark.parametrize("digits", [False, True])
@pytest.mark.parametrize("fold_accents", [False, True])
def test_every_character_is_classified_lowered_and_folded_as_in_python(
    digits: bool, fold_accents: bool
) -> None:
    kind = {"lowercase": True, "fold_accents": fold_accents, "digits": digits}
    texts = [f"x{c}y {c} z{c}Σ A{c}" for c in EVERY_CHARACTER]
    assert count(texts, **kind) == [Counter(reference(text, **kind)) for text in texts]


def test_folding_does_not_depend_on_how_accents_are_encoded() -> None:
    text = "Ångström naïve Çà số Ἀθῆναι"
    composed, decomposed = (unicodedata.normalize(form, text) for form in ("NFC", "NFD"))
    assert composed != decomposed
    first, second = count([composed, decomposed], fold_accents=True)
    assert first == second
    assert set(first) == {"angstrom", "naive", "ca", "so", "αθηναι"}


def test_lengths_are_counted_in_characters_after_folding() -> None:
    text = "é éé e\u0301e\u0301e\u0301 éééé aaaaa"
    assert count([text], fold_accents=True, min_length=2, max_length=4) == [
        {"ee": 1, "eee": 1, "eeee": 1}
    ]


@pytest.mark.parametrize("size", [7, 8, 9, 15, 16, 17, 63, 64, 65, 127, 128, 129, 1000])
def test_tokens_and_texts_of_any_size_meet_the_borders_of_words_and_blocks(size: int) -> None:
    texts = ["A" * size, "b " + "A" * size, "A" * size + " b", "A" * (size - 1) + "é"]
    expected = [{"a" * size: 1}, {"b": 1, "a" * size: 1}, {"b": 1, "a" * size: 1}]
    assert count(texts) == [*expected, {"a" * (size - 1) + "é": 1}]


# Against scikit-learn.
def docstrings() -> list[str]:
    """Of a few modules; without marks, which \\w does not match."""
    modules = [argparse, asyncio, decimal, email.message, json, logging, socket, statistics]
    items = [item for module in modules for item in [module, *list(vars(module).values())]]
    found = {doc for item in items if isinstance(doc := getattr(item, "__doc__", None), str)}
    return sorted(doc for doc in found if not any(unicodedata.category(c)[0] == "M" for c in doc))


DOCSTRINGS = docstrings()


@pytest.mark.parametrize("ngrams", [(1, 1), (1, 2), (2, 3)])
@pytest.mark.parametrize("stop_words", [[], STOP_WORDS])
@pytest.mark.parametrize(
    ("pattern", "changes"),
    [
        (r"(?u)\b\w\w+\b", {"digits": True, "min_length": 2}),
        (r"[^\W\d_]{3,}", {"min_length": 3}),
    ],
)
def test_counts_equal_those_of_count_vectorizer(
    ngrams: tuple[int, int], stop_words: list[str], pattern: str, changes: dict[str, Any]
) -> None:
    assert len(DOCSTRINGS) > 200
    vectorizer = CountVectorizer(
        token_pattern=pattern, ngram_range=ngrams, stop_words=stop_words or None
    )
    expected = vectorizer.fit_transform(DOCSTRINGS)
    words = counter(ngrams=ngrams, stop_words=stop_words, **changes)
    offsets, ids, counts = words.count(DOCSTRINGS, n_threads=2)
    names = np.array(words.words())
    rows = sp.csr_matrix((counts, ids, offsets), shape=(len(DOCSTRINGS), names.size))
    order = np.argsort(names)
    assert list(names[order]) == list(vectorizer.get_feature_names_out())
    assert (rows[:, order] != expected).nnz == 0


# Ids and threads.
def test_ids_follow_the_first_sight() -> None:
    words = counter()
    words.count(["b a b", None, "c a"], n_threads=1)
    assert words.words() == ["b", "a", "c"]
    words.count(["d a"], n_threads=1)
    assert words.words() == ["b", "a", "c", "d"]


@pytest.mark.parametrize("changes", [{}, {"ngrams": (1, 2), "phrases": [("return", "the")]}])
def test_nothing_depends_on_the_number_of_threads(changes: dict[str, Any]) -> None:
    texts = DOCSTRINGS * 24
    assert sum(map(len, texts)) > 20 * 2**17  # many blocks, several waves

    def everything(n_threads: int) -> list[Any]:
        words = counter(**changes)
        rows = [*words.count(texts[:500], n_threads=n_threads)]
        rows += words.count(texts, n_threads=n_threads)
        frequencies = [words.document_frequencies(), words.term_frequencies()]
        return [words.words(), *(a.tobytes() for a in [*rows, *frequencies])]

    expected = everything(1)
    for n_threads in (2, 3, 8):
        assert everything(n_threads) == expected


def test_frequencies_add_up_over_calls() -> None:
    words = counter()
    words.count(["a b a", "a"], n_threads=2)
    words.count(["b c c c"], n_threads=2)
    assert words.document_frequencies().tolist() == [2, 2, 1]
    assert words.term_frequencies().tolist() == [3, 2, 3]
    assert words.n_words == 3


# Stop words, phrases, vocabulary, tokens.
def test_phrases_join_greedily_from_left_to_right() -> None:
    phrases = [("a", "a"), ("new", "york"), ("york", "city")]
    assert count(["a a a, New York City; new x york"], phrases=phrases) == [
        {"a_a": 1, "a": 1, "new_york": 1, "city": 1, "new": 1, "x": 1, "york": 1}
    ]


def test_phrases_bridge_stop_words_and_enter_ngrams() -> None:
    changes = {"phrases": [("bank", "england")], "stop_words": ["of"], "ngrams": (2, 2)}
    assert count(["the bank of england said"], **changes) == [
        {"the bank_england": 1, "bank_england said": 1}
    ]


def test_with_a_vocabulary_nothing_new_enters() -> None:
    words = counter(vocabulary=["zebra", "ape", "the"], stop_words=["the"])
    offsets, ids, counts = words.count(["ape the dog ape", "dog", "ape zebra"], n_threads=2)
    assert (offsets.tolist(), ids.tolist(), counts.tolist()) == ([0, 1, 1, 3], [1, 0, 1], [2, 1, 1])
    assert words.words() == ["zebra", "ape", "the"]
    with pytest.raises(ValueError, match="cannot be pruned"):
        words.prune(2)


def test_a_vocabulary_with_a_word_twice_is_refused() -> None:
    with pytest.raises(ValueError, match="'ape' twice"):
        counter(vocabulary=["ape", "dog", "ape"])


def test_tokens_of_the_caller_are_taken_as_they_are() -> None:
    words = counter(stop_words=["The"], min_length=3, phrases=[("x y", "z")])
    rows = words.count_tokens(
        [["The", "the", "a\0", "a", "A-b", ""], [], ["x y", "z"], ["x", "y z"]], n_threads=2
    )
    assert bags(words, rows) == [
        {"the": 1, "a\0": 1, "a": 1, "A-b": 1},
        {},
        {"x y_z": 1},
        {"x": 1, "y z": 1},
    ]


# Pruning.
def test_pruned_words_leave_and_come_back_under_a_new_id() -> None:
    words = counter(stop_words=["the"])
    words.count(["rare common the", "common", "common seldom"], n_threads=2)
    assert words.prune(2).tolist() == [0, 2]
    assert words.words() == ["", "common", ""]
    assert words.prune(2).tolist() == []
    rows = words.count(["rare common the new"], n_threads=2)
    assert rows[1].tolist() == [1, 3, 4]
    assert words.words() == ["", "common", "", "rare", "new"]
    assert words.document_frequencies().tolist() == [1, 4, 1, 1, 1]


def test_pruning_frees_the_bytes_of_the_words() -> None:
    words = counter(digits=True)
    words.count([f"word{'x' * 100}{i}" for i in range(20000)], n_threads=2)
    before = words.table_bytes
    assert words.prune(2).size == 20000
    assert words.table_bytes < before - 20000 * 100


# Where texts come from.
def test_rows_without_text_stay_as_empty_rows() -> None:
    expected = [{}, {"a": 1}, {}, {}]
    texts = [None, "a", "", "- 12"]
    assert count(texts) == expected
    assert count(tuple(texts)) == expected
    assert count(pl.Series(texts)) == expected
    assert count(pl.DataFrame({"text": texts})) == expected
    assert count([]) == []


LONG_AND_SHORT = ["short", None, "a text that is longer than twelve bytes", "", "naïve"] * 7


def test_polars_chunks_and_slices_are_read() -> None:
    whole = pl.Series(LONG_AND_SHORT)
    chunked = pl.concat([whole[:4], whole[4:9], whole[9:]], rechunk=False)
    assert chunked.n_chunks() == 3
    expected = count(LONG_AND_SHORT)
    assert count(chunked) == expected
    assert count(pl.DataFrame({"text": chunked})[3:20]) == expected[3:20]


@pytest.mark.parametrize("name", ["string", "large_string", "string_view"])
def test_arrow_arrays_are_read_with_offsets_and_nulls(name: str) -> None:
    pa = pytest.importorskip("pyarrow")
    array = pa.array(LONG_AND_SHORT, type=getattr(pa, name)())
    chunked = pa.chunked_array([array.slice(3, 9), array.slice(30), array.slice(0, 0)])
    expected = count(LONG_AND_SHORT)
    assert count(chunked) == expected[3:12] + expected[30:]
    assert count(pa.table({"text": chunked})) == expected[3:12] + expected[30:]


def test_null_rows_of_a_struct_are_empty_texts() -> None:
    pa = pytest.importorskip("pyarrow")
    rows = pa.array([{"t": "a"}, None, {"t": "b"}, {"t": None}, {"t": "c"}]).slice(1)
    assert count(pa.chunked_array([rows])) == [{}, {"b": 1}, {}, {"c": 1}]


@pytest.mark.parametrize(
    ("values", "named"),
    [
        (pl.Series([1, 2]), "'l'"),
        (pl.DataFrame({"a": ["x"], "b": ["y"]}), "2 columns"),
        (pl.Series(["a", "b"], dtype=pl.Categorical), "dictionary"),
        ([b"bytes"], "text 0"),
        ("one text", "list or tuple"),
        ({"a": 1}, "list or tuple"),
    ],
)
def test_other_types_are_refused_by_name(values: Any, named: str) -> None:
    with pytest.raises(TypeError, match=re.escape(named)):
        counter().count(values, n_threads=1)


def test_ctrl_c_stops_counting_and_leaves_the_counter_as_it_was() -> None:
    words = counter(ngrams=(1, 3))
    words.count(["some words, some others"], n_threads=1)
    before = words.words(), words.term_frequencies().tolist()
    begun = threading.Event()
    interrupt_when(begun.is_set)

    def count() -> None:
        begun.set()
        words.count(DOCSTRINGS * 200, n_threads=2)

    with pytest.raises(KeyboardInterrupt):
        count()
    assert (words.words(), words.term_frequencies().tolist()) == before
    assert bags(words, words.count(["words! some, new"], n_threads=2)) == [
        {"words": 1, "some": 1, "new": 1, "words some": 1, "some new": 1, "words some new": 1}
    ]
