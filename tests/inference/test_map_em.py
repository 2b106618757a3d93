"""Native MAP_LDA_U: equal to the reference, climbs, the same at any number of threads."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from tests.inference.batch_corpora import (
    relative_difference,
    rows_of,
    start_state,
    varied_documents,
    varied_prior,
)
from tests.inference.comparison import random_counts
from tests.interrupts import interrupt_when
from thalweg import InputError, MemoryLimitError, _core
from thalweg.corpus.documents import Documents
from thalweg.inference import map_em
from thalweg.inference.objective import MapObjective, Statistics
from thalweg.inference.reference import MapEM
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

# float32 against float64: a sum of some thousand products, rounded by 6e-8 each, an iteration; EM
# contracts differences rather than making them grow.
TOLERANCE = 1e-5


def less_one(prior: Prior) -> Prior:
    """What a state holds of the MAP problem's hyper-parameters."""
    return replace(prior, doc_topic=prior.doc_topic - 1, topic_word=prior.topic_word - 1)


@pytest.fixture(params=_core.instruction_sets())
def instruction_set(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setenv("THALWEG_ISA", request.param)
    return str(request.param)


@pytest.mark.usefixtures("instruction_set")
@pytest.mark.parametrize("n_topics", [1, 2, 7, 8, 9, 20, 65, 100, 300])
def test_iterations_equal_the_reference(n_topics: int) -> None:
    documents = varied_documents(seed=n_topics)
    prior, eta = varied_prior(n_topics, documents.n_words, shift=1.0)
    rows = rows_of(documents)
    rng = np.random.default_rng(0)
    gamma = rng.dirichlet(np.ones(n_topics), int(documents.offsets[-1]))
    reference = MapEM.start(rows, gamma, prior.doc_topic, eta)
    state = start_state(documents, less_one(prior))
    state.scaled_counts[:, :n_topics] = reference.N_phi
    state.totals[:n_topics] = reference.N_z
    state.scale[:n_topics] = 1
    start = reference.N_phi
    document_counts = map_em.DocumentCounts.start(reference.N_theta)
    for _ in range(6):
        map_em.iterate(state, documents, document_counts)
        reference.iterate()
        assert relative_difference(state.topic_word_counts, reference.N_phi) < TOLERANCE
        N_theta = document_counts.counts[:, :n_topics]
        assert relative_difference(N_theta, reference.N_theta) < TOLERANCE
        np.testing.assert_allclose(state.topic_counts, reference.N_z, rtol=TOLERANCE)
    if n_topics > 1:  # the iterations have moved far more than the tolerance lets pass
        assert relative_difference(start, reference.N_phi) > 0.02


@pytest.mark.parametrize("n_topics", [3, 20, 100])
def test_the_bits_do_not_depend_on_threads(n_topics: int) -> None:
    documents = Documents.check(random_counts(300, 3000, 900, seed=1))
    assert documents.offsets[-1] > 3 * 32768  # several groups
    prior = Prior.create(1.1, 1.01, n_topics, documents.n_words)
    results = []
    for n_threads in (1, 2, 3, 8):
        state = start_state(documents, less_one(prior))
        document_counts = map_em.DocumentCounts.random(documents, state)
        map_em.iterate(state, documents, document_counts, n_iterations=3, n_threads=n_threads)
        results.append(
            [a.tobytes() for a in (document_counts.counts, state.scaled_counts, state.totals)]
        )
    assert all(result == results[0] for result in results)


def log_posterior(
    objective: MapObjective, state: TopicState, document_counts: map_em.DocumentCounts
) -> float:
    k = state.n_topics
    N_phi = state.topic_word_counts.astype(np.float64)
    N_theta = document_counts.counts[:, :k].astype(np.float64)
    statistics = Statistics(N_phi, N_phi.sum(axis=0), N_theta)
    return objective.log_posterior(*objective.parameters(statistics))


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_the_log_posterior_never_falls(seed: int) -> None:
    """Up to the rounding of statistics to float32.

    Errors of 1e-6 of each statistic change the log posterior by at most 1e-6 of the sum of all its
    log terms in first order, and by nothing in first order where it is stationary.
    """
    documents = varied_documents(60, seed=seed)
    prior, eta = varied_prior(8, documents.n_words, shift=1.0)
    objective = MapObjective(documents, prior.doc_topic, eta)
    state = start_state(documents, less_one(prior), seed)
    document_counts = map_em.DocumentCounts.random(documents, state)
    values = [log_posterior(objective, state, document_counts)]
    for _ in range(60):
        map_em.iterate(state, documents, document_counts)
        values.append(log_posterior(objective, state, document_counts))
    rounding = 1e-6 * documents.n_tokens
    assert (np.diff(values) > -rounding).all()
    assert values[-1] - values[0] > 1000 * rounding  # it has climbed


def test_counts_sum_to_the_tokens_and_are_booked() -> None:
    documents = varied_documents()
    prior, _ = varied_prior(5, documents.n_words, shift=1.0)
    state = start_state(documents, less_one(prior))
    document_counts = map_em.DocumentCounts.random(documents, state)
    sums = document_counts.counts.sum(axis=1)
    np.testing.assert_allclose(sums, documents.lengths, rtol=1e-5)
    progress = map_em.iterate(state, documents, document_counts, n_iterations=4, n_threads=2)
    assert (progress.n_batches, state.clock) == (4, 4)
    assert progress.n_documents == state.n_documents_seen == 4 * documents.n_documents
    assert state.n_tokens_seen == pytest.approx(4 * documents.n_tokens)
    assert state.corpus_tokens == pytest.approx(documents.n_tokens)
    sums = document_counts.counts.sum(axis=1)
    np.testing.assert_allclose(sums, documents.lengths, rtol=1e-5)
    np.testing.assert_allclose(state.topic_word_counts.sum(axis=0), state.topic_counts, rtol=1e-5)
    of_words = documents.to_csr().sum(axis=0)
    np.testing.assert_allclose(state.topic_word_counts.sum(axis=1), of_words, rtol=1e-5)


@pytest.mark.parametrize("n_threads", [1, 2])
def test_an_interrupt_keeps_the_iterations_before_it(n_threads: int) -> None:
    documents = Documents.check(random_counts(2000, 2000, 300, seed=0))
    prior = Prior.create(1.1, 1.01, 200, 2000)
    state = start_state(documents, less_one(prior))
    document_counts = map_em.DocumentCounts.random(documents, state)
    interrupt_when(lambda: state.clock > 0)
    with pytest.raises(KeyboardInterrupt):
        map_em.iterate(state, documents, document_counts, n_iterations=10_000, n_threads=n_threads)
    assert state.n_documents_seen == 2000 * state.clock
    expected = start_state(documents, less_one(prior))
    expected_counts = map_em.DocumentCounts.random(documents, expected)
    map_em.iterate(expected, documents, expected_counts, n_iterations=state.clock)
    np.testing.assert_array_equal(state.scaled_counts, expected.scaled_counts)
    np.testing.assert_array_equal(state.totals, expected.totals)
    np.testing.assert_array_equal(document_counts.counts, expected_counts.counts)


def test_time_stops_it_after_an_iteration() -> None:
    documents = varied_documents()
    prior, _ = varied_prior(5, documents.n_words, shift=1.0)
    state = start_state(documents, less_one(prior))
    document_counts = map_em.DocumentCounts.random(documents, state)
    progress = map_em.iterate(state, documents, document_counts, n_iterations=50, seconds=0.0)
    assert progress.n_batches == 1


def test_what_does_not_fit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    documents = varied_documents()
    state = start_state(documents, Prior.create(1.1, 1.1, 4, documents.n_words))
    document_counts = map_em.DocumentCounts.random(documents, state)
    with pytest.raises(InputError, match="31, with 4 topics"):
        map_em.iterate(state, varied_documents(31), document_counts)
    with pytest.raises(InputError, match="words"):
        map_em.iterate(state, varied_documents(n_words=99), document_counts)
    monkeypatch.setattr(map_em, "free_memory", lambda: 1000)
    monkeypatch.setattr(map_em, "aligned_zeros", lambda *_: pytest.fail("it was allocated"))
    with pytest.raises(MemoryLimitError, match=r"30 documents x 4 topics; .*scvb0"):
        map_em.DocumentCounts.random(documents, state)
