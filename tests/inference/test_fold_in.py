"""Fold-in: the topics of documents, and their likelihood, under fixed topics."""

from __future__ import annotations

import numpy as np
import pytest

from tests.synthetic import SyntheticCorpus, make_corpus, reference_of, rows_of, state_bytes
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.inference.fold_in import Convergence, infer, log_likelihood
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

EXACT = Convergence(max_passes=2000, tolerance=0.0)


@pytest.fixture
def state(corpus: SyntheticCorpus) -> TopicState:
    """The true topics of the corpus."""
    return TopicState.of_topics(corpus.topics, 0.2)


@pytest.fixture
def documents(corpus: SyntheticCorpus) -> Documents:
    return Documents.check(corpus.counts)


def test_inference_converges_to_the_fixed_point_of_the_reference(
    state: TopicState, documents: Documents
) -> None:
    found = infer(state, documents, EXACT)
    reference = reference_of(state)
    expected = [reference.theta(*row, n_passes=2000) for row in rows_of(documents)]
    np.testing.assert_allclose(found, expected, rtol=1e-3, atol=1e-3)


def test_topic_counts_sum_to_the_length_plus_the_prior(
    state: TopicState, documents: Documents
) -> None:
    sums = infer(state, documents).sum(axis=1)
    np.testing.assert_allclose(sums, documents.lengths + 4 * 0.2, rtol=1e-5)


def test_inference_recovers_the_true_proportions(
    corpus: SyntheticCorpus, state: TopicState, documents: Documents
) -> None:
    found = infer(state, documents)
    found /= found.sum(axis=1, keepdims=True)
    # 40 tokens per document leave an error of about sqrt(0.25 / 40) = 0.08.
    assert np.abs(found - corpus.proportions).mean() < 0.08


def test_the_default_tolerance_is_close_to_the_fixed_point(
    state: TopicState, documents: Documents
) -> None:
    found, exact = infer(state, documents), infer(state, documents, EXACT)
    assert np.abs(found - exact).mean() < 0.1
    one_pass = infer(state, documents, Convergence(max_passes=1))
    assert np.abs(one_pass - exact).mean() > 2 * np.abs(found - exact).mean()


def test_results_are_written_to_an_array_that_is_given(
    state: TopicState, documents: Documents
) -> None:
    out = np.zeros((documents.n_documents, 4), dtype=np.float32)
    returned = infer(state, documents, out=out)
    assert returned is out
    np.testing.assert_array_equal(out, infer(state, documents))


def test_neither_the_state_nor_the_number_of_threads_matter(
    state: TopicState, documents: Documents
) -> None:
    before = state_bytes(state)
    one = infer(state, documents, n_threads=1)
    np.testing.assert_array_equal(one, infer(state, documents, n_threads=3))
    log_likelihood(state, documents, documents)
    assert state_bytes(state) == before


def test_the_likelihood_of_one_topic_is_that_of_its_words() -> None:
    """With a single topic nothing is inferred: log p(w) = sum of counts x log phi_w."""
    phi = np.array([[0.5, 0.3, 0.2]])
    state = TopicState.of_topics(phi, 0.1)
    observed = Documents.check(np.array([[1, 1, 0], [0, 0, 0]]))
    scored = Documents.check(np.array([[2, 0, 1], [0, 4, 0]]))
    expected = [2 * np.log(0.5) + np.log(0.2), 4 * np.log(0.3)]
    np.testing.assert_allclose(log_likelihood(state, observed, scored), expected, rtol=1e-5)


def test_the_likelihood_is_that_of_the_inferred_mixture(
    state: TopicState, documents: Documents
) -> None:
    scored = Documents.check(make_corpus(seed=1).counts)
    found = log_likelihood(state, documents, scored, EXACT)
    theta = infer(state, documents, EXACT).astype(np.float64)
    theta /= theta.sum(axis=1, keepdims=True)
    weights = state.weights().astype(np.float64)
    words = theta @ (weights / weights.sum(axis=0)).T
    expected = (scored.to_csr().toarray() * np.log(words)).sum(axis=1)
    np.testing.assert_allclose(found, expected, rtol=1e-4)


@pytest.mark.parametrize("use", [infer, log_likelihood])
def test_documents_of_another_vocabulary_are_refused(use, state: TopicState) -> None:
    wider = Documents.check(np.ones((2, 57)))
    arguments = (wider,) if use is infer else (wider, wider)
    with pytest.raises(InputError, match="documents have 57 words; the model 50"):
        use(state, *arguments)


def test_an_empty_document_gets_the_prior() -> None:
    prior = Prior.create([0.1, 0.2, 0.3], 0.1, 3, 5)
    state = TopicState.random(5, prior, 10.0, seed=0)
    empty = Documents.check(np.zeros((1, 5)))
    np.testing.assert_allclose(infer(state, empty), [[0.1, 0.2, 0.3]], rtol=1e-6)
    assert log_likelihood(state, empty, empty).tolist() == [0.0]
