"""Token lists: documents that are split already are counted as they are."""

import json
from pathlib import Path
from typing import Any

import pandas as pd
import polars as pl
import pytest

import thalweg
from thalweg import GrowingVocabulary, InputError, TextSettings
from thalweg.corpus.text.token_lists import TOKEN_LISTS, GivenTokens

LISTS = [["Red", "fish", "fish"], [], ["blue", "fish", "the"]]


def counted(source: Any, **options: Any) -> dict[str, list[int]]:
    corpus = thalweg.read(source, min_df=1, max_df=1.0, **options)
    return dict(zip(corpus.vocabulary, corpus.to_csr().toarray().T.tolist(), strict=True))


@pytest.mark.parametrize("source", [LISTS, pd.Series(LISTS), pl.Series(LISTS), tuple(LISTS)])
def test_tokens_are_counted_without_the_stop_words(source: Any) -> None:
    assert counted(source) == {"Red": [1, 0, 0], "blue": [0, 0, 1], "fish": [2, 0, 1]}


def test_phrases_and_ngrams_apply_to_tokens() -> None:
    words = counted([["blue", "fish"]] * 2, ngram_range=(1, 2))
    assert set(words) == {"blue", "fish", "blue fish"}
    rule = thalweg.PhraseRule(min_count=20, threshold=0.5)
    lists = [["new", "york", "is", "large"], ["moved", "to", "new", "york"]] * 10
    assert "new_york" in counted(lists, phrases=rule)


def test_kept_texts_are_the_tokens_with_spaces() -> None:
    corpus = thalweg.read(LISTS, min_df=1, max_df=1.0, keep_texts=True)
    assert corpus.texts is not None
    assert corpus.texts.to_list() == ["Red fish fish", "", "blue fish the"]


def test_token_lists_and_a_tokenizer_contradict_each_other() -> None:
    with pytest.raises(InputError, match="`tokenizer` is given, but `source` holds lists"):
        thalweg.read(LISTS, tokenizer=list)


def test_the_first_wrong_item_is_named() -> None:
    with pytest.raises(InputError, match="item 1 of a list has the token 3 of type int"):
        thalweg.read([["a"], [3]], min_df=1)
    with pytest.raises(InputError, match="item 1 of a list is of type str"):
        thalweg.read([["a"], "a text"], min_df=1)


def test_bags_of_words_are_pointed_to_the_function_for_them() -> None:
    with pytest.raises(InputError, match=r"bags of words.*from_gensim"):
        thalweg.read([[(0, 2)]])


def test_the_settings_say_that_tokens_were_given_also_after_saving(tmp_path: Path) -> None:
    corpus = thalweg.read(LISTS, min_df=1, max_df=1.0)
    assert corpus.text_settings is not None
    assert corpus.text_settings.tokenizer == GivenTokens()
    assert corpus.text_settings.to_json()["tokenizer"] == TOKEN_LISTS
    stored = json.loads(json.dumps(corpus.text_settings.to_json()))
    assert TextSettings.from_json(stored) == corpus.text_settings
    corpus.save(tmp_path / "corpus")
    assert thalweg.Corpus.open(tmp_path / "corpus").text_settings == corpus.text_settings


def test_texts_cannot_be_read_with_the_settings_of_token_lists() -> None:
    settings = thalweg.read(LISTS, min_df=1, max_df=1.0).text_settings
    with pytest.raises(InputError, match="given as lists of tokens before"):
        thalweg.read(["a text"], text_settings=settings, min_df=1)


def test_a_growing_vocabulary_and_a_stream_count_token_lists() -> None:
    growing = GrowingVocabulary(min_sightings=2)
    assert growing.count(LISTS).vocabulary[:] == ["fish"]
    (chunk,) = thalweg.stream(LISTS, ["fish", "Red"])
    assert chunk.to_csr().toarray().tolist() == [[2, 1], [0, 0], [1, 0]]
