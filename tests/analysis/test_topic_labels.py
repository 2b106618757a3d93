"""Suggested names, names by a function, and junk words, on topics that are known."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pytest
from numpy.typing import NDArray

from thalweg import Corpus, InputError
from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.junk_words import junk_words
from thalweg.analysis.naming_function import names_by_function, typical_texts
from thalweg.analysis.topic_labels import distinct_name, topic_labels_of
from thalweg.analysis.topic_words import top_words

WORDS = ["hotel", "pool", "pools", "spa", "wine", "menu", "dinner", "new_york", "york", "city"]


def components(*topics: dict[str, float], words: Sequence[str] = WORDS) -> NDArray[np.float64]:
    """Topics with these counts of words, and a tenth for all others."""
    return np.array([[topic.get(word, 0.1) for word in words] for topic in topics])


POOL = {"hotel": 50, "pool": 45, "pools": 40, "spa": 40}
FOOD = {"hotel": 50, "wine": 45, "menu": 42, "dinner": 10}
CITY = {"hotel": 50, "york": 45, "city": 42, "new_york": 20}
COUNTS = np.array([140.0, 140.0, 145.0])


def names_of(method: str, *topics: dict[str, float], n_words: int = 2) -> list[str | None]:
    found = topic_labels_of(components(*topics), COUNTS[: len(topics)], WORDS, method, n_words)
    return [row.name for row in found]


def test_relevance_equals_the_formula_of_sievert_and_shirley() -> None:
    """Computed for all words at once, in logarithms of full matrices."""
    weights = np.random.default_rng(0).gamma(0.3, size=(5, 40)) + 1e-6
    shares = np.random.default_rng(1).dirichlet(np.ones(5))
    phi = weights / weights.sum(axis=1, keepdims=True)
    relevance = 0.6 * np.log(phi) + 0.4 * np.log(phi / (shares @ phi))
    expected = np.argsort(-relevance, axis=1)[:, :7]
    np.testing.assert_array_equal(top_words(weights, shares, 7, 0.6), expected)
    np.testing.assert_array_equal(
        top_words(weights, shares, 7, 1.0), np.argsort(-phi, axis=1)[:, :7]
    )


def test_a_masked_word_is_never_relevant() -> None:
    weights = np.array([[3.0, 0.0, 1.0], [1.0, 0.0, 3.0]])
    assert top_words(weights, np.array([0.5, 0.5]), 2, 0.6).tolist() == [[0, 2], [2, 0]]


def test_relevant_names_leave_out_the_word_that_all_topics_share() -> None:
    assert names_of("relevance", POOL, FOOD, CITY) == ["pool, spa", "wine, menu", "new york, city"]
    assert names_of("probability", POOL, FOOD)[1] == "hotel, wine"


def test_a_phrase_comes_first_and_replaces_its_words() -> None:
    """York is more frequent than new_york."""
    assert names_of("probability", CITY, n_words=3) == ["new york, hotel, city"]


def test_names_of_phrases_only_have_words_if_a_topic_has_no_phrase() -> None:
    fillers = {f"filler{n}": 1.0 for n in range(50)}
    topics = components(POOL | fillers, CITY | fillers, words=[*WORDS, *fillers])
    found = topic_labels_of(topics, COUNTS[:2], [*WORDS, *fillers], "phrases", 2)
    assert [row.name for row in found] == ["pool, spa", "new york"]


def test_forms_of_a_word_count_once() -> None:
    assert names_of("probability", POOL, n_words=3) == ["hotel, pool, spa"]


def test_topics_with_the_same_words_get_different_names() -> None:
    """The smaller topic takes the next word, in whatever order the words are."""
    other = POOL | {"hotel": 40, "pool": 50}
    assert names_of("probability", POOL, other) == ["hotel, pool", "pool, spa"]


def test_a_topic_without_tokens_gets_no_name() -> None:
    found = topic_labels_of(components(POOL, FOOD), np.array([140.0, 0.2]), WORDS)
    assert [row.name is None for row in found] == [False, True]


def test_taken_names_and_junk_words_are_avoided() -> None:
    weights = components(POOL)
    found = topic_labels_of(
        weights, COUNTS[:1], WORDS, "probability", 2, taken=["Pool, Spa"], junk=["hotel"]
    )
    assert found[0].name == "pool, wine"


def test_an_unknown_method_is_refused() -> None:
    with pytest.raises(InputError, match="`method` is 'best'; expected one of relevance, prob"):
        names_of("best", POOL)


def test_a_name_that_is_used_gets_a_word_of_the_topic() -> None:
    assert distinct_name("Service", ["services", "waiter"], {"service"}) == "Service (waiter)"
    used = {"service", "service (waiter)"}
    assert distinct_name("Service", ["waiter"], used) == "Service (2)"


# ---------------------------------------------------------------------------- functions


def test_a_function_names_each_topic_once_with_words_and_examples() -> None:
    calls = []

    def name(words: list[str], examples: list[str]) -> str:
        calls.append((words, examples))
        return f" {words[0]} \n"

    given = {0: ["pool", "spa"], 2: ["wine"]}
    found = names_by_function(name, given, [["a"], ["b"], []])
    assert found == {0: "pool", 2: "wine"}
    assert calls == [(["pool", "spa"], ["a"]), (["wine"], [])]


def test_equal_names_of_a_function_get_different_additions() -> None:
    found = names_by_function(
        lambda words, _: "Food", {0: ["food", "wine"], 1: ["menu"]}, [[], []], ["food"]
    )
    assert found == {0: "Food (wine)", 1: "Food (menu)"}


@pytest.mark.parametrize(
    ("answer", "message"),
    [(7, "topic 1 is '7' of type int"), ("two\nlines", "topic 1 .* line break")],
)
def test_a_wrong_answer_of_a_function_names_the_topic(answer: object, message: str) -> None:
    with pytest.raises(InputError, match=message):
        names_by_function(lambda *_: answer, {1: ["wine"]}, [[], []])  # type: ignore[arg-type, return-value]


def test_typical_texts_are_those_with_the_largest_shares_over_all_batches() -> None:
    """Document 4 has no words, and its share means nothing."""
    shares = np.array([[0.9, 0.1], [0.2, 0.8], [0.95, 0.05], [0.4, 0.6], [1.0, 0.0]])
    counts = np.array([[1], [1], [1], [1], [0]])
    texts = [f"text {j}" for j in range(5)]
    batches = [
        DocumentTopics(
            Corpus(counts[rows], ["w"], texts=texts[rows]), shares[rows].astype("f4"), rows.start
        )
        for rows in (slice(0, 2), slice(2, 5))
    ]
    assert typical_texts(batches, 2, 2) == [["text 2", "text 0"], ["text 1", "text 3"]]


def test_documents_without_texts_cannot_be_examples() -> None:
    batch = DocumentTopics(Corpus([[1]], ["w"]), np.ones((1, 1), "f4"))
    with pytest.raises(InputError, match="`X` has no texts"):
        typical_texts([batch], 1, 2)


# ---------------------------------------------------------------------------- junk words

PLAIN = ["river", "boat", "wine", "menu", "goal", "match", "court", "judge", "rain", "snow"]
PAIRS = [PLAIN[place : place + 2] for place in range(0, 10, 2)]


def junk_of(*extra: dict[str, float]) -> list[tuple[str, str, list[int]]]:
    """Five equally large topics, each with two words of its own and these."""
    topics = [dict.fromkeys(pair, 40.0) | more for pair, more in zip(PAIRS, extra, strict=True)]
    words = sorted({word for topic in topics for word in topic})
    weights = components(*topics, words=words)
    # Words of other topics have a tenth of a token, and are not among the top ones.
    found = junk_words(weights, np.full(5, 0.2), words, min(len(topic) for topic in topics))
    return [(row.word, row.reason, row.topics) for row in found]


def test_plain_topics_have_no_junk_words() -> None:
    assert junk_of({}, {}, {}, {}, {}) == []


def test_remains_of_entities_are_reported_wherever_they_are() -> None:
    a = {"nbsp": 90.0}
    assert junk_of(a, {"x1": 50}, {"x2": 50}, {"x3": 50}, {"x4": 50}) == [("nbsp", "markup", [0])]


def test_a_word_with_two_meanings_is_reported_only_in_three_topics_or_next_to_markup() -> None:
    amp, other = {"amp": 90.0}, [{f"x{k}": 50.0} for k in range(5)]
    assert junk_of(amp, amp, *other[2:]) == []
    assert junk_of(amp, amp, amp, *other[3:]) == [("amp", "markup", [0, 1, 2])]
    with_nbsp = [{"amp": 90.0, "nbsp": 80.0}] + [
        each | {f"y{k}": 45.0} for k, each in enumerate(other[1:])
    ]
    assert junk_of(*with_nbsp) == [("amp", "markup", [0]), ("nbsp", "markup", [0])]


def test_a_word_that_is_frequent_in_all_topics_is_reported() -> None:
    everywhere = {"good": 60.0}
    assert junk_of(*[everywhere] * 5) == [("good", "filler", [0, 1, 2, 3, 4])]


def test_a_frequent_word_that_tells_topics_apart_is_kept() -> None:
    """Among the top words of all topics, but nine tenths of its tokens are in one of them."""
    counts = [9000.0, 60.0, 60.0, 60.0, 60.0]
    assert junk_of(*({"good": count} for count in counts)) == []


def test_single_letters_are_reported_but_not_in_scripts_where_a_letter_is_a_word() -> None:
    other = [{f"x{k}": 50.0} for k in range(2)]
    assert junk_of(*[{"e": 60.0}] * 3, *other) == [("e", "a single letter", [0, 1, 2])]
    assert junk_of(*[{"水": 60.0}] * 3, *other) == []
