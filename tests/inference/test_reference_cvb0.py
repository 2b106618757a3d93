"""Batch CVB0 against Eq. 3 computed from the responsibilities themselves, and by hand."""

import numpy as np
import pytest

from tests.synthetic import make_corpus, rows_of
from thalweg.corpus.documents import Documents
from thalweg.inference.reference import CVB0, Document, Floats

ALPHA = np.array([0.1, 0.2, 0.3])
N_WORDS = 12
ETA = np.linspace(0.01, 0.36, N_WORDS * 3).reshape(N_WORDS, 3)


def corpus(seed: int = 0) -> list[Document]:
    return rows_of(Documents.check(make_corpus(9, N_WORDS, 3, 15.0, seed).counts))


def random_gamma(documents: list[Document], seed: int = 1) -> Floats:
    n_pairs = sum(len(words) for words, _ in documents)
    return np.random.default_rng(seed).dirichlet(np.ones(3), n_pairs)


def sweep_from_responsibilities(
    documents: list[Document], gamma: Floats, block_size: int
) -> Floats:
    """Eq. 3 with every count summed again over all other tokens: one gamma is left out, m - 1 stay.

    N^Phi and N^Z are summed over the responsibilities of the block's start, N^Theta over today's.
    """
    pairs = [
        (j, w, m)
        for j, (words, counts) in enumerate(documents)
        for w, m in zip(words, counts, strict=True)
    ]
    gamma = gamma.copy()
    for n, (j, w, _) in enumerate(pairs):
        if n == 0 or j // block_size != pairs[n - 1][0] // block_size:
            start = gamma.copy()
        left = np.array([m for _, _, m in pairs])
        left[n] -= 1
        of_word = np.array([v == w for _, v, _ in pairs])
        of_document = np.array([i == j for i, _, _ in pairs])
        new = (
            ((left * of_word) @ start + ETA[w])
            / (left @ start + ETA.sum(axis=0))
            * ((left * of_document) @ gamma + ALPHA)
        )
        gamma[n] = new / new.sum()
    return gamma


@pytest.mark.parametrize("block_size", [1, 2, 4, 100])
def test_a_sweep_is_equation_3_with_one_gamma_excluded(block_size: int) -> None:
    documents = corpus()
    gamma = random_gamma(documents)
    cvb0 = CVB0.start(documents, gamma, ALPHA, ETA)
    for _ in range(3):
        cvb0.sweep(block_size)
        gamma = sweep_from_responsibilities(documents, gamma, block_size)
        np.testing.assert_allclose(cvb0.gamma, gamma, rtol=1e-10)


def test_the_given_responsibilities_are_not_changed() -> None:
    documents = corpus()
    gamma = random_gamma(documents)
    cvb0 = CVB0.start(documents, gamma, ALPHA, ETA)
    cvb0.sweep()
    np.testing.assert_array_equal(gamma, random_gamma(documents))


@pytest.mark.parametrize("m", [1.0, 0.4])
def test_a_token_alone_in_the_corpus_falls_back_on_the_prior(m: float) -> None:
    """Nothing is left without it: gamma ∝ eta_w / sum_w eta_w * alpha."""
    cvb0 = CVB0.start([(np.array([5]), np.array([m]))], np.array([[0.7, 0.2, 0.1]]), ALPHA, ETA)
    cvb0.sweep()
    expected = ETA[5] / ETA.sum(axis=0) * ALPHA
    np.testing.assert_allclose(cvb0.gamma[0], expected / expected.sum(), rtol=1e-12)


def test_a_word_said_thrice_is_told_by_its_other_two_tokens() -> None:
    gamma = np.array([0.7, 0.2, 0.1])
    cvb0 = CVB0.start([(np.array([5]), np.array([3.0]))], gamma[None, :], ALPHA, ETA)
    cvb0.sweep()
    expected = (2 * gamma + ETA[5]) / (2 * gamma + ETA.sum(axis=0)) * (2 * gamma + ALPHA)
    np.testing.assert_allclose(cvb0.gamma[0], expected / expected.sum(), rtol=1e-12)


@pytest.mark.parametrize("block_size", [1, 4])
def test_counts_stay_the_sums_of_the_responsibilities(block_size: int) -> None:
    documents = corpus()
    cvb0 = CVB0.start(documents, random_gamma(documents), ALPHA, ETA)
    for _ in range(20):
        cvb0.sweep(block_size)
    again = CVB0.start(documents, cvb0.gamma, ALPHA, ETA)
    np.testing.assert_allclose(cvb0.N_phi, again.N_phi, atol=1e-12)
    np.testing.assert_allclose(cvb0.N_theta, again.N_theta, atol=1e-12)
    np.testing.assert_allclose(cvb0.N_z, cvb0.N_phi.sum(axis=0), rtol=1e-12)
    np.testing.assert_allclose(cvb0.gamma.sum(axis=1), 1, rtol=1e-12)
    lengths = [counts.sum() for _, counts in documents]
    np.testing.assert_allclose(cvb0.N_theta.sum(axis=1), lengths, rtol=1e-12)


def test_documents_of_a_block_do_not_see_each_other() -> None:
    """Within a block their order does not matter, so threads may share them."""
    documents = corpus()
    ends = np.cumsum([len(words) for words, _ in documents])[:-1]
    gamma = np.split(random_gamma(documents), ends)
    backwards = CVB0.start(documents[::-1], np.concatenate(gamma[::-1]), ALPHA, ETA)
    forwards = CVB0.start(documents, np.concatenate(gamma), ALPHA, ETA)
    for cvb0 in (forwards, backwards):
        cvb0.sweep(len(documents))
    np.testing.assert_allclose(forwards.N_phi, backwards.N_phi, rtol=1e-12)
    np.testing.assert_allclose(forwards.N_theta, backwards.N_theta[::-1], rtol=1e-12)


@pytest.mark.parametrize("block_size", [1, 16])
def test_the_fit_rises_above_that_of_the_parameters_the_corpus_was_drawn_from(
    block_size: int,
) -> None:
    """The best fit to a sample fits it better than the truth does; a random start fits worse."""
    drawn = make_corpus(60, 50, 4, 40.0, seed=0)
    documents = rows_of(Documents.check(drawn.counts))
    gamma = np.random.default_rng(0).dirichlet(np.ones(4), drawn.counts.nnz)
    cvb0 = CVB0.start(documents, gamma, np.full(4, 0.1), np.full((50, 4), 0.01))

    def fit(theta: Floats, phi: Floats) -> float:
        return float((drawn.counts.toarray() * np.log(theta @ phi.T)).sum())

    truth = fit(drawn.proportions, drawn.topics.T)
    assert fit(cvb0.theta(), cvb0.phi()) < truth
    for _ in range(25):
        cvb0.sweep(block_size)
    assert fit(cvb0.theta(), cvb0.phi()) > truth
