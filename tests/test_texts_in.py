"""Texts in: a model that was trained on texts takes texts, token lists and bags as they are."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest
from sklearn.base import clone
from sklearn.model_selection import GridSearchCV
from sklearn.pipeline import make_pipeline

import thalweg
from thalweg import LDA, InputError
from thalweg.corpus.formats.gensim_corpus import from_gensim

TEXTS = [
    "the pitcher threw the ball and the batter missed",
    "a home run in the ninth inning won the game",
    "the senate passed the budget after a long debate",
    "voters elected a new senate and a new president",
] * 10
NEW = ["the senate debate", "Batter, ball; pitcher!", "", "unknown words only"]


@pytest.fixture(scope="module")
def lda() -> LDA:
    return LDA(2, random_state=0).fit(thalweg.read(TEXTS))


def counted(model: LDA, texts: list[str]) -> thalweg.Corpus:
    """Return texts read by the long way."""
    words, settings = model.vocabulary_, model.text_settings_
    return thalweg.read(texts, vocabulary=words, text_settings=settings)


def test_texts_have_the_topics_of_the_corpus_that_they_are_read_into(lda: LDA) -> None:
    expected = lda.transform(counted(lda, NEW))
    np.testing.assert_array_equal(lda.transform(NEW), expected)
    assert lda.score(TEXTS) == lda.score(counted(lda, TEXTS))
    assert lda.perplexity(TEXTS) == lda.perplexity(counted(lda, TEXTS))
    top, top_counted = lda.top_documents(NEW, 0, 2), lda.top_documents(counted(lda, NEW), 0, 2)
    assert [row.share for row in top] == [row.share for row in top_counted]
    assert [row.text for row in top] == [NEW[row.document] for row in top_counted]


@pytest.mark.parametrize(
    "kind",
    [tuple, np.array, pd.Series, pl.Series, lambda texts: np.array(texts, dtype=object)],
)
def test_every_container_of_texts_gives_the_same(lda: LDA, kind: Any) -> None:
    np.testing.assert_array_equal(lda.transform(kind(NEW)), lda.transform(NEW))


def test_missing_texts_are_empty_documents(lda: LDA) -> None:
    expected = lda.transform(["senate", "", "ball"])
    for X in (
        ["senate", None, "ball"],
        pd.Series(["senate", None, "ball"]),
        pd.Series(["senate", np.nan, "ball"], dtype=object),
        pl.Series(["senate", None, "ball"]),
    ):
        np.testing.assert_array_equal(lda.transform(X), expected)


def test_fit_and_partial_fit_on_texts_equal_those_on_the_corpus(lda: LDA) -> None:
    fitted = LDA(2, random_state=0).fit(TEXTS)
    np.testing.assert_array_equal(fitted.components_, lda.components_)
    assert fitted.vocabulary_ == lda.vocabulary_
    streamed, expected = LDA(2, random_state=0), LDA(2, random_state=0)
    for model, first in ((streamed, TEXTS), (expected, thalweg.read(TEXTS))):
        model.partial_fit(first)
    streamed.partial_fit(NEW)
    expected.partial_fit(counted(expected, NEW))
    np.testing.assert_array_equal(streamed.components_, expected.components_)
    assert streamed.vocabulary_ == expected.vocabulary_  # words that are not known stay out


def test_validation_texts_are_split_like_the_training_texts() -> None:
    model = LDA(2, random_state=0, max_iter=2).fit(TEXTS, validation=NEW)
    corpus = thalweg.read(TEXTS)
    same = LDA(2, random_state=0, max_iter=2).fit(corpus, validation=counted(model, NEW))
    assert [row["score"] for row in model.history_] == [row["score"] for row in same.history_]


def test_the_models_own_phrases_tokenizer_and_case_apply() -> None:
    rule = thalweg.PhraseRule(min_count=10, threshold=0.5)
    corpus = thalweg.read(
        ["Sweet Potato fries", "happy hour fries"] * 10, phrases=rule, lowercase=False, max_df=1.0
    )
    assert "Sweet_Potato" in corpus.vocabulary
    model = LDA(2, random_state=0).fit(corpus)
    text = ["Sweet Potato at happy hour"]
    np.testing.assert_array_equal(model.transform(text), model.transform(counted(model, text)))
    tokens = [["Sweet_Potato", "happy_hour"]]
    np.testing.assert_allclose(model.transform(text), model.transform(tokens), rtol=1e-6)

    own = thalweg.read(["a-b c-d", "c-d e-f"] * 10, tokenizer=str.split, max_df=1.0)
    model = LDA(2, random_state=0).fit(own)
    text = ["a-b a-b"]
    np.testing.assert_array_equal(model.transform(text), model.transform(counted(model, text)))


def test_a_tokenizer_that_was_not_stored_is_asked_for(tmp_path: Path) -> None:
    own = thalweg.read(["a-b c-d", "c-d e-f"] * 10, tokenizer=str.split, max_df=1.0)
    LDA(2, random_state=0).fit(own).save(tmp_path / "model")
    model = thalweg.load(tmp_path / "model")
    with pytest.raises(InputError, match=r"tokenizer is missing.*Set it: lda\.text_settings_"):
        model.transform(["a-b"])
    by_tokens = model.transform([["a-b"]])
    assert model.text_settings_ is not None
    model.text_settings_ = replace(model.text_settings_, tokenizer=str.split)
    np.testing.assert_array_equal(model.transform(["a-b"]), by_tokens)


def test_token_lists_train_a_model_that_takes_token_lists_only(tmp_path: Path) -> None:
    lists = [text.split() for text in TEXTS]
    model = LDA(2, random_state=0).fit(lists)
    np.testing.assert_array_equal(
        model.components_, LDA(2, random_state=0).fit(thalweg.read(lists)).components_
    )
    model.save(tmp_path / "model")
    for same in (model, thalweg.load(tmp_path / "model"), pickle.loads(pickle.dumps(model))):
        assert same.transform(lists[:3]).shape == (3, 2)
        with pytest.raises(InputError, match="trained on token lists"):
            same.transform(TEXTS)


def test_bags_of_words_train_a_model_and_are_transformed_by_their_ids(lda: LDA) -> None:
    bags = [[(0, 2), (1, 1)], [(2, 3)], [], [(0, 1)]] * 5
    model = LDA(2, random_state=0).fit(bags)
    assert model.vocabulary_ is not None
    assert model.vocabulary_[:] == ["0", "1", "2"]
    np.testing.assert_array_equal(model.transform(bags), model.transform(from_gensim(bags)))

    assert lda.vocabulary_ is not None
    senate, ball = lda.vocabulary_.id("senate"), lda.vocabulary_.id("ball")
    np.testing.assert_array_equal(
        lda.transform([[(senate, 1)], [(ball, 2)]]), lda.transform(["senate", "ball ball"])
    )
    with pytest.raises(InputError, match="word id 1000"):
        lda.transform([[(1000, 1)]])


def test_words_that_left_a_growing_vocabulary_are_not_counted() -> None:
    growing = thalweg.GrowingVocabulary(min_sightings=1, forget_after=4)
    model = LDA(2, random_state=0).partial_fit(growing.count(["red fish", "blue fish"] * 2))
    model.partial_fit(growing.count(["blue fish"] * 8))
    assert model.vocabulary_ is not None
    assert model.vocabulary_.retired == {model.vocabulary_.id("red")}
    np.testing.assert_array_equal(model.transform(["red fish"]), model.transform(["fish"]))


@pytest.mark.parametrize("X", [NEW, [["senate"]], [[(0, 1)]]])
def test_a_model_of_a_matrix_refuses_texts(X: Any) -> None:
    model = LDA(2, random_state=0).fit(np.eye(4, dtype=int))
    with pytest.raises(InputError, match=r"trained on a matrix, so its words are\s+not known"):
        model.transform(X)
    with pytest.raises(InputError, match="trained on a matrix"):
        model.partial_fit(X)


def test_a_model_of_word_counts_with_names_takes_tokens_but_not_texts() -> None:
    corpus = thalweg.Corpus(np.eye(3, dtype=int) * 4, ["red", "blue", "fish"])
    model = LDA(2, random_state=0).fit(corpus)
    np.testing.assert_array_equal(
        model.transform([["red"] * 4 + ["unknown"]]), model.transform(corpus[:1])
    )
    with pytest.raises(InputError, match="not known how texts are split"):
        model.transform(["red"])


def test_one_text_alone_is_refused_with_the_remedy(lda: LDA) -> None:
    with pytest.raises(InputError, match=r"`X` is one text;.*Pass \[text\]"):
        lda.transform("the senate")


def test_too_few_texts_name_the_function_with_the_limits() -> None:
    with pytest.raises(InputError, match=r"`min_df`.*thalweg\.read\(texts, min_df="):
        LDA(2).fit(["one short text"])


def test_a_wrong_item_is_named(lda: LDA) -> None:
    with pytest.raises(InputError, match="item 1 of a list is of type int"):
        lda.transform(["a text", 3])


def test_half_of_a_surrogate_pair_is_replaced_with_a_warning(lda: LDA) -> None:
    with pytest.warns(thalweg.ThalwegWarning, match="they were replaced"):
        theta = lda.transform(["senate \ud800"])
    np.testing.assert_array_equal(theta, lda.transform(["senate"]))


def test_pipelines_grid_search_clone_and_set_output_take_texts() -> None:
    pipeline = make_pipeline(LDA(2, random_state=0)).fit(TEXTS)
    assert pipeline.transform(NEW).shape == (4, 2)
    assert LDA(2, random_state=0).fit_transform(TEXTS).shape == (40, 2)
    search = GridSearchCV(LDA(random_state=0, max_iter=2), {"n_components": [2, 3]}, cv=2)
    assert search.fit(TEXTS).best_params_["n_components"] in (2, 3)
    model = clone(LDA(2, random_state=0)).set_output(transform="pandas").fit(TEXTS)
    series = pd.Series(NEW, index=[5, 6, 7, 8])
    assert model.transform(series).index.tolist() == [5, 6, 7, 8]
    assert model.transform(NEW).shape == (4, 2)


def test_topics_of_a_text_are_sorted_by_share(lda: LDA) -> None:
    table = lda.topics_of("the senate debate", n_words=3)
    (theta,) = lda.transform(["the senate debate"])
    assert [row.topic for row in table] == np.argsort(-theta).tolist()
    assert [row.share for row in table] == sorted(theta.tolist(), reverse=True)
    assert table[0].words == lda.topics(3)[table[0].topic].words
    assert len(lda.topics_of("the senate debate", n_topics=1)) == 1
    assert lda.topics_of(["senate", "debate"]) == lda.topics_of("senate debate")
    assert table.to_pandas().columns.tolist() == ["topic", "share", "words", "name"]
    assert "senate" in str(table)
    with pytest.raises(InputError, match="expected one text"):
        lda.topics_of([1, 2])  # type: ignore[list-item]


def test_topics_of_a_text_do_not_depend_on_set_output() -> None:
    model = LDA(2, random_state=0).fit(TEXTS)
    expected = model.topics_of("the senate")
    assert model.set_output(transform="pandas").topics_of("the senate") == expected
