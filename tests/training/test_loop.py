"""Training: the loop over passes, parts and minibatches that `fit` and `partial_fit` share."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from tests.conftest import FakeClock
from tests.inference.comparison import random_counts
from tests.synthetic import corpus_in_parts, state_bytes
from tests.training.runs import started
from thalweg.corpus.document_source import DocumentSource
from thalweg.errors import InputError
from thalweg.inference.algorithm import Algorithm
from thalweg.inference.registry import ALGORITHMS
from thalweg.inference.scvb0 import SCVB0
from thalweg.inference.svb import SVB
from thalweg.model import TopicModel
from thalweg.training.start import start_stream


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    return random_counts(100, 50, 40, seed=0)


# ---------------------------------------------------------------------- fit and partial_fit


ONE_PASS: dict[str, Any] = {
    "batch_size": 16,
    "learning_decay": 0.6,
    "learning_offset": 2.0,
    "learning_scale": 1.0,
    "doc_topic_prior": 0.1,
    "random_state": 5,
}


@pytest.mark.parametrize(
    "algorithm",
    [
        SCVB0(finishing_passes=0),
        SCVB0(finishing_passes=0, learning_clock="documents", burn_in=1.0, clumping=False),
        SVB(),
        SVB(max_doc_update_iter=2, prior_offset=0.5, learning_clock="documents"),
    ],
    ids=["SCVB0", "SCVB0 with options", "SVB", "SVB with options"],
)
def test_one_partial_fit_equals_one_unshuffled_pass_of_fit(algorithm: Algorithm) -> None:
    """Documents of equal length: the size of the corpus is known exactly from the first on."""
    X = np.random.default_rng(0).multinomial(40, np.full(50, 0.02), size=100)
    parameters = ONE_PASS | {"algorithm": algorithm}
    whole = TopicModel(4, max_iter=1, shuffle=False, **parameters).fit(X)
    stream = TopicModel(4, total_samples=100, **parameters).partial_fit(X)
    assert state_bytes(stream.state_) == state_bytes(whole.state_)
    # By default fit shuffles, and the result is another one.
    shuffled = TopicModel(4, max_iter=1, **parameters).fit(X)
    assert state_bytes(shuffled.state_) != state_bytes(whole.state_)


def test_a_corpus_in_parts_is_visited_once_per_pass(X, tmp_path) -> None:
    corpus = corpus_in_parts(X, tmp_path / "corpus", 300)
    n_parts = corpus.part_bounds().size - 1
    assert n_parts > 3
    model = TopicModel(3, max_iter=2, random_state=0, batch_size=10).fit(corpus)
    assert model.n_documents_seen_ == 200
    assert model.n_tokens_seen_ == 2 * X.sum()


def test_a_stream_over_parts_equals_one_over_the_same_documents_in_memory(X, tmp_path) -> None:
    corpus = corpus_in_parts(X, tmp_path / "corpus", 300)
    bounds = corpus.part_bounds()
    parameters = ONE_PASS | {"batch_size": 1000}  # a minibatch ends with its part
    of_parts = TopicModel(4, **parameters).partial_fit(corpus)
    in_memory = TopicModel(4, **parameters)
    for first, end in pairwise(bounds.tolist()):
        in_memory.partial_fit(X[first:end])
    assert state_bytes(of_parts.state_) == state_bytes(in_memory.state_)


def test_a_stream_is_one_unshuffled_pass_without_time_limit(X) -> None:
    parameters = TopicModel(4, max_iter=7, max_time=0.0, random_state=0).parameters()
    training = start_stream(parameters, DocumentSource.of(X))
    assert training.settings.is_stream
    assert not training.settings.shuffle
    training.run()
    assert training.position.n_passes == 1
    assert training.state.n_documents_seen == 100


# ---------------------------------------------------------------------- limits


def test_the_first_minibatch_is_applied_even_without_time(X) -> None:
    model = TopicModel(5, max_time=0, batch_size=30, random_state=0).fit(X)
    assert (model.n_iter_, model.n_documents_seen_) == (0, 30)


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_time_limit_ends_training_of_every_algorithm(X, clock: FakeClock, name: str) -> None:
    model = TopicModel(4, algorithm=name, random_state=0, max_time=12.0).fit(X)
    has_finishing = ALGORITHMS[name]().n_finishing(None)
    n_passes = 7 + 2 if has_finishing else 12  # 7 exploring passes and 2 of 2.5 seconds
    assert (model.n_iter_, clock.now) == (n_passes, 12.0)


def test_time_before_a_resume_counts(X, clock: FakeClock) -> None:
    training = started(TopicModel(3, algorithm=SCVB0(finishing_passes=0), max_time=10.0), X)
    training.seconds_before = 6.0
    training.run()
    assert training.position.n_passes == 4


# ---------------------------------------------------------------------- history


def test_validation_documents_are_scored_after_every_pass(X) -> None:
    settings: dict[str, Any] = {"algorithm": SCVB0(finishing_passes=0), "random_state": 0}
    model = TopicModel(3, max_iter=3, learning_decay=0.6, **settings)
    model.fit(X[:80], validation=X[80:])
    assert [row["documents"] for row in model.history_] == [80, 160, 240]
    # A run that ends after a pass has the score of that pass in the last row of its history.
    shorter = TopicModel(3, max_iter=2, learning_decay=0.6, **settings)
    shorter.fit(X[:80], validation=X[80:])
    assert shorter.history_ == model.history_[:2]
    assert len({row["score"] for row in model.history_}) == 3


def test_a_score_in_the_history_is_that_of_the_held_out_documents(X) -> None:
    training = started(TopicModel(3, max_iter=2, random_state=0), X[:80], validation=X[80:])
    training.run()
    assert training.early_stopping is not None
    assert training.history[-1]["score"] == training.early_stopping.score(training.state)
    # Of random counts there is nothing to learn: no better than the frequencies of the words.
    frequencies = np.asarray(X[:80].sum(axis=0)) + 0.5
    counts = np.asarray(X[80:].sum(axis=0))
    unigram = counts @ np.log(frequencies / frequencies.sum()) / counts.sum()
    assert training.history[-1]["score"] == pytest.approx(unigram, abs=0.5)


def test_validation_documents_replace_those_that_early_stopping_holds_out(X) -> None:
    model = TopicModel(3, max_iter=2, early_stopping=True, random_state=0)
    assert model.fit(X[:80], validation=X[80:]).n_documents_seen_ % 80 == 0
    assert model.best_score_ == max(row["score"] for row in model.history_)


def test_validation_documents_without_tokens_are_refused(X) -> None:
    with pytest.raises(InputError, match="no tokens to score"):
        TopicModel(3).fit(X, validation=X[:2] * 0)


def test_a_long_history_is_thinned() -> None:
    X = random_counts(30, 20, 10, seed=0)
    training = started(TopicModel(2, max_iter=50, random_state=0), X)
    training.max_history = 10
    training.run()
    assert len(training.history) <= 10
    assert [training.history[0]["passes"], training.history[-1]["passes"]] == [1, 50]


# ---------------------------------------------------------------------- use before training


def test_an_untrained_model_is_refused() -> None:
    with pytest.raises(InputError, match="has not been trained yet"):
        TopicModel(2).transform(np.ones((2, 3)))


def test_another_number_of_words_is_refused() -> None:
    model = TopicModel(2, random_state=0).fit(random_counts(30, 20, 10, seed=0))
    with pytest.raises(InputError, match="X has 19 features, but the model is expecting 20"):
        model.transform(random_counts(5, 19, 10, seed=0))
