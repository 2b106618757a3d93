"""MAP_LDA_U climbs its bound, and SCVB0 is its online form with hyper-parameters less one."""

import numpy as np
import pytest

from tests.synthetic import make_corpus, rows_of
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.inference.objective import MapObjective, Statistics
from thalweg.inference.reference import MapEM, OnlineEM, Reference
from thalweg.inference.schedules import StepSchedule

N_WORDS, N_TOPICS = 12, 3
ALPHA = np.array([1.1, 1.3, 1.2])
ETA = np.linspace(1.02, 1.4, N_WORDS * N_TOPICS).reshape(N_WORDS, N_TOPICS)
DOCUMENTS = Documents.check(make_corpus(8, N_WORDS, N_TOPICS, 15.0, seed=2).counts)
ROWS = rows_of(DOCUMENTS)
OBJECTIVE = MapObjective(DOCUMENTS, ALPHA, ETA)


def random_gamma(seed: int) -> np.ndarray:
    return np.random.default_rng(seed).dirichlet(np.ones(N_TOPICS), DOCUMENTS.counts.size)


def statistics_of(em: MapEM) -> Statistics:
    return Statistics(em.N_phi, em.N_z, em.N_theta)


def bound_of(em: MapEM) -> float:
    return OBJECTIVE.statistics_bound(statistics_of(em), em.gamma)


@pytest.mark.parametrize("seed", range(3))
def test_batch_em_never_lowers_the_bound(seed: int) -> None:
    em = MapEM.start(ROWS, random_gamma(seed), ALPHA, ETA)
    bounds = [bound_of(em)]
    for _ in range(60):
        em.e_step()
        bounds.append(bound_of(em))
        # After an E-step the bound is the objective.
        objective = OBJECTIVE.log_posterior(em.theta(), em.phi())
        assert bounds[-1] == pytest.approx(objective, rel=1e-12)
        em.m_step()
        bounds.append(bound_of(em))
    assert (np.diff(bounds) >= -1e-10).all()
    assert bounds[-1] > bounds[0] + 10


@pytest.mark.parametrize("seed", range(3))
def test_partial_steps_never_lower_the_bound(seed: int) -> None:
    """E-steps of single pairs, M-steps of the topics and of single documents, in any order."""
    rng = np.random.default_rng(seed)
    em = MapEM.start(ROWS, random_gamma(seed), ALPHA, ETA)
    bounds = [bound_of(em)]
    for _ in range(600):
        kind = rng.integers(4)
        if kind < 2:
            em.e_step_of(rng.integers(len(em.gamma)))
        elif kind == 2:
            em.m_step_of_topics()
        else:
            em.m_step_of_document(rng.integers(len(ROWS)))
        bounds.append(bound_of(em))
    assert (np.diff(bounds) >= -1e-10).all()
    assert bounds[-1] > bounds[0] + 1


def test_an_m_step_of_the_topic_totals_alone_lowers_the_bound() -> None:
    """-sum_k a_k log x_k with a fixed sum has its minimum at x = a (Gibbs), not its maximum.

    So the appendix's "derivation is similar" does not hold for N^Z alone; it does together with
    N^Phi. This is why `m_step_of_topics` is one step.
    """
    em = MapEM.start(ROWS, random_gamma(0), ALPHA, ETA)
    em.e_step()
    before = bound_of(em)
    em.N_z = DOCUMENTS.counts @ em.gamma
    assert bound_of(em) < before
    em.m_step_of_topics()
    assert bound_of(em) > before


def test_full_and_partial_steps_reach_synchronised_statistics() -> None:
    full = MapEM.start(ROWS, random_gamma(1), ALPHA, ETA)
    partial = MapEM.start(ROWS, random_gamma(1), ALPHA, ETA)
    full.iterate()
    for n in range(len(partial.gamma)):
        partial.e_step_of(n)
    partial.m_step_of_topics()
    for j in range(len(ROWS)):
        partial.m_step_of_document(j)
    for em in (full, partial):
        np.testing.assert_allclose(em.N_phi.sum(axis=0), em.N_z, rtol=1e-12)
        np.testing.assert_allclose(em.N_theta.sum(axis=0), em.N_z, rtol=1e-12)
        np.testing.assert_allclose(em.N_theta.sum(axis=1), DOCUMENTS.lengths, rtol=1e-12)
        np.testing.assert_allclose(em.phi().sum(axis=0), 1, rtol=1e-12)
    np.testing.assert_array_equal(full.N_phi, partial.N_phi)
    np.testing.assert_array_equal(full.N_theta, partial.N_theta)


