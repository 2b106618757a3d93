"""LDA: parameters, fitted attributes, streams, presets and tables."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import sparse
from sklearn.decomposition._online_lda_fast import _dirichlet_expectation_2d

from tests.conftest import FakeClock
from tests.inference.comparison import random_counts
from thalweg import LDA, InputError
from thalweg.inference.registry import ALGORITHMS
from thalweg.inference.schedules import StepSchedule
from thalweg.inference.scvb0 import SCVB0
from thalweg.inference.svb import SVB


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    return random_counts(200, 150, 60, seed=0)


# ---------------------------------------------------------------------- fitted attributes


def test_components_are_pseudo_counts_and_rows_normalise_to_topics(X: sparse.csr_array) -> None:
    lda = LDA(5, topic_word_prior=0.2, random_state=0).fit(X)
    expected = lda.state_.topic_word_counts.T + np.float32(0.2)
    np.testing.assert_array_equal(lda.components_, expected)
    assert lda.components_.shape == (5, 150)
    assert lda.components_.sum() == pytest.approx(X.sum() + 5 * 150 * 0.2, rel=1e-4)


def test_counters_count_passes_minibatches_documents_and_tokens(X: sparse.csr_array) -> None:
    lda = LDA(5, algorithm=SCVB0(finishing_passes=1), batch_size=30, max_iter=3, random_state=0)
    lda.fit(X)
    assert (lda.n_iter_, lda.n_documents_seen_, lda.n_tokens_seen_) == (3, 600, 3 * X.sum())
    assert lda.n_batch_iter_ == 2 * 7 + 1  # a finishing pass of so few documents is one minibatch
    lda.partial_fit(X[:70])
    assert lda.n_batch_iter_ == 2 * 7 + 1 + 3
    assert lda.n_documents_seen_ == 670


def test_a_batch_algorithm_counts_sweeps(X: sparse.csr_array) -> None:
    lda = LDA(5, algorithm="cvb0", max_iter=4, random_state=0).fit(X)
    assert lda.n_batch_iter_ == lda.n_iter_ == 4


def test_priors_that_were_given_are_the_priors_in_use(X: sparse.csr_array) -> None:
    alpha, eta = np.linspace(0.1, 0.5, 5), np.linspace(0.01, 0.1, 150)
    lda = LDA(5, doc_topic_prior=alpha, topic_word_prior=eta, random_state=0).fit(X)
    np.testing.assert_array_equal(lda.doc_topic_prior_, alpha)
    np.testing.assert_array_equal(lda.topic_word_prior_, eta)
    numbers = LDA(5, doc_topic_prior=0.3, topic_word_prior=0.2, random_state=0).fit(X)
    np.testing.assert_array_equal(numbers.doc_topic_prior_, np.full(5, 0.3))
    assert numbers.topic_word_prior_ == 0.2
    assert isinstance(numbers.topic_word_prior_, float)


def test_default_priors_are_numbers_and_learned_ones_are_shown() -> None:
    rng = np.random.default_rng(0)
    theta = rng.dirichlet([1.0, 0.2, 0.1], 600)
    words = theta @ np.kron(np.eye(3), np.full(10, 0.1))
    X = np.array([rng.multinomial(80, row) for row in words])
    lda = LDA(3, random_state=0).fit(X)
    assert lda.topic_word_prior_ == 0.03
    assert lda.doc_topic_prior_.sum() == pytest.approx(0.3)  # the sum of the default, 0.1 x K
    # The topic that most documents have gets the largest value.
    assert lda.doc_topic_prior_.argmax() == lda.transform(X).mean(axis=0).argmax()
    assert np.ptp(lda.doc_topic_prior_) > 0.01
    symmetric = LDA(3, doc_topic_prior="symmetric", random_state=0).fit(X)
    np.testing.assert_array_equal(symmetric.doc_topic_prior_, [0.1] * 3)


@pytest.mark.parametrize("name", ["map", "smap"])
def test_priors_of_map_are_those_of_the_user(X: sparse.csr_array, name: str) -> None:
    """Training uses alpha - 1 and eta - 1."""
    given = {"doc_topic_prior": 1.5, "topic_word_prior": 1.25}
    lda = LDA(5, algorithm=name, max_iter=2, random_state=0, **given).fit(X)
    np.testing.assert_allclose(lda.doc_topic_prior_, 1.5)
    assert lda.topic_word_prior_ == pytest.approx(1.25)
    np.testing.assert_allclose(lda.state_.prior.doc_topic, 0.5)


def test_exp_dirichlet_component_of_svb_is_that_of_scikit_learn(X: sparse.csr_array) -> None:
    for algorithm in ("svb", SVB(prior_offset=0.5)):
        lda = LDA(5, algorithm=algorithm, max_iter=2, random_state=0).fit(X)
        expected = np.exp(_dirichlet_expectation_2d(lda.components_.astype(np.float64)))
        # scikit-learn's approximation of psi is accurate to about 2e-9.
        np.testing.assert_allclose(lda.exp_dirichlet_component_, expected, rtol=1e-8)
        assert lda.exp_dirichlet_component_.shape == (5, 150)


@pytest.mark.parametrize("name", sorted(set(ALGORITHMS) - {"svb"}))
def test_other_algorithms_have_no_exp_dirichlet_component(X: sparse.csr_array, name: str) -> None:
    lda = LDA(5, algorithm=name, max_iter=2, random_state=0).fit(X)
    assert not hasattr(lda, "exp_dirichlet_component_")
    with pytest.raises(AttributeError, match="only defined for algorithm='svb'"):
        _ = lda.exp_dirichlet_component_


def test_settings_are_those_of_the_last_call(X: sparse.csr_array) -> None:
    lda = LDA(5, batch_size=50, max_iter=2, n_jobs=1, random_state=0)
    assert not hasattr(lda, "settings_")
    lda.fit(X)
    assert (lda.settings_.batch_size, lda.settings_.max_passes) == (50, 2)
    assert lda.settings_.algorithm == SCVB0()
    assert lda.partial_fit(X).settings_.is_stream
    assert not lda.fit(X).settings_.is_stream


@pytest.mark.parametrize(
    "name",
    ["components_", "doc_topic_prior_", "topic_word_prior_", "n_batch_iter_", "n_tokens_seen_"],
)
def test_an_untrained_model_has_no_fitted_attributes(name: str) -> None:
    assert not hasattr(LDA(3), name)


# ---------------------------------------------------------------------- budgets


def test_max_time_alone_means_as_many_passes_as_fit_into_it(
    X: sparse.csr_array, clock: FakeClock
) -> None:
    lda = LDA(5, max_time=40.0, random_state=0).fit(X)
    assert clock.now == 40.0
    assert lda.n_iter_ == 35 + 2  # a second per exploring pass, 2.5 per finishing pass
    assert lda.n_iter_ > LDA(5, random_state=0).fit(X).n_iter_


def test_max_time_and_max_iter_together_end_with_whichever_comes_first(
    X: sparse.csr_array, clock: FakeClock
) -> None:
    assert LDA(5, max_time=1000.0, max_iter=6, random_state=0).fit(X).n_iter_ == 6
    start = clock.now
    assert LDA(5, max_time=10.0, max_iter=600, random_state=0).fit(X).n_iter_ < 600
    assert clock.now - start <= 10.0


# ---------------------------------------------------------------------- streams


def test_a_stream_of_unknown_size_scales_its_counts_to_what_it_has_seen(
    X: sparse.csr_array,
) -> None:
    """C is the number of tokens so far: N^Phi sums to it after every call."""
    lda = LDA(5, random_state=0)
    seen = 0
    for first in range(0, 200, 50):
        lda.partial_fit(X[first : first + 50])
        seen += X[first : first + 50].sum()
        assert lda.state_.corpus_tokens == pytest.approx(seen)
        assert lda.state_.topic_word_counts.sum() == pytest.approx(seen, rel=1e-4)


def test_total_samples_sets_the_scale_by_the_mean_length_so_far(X: sparse.csr_array) -> None:
    lda = LDA(5, total_samples=10_000, random_state=0).partial_fit(X)
    expected = 10_000 * X.sum() / 200
    assert lda.state_.topic_word_counts.sum() == pytest.approx(expected, rel=1e-4)


def test_partial_fit_after_fit_adds_its_documents_to_the_corpus(X: sparse.csr_array) -> None:
    lda = LDA(5, random_state=0).fit(X[:150]).partial_fit(X[150:])
    assert lda.state_.topic_word_counts.sum() == pytest.approx(X.sum(), rel=1e-4)


def test_a_stream_may_contain_empty_documents(X: sparse.csr_array) -> None:
    lda = LDA(5, random_state=0)
    for part in (sparse.csr_array((3, 150)), X[:20], sparse.csr_array((1, 150)), X[20:40]):
        lda.partial_fit(part)
    assert lda.n_documents_seen_ == 44
    assert np.isfinite(lda.components_).all()


def test_a_stream_keeps_its_number_of_topics(X: sparse.csr_array) -> None:
    lda = LDA(5, random_state=0).partial_fit(X)
    with pytest.raises(InputError, match="`n_components` is 6, but the model has 5 topics"):
        lda.set_params(n_components=6).partial_fit(X)


def test_score_fraction_scores_documents_before_they_are_learned(X: sparse.csr_array) -> None:
    lda = LDA(5, batch_size=20, random_state=0)
    lda.partial_fit(X[:100])
    assert not hasattr(lda, "progressive_")
    lda.partial_fit(X[100:], score_fraction=1.0)
    whole = LDA(5, batch_size=20, random_state=0).partial_fit(X[:100]).partial_fit(X[100:])
    np.testing.assert_array_equal(lda.components_, whole.components_)
    assert lda.progressive_.n_documents == 100
    some = LDA(5, batch_size=20, random_state=0).partial_fit(X, score_fraction=0.25)
    assert 20 < some.progressive_.n_documents < 80


def test_score_is_no_longer_a_parameter_of_partial_fit(X: sparse.csr_array) -> None:
    with pytest.raises(TypeError, match="score"):
        LDA(5).partial_fit(X, score=True)


def test_fit_starts_from_the_beginning(X: sparse.csr_array) -> None:
    once = LDA(5, random_state=0).fit(X).components_
    again = LDA(5, random_state=0).partial_fit(X).fit(X).components_
    np.testing.assert_array_equal(once, again)


# ---------------------------------------------------------------------- the preset


def test_the_paper_preset_has_the_settings_of_the_paper() -> None:
    """Section 5.1: minibatches of 100, s = 10, tau = 1000, kappa = 0.9; 1, 10, 0.9; 0.1, 0.01."""
    lda = LDA.paper(50, random_state=1)
    assert (lda.n_components, lda.batch_size, lda.random_state) == (50, 100, 1)
    assert (lda.learning_scale, lda.learning_offset, lda.learning_decay) == (10, 1000, 0.9)
    assert (lda.doc_topic_prior, lda.topic_word_prior) == (0.1, 0.01)
    assert lda.algorithm == SCVB0(
        burn_in=1.0,
        finishing_passes=0,
        learning_clock="documents",
        doc_schedule=StepSchedule(1, 10, 0.9),
    )
    assert LDA.paper(50, batch_size=10).batch_size == 10


def test_with_the_clock_of_the_paper_every_document_takes_a_step(X: sparse.csr_array) -> None:
    """The step of document t is 10 / (1000 + t)^0.9; a minibatch combines those of its documents.

    A step of a minibatch with rho moves N^Phi of a word that does not occur by 1 - rho.
    """
    with_rare_word = sparse.csr_array(sparse.hstack([X, sparse.csr_array((200, 1))]))
    lda = LDA.paper(3, random_state=0, shuffle=False, total_tokens=float(X.sum()))
    lda.partial_fit(with_rare_word[:100])
    before = lda.state_.topic_word_counts[-1]
    lda.partial_fit(with_rare_word[100:150])
    single = 10 / (1000 + np.arange(101, 151)) ** 0.9
    np.testing.assert_allclose(
        lda.state_.topic_word_counts[-1], before * np.prod(1 - single), rtol=1e-4
    )


# ---------------------------------------------------------------------- tables


def test_topics_have_names_shares_and_falling_weights(X: sparse.csr_array) -> None:
    lda = LDA(5, random_state=0).fit(X)
    table = lda.topics(4, feature_names=[f"w{i}" for i in range(150)])
    assert [topic.topic for topic in table] == [0, 1, 2, 3, 4]
    assert sum(topic.share for topic in table) == pytest.approx(1)
    for topic in table:
        assert topic.weights == sorted(topic.weights, reverse=True)
        best = lda.components_[topic.topic].argmax()
        assert topic.words[0] == f"w{best}"
    with pytest.raises(InputError, match="3 names"):
        lda.topics(4, feature_names=["a", "b", "c"])


def test_top_documents_are_those_with_the_largest_share(X: sparse.csr_array) -> None:
    lda = LDA(5, random_state=0).fit(X)
    table = lda.top_documents(X, 2, n_documents=3)
    shares = lda.transform(X)[:, 2]
    assert [row.share for row in table] == sorted(shares, reverse=True)[:3]
    assert shares[table[0].document] == shares.max()
    with pytest.raises(InputError, match="`topic` is 5"):
        lda.top_documents(X, 5)


def test_known_topics_are_found_again() -> None:
    """Four topics that share no word: each learned topic is one of them."""
    rng = np.random.default_rng(0)
    theta = rng.dirichlet([0.1] * 4, 400)
    phi = np.kron(np.eye(4), np.full(10, 0.1))
    X = np.array([rng.multinomial(60, row @ phi) for row in theta])
    lda = LDA(4, random_state=0).fit(X)
    topics = lda.components_ / lda.components_.sum(axis=1, keepdims=True)
    overlap = topics @ (phi > 0).T
    assert sorted(overlap.argmax(axis=1)) == [0, 1, 2, 3]
    assert overlap.max(axis=1).min() > 0.95
    np.testing.assert_allclose(lda.transform(X)[:, overlap.argmax(axis=0)], theta, atol=0.25)


def test_kept_document_counts_sum_to_the_lengths(X: sparse.csr_array) -> None:
    lda = LDA(5, algorithm=SCVB0(keep_doc_topics=True), random_state=0).fit(X)
    assert lda.doc_topic_counts_ is not None
    np.testing.assert_allclose(
        lda.doc_topic_counts_.sum(axis=1), X.sum(axis=1), rtol=1e-3, atol=1e-3
    )
    assert LDA(5, random_state=0).fit(X).doc_topic_counts_ is None
