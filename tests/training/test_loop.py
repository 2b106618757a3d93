"""Trainings that are watched: what listeners are told, and that watching changes nothing."""

from __future__ import annotations

import numpy as np
import pytest

from tests.inference.comparison import random_counts
from thalweg.errors import InputError
from thalweg.model import TopicModel
from thalweg.training.progress import TrainingProgress


def progress(**changes: object) -> TrainingProgress:
    values: dict = {
        "n_passes": 1,
        "max_passes": 4,
        "n_documents": 150,
        "documents_per_pass": 100,
        "n_tokens": 3000.0,
        "seconds": 3.0,
        "max_seconds": None,
        "score": None,
        "documents_per_second": 50.0,
        "tokens_per_second": 1000.0,
    }
    return TrainingProgress(**(values | changes))


def test_remaining_time_is_that_of_the_passes_left() -> None:
    assert progress().remaining_seconds == pytest.approx((400 - 150) / 50)
    assert progress().share == pytest.approx(150 / 400)


def test_whichever_limit_comes_first_decides() -> None:
    both = progress(max_seconds=4.0)
    assert both.remaining_seconds == pytest.approx(1.0)
    assert both.share == pytest.approx(0.75)


def test_without_limits_nobody_knows() -> None:
    endless = progress(max_passes=None)
    assert (endless.remaining_seconds, endless.share) == (None, None)


def test_a_listener_hears_of_every_pass_and_of_the_end(monkeypatch) -> None:
    X = random_counts(80, 50, 40, seed=0)
    heard: list[TrainingProgress] = []
    watched = TopicModel(3, max_iter=5, random_state=0).fit(X, progress=heard.append)
    assert {p.n_passes for p in heard} == {1, 2, 3, 4, 5}
    assert heard[-1].n_documents == 5 * 80
    assert heard[-1].n_tokens == pytest.approx(5 * X.sum())
    assert heard[-1].share == 1.0
    unwatched = TopicModel(3, max_iter=5, random_state=0).fit(X)
    np.testing.assert_array_equal(watched.components_, unwatched.components_)


def test_slices_within_a_pass_do_not_change_the_result(monkeypatch) -> None:
    monkeypatch.setattr("thalweg.training.loop.SECONDS_BETWEEN_REPORTS", 0.0)
    X = random_counts(80, 50, 40, seed=0)
    heard: list[TrainingProgress] = []
    sliced = TopicModel(3, max_iter=3, batch_size=4, random_state=0)
    sliced.fit(X, progress=heard.append)
    assert len(heard) >= 2 * 80 / 4
    whole = TopicModel(3, max_iter=3, batch_size=4, random_state=0).fit(X)
    np.testing.assert_array_equal(sliced.components_, whole.components_)


def test_validation_documents_are_scored_after_every_pass() -> None:
    X = random_counts(100, 50, 40, seed=0)
    model = TopicModel(3, max_iter=3, random_state=0).fit(X[:80], validation=X[80:])
    assert [row["documents"] for row in model.history_] == [80, 160, 240]
    assert all(-np.log(50) * 2 < row["score"] < 0 for row in model.history_)


def test_validation_documents_take_the_place_of_those_early_stopping_holds_out() -> None:
    X = random_counts(100, 50, 40, seed=0)
    model = TopicModel(3, max_iter=2, early_stopping=True, random_state=0)
    assert model.fit(X[:80], validation=X[80:]).n_documents_seen_ % 80 == 0
    assert model.best_score_ == max(row["score"] for row in model.history_)


def test_validation_without_tokens_is_refused() -> None:
    X = random_counts(100, 50, 40, seed=0)
    with pytest.raises(InputError, match="no tokens to score"):
        TopicModel(3).fit(X, validation=X[:2] * 0)


def test_a_long_history_is_thinned(monkeypatch) -> None:
    monkeypatch.setattr("thalweg.training.loop.MOST_HISTORY", 10)
    X = random_counts(30, 20, 10, seed=0)
    history = TopicModel(2, max_iter=50, random_state=0).fit(X).history_
    assert len(history) <= 10
    assert [history[0]["passes"], history[-1]["passes"]] == [1, 50]


def test_an_unfitted_model_says_so() -> None:
    with pytest.raises(InputError, match="has not been trained yet"):
        TopicModel(2).transform(np.ones((2, 3)))


def test_another_number_of_words_is_refused() -> None:
    model = TopicModel(2, random_state=0).fit(random_counts(30, 20, 10, seed=0))
    with pytest.raises(InputError, match="X has 19 features, but the model is expecting 20"):
        model.transform(random_counts(5, 19, 10, seed=0))
