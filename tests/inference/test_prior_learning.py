"""Learning the priors: compared with scipy, with theory, and on documents of known alpha."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import psi

from tests.synthetic import corpus_in_parts, state_with_counts
from thalweg.corpus.document_source import DocumentSource
from thalweg.inference.prior_learning import (
    PriorLearning,
    digamma,
    most_probable_alpha,
    most_probable_eta,
)
from thalweg.model import TopicModel
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

UNEVEN = np.array([0.8, 0.4, 0.2, 0.1])
SHAPE = PriorLearning(alpha=True)


def test_digamma_equals_that_of_scipy() -> None:
    x = np.logspace(-8, 8, 500)
    np.testing.assert_allclose(digamma(x), psi(x), rtol=1e-10, atol=1e-10)


def drawn_counts(alpha: NDArray[np.float64], n_documents: int, length: int) -> NDArray[np.int64]:
    rng = np.random.default_rng(0)
    return rng.multinomial(length, rng.dirichlet(alpha, n_documents))


def test_alpha_of_drawn_counts_is_found() -> None:
    counts = drawn_counts(UNEVEN, 20_000, 50)
    found = most_probable_alpha(counts, np.full(4, 0.1), 200)
    np.testing.assert_allclose(found, UNEVEN, rtol=0.05)


def test_at_the_fixed_point_the_likelihood_is_stationary() -> None:
    counts = drawn_counts(UNEVEN, 300, 50)
    alpha = most_probable_alpha(counts, np.full(4, 0.1), 2000)
    # d/d alpha_k of sum_j log p(N_j | alpha)
    lengths, total = counts.sum(axis=1), alpha.sum()
    gains = (psi(counts + alpha) - psi(alpha)).sum(axis=0)
    losses = (psi(lengths + total) - psi(total)).sum()
    np.testing.assert_allclose(gains / losses, 1.0, atol=1e-6)


def test_eta_of_drawn_topics_is_found() -> None:
    rng = np.random.default_rng(1)
    counts = np.stack(
        [rng.multinomial(3000, rng.dirichlet(np.full(400, 0.2))) for _ in range(30)], axis=1
    )
    state = state_with_counts(counts, Prior.create(0.1, 0.01, 30, 400))
    assert most_probable_eta(state)[0] == pytest.approx(0.2, rel=0.25)  # 20 steps from 0.01


def topics_apart(alpha: NDArray[np.float64]) -> tuple[sparse.csr_array, TopicState]:
    """Documents over topics that share no word, and those topics."""
    phi = np.kron(np.eye(4), np.full(25, 0.04))
    rng = np.random.default_rng(2)
    theta = rng.dirichlet(alpha, 500)
    X = sparse.csr_array(np.array([rng.multinomial(40, row @ phi) for row in theta]))
    return X, state_with_counts(5000 * phi.T, Prior.create(0.1, 0.01, 4, 100))


def has_seen(state: TopicState, n_documents: int) -> None:
    state.n_documents_seen, state.n_tokens_seen = n_documents, 1e6


def test_the_shape_follows_how_common_topics_are_and_the_sum_stays() -> None:
    X, state = topics_apart(UNEVEN)
    has_seen(state, 500)
    SHAPE.learn(state, DocumentSource.of(X))
    alpha = state.prior.doc_topic
    assert alpha.sum() == pytest.approx(0.4)
    assert list(np.argsort(-alpha)) == [0, 1, 2, 3]
    assert alpha[0] / alpha[3] > 3


def test_repeated_learning_with_the_sum_finds_both() -> None:
    """Topics that share no word leave no doubt about N^Theta."""
    X, state = topics_apart(UNEVEN)
    for moment in range(1, 12):
        has_seen(state, moment * 500)
        PriorLearning(alpha=True, alpha_sum=True).learn(state, DocumentSource.of(X))
    np.testing.assert_allclose(state.prior.doc_topic, UNEVEN, rtol=0.25)


def test_from_too_few_documents_nothing_is_learned() -> None:
    X, state = topics_apart(UNEVEN)
    has_seen(state, 99)
    SHAPE.learn(state, DocumentSource.of(X[:99]))
    np.testing.assert_array_equal(state.prior.doc_topic, 0.1)


def test_empty_documents_are_not_evidence() -> None:
    """Of 1,000 documents one has all the tokens: nothing can be learned, and nothing breaks."""
    X = sparse.lil_array((1000, 60), dtype=np.int32)
    X[0] = 1000
    model = TopicModel(50, random_state=0).fit(X.tocsr())
    np.testing.assert_allclose(model.doc_topic_prior_, 2 / 50)
    assert np.isfinite(model.components_).all()


def test_a_corpus_on_disk_is_sampled_as_a_whole(tmp_path) -> None:
    """Each part has documents of one kind only; alpha describes all of them."""
    X, state = topics_apart(UNEVEN)
    X = X[np.argsort(X.toarray()[:, :25].sum(axis=1))]
    stored = corpus_in_parts(X, tmp_path / "store", 2000)
    assert stored.part_bounds().size > 4
    states = [state.copy(), state.copy()]
    for each, documents in zip(states, (X, stored), strict=True):
        has_seen(each, 500)
        SHAPE.learn(each, DocumentSource.of(documents))
    assert states[0].prior.same_as(states[1].prior)
    assert np.ptp(states[0].prior.doc_topic) > 0


def test_before_topics_have_formed_nothing_is_learned() -> None:
    X, state = topics_apart(UNEVEN)
    has_seen(state, 500)
    state.n_tokens_seen = 39_999
    SHAPE.learn(state, DocumentSource.of(X))
    np.testing.assert_array_equal(state.prior.doc_topic, 0.1)
    state.n_tokens_seen = 40_000  # 10,000 per topic
    SHAPE.learn(state, DocumentSource.of(X))
    assert np.ptp(state.prior.doc_topic) > 0


def test_learning_is_due_when_twice_as_many_documents_were_seen() -> None:
    X, state = topics_apart(UNEVEN)
    has_seen(state, 500)
    assert SHAPE.is_due(state)
    SHAPE.learn(state, DocumentSource.of(X))
    for n, due in ((500, False), (999, False), (1000, True)):
        state.n_documents_seen = n
        assert SHAPE.is_due(state) is due
    assert not PriorLearning().is_due(state)


def test_priors_are_learned_once_per_number_of_documents() -> None:
    X, state = topics_apart(UNEVEN)
    has_seen(state, 500)
    SHAPE.learn(state, DocumentSource.of(X))
    first = state.prior.doc_topic.copy()
    SHAPE.learn(state, DocumentSource.of(X))
    np.testing.assert_array_equal(state.prior.doc_topic, first)


def test_learned_priors_do_not_depend_on_threads_and_are_saved(tmp_path) -> None:
    X, _ = topics_apart(UNEVEN)
    settings = {"doc_topic_prior": "auto", "topic_word_prior": "auto", "random_state": 0}
    one, two = (TopicModel(4, n_jobs=n, **settings).fit(X) for n in (1, 2))
    assert one.state_.prior.same_as(two.state_.prior)
    assert np.ptp(one.state_.prior.doc_topic) > 0
    assert one.state_.prior.topic_word[0] != 0.03
    one.save(tmp_path / "model")
    loaded = TopicModel.load(tmp_path / "model")
    assert loaded.state_.prior.same_as(one.state_.prior)
    assert loaded.state_.prior_clock == one.state_.prior_clock > 0


def test_a_stream_learns_alpha_but_not_numbers_that_were_given() -> None:
    X, _ = topics_apart(UNEVEN)
    stream = TopicModel(4, random_state=0)
    for _ in range(3):
        stream.partial_fit(X)
    alpha = stream.state_.prior.doc_topic
    assert stream.state_.prior_clock == 1000  # 40,000 tokens
    assert np.ptp(alpha) > 0
    assert alpha.sum() == pytest.approx(0.4)
    for fixed in (0.1, "symmetric", [0.1, 0.1, 0.1, 0.1]):
        model = TopicModel(4, doc_topic_prior=fixed, random_state=0).fit(X)
        np.testing.assert_array_equal(model.doc_topic_prior_, 0.1)


@pytest.mark.parametrize("algorithm", ["svb", "cvb0", "map", "smap"])
def test_other_algorithms_do_not_learn_priors(algorithm: str) -> None:
    X, _ = topics_apart(UNEVEN)
    model = TopicModel(4, algorithm=algorithm, max_iter=2, random_state=0).fit(X)
    assert np.ptp(model.doc_topic_prior_) == 0
