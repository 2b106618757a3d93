"""Ctrl-C: training stops soon, and what was learnt before it stands."""

from __future__ import annotations

import os
import signal
import threading
import time

import numpy as np
import pytest

from tests.inference.comparison import random_counts
from thalweg import LDA
from thalweg.corpus.documents import Documents
from thalweg.inference import scvb0
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState


def interrupt_after(seconds: float) -> None:
    def send() -> None:
        time.sleep(seconds)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send, daemon=True).start()


@pytest.mark.parametrize("n_threads", [1, 2])
def test_ctrl_c_ends_a_long_minibatch_and_leaves_the_state_as_it_was(n_threads: int) -> None:
    documents = Documents.check(random_counts(3000, 2000, 300, seed=0))
    prior = Prior.create(0.1, 0.01, 1000, 2000)
    state = TopicState.random(2000, prior, documents.n_tokens, seed=0)
    before = state.scaled_counts.tobytes()
    interrupt_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        scvb0.train(
            state,
            documents,
            np.arange(3000),
            np.array([0, 3000]),  # one minibatch: many seconds of work with this burn-in
            np.array([0.5]),
            np.array([documents.n_tokens]),
            scvb0.Visits(burn_in=scvb0.BurnIn(20.0)),
            n_threads=n_threads,
        )
    assert state.scaled_counts.tobytes() == before
    assert (state.clock, state.n_documents_seen) == (0, 0)


def test_minibatches_before_ctrl_c_stand_and_are_booked() -> None:
    documents = Documents.check(random_counts(3000, 500, 100, seed=0))
    prior = Prior.create(0.1, 0.01, 500, 500)
    state = TopicState.random(500, prior, documents.n_tokens, seed=0)
    order = np.tile(np.arange(3000), 200)
    batches = np.arange(0, order.size + 1, 30)
    interrupt_after(0.3)
    with pytest.raises(KeyboardInterrupt):
        scvb0.train(
            state,
            documents,
            order,
            batches,
            np.full(batches.size - 1, 0.01),
            np.full(batches.size - 1, documents.n_tokens),
            scvb0.Visits(),
            n_threads=2,
        )
    assert 0 < state.clock < batches.size - 1
    assert state.n_documents_seen == 30 * state.clock
    assert state.topic_word_counts.sum() == pytest.approx(documents.n_tokens, rel=1e-3)


def test_fit_keeps_what_it_learnt_before_ctrl_c() -> None:
    X = random_counts(3000, 500, 100, seed=0)
    lda = LDA(300, batch_size=30, max_iter=10_000, random_state=0)
    interrupt_after(0.5)
    with pytest.raises(KeyboardInterrupt):
        lda.fit(X)
    assert lda.n_documents_seen_ > 0
    np.testing.assert_allclose(lda.transform(X[:5]).sum(axis=1), 1, rtol=1e-5)


def test_inference_can_be_interrupted() -> None:
    documents = Documents.check(random_counts(3000, 2000, 300, seed=0))
    prior = Prior.create(0.1, 0.01, 500, 2000)
    state = TopicState.random(2000, prior, documents.n_tokens, seed=0)
    interrupt_after(0.2)
    with pytest.raises(KeyboardInterrupt):
        scvb0.infer(state, documents, scvb0.Settling(10**6, 0.0), n_threads=2)
