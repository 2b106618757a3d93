"""The counter that is kept with a vocabulary: built once, and used by many threads at a time."""

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from thalweg import TextSettings, Vocabulary, _core
from thalweg.corpus.text.vocabulary_counter import vocabulary_counter


def test_a_counter_is_built_once_for_equal_settings() -> None:
    words = Vocabulary(["fish", "red"])
    counter = vocabulary_counter(words, TextSettings())
    assert vocabulary_counter(words, TextSettings()) is counter
    assert vocabulary_counter(words, TextSettings(lowercase=False)) is not counter


def test_a_vocabulary_with_a_counter_is_copied_and_pickled() -> None:
    words = Vocabulary(["fish", "red"], retired=[1])
    vocabulary_counter(words, TextSettings())
    words.id("fish")
    for same in (pickle.loads(pickle.dumps(words)), copy.deepcopy(words), copy.copy(words)):
        assert same == words
        assert same.id("red") == 1
        assert vocabulary_counter(same, TextSettings()).native.n_words == 2


@pytest.mark.parametrize("n_threads", [1, 2])
def test_threads_that_count_at_the_same_time_get_the_rows_of_one_thread(n_threads: int) -> None:
    rng = np.random.default_rng(0)
    words = [f"w{w}" for w in range(500)]
    settings = TextSettings(digits=True, min_length=1, phrases=[("w1", "w2")])
    counter = vocabulary_counter(Vocabulary([*words, "w1_w2"]), settings)
    batches = [
        [" ".join(rng.choice(words, rng.integers(0, 200))) for _ in range(size)]
        for size in (1, 3, 200, 1, 50) * 8
    ]
    expected = [counter.count(texts, 1) for texts in batches]
    with ThreadPoolExecutor(8) as pool:
        results = pool.map(lambda texts: counter.count(texts, n_threads), batches * 5)
        for rows, right in zip(results, expected * 5, strict=True):
            assert all(np.array_equal(a, b) for a, b in zip(rows, right, strict=True))


def test_a_counter_with_a_vocabulary_counts_no_frequencies() -> None:
    native: _core.WordCounter = TextSettings().counter(["fish"]).native
    with pytest.raises(ValueError, match="counts no frequencies"):
        native.document_frequencies()
    with pytest.raises(ValueError, match="counts no frequencies"):
        native.term_frequencies()
