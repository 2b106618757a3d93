"""Stochastic VB against scikit-learn's implementation of Hoffman, Blei and Bach 2010."""

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from sklearn.decomposition import LatentDirichletAllocation
from sklearn.decomposition._lda import _dirichlet_expectation_2d, _update_doc_distribution

from tests.synthetic import make_corpus, rows_of
from thalweg.corpus.documents import Documents
from thalweg.inference.reference import SVB

N_WORDS, N_TOPICS = 30, 4
ALPHA, ETA = 0.15, 0.05
X = make_corpus(25, N_WORDS, N_TOPICS, 30.0, seed=3).counts
ROWS = rows_of(Documents.check(X))
N_PHI = np.random.default_rng(0).gamma(2.0, 5.0, (N_WORDS, N_TOPICS))


@dataclass
class GivenStart:
    """Stands in for scikit-learn's random start of gamma_d: ours is alpha + C_d / K."""

    alpha: float

    def gamma(self, shape: float, scale: float, size: tuple[int, int]) -> NDArray[np.float64]:
        start = self.alpha + X.sum(axis=1)[:, None] / N_TOPICS
        return np.array(np.broadcast_to(start, size))


def model(**settings: Any) -> SVB:
    alpha, eta = np.full(N_TOPICS, ALPHA), np.full((N_WORDS, N_TOPICS), ETA)
    return SVB(N_PHI.copy(), alpha, eta, corpus_documents=100.0, **settings)


@pytest.mark.parametrize(("n_passes", "tolerance"), [(1, 0.0), (5, 0.0), (200, 1e-2), (200, 10.0)])
def test_documents_agree_with_scikit_learn(n_passes: int, tolerance: float) -> None:
    svb = model(n_passes=n_passes, tolerance=tolerance)
    expElogbeta = svb.expElogbeta()
    expected_gamma, expected_sums = _update_doc_distribution(
        X.astype(np.float64), expElogbeta.T, ALPHA, n_passes, tolerance, True, GivenStart(ALPHA)
    )
    sums = np.zeros((N_WORDS, N_TOPICS))
    for (words, counts), expected in zip(ROWS, expected_gamma, strict=True):
        gamma, phi = svb.document(words, counts, expElogbeta)
        np.testing.assert_allclose(gamma, expected, rtol=1e-6)
        sums[words] += counts[:, None] * phi
    np.testing.assert_allclose(sums, expected_sums.T * expElogbeta, rtol=1e-6)


@pytest.mark.parametrize("n_passes", [1, 5])
@pytest.mark.parametrize("offset", [0.0, 0.5])
def test_minibatches_agree_with_scikit_learn(n_passes: int, offset: float) -> None:
    theirs = LatentDirichletAllocation(
        N_TOPICS,
        doc_topic_prior=ALPHA + offset,
        topic_word_prior=ETA + offset,
        learning_offset=3.0,
        learning_decay=0.7,
        total_samples=100,
        max_doc_update_iter=n_passes,
        mean_change_tol=0.0,
    ).partial_fit(X)  # makes the attributes that follow
    theirs.components_ = N_PHI.T + ETA + offset
    theirs.exp_dirichlet_component_ = np.exp(_dirichlet_expectation_2d(theirs.components_))
    theirs.random_state_ = GivenStart(ALPHA + offset)
    ours = model(n_passes=n_passes, offset=offset)
    for _ in range(3):
        ours.minibatch(ROWS, (3.0 + theirs.n_batch_iter_) ** -0.7)
        theirs.partial_fit(X)
        np.testing.assert_allclose(ours.N_phi + ETA + offset, theirs.components_.T, rtol=1e-6)


def test_an_offset_is_added_to_both_hyper_parameters() -> None:
    offset = model(offset=0.5, n_passes=3)
    shifted = model(n_passes=3)
    shifted = replace(shifted, alpha=shifted.alpha + 0.5, eta=shifted.eta + 0.5)
    for svb in (offset, shifted):
        svb.minibatch(ROWS, 0.3)
    np.testing.assert_allclose(offset.N_phi, shifted.N_phi, rtol=1e-12)
    np.testing.assert_allclose(offset.topics(), shifted.topics(), rtol=1e-12)


def test_half_an_offset_undoes_the_bias_of_the_exponentiated_digamma() -> None:
    """exp(digamma(x + 1/2)) = x + 1 / (24 x) - ...: counts above 5 come back to within 0.2 %."""
    svb = replace(model(offset=0.5), N_phi=N_PHI + 5)
    sums = (svb.N_phi + svb.eta).sum(axis=0)
    # The total has W halves added and one taken away.
    expected = (svb.N_phi + svb.eta) / (sums + (N_WORDS - 1) / 2)
    np.testing.assert_allclose(svb.expElogbeta(), expected, rtol=1 / (24 * 5**2) + 1e-4)
    biased = replace(svb, offset=0.0).expElogbeta() / ((svb.N_phi + svb.eta) / sums)
    assert biased.min() < 1 - 0.5 / (N_PHI.min() + 5 + ETA) + 0.01


def test_the_counts_are_scaled_by_documents_empty_ones_included() -> None:
    """Of the old tokens 1 - rho stay, and rho D / |M| times the new ones come in."""
    svb = model(n_passes=2)
    empty = (np.empty(0, dtype=np.int64), np.empty(0))
    svb.minibatch([*ROWS[:4], empty], 0.25)
    n_tokens = sum(counts.sum() for _, counts in ROWS[:4])
    expected = 0.75 * N_PHI.sum() + 0.25 * 100 / 5 * n_tokens
    assert svb.N_phi.sum() == pytest.approx(expected, rel=1e-12)


def test_an_empty_document_has_the_prior_as_its_posterior() -> None:
    svb = model(n_passes=2, offset=0.5)
    empty = np.empty(0, dtype=np.int64)
    gamma, phi = svb.document(empty, np.empty(0), svb.expElogbeta())
    np.testing.assert_allclose(gamma, svb.alpha + 0.5)
    assert phi.shape == (0, N_TOPICS)


def test_no_documents_change_nothing() -> None:
    svb = model()
    svb.minibatch([], 0.5)
    np.testing.assert_array_equal(svb.N_phi, N_PHI)
