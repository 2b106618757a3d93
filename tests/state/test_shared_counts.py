"""Snapshots of a state, while it is trained and after."""

from __future__ import annotations

import copy
import pickle
import threading
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from thalweg.corpus.documents import Documents
from thalweg.inference import cvb0, map_em, minibatch_updates, scvb0, svb
from thalweg.inference.algorithm import Minibatches
from thalweg.inference.fold_in import infer
from thalweg.inference.schedules import StepSchedule
from thalweg.state.priors import Prior
from thalweg.state.topic_state import COUNTERS, TopicState

N_WORDS, N_TOPICS = 40, 3


@pytest.fixture
def documents() -> Documents:
    counts = np.random.default_rng(0).poisson(0.5, (30, N_WORDS)).astype(np.float32)
    return Documents.check(sparse.csr_array(counts))


@pytest.fixture
def state(documents: Documents) -> TopicState:
    prior = Prior.create(0.1, 0.05, N_TOPICS, N_WORDS)
    return TopicState.random(N_WORDS, prior, documents.n_tokens, 1)


def learn(state: TopicState, documents: Documents, algorithm: Any = None) -> None:
    n = documents.n_documents
    bounds = np.arange(0, n + 1, 10)
    sizes = np.full(bounds.size - 1, documents.n_tokens), np.full(bounds.size - 1, float(n))
    minibatches = Minibatches(documents, np.arange(n), bounds, *sizes)
    (algorithm or scvb0.SCVB0()).apply(state, minibatches, StepSchedule(1.0, 1.0, 0.7))


def bits(state: TopicState) -> tuple[Any, ...]:
    arrays = (state.scaled_counts, state.scale, state.totals)
    return *(array.tobytes() for array in arrays), *(getattr(state, c) for c in COUNTERS)


def test_a_snapshot_stays_as_it_is_while_the_state_learns(
    state: TopicState, documents: Documents
) -> None:
    snapshot = state.snapshot()
    before, theta = bits(snapshot), infer(snapshot, documents)
    learn(state, documents)
    assert bits(snapshot) == before != bits(state)
    assert infer(snapshot, documents).tobytes() == theta.tobytes()


def test_a_snapshot_that_learns_does_not_change_the_state(
    state: TopicState, documents: Documents
) -> None:
    before, snapshot = bits(state), state.snapshot()
    learn(snapshot, documents)
    assert bits(state) == before != bits(snapshot)


def test_nothing_is_copied_without_readers(state: TopicState, documents: Documents) -> None:
    arrays = state.scaled_counts, state.scale, state.totals
    infer(state.snapshot(), documents)
    learn(state, documents)
    after = state.scaled_counts, state.scale, state.totals
    assert all(a is b for a, b in zip(arrays, after, strict=True))


def test_a_snapshot_borrows_the_arrays(state: TopicState) -> None:
    assert state.snapshot().scaled_counts is state.scaled_counts


def test_a_state_learns_the_same_with_and_without_readers(
    state: TopicState, documents: Documents
) -> None:
    alone = state.copy()
    learn(alone, documents)
    kept = state.snapshot()
    learn(state, documents)
    assert bits(state) == bits(alone)
    assert kept.n_documents_seen == 0


@pytest.mark.parametrize("change", ["decay", "empty_rows", "grow", "learn_prior", "adopt"])
def test_a_snapshot_survives_every_change_of_the_state(state: TopicState, change: str) -> None:
    arguments: dict[str, Any] = {
        "decay": 0.5,
        "empty_rows": np.array([1, 2]),
        "grow": N_WORDS + 5,
        "learn_prior": Prior.create(0.7, 0.05, N_TOPICS, N_WORDS),
        "adopt": TopicState.random(N_WORDS, state.prior, 99.0, 2),
    }
    snapshot = state.snapshot()
    before, alpha = bits(snapshot), snapshot.prior.doc_topic.tolist()
    getattr(state, change)(arguments[change])
    assert bits(snapshot) == before
    assert snapshot.prior.doc_topic.tolist() == alpha
    assert snapshot.n_words == N_WORDS


def test_a_snapshot_during_a_native_call_has_whole_minibatches(
    state: TopicState, documents: Documents, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Taken when the call has changed the arrays, but the counters are not updated yet."""
    alone = state.copy()
    learn(alone, documents)
    taken = []
    native = minibatch_updates._core.train

    def train(**arguments: Any) -> Any:
        result = native(**arguments)
        taken.append(state.snapshot())
        assert state.n_documents_seen == 0
        return result

    monkeypatch.setattr(minibatch_updates._core, "train", train)
    learn(state, documents)
    assert bits(taken[0]) == bits(alone) == bits(state)


@pytest.mark.parametrize("name", ["scvb0", "svb", "cvb0", "map"])
def test_snapshots_from_another_thread_are_states_between_steps(
    name: str, state: TopicState, documents: Documents
) -> None:
    algorithm = {"scvb0": scvb0.SCVB0(), "svb": svb.SVB(prior_offset=0.5)}.get(name)
    memory = {"cvb0": cvb0.CVB0(), "map": map_em.MAP()}.get(name)
    kept = None if memory is None else memory.start_memory(documents, state, n_threads=1)

    def step() -> None:
        if isinstance(kept, cvb0.Responsibilities):
            cvb0.sweep(state, documents, kept, block_size=10)
        elif isinstance(kept, map_em.DocumentCounts):
            map_em.iterate(state, documents, kept)
        else:
            learn(state, documents, algorithm)

    over = threading.Event()
    seen: list[TopicState] = []

    def read() -> None:
        while not over.is_set():
            seen.append(state.snapshot())

    reader = threading.Thread(target=read)
    reader.start()
    for _ in range(20):
        step()
    over.set()
    reader.join()
    tokens = documents.lengths
    for snapshot in seen:
        whole, rest = divmod(snapshot.n_documents_seen, documents.n_documents)
        expected = whole * tokens.sum() + tokens[:rest].sum()
        assert rest % 10 == 0
        assert snapshot.n_tokens_seen == pytest.approx(expected)
        totals = snapshot.scale * snapshot.scaled_counts.sum(axis=0, dtype=np.float64)
        np.testing.assert_allclose(totals, snapshot.totals, rtol=1e-4)


@pytest.mark.parametrize("duplicate", [copy.deepcopy, copy.copy, TopicState.copy])
def test_a_copy_is_independent(duplicate: Any, state: TopicState, documents: Documents) -> None:
    other, before = duplicate(state), bits(state)
    assert bits(other) == before
    learn(other, documents)
    assert bits(state) == before != bits(other)


def test_a_state_and_its_snapshot_can_be_pickled(state: TopicState, documents: Documents) -> None:
    for each in (state, state.snapshot()):
        other = pickle.loads(pickle.dumps(each))
        assert bits(other) == bits(state)
        learn(other, documents)
