"""EarlyStopping: documents are held out, scored after every pass, and decide when to stop."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse

from tests.inference.comparison import random_counts
from tests.synthetic import make_corpus, state_bytes
from tests.training.runs import started
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.evaluation._heldout import log_likelihood_per_token
from thalweg.inference.registry import ALGORITHMS
from thalweg.inference.scvb0 import SCVB0
from thalweg.model import TopicModel
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState
from thalweg.training.early_stopping import EarlyStopping, hold_out_documents


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    return random_counts(200, 150, 60, seed=0)


def some_state() -> TopicState:
    return TopicState.random(5, Prior.create(0.1, 0.1, 2, 5), 10.0, seed=0)


def early_stopping(tol: float = 0.0, patience: int | None = None) -> EarlyStopping:
    half = Documents.check(np.ones((1, 5)))
    return EarlyStopping(half, half, 1, tol, patience)


def test_it_stops_after_passes_without_an_improvement_by_tol() -> None:
    stopping, state = early_stopping(tol=0.1, patience=2), some_state()
    # The third score is better than the second, but not by tol.
    for score, stops in ((-7.0, False), (-6.0, False), (-5.95, False), (-6.5, True)):
        stopping.note(score, state)
        assert stopping.should_stop is stops


def test_an_improvement_resets_the_patience() -> None:
    stopping, state = early_stopping(tol=0.1, patience=2), some_state()
    for score in (-7.0, -7.0, -6.0, -6.0):
        stopping.note(score, state)
    assert not stopping.should_stop
    stopping.note(-6.0, state)
    assert stopping.should_stop


def test_the_best_state_is_a_copy_even_if_it_is_better_by_less_than_tol() -> None:
    stopping, state = early_stopping(tol=0.5, patience=3), some_state()
    stopping.note(-7.0, state)
    state.decay(0.5)
    best = state_bytes(state)
    stopping.note(-6.9, state)
    state.decay(0.5)
    stopping.note(-7.5, state)
    assert stopping.best_score == -6.9
    assert stopping.best_state is not None
    assert state_bytes(stopping.best_state) == best


def test_without_patience_it_only_scores() -> None:
    stopping = early_stopping(patience=None)
    for _ in range(10):
        stopping.note(-7.0, some_state())
    assert not stopping.should_stop
    assert stopping.best_state is None


def test_held_out_documents_are_a_random_share(X) -> None:
    source = DocumentSource.of(X)
    training, held_out = hold_out_documents(source, 0.1, seed=0)
    assert (training.n_documents, held_out.n_documents) == (180, 20)
    assert training.n_tokens + held_out.n_tokens == X.sum()
    _, others = hold_out_documents(source, 0.1, seed=1)
    assert held_out.fingerprint() != others.fingerprint()
    _, again = hold_out_documents(source, 0.1, seed=0)
    assert held_out.fingerprint() == again.fingerprint()


@pytest.mark.parametrize(("n", "fraction"), [(4, 0.1), (4, 0.9)])
def test_too_few_documents_to_hold_out_are_refused(X, n: int, fraction: float) -> None:
    with pytest.raises(InputError, match=rf"`validation_fraction` is {fraction}.*of {n} documents"):
        hold_out_documents(DocumentSource.of(X[:n]), fraction, seed=0)


def test_one_document_cannot_be_held_out(X) -> None:
    with pytest.raises(InputError, match=r"`early_stopping=True`.*only 1 sample"):
        hold_out_documents(DocumentSource.of(X[:1]), 0.5, seed=0)


def test_documents_with_tokens_are_held_out_where_most_are_empty() -> None:
    X = np.zeros((40, 10))
    X[::5, 0] = X[3, 4] = 1  # nine documents of one token
    for seed in range(20):
        kept, held_out = hold_out_documents(DocumentSource.of(X), 0.1, seed)
        assert (kept.n_documents, held_out.n_documents) == (36, 4)
        assert min(kept.n_tokens, held_out.n_tokens) > 0
        model = TopicModel(2, max_iter=2, early_stopping=True, random_state=seed).fit(X)
        assert np.isfinite(model.best_score_)
    X[1:] = 0
    with pytest.raises(InputError, match="documents with tokens to train on and others to score"):
        hold_out_documents(DocumentSource.of(X), 0.1, seed=0)


def test_it_is_off_by_default(X) -> None:
    assert TopicModel(5, max_iter=30, random_state=0).fit(X).n_iter_ == 30


@pytest.mark.parametrize("name", ALGORITHMS)
def test_it_ends_training_of_every_algorithm(name: str) -> None:
    X = make_corpus(n_documents=300, n_words=120, n_topics=4, mean_length=60, seed=5).counts
    model = TopicModel(4, algorithm=name, random_state=0, max_iter=200, early_stopping=True)
    assert model.fit(X).n_iter_ < 200


def test_the_best_score_is_that_of_the_state_that_is_kept(X) -> None:
    model = TopicModel(20, max_iter=200, early_stopping=True, tol=0.01, random_state=0).fit(X)
    assert model.n_iter_ < 200
    halves = started(model, X).early_stopping
    assert halves is not None
    score = log_likelihood_per_token(model.state_, halves.observed, halves.scored, n_threads=1)
    assert model.best_score_ == score


def test_the_best_state_is_kept_and_not_the_last_one(X) -> None:
    settings = {"early_stopping": True, "random_state": 0, "algorithm": SCVB0(finishing_passes=0)}
    model = TopicModel(20, max_iter=60, n_iter_no_change=10, **settings).fit(X)
    scores = [row["score"] for row in model.history_]
    best_pass = int(np.argmax(scores)) + 1
    assert best_pass < model.n_iter_ < 60
    assert model.n_documents_seen_ == best_pass * 180
    patient = TopicModel(20, max_iter=60, n_iter_no_change=10**6, **settings).fit(X)
    assert patient.history_[: len(scores)] == model.history_
