"""Stop words: languages, files and words add up."""

from dataclasses import replace
from pathlib import Path

import pytest

import thalweg
from thalweg.corpus.text.stop_words import ENGLISH, StopWords, stop_words_of
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.errors import InputError

TEXTS = ["the amp and the english river"] * 3
ALL = {"min_df": 1, "max_df": 1.0}


def test_a_list_adds_words_to_a_language() -> None:
    assert set(stop_words_of(["english", "amp"])) == ENGLISH | {"amp"}
    assert thalweg.read(TEXTS, stop_words=["english", "amp"], **ALL).vocabulary[:] == [
        "english",
        "river",
    ]


def test_a_list_adds_the_words_of_files(tmp_path: Path) -> None:
    mine = tmp_path / "mine.txt"
    mine.write_text("\ufeffamp\nenglish\n", encoding="utf-8")
    for listed in (["english", mine], ["english", str(mine)]):
        assert set(stop_words_of(listed)) == ENGLISH | {"amp", "english"}


def test_a_list_without_a_language_is_only_its_words() -> None:
    assert stop_words_of(["en", "de", "la"]) == ("en", "de", "la")


def test_a_language_in_a_list_is_its_words() -> None:
    pytest.importorskip("stop_words")
    assert {"und", "amp"} <= set(stop_words_of(["german", "amp"]))


def test_a_missing_file_in_a_list_is_an_error_and_not_a_word(tmp_path: Path) -> None:
    for missing in ("mine.txt", tmp_path / "words"):
        with pytest.raises(InputError, match=r"`stop_words`: the file .* does not exist"):
            stop_words_of(["english", missing])


def test_a_word_in_place_of_a_list_is_an_error_that_shows_the_list() -> None:
    with pytest.raises(InputError, match=r"`stop_words=\['english', 'amp'\]`"):
        stop_words_of("amp")


def test_limit_and_growing_vocabulary_take_the_same_lists() -> None:
    whole = thalweg.read(TEXTS, stop_words=None, **ALL)
    assert whole.limit(stop_words=["english", "amp"]).vocabulary[:] == ["english", "river"]
    settings = TextSettings(stop_words=["english", "amp"])
    growing = thalweg.GrowingVocabulary(min_sightings=1, settings=settings)
    assert growing.count(TEXTS).vocabulary[:] == ["english", "river"]


def test_stored_stop_words_are_words() -> None:
    """A file may have the word english; it does not stand for a list there."""
    stored = TextSettings.from_json({"stop_words": ["english", "amp", "mine.txt"]})
    assert stored.stop_words == ("english", "amp", "mine.txt")
    assert replace(stored, digits=True).stop_words == stored.stop_words
    assert isinstance(stored.stop_words, StopWords)
    assert TextSettings.from_json(stored.to_json()) == stored