def test_with_one_topic_em_finds_the_mode_of_a_dirichlet_in_one_step() -> None:
    """phi_w = (n_w + eta_w - 1) / (C + sum_w (eta_w - 1)), the mode of Dirichlet(n + eta)."""
    gamma = np.ones((DOCUMENTS.counts.size, 1))
    em = MapEM.start(ROWS, gamma, np.array([1.5]), ETA[:, :1])
    em.iterate()
    n = DOCUMENTS.to_csr().sum(axis=0)
    expected = (n + ETA[:, 0] - 1) / (n.sum() + (ETA[:, 0] - 1).sum())
    np.testing.assert_allclose(em.phi()[:, 0], expected, rtol=1e-12)


def test_scvb0_of_single_tokens_is_online_em_with_hyper_parameters_plus_one() -> None:
    """Step by step, over all tokens of the corpus, thrice: S_MAP_LDA_U."""
    rng = np.random.default_rng(4)
    C, lengths = DOCUMENTS.n_tokens, DOCUMENTS.lengths
    N_phi = rng.dirichlet(np.ones(N_WORDS * N_TOPICS)).reshape(N_WORDS, N_TOPICS) * C
    N_theta = rng.dirichlet(np.ones(N_TOPICS), len(ROWS)) * lengths[:, None]
    rho_theta, rho_phi = StepSchedule(1.0, 2.0, 0.8), StepSchedule(1.0, 5.0, 0.7)
    scvb0 = Reference(
        N_phi=N_phi.copy(),
        N_z=N_phi.sum(axis=0),
        alpha=ALPHA - 1,
        eta=ETA - 1,
        corpus_tokens=C,
        schedule=rho_theta,
        clumped=False,
    )
    em = OnlineEM(N_phi.copy(), N_phi.sum(axis=0), N_theta.copy(), ALPHA, ETA)
    clocks = np.zeros(len(ROWS))
    steps = 0
    for j in [*range(len(ROWS))] * 3:
        visits = scvb0.visits(*ROWS[j], N_theta=N_theta[j], t=clocks[j])
        for w, _, gamma, _, N_theta_j in visits:
            steps += 1
            clocks[j] += 1
            step_theta = float(rho_theta.at(clocks[j : j + 1])[0])
            step_phi = float(rho_phi.at(np.array([steps]))[0])
            em.step(j, w, lengths[j], C, step_theta, step_phi)
            # A minibatch of this token alone.
            Nhat_phi = np.zeros_like(N_phi)
            Nhat_phi[w] = gamma
            scvb0.apply(Nhat_phi, gamma, 1.0, step_phi)
            N_theta[j] = N_theta_j
            np.testing.assert_allclose(scvb0.N_phi, em.N_phi, rtol=1e-12)
            np.testing.assert_allclose(scvb0.N_z, em.N_z, rtol=1e-12)
            np.testing.assert_allclose(N_theta, em.N_theta, rtol=1e-12)
    assert steps == 3 * C
    np.testing.assert_allclose(em.N_z, em.N_phi.sum(axis=0), rtol=1e-12)
    np.testing.assert_allclose(em.phi(), scvb0.phi(), rtol=1e-12)


@pytest.mark.parametrize(("alpha", "eta"), [(1.0, 1.1), (1.1, 1.0), (0.1, 1.1), (1.1, np.nan)])
def test_hyper_parameters_that_are_not_above_one_are_refused(alpha: float, eta: float) -> None:
    with pytest.raises(InputError, match=r"(alpha|eta) contains .* above one"):
        MapEM.start(
            ROWS, random_gamma(0), np.full(N_TOPICS, alpha), np.full((N_WORDS, N_TOPICS), eta)
        )
