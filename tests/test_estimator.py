"""LDA: budgets, streams, presets and tables."""

from __future__ import annotations

import time

import numpy as np
import pytest
from scipy import sparse

from tests.inference.comparison import random_counts
from thalweg import LDA, InputError
from thalweg.training.defaults import (
    batch_size,
    exploring_schedule,
    finishing_passes,
    n_passes,
    topic_schedule,
)


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    return random_counts(200, 150, 60, seed=0)


def test_components_are_pseudo_counts_and_rows_normalise_to_topics(X: sparse.csr_array) -> None:
    lda = LDA(5, topic_word_prior=0.2, random_state=0).fit(X)
    expected = lda.state_.topic_word_counts.T + np.float32(0.2)
    np.testing.assert_array_equal(lda.components_, expected)
    assert lda.components_.shape == (5, 150)
    assert lda.components_.sum() == pytest.approx(X.sum() + 5 * 150 * 0.2, rel=1e-4)


def test_max_iter_counts_whole_passes(X: sparse.csr_array) -> None:
    lda = LDA(5, max_iter=3, random_state=0).fit(X)
    assert (lda.n_iter_, lda.n_documents_seen_) == (3, 600)
    assert lda.n_tokens_seen_ == 3 * X.sum()


def test_max_time_stops_and_alone_means_as_many_passes_as_fit(X: sparse.csr_array) -> None:
    start = time.perf_counter()
    lda = LDA(5, max_time=1.0, random_state=0).fit(X)
    assert lda.n_documents_seen_ > 20 * 200  # more passes than the default would do
    assert time.perf_counter() - start < 20  # it did stop; how punctually is a benchmark's matter


def test_max_time_of_zero_does_one_minibatch(X: sparse.csr_array) -> None:
    lda = LDA(5, max_time=0, batch_size=30, random_state=0).fit(X)
    assert (lda.n_iter_, lda.n_documents_seen_) == (0, 30)


def test_early_stopping_is_off_unless_asked_for(X: sparse.csr_array) -> None:
    assert LDA(5, max_iter=30, random_state=0).fit(X).n_iter_ == 30
    stopped = LDA(20, max_iter=200, early_stopping=True, tol=0.01, random_state=0).fit(X)
    assert stopped.n_iter_ < 200
    assert stopped.best_score_ < 0


def test_early_stopping_keeps_the_best_state_not_the_last(X: sparse.csr_array) -> None:
    settings = {"early_stopping": True, "finishing_passes": 0, "random_state": 0}
    lda = LDA(20, max_iter=60, n_iter_no_change=10, **settings).fit(X)
    last = LDA(20, max_iter=lda.n_iter_, n_iter_no_change=10**6, **settings).fit(X)
    assert lda.best_score_ == last.best_score_


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


def test_a_stream_may_begin_and_go_on_with_empty_documents(X: sparse.csr_array) -> None:
    lda = LDA(5, random_state=0)
    for part in (sparse.csr_array((3, 150)), X[:20], sparse.csr_array((1, 150)), X[20:40]):
        lda.partial_fit(part)
    assert lda.n_documents_seen_ == 44
    assert np.isfinite(lda.components_).all()


def test_a_started_stream_keeps_its_number_of_topics(X: sparse.csr_array) -> None:
    lda = LDA(5, random_state=0).partial_fit(X)
    with pytest.raises(InputError, match="the model has 5 topics"):
        lda.set_params(n_components=6).partial_fit(X)


def test_fit_starts_anew(X: sparse.csr_array) -> None:
    once = LDA(5, random_state=0).fit(X).components_
    again = LDA(5, random_state=0).partial_fit(X).fit(X).components_
    np.testing.assert_array_equal(once, again)


def test_paper_preset_has_the_papers_settings() -> None:
    """Section 5.1: minibatches of 100, s = 10, tau = 1000, kappa = 0.9; 1, 10, 0.9; 0.1, 0.01."""
    lda = LDA.paper(50, random_state=1)
    assert (lda.n_components, lda.batch_size, lda.burn_in) == (50, 100, 1.0)
    assert (lda.learning_scale, lda.learning_offset, lda.learning_decay) == (10, 1000, 0.9)
    assert (lda.doc_learning_scale, lda.doc_learning_offset, lda.doc_learning_decay) == (1, 10, 0.9)
    assert (lda.doc_topic_prior, lda.topic_word_prior) == (0.1, 0.01)
    assert lda.learning_clock == "documents"
    assert LDA.paper(50, batch_size=10).batch_size == 10


def test_by_the_papers_clock_every_document_takes_a_step(X: sparse.csr_array) -> None:
    """Of document t it is 10 / (1000 + t)^0.9; minibatches take those of their documents."""
    lda = LDA.paper(3, random_state=0)
    state = LDA(3, random_state=0).fit(X).state_
    state.n_documents_seen = 0
    plan = lda._plan()
    method = plan.method(plan.topic_schedule(topic_schedule(None)))
    steps = method.steps(state, np.array([100, 50]))
    single = 10 / (1000 + np.arange(1, 151)) ** 0.9
    expected = [1 - np.prod(1 - single[:100]), 1 - np.prod(1 - single[100:])]
    np.testing.assert_allclose(steps, expected)


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
    with pytest.raises(InputError, match="topic is 5"):
        lda.top_documents(X, 5)


def test_known_topics_are_found_again() -> None:
    """Four topics with words of their own: each learnt topic is one of them."""
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


def test_verbose_prints_a_line_a_pass(
    X: sparse.csr_array, capsys: pytest.CaptureFixture[str]
) -> None:
    LDA(3, max_iter=2, verbose=1, random_state=0).fit(X)
    assert capsys.readouterr().out.splitlines()[1].startswith("pass 2/2")


def test_defaults_adapt_to_the_size_of_the_corpus() -> None:
    assert [batch_size(n) for n in (1, 1740, 10**5, 4_600_000)] == [10, 21, 105, 714]
    assert [n_passes(n) for n in (1e3, 8e5, 2.3e6, 2e7, 1e9)] == [14, 13, 10, 5, 1]
    assert [n_passes(n, batch=True) for n in (1e3, 2e7, 1e9)] == [210, 75, 2]
    assert [finishing_passes(n) for n in (1, 2, 3, 4, 10, None)] == [0, 1, 1, 2, 2, 2]
    decays = [topic_schedule(n).decay for n in (1, 80, 1000, 10**6)]
    assert decays == sorted(decays)
    assert decays[0] == 0.5
    # rho at the end of the first pass remembers a sixth of it
    assert 1 / float(topic_schedule(1000).at(np.array([999.0]))[0]) == pytest.approx(1000 / 6)
    # and at the end of those that explore a quarter of the corpus
    for n_batches, n_passes_ in ((1000, 8), (80, 2), (25, 30)):
        steps = exploring_schedule(n_batches, n_passes_).at(np.array([1e-9, n_batches * n_passes_]))
        np.testing.assert_allclose(steps, [0.4, 4 / n_batches], rtol=1e-6)
    assert exploring_schedule(1, 1).at(np.array([1.0]))[0] == pytest.approx(0.2)


def test_keep_doc_topics_keeps_counts_that_sum_to_the_lengths(X: sparse.csr_array) -> None:
    lda = LDA(5, keep_doc_topics=True, random_state=0).fit(X)
    assert lda.doc_topic_counts_ is not None
    np.testing.assert_allclose(
        lda.doc_topic_counts_.sum(axis=1), X.sum(axis=1), rtol=1e-3, atol=1e-3
    )
