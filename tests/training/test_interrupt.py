"""Ctrl-C: training stops soon, and what was learned before it is kept.

The signal is sent when a condition holds, such as "the native call has begun". The calls would run
for minutes without it, so these tests do not depend on how fast the machine is.
"""

from __future__ import annotations

import numpy as np
import pytest

from tests.inference.comparison import random_counts
from tests.interrupts import interrupt_native_call, interrupt_when
from tests.synthetic import state_bytes
from thalweg import LDA
from thalweg.corpus.documents import Documents
from thalweg.inference import fold_in, scvb0
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState


def start(n_documents: int, n_words: int, n_topics: int) -> tuple[Documents, TopicState]:
    documents = Documents.check(random_counts(n_documents, n_words, 100, seed=0))
    prior = Prior.create(0.1, 0.01, n_topics, n_words)
    return documents, TopicState.random(n_words, prior, documents.n_tokens, seed=0)


@pytest.mark.parametrize("n_threads", [1, 2])
def test_a_long_minibatch_is_abandoned_and_the_state_does_not_change(
    n_threads: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    documents, state = start(3000, 1000, 500)
    before = state_bytes(state)
    interrupt_native_call(monkeypatch, "train")
    with pytest.raises(KeyboardInterrupt):
        scvb0.train(
            state,
            documents,
            np.arange(3000),
            np.array([0, 3000]),  # one minibatch
            np.array([0.5]),
            np.array([documents.n_tokens]),
            scvb0.DocumentVisits(burn_in=scvb0.BurnIn(1000.0)),
            n_threads=n_threads,
        )
    assert state_bytes(state) == before


def test_minibatches_before_the_interrupt_are_kept_and_counted() -> None:
    documents, state = start(3000, 500, 100)
    order = np.tile(np.arange(3000), 1000)
    batches = np.arange(0, order.size + 1, 30)
    before = state.scaled_counts.copy()
    interrupt_when(lambda: not np.array_equal(state.scaled_counts, before))
    with pytest.raises(KeyboardInterrupt):
        scvb0.train(
            state,
            documents,
            order,
            batches,
            np.full(batches.size - 1, 0.01),
            np.full(batches.size - 1, documents.n_tokens),
            scvb0.DocumentVisits(),
            n_threads=2,
        )
    assert 0 < state.clock < batches.size - 1
    assert state.n_documents_seen == 30 * state.clock
    assert state.topic_word_counts.sum() == pytest.approx(documents.n_tokens, rel=1e-3)


def test_fit_keeps_what_it_learned_before_the_interrupt() -> None:
    X = random_counts(300, 500, 100, seed=0)
    lda = LDA(50, batch_size=30, max_iter=100_000, random_state=0)
    interrupt_when(lambda: hasattr(lda, "state_") and lda.n_documents_seen_ > 0)
    with pytest.raises(KeyboardInterrupt):
        lda.fit(X)
    assert lda.n_documents_seen_ > 0
    assert lda.n_iter_ < 100_000
    np.testing.assert_allclose(lda.transform(X[:5]).sum(axis=1), 1, rtol=1e-5)


def test_inference_can_be_interrupted(monkeypatch: pytest.MonkeyPatch) -> None:
    documents, state = start(3000, 1000, 200)
    interrupt_native_call(monkeypatch, "infer")
    with pytest.raises(KeyboardInterrupt):
        fold_in.infer(state, documents, fold_in.Convergence(10**5, 0.0), n_threads=2)
