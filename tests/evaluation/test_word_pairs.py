"""Counts of words and pairs of words in documents and windows, compared with Python sets."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from tests.synthetic import corpus_in_parts, make_corpus
from thalweg import Corpus, InputError, _core, read
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.evaluation._word_pairs import (
    PairCounts,
    count_in_documents,
    count_in_windows,
    tokens_in_order,
    words_in_order,
)


def windows_of(text: list[int], size: int) -> Iterator[set[int]]:
    """A window begins at each token that is followed by size - 1 others; a short text is one."""
    for first in range(max(len(text) - size + 1, 1)):
        yield set(text[first : first + size])


def count_by_sets(windows: list[set[int]], n_words: int, pairs: np.ndarray) -> PairCounts:
    return PairCounts(
        len(windows),
        np.array([sum(w in window for window in windows) for w in range(n_words)]),
        np.array([sum({a, b} <= window for window in windows) for a, b in pairs.tolist()]),
    )


def assert_same(found: PairCounts, expected: PairCounts) -> None:
    assert found.n_windows == expected.n_windows
    assert found.words.tolist() == expected.words.tolist()
    assert found.pairs.tolist() == expected.pairs.tolist()


def sequences_of(texts: list[list[int]]) -> tuple[np.ndarray, np.ndarray]:
    offsets = np.cumsum([0, *map(len, texts)])
    return offsets, np.array([w for text in texts for w in text], dtype=np.int32)


def random_pairs(n_words: int, n_pairs: int, seed: int = 0) -> np.ndarray:
    return np.random.default_rng(seed).integers(n_words, size=(n_pairs, 2)).astype(np.int32)


@pytest.mark.parametrize("window", [1, 2, 7, 64, 1000])
@pytest.mark.parametrize(("n_texts", "longest"), [(50, 20), (3, 1500), (700, 3)])
def test_counts_in_windows_equal_those_by_sets(n_texts: int, longest: int, window: int) -> None:
    rng = np.random.default_rng(longest)
    texts = [rng.integers(-1, 9, rng.integers(longest + 1)).tolist() for _ in range(n_texts)]
    pairs = random_pairs(9, 30)
    expected = count_by_sets([w for t in texts for w in windows_of(t, window)], 9, pairs)
    for n_threads in (1, 3):
        found = count_in_windows([sequences_of(texts)], window, 9, pairs, n_threads=n_threads)
        assert_same(found, expected)
    halves = [sequences_of(texts[: n_texts // 2]), sequences_of(texts[n_texts // 2 :])]
    assert_same(count_in_windows(halves, window, 9, pairs), expected)


@pytest.mark.parametrize("index_type", [np.int32, np.int64])
def test_counts_in_documents_equal_those_by_sets(index_type: type) -> None:
    counts = make_corpus(1200, 40, 4, 12.0).counts
    counts.indices = counts.indices.astype(index_type)
    ids = np.array([7, -1, 30, 2, 11, 39], dtype=np.int32)
    pairs = random_pairs(ids.size, 25)
    documents = Documents.check(counts)
    rows = [set(row.indices.tolist()) for row in counts]
    sets = [{place for place, w in enumerate(ids.tolist()) if w in row} for row in rows]
    found = count_in_documents(DocumentSource.of_documents(documents), ids, pairs, n_threads=2)
    assert_same(found, count_by_sets(sets, ids.size, pairs))
    assert found.words[1] == 0


def test_a_stored_corpus_of_several_parts_has_the_same_counts_as_one_in_memory(
    tmp_path: Path,
) -> None:
    counts = make_corpus(300, 40, 4, 12.0).counts
    corpus = Corpus(counts, [f"w{w}" for w in range(40)])
    stored = DocumentSource.of(corpus_in_parts(counts, tmp_path / "store", 500))
    assert stored.bounds.size > 3
    ids, pairs = np.arange(40, dtype=np.int32), random_pairs(40, 60)
    assert_same(
        count_in_documents(stored, ids, pairs),
        count_in_documents(DocumentSource.of(corpus), ids, pairs),
    )


def test_tokens_keep_their_order_and_other_words_keep_their_place() -> None:
    texts = [["a", "x", "b"], [], ["b", "b"]]
    [(offsets, words)] = tokens_in_order(["b", "a"], texts)
    assert (offsets.tolist(), words.tolist()) == ([0, 3, 3, 5], [1, -1, 0, 0, 0])


def test_texts_of_a_corpus_are_tokenized_as_when_it_was_read() -> None:
    texts = ["The quick FOX, a new york fox", "york: new York!", ""]
    corpus = read(
        texts, min_df=1, max_df=1.0, keep_texts=True, stop_words=["the", "quick"], min_length=3
    )
    [(offsets, words)] = words_in_order(["fox", "york"], corpus, n_threads=2)
    # the, quick and a leave no gap
    assert offsets.tolist() == [0, 4, 7, 7]
    assert words.tolist() == [0, -1, 1, 0, 1, -1, 1]


def test_a_stop_word_of_the_corpus_is_found_if_it_is_a_word_of_a_topic() -> None:
    corpus = read(["the fox"], min_df=1, max_df=1.0, keep_texts=True)
    [(_, words)] = words_in_order(["the"], corpus)
    assert words.tolist() == [0, -1]


def test_a_custom_tokenizer_is_used() -> None:
    corpus = read(
        ["a-b-c"], min_df=1, max_df=1.0, keep_texts=True, tokenizer=lambda t: t.split("-")
    )
    [(_, words)] = words_in_order(["c", "b"], corpus)
    assert words.tolist() == [-1, 1, 0]


def test_a_corpus_without_texts_is_refused() -> None:
    with pytest.raises(InputError, match="keep_texts"):
        next(words_in_order(["a"], read(["a text of words"], min_df=1, max_df=1.0)))


@pytest.mark.parametrize("texts", [["a text"], [3], [["a", 3]], [["\ud800"]]])
def test_texts_that_are_not_lists_of_tokens_are_refused(texts: list) -> None:
    with pytest.raises(InputError, match="`texts`"):
        list(tokens_in_order(["a"], texts))


def test_arrays_that_do_not_fit_are_refused() -> None:
    arrays = {
        "offsets": np.array([0, 1]),
        "words": np.array([0], dtype=np.int32),
        "window": 0,
        "places": np.array([0], dtype=np.int32),
        "pairs": np.zeros((1, 2), dtype=np.int32),
        "word_counts": np.zeros(1, dtype=np.int64),
        "pair_counts": np.zeros(1, dtype=np.int64),
        "n_threads": 1,
    }
    assert _core.count_pairs(**arrays) == 1
    for name, wrong in {
        "offsets": np.array([0, 2]),
        "words": np.array([1], dtype=np.int32),
        "window": -1,
        "places": np.array([1], dtype=np.int32),
        "pairs": np.array([[0, 1]], dtype=np.int32),
        "pair_counts": np.zeros(2, dtype=np.int64),
    }.items():
        with pytest.raises(ValueError, match=r"fit|place"):
            _core.count_pairs(**arrays | {name: wrong})
