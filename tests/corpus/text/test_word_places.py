"""Places of words: the same words as the native counter finds, each with its part of the text."""

import unicodedata
from dataclasses import replace

import numpy as np
import pytest

from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.text.token_lists import GivenTokens
from thalweg.corpus.text.word_places import WordPlaces, word_places
from thalweg.corpus.vocabulary import Vocabulary

ALPHABETS = (
    "abc XYZ .,-'_019",
    "äÉßñ ÇA\u0301e\u0308 İıΣς ΣΑΣ .",  # composed and combining marks, dotted i, sigma
    "東京大学 は 大きい。ラーメン ภาษา ไทย 한국어 the ",
    "नमस्ते दुनिया हिन्दी ½ ² ५ a_b",
)
TEXTS = (
    "Breakfast in New York, then NEW-YORK again.",
    "Bed and Breakfast: the best bed & breakfast!",
    "Stra\u00dfe, stra\u0073\u0073e, caf\u00e9 and cafe\u0301",
    "",
    "no_underscore 3d a4 x",
)
SETTINGS = (
    TextSettings(),
    TextSettings(min_length=1, digits=True),
    TextSettings(lowercase=False, strip_accents=True, min_length=2),
    TextSettings(
        stop_words=["The", "and", "then"], phrases=[("new", "york"), ("bed", "breakfast")]
    ),
    TextSettings(min_length=1, ngram_range=(1, 3), stop_words=["and"], phrases=[("a", "b")]),
    TextSettings(min_length=1, ngram_range=(2, 2), normalize=False, short_scripts=False),
)


def random_texts(n_texts: int) -> list[str]:
    rng = np.random.default_rng(1)
    return [
        "".join(rng.choice(list(alphabet), 60)) for alphabet in ALPHABETS for _ in range(n_texts)
    ]


@pytest.mark.parametrize("settings", SETTINGS)
def test_the_words_are_those_of_the_native_counter_in_the_same_order(
    settings: TextSettings,
) -> None:
    texts = [*TEXTS, *random_texts(25)]
    growing = settings.counter()
    growing.count(texts, 1)
    words = growing.native.words()
    vocabulary = Vocabulary(words[::2])  # half of them, so that others are unknown
    offsets, expected = settings.counter(vocabulary).in_order(texts, 1)
    places = WordPlaces(vocabulary, settings)
    assert len(words) > 20
    for text, first, last in zip(texts, offsets[:-1], offsets[1:], strict=True):
        assert [word.id for word in places.find(text)] == expected[first:last].tolist(), text


def test_a_place_is_the_part_of_the_text_that_the_word_is_made_from() -> None:
    text = "A CAFE\u0301 in New  York (New\nYork City)"
    settings = TextSettings(phrases=[("new", "york")])
    found = WordPlaces(Vocabulary(["café", "new_york"]), settings).find(text)
    assert [(word.word, text[word.start : word.end]) for word in found] == [
        ("café", "CAFE\u0301"),
        ("new_york", "New  York"),
        ("new_york", "New\nYork"),
        ("city", "City"),
    ]
    assert unicodedata.normalize("NFC", "cafe\u0301") == "café"
    assert [word.id for word in found] == [0, 1, 1, -1]


def test_a_phrase_over_a_stop_word_includes_it() -> None:
    text = "our bed and breakfast"
    settings = TextSettings(stop_words=["and"], phrases=[("bed", "breakfast")])
    found = WordPlaces(Vocabulary(["bed_breakfast"]), settings).find(text)
    assert [text[word.start : word.end] for word in found] == ["our", "bed and breakfast"]


def test_tokens_of_a_users_tokenizer_are_found_one_after_the_other() -> None:
    def characters_in_pairs(text: str) -> list[str]:
        return [text[i : i + 2] for i in range(0, len(text), 2)]

    settings = TextSettings(tokenizer=characters_in_pairs, stop_words=["大学"])
    found = WordPlaces(Vocabulary(["東京"]), settings).find("東京大学東京")
    assert [(word.id, word.start, word.end) for word in found] == [(0, 0, 2), (0, 4, 6)]


def test_a_lemma_that_is_not_in_the_text_has_no_place() -> None:
    settings = TextSettings(tokenizer=lambda text: ["we", "be", "home"])
    found = WordPlaces(Vocabulary(["be", "home"]), settings).find("We were maybe At Home")
    assert [(word.word, word.id, word.start, word.end) for word in found] == [
        ("we", -1, 0, 2),
        ("be", 0, None, None),
        ("home", 1, 17, 21),
    ]


def test_given_tokens_have_their_places_in_the_joined_tokens() -> None:
    settings = replace(TextSettings(stop_words=["of"]), tokenizer=GivenTokens())
    found = WordPlaces(Vocabulary(["bank"]), settings).find(["Bank", "of", "bank"])
    assert [(word.word, word.id, word.start, word.end) for word in found] == [
        ("Bank", -1, 0, 4),
        ("bank", 0, 8, 12),
    ]


def test_retired_words_are_unknown_and_the_finder_is_kept_with_its_settings() -> None:
    vocabulary = Vocabulary(["river", "bank"], retired=[1])
    settings = TextSettings()
    places = word_places(vocabulary, settings)
    assert [word.id for word in places.find("river bank")] == [0, -1]
    assert word_places(vocabulary, TextSettings()) is places
    assert word_places(vocabulary, TextSettings(lowercase=False)) is not places
