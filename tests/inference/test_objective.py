"""MAP objective, bound and Lyapunov function against definitions, differences and theory."""

from dataclasses import replace
from itertools import product

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse
from scipy.stats import dirichlet

from tests.synthetic import make_corpus, relative_difference
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.inference import scvb0
from thalweg.inference.document_schedule import BurnIn, DocumentSteps, DocumentVisits
from thalweg.inference.objective import MapObjective, Statistics, expected_counts
from thalweg.inference.schedules import StepSchedule
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

N_WORDS, N_TOPICS = 15, 3
ALPHA = np.array([1.2, 1.5, 1.3])
ETA = np.linspace(1.05, 1.6, N_WORDS * N_TOPICS).reshape(N_WORDS, N_TOPICS)
DOCUMENTS = Documents.check(make_corpus(10, N_WORDS, N_TOPICS, 20.0, seed=5).counts)
OBJECTIVE = MapObjective(DOCUMENTS, ALPHA, ETA)


def random_gamma(seed: int) -> NDArray[np.float64]:
    return np.random.default_rng(seed).dirichlet(np.ones(N_TOPICS), DOCUMENTS.counts.size)


def random_statistics(seed: int) -> Statistics:
    """Not the sums of any responsibilities, but with the sums that SCVB0 keeps."""
    rng = np.random.default_rng(seed)
    N_phi = rng.dirichlet(np.ones(N_WORDS * N_TOPICS)).reshape(N_WORDS, N_TOPICS)
    N_phi *= DOCUMENTS.n_tokens
    N_theta = rng.dirichlet(np.ones(N_TOPICS), DOCUMENTS.n_documents)
    return Statistics(N_phi, N_phi.sum(axis=0), N_theta * DOCUMENTS.lengths[:, None])


def stationary_statistics(objective: MapObjective, start: Statistics) -> Statistics:
    """Where EM ends."""
    for _ in range(5000):
        start = expected_counts(objective.documents, objective.responsibilities(start))
    return start


def moved(statistics: Statistics, direction: Statistics, length: float) -> Statistics:
    return Statistics(
        statistics.N_phi + length * direction.N_phi,
        statistics.N_z + length * direction.N_z,
        statistics.N_theta + length * direction.N_theta,
    )


def log_posterior_at(statistics: Statistics) -> float:
    return OBJECTIVE.log_posterior(*OBJECTIVE.parameters(statistics))


class TestObjective:
    def test_log_posterior_sums_over_all_topics_of_all_tokens(self) -> None:
        """The log of the sum over z of Pr(w, z | Theta, Phi), and scipy's densities."""
        X = sparse.csr_array(np.array([[2, 0, 1], [0, 1, 1]]))
        alpha, eta = np.array([1.3, 1.7]), np.array([[1.1, 1.2], [1.3, 1.4], [1.5, 1.6]])
        theta = np.array([[0.3, 0.7], [0.9, 0.1]])
        phi = np.array([[0.2, 0.5], [0.7, 0.1], [0.1, 0.4]])
        expected = sum(dirichlet.logpdf(row, alpha) for row in theta)
        expected += sum(dirichlet.logpdf(phi[:, k], eta[:, k]) for k in range(2))
        for row, tokens in zip(theta, [[0, 0, 2], [1, 2]], strict=True):
            assignments = product(range(2), repeat=len(tokens))
            expected += np.log(
                sum(
                    np.prod([row[k] * phi[w, k] for w, k in zip(tokens, z, strict=True)])
                    for z in assignments
                )
            )
        found = MapObjective(Documents.check(X), alpha, eta).log_posterior(theta, phi)
        assert found == pytest.approx(expected, rel=1e-12)

    @pytest.mark.parametrize("seed", range(3))
    def test_the_gradient_agrees_with_finite_differences(self, seed: int) -> None:
        statistics = random_statistics(seed)
        theta, phi = OBJECTIVE.parameters(statistics)
        by_theta, by_phi = OBJECTIVE.gradient(statistics)
        rng = np.random.default_rng(seed)
        d_theta, d_phi = rng.normal(size=theta.shape), rng.normal(size=phi.shape)
        d_theta -= d_theta.mean(axis=1, keepdims=True)  # stay on the simplices
        d_phi -= d_phi.mean(axis=0)
        h = 1e-7
        ahead = OBJECTIVE.log_posterior(theta + h * d_theta, phi + h * d_phi)
        behind = OBJECTIVE.log_posterior(theta - h * d_theta, phi - h * d_phi)
        slope = (by_theta * d_theta).sum() + (by_phi * d_phi).sum()
        assert slope == pytest.approx((ahead - behind) / (2 * h), rel=1e-4)

    def test_the_gradient_lies_along_the_simplices_and_vanishes_where_em_ends(self) -> None:
        start = random_statistics(0)
        by_theta, by_phi = OBJECTIVE.gradient(start)
        np.testing.assert_allclose(by_theta.sum(axis=1), 0, atol=1e-9)
        np.testing.assert_allclose(by_phi.sum(axis=0), 0, atol=1e-9)
        end = stationary_statistics(OBJECTIVE, start)
        assert OBJECTIVE.gradient_norm(end) < 1e-8 * OBJECTIVE.gradient_norm(start)

    def test_scvb0s_objective_has_its_hyper_parameters_plus_one(self) -> None:
        seeds = sparse.csr_array(([0.5], ([1], [3])), shape=(N_TOPICS, N_WORDS))
        objective = MapObjective.of_scvb0(
            DOCUMENTS, Prior.create(0.1, seeds, N_TOPICS, N_WORDS, base_topic_word=0.25)
        )
        np.testing.assert_allclose(objective.alpha, 1.1)
        assert objective.eta[3, 1] == pytest.approx(1.75)
        assert objective.eta[3, 0] == pytest.approx(1.25)

    def test_masks_and_locks_have_no_objective(self) -> None:
        prior = Prior.create(0.1, 0.1, N_TOPICS, N_WORDS)
        for steered in (
            replace(prior, locked=np.array([True, False, False])),
            replace(prior, masked=sparse.csr_array((N_WORDS, N_TOPICS))),
        ):
            with pytest.raises(InputError, match="masks words or locks topics"):
                MapObjective.of_scvb0(DOCUMENTS, steered)

    @pytest.mark.parametrize(
        ("alpha", "eta", "message"),
        [
            (ALPHA - 1, ETA, "`alpha` contains 0.19"),
            (ALPHA, ETA - 1, "`eta` contains 0.05"),
            (ALPHA, ETA[:, 0], r"eta \(15,\)"),
            (ALPHA[:2], ETA, r"alpha has shape \(2,\)"),
        ],
    )
    def test_impossible_priors_are_refused(
        self, alpha: NDArray[np.float64], eta: NDArray[np.float64], message: str
    ) -> None:
        with pytest.raises(InputError, match=message):
            MapObjective(DOCUMENTS, alpha, eta)


class TestBound:
    @pytest.mark.parametrize("seed", range(3))
    def test_it_stays_below_the_objective_and_meets_it_after_an_e_step(self, seed: int) -> None:
        statistics = random_statistics(seed)
        theta, phi = OBJECTIVE.parameters(statistics)
        objective = OBJECTIVE.log_posterior(theta, phi)
        assert OBJECTIVE.lower_bound(theta, phi, random_gamma(seed)) < objective
        tight = OBJECTIVE.lower_bound(theta, phi, OBJECTIVE.responsibilities(statistics))
        assert tight == pytest.approx(objective, rel=1e-12)

    @pytest.mark.parametrize("seed", range(3))
    def test_in_terms_of_statistics_it_is_the_same(self, seed: int) -> None:
        statistics, gamma = random_statistics(seed), random_gamma(seed)
        expected = OBJECTIVE.lower_bound(*OBJECTIVE.parameters(statistics), gamma)
        assert OBJECTIVE.statistics_bound(statistics, gamma) == pytest.approx(expected, rel=1e-12)

    def test_a_responsibility_of_exactly_zero_is_no_fault(self) -> None:
        gamma = np.eye(N_TOPICS)[np.arange(DOCUMENTS.counts.size) % N_TOPICS]
        statistics = expected_counts(DOCUMENTS, gamma)
        bound = OBJECTIVE.statistics_bound(statistics, gamma)
        assert np.isfinite(bound)
        assert bound < log_posterior_at(statistics)

    def test_the_lagrange_multipliers_are_one(self) -> None:
        """At synchronised statistics the bound rises by one with every count, N^Z's falls by it.

        The gradient under a constraint on a sum is the multiplier times a vector of ones.
        """
        gamma = random_gamma(1)
        statistics = expected_counts(DOCUMENTS, gamma)
        h = 1e-5
        for name, multiplier in (("N_phi", 1.0), ("N_theta", 1.0), ("N_z", -1.0)):
            values = getattr(statistics, name)
            slopes = np.empty(values.size)
            for i in range(values.size):
                step = np.zeros(values.size)
                step[i] = h
                step = step.reshape(values.shape)
                ahead = replace(statistics, **{name: values + step})
                behind = replace(statistics, **{name: values - step})
                slopes[i] = OBJECTIVE.statistics_bound(ahead, gamma)
                slopes[i] -= OBJECTIVE.statistics_bound(behind, gamma)
            np.testing.assert_allclose(slopes / (2 * h), multiplier, rtol=1e-5)

    def test_expected_counts_add_up_and_empty_documents_have_none(self) -> None:
        X = sparse.csr_array(np.array([[2.0, 0.0, 0.5], [0.0, 0.0, 0.0], [0.0, 3.0, 1.0]]))
        gamma = np.array([[0.1, 0.9], [0.2, 0.8], [0.3, 0.7], [0.4, 0.6]])
        counts = expected_counts(Documents.check(X), gamma)
        np.testing.assert_allclose(counts.N_phi, [[0.2, 1.8], [0.9, 2.1], [0.5, 1.0]])
        np.testing.assert_allclose(counts.N_theta, [[0.3, 2.2], [0.0, 0.0], [1.3, 2.7]])
        np.testing.assert_allclose(counts.N_z, [1.6, 4.9])


class TestLyapunovFunction:
    def test_it_is_minus_the_objective_up_to_a_constant(self) -> None:
        """While N^Z is the sum of N^Phi and N^Theta_j sums to C_j, as SCVB0 keeps them."""
        points = [random_statistics(seed) for seed in range(5)]
        sums = [OBJECTIVE.lyapunov(point) + log_posterior_at(point) for point in points]
        np.testing.assert_allclose(sums, sums[0], rtol=1e-12)

    @pytest.mark.parametrize("seed", range(5))
    def test_it_falls_along_the_mean_field(self, seed: int) -> None:
        statistics = random_statistics(seed)
        slope = OBJECTIVE.lyapunov_slope(statistics)
        h = OBJECTIVE.mean_field(statistics)
        ahead = OBJECTIVE.lyapunov(moved(statistics, h, 1e-5))
        behind = OBJECTIVE.lyapunov(moved(statistics, h, -1e-5))
        assert slope == pytest.approx((ahead - behind) / 2e-5, rel=1e-5)
        assert slope < -1
        path = [OBJECTIVE.lyapunov(moved(statistics, h, x)) for x in np.linspace(0, 1, 21)]
        assert (np.diff(path) < 0).all()

    def test_its_slope_and_the_mean_field_vanish_where_em_ends(self) -> None:
        end = stationary_statistics(OBJECTIVE, random_statistics(0))
        h = OBJECTIVE.mean_field(end)
        for part in (h.N_phi, h.N_z, h.N_theta):
            np.testing.assert_allclose(part, 0, atol=1e-9)
        assert OBJECTIVE.lyapunov_slope(end) == pytest.approx(0, abs=1e-12)
        assert OBJECTIVE.lyapunov_slope(random_statistics(0)) < -1

    @pytest.mark.parametrize("name", ["N_phi", "N_z", "N_theta"])
    def test_its_gradient_vanishes_where_em_ends(self, name: str) -> None:
        """By every statistic alone: this is what the Lagrange terms do."""
        end = stationary_statistics(OBJECTIVE, random_statistics(0))
        values = getattr(end, name)
        direction = 1e-4 * np.random.default_rng(0).random(values.shape)
        ahead = OBJECTIVE.lyapunov(replace(end, **{name: values + direction}))
        behind = OBJECTIVE.lyapunov(replace(end, **{name: values - direction}))
        assert (ahead - behind) / (2 * direction.sum()) == pytest.approx(0, abs=1e-5)

    def test_its_slope_also_vanishes_where_only_the_size_of_a_topic_is_off(self) -> None:
        """Phi does not know how large a topic is, so the slope is zero while h is not.

        The appendix says both vanish at the same points. What matters holds: the slope is zero just
        where Theta and Phi are stationary.
        """
        end = stationary_statistics(OBJECTIVE, random_statistics(0))
        sizes = np.array([1.5, 0.8, 1.0])
        N_phi = (end.N_phi + ETA - 1) * sizes - (ETA - 1)
        grown = replace(end, N_phi=N_phi, N_z=N_phi.sum(axis=0))
        assert np.abs(OBJECTIVE.mean_field(grown).N_z).max() > 1
        assert OBJECTIVE.lyapunov_slope(grown) == pytest.approx(0, abs=1e-9)
        assert OBJECTIVE.gradient_norm(grown) == pytest.approx(0, abs=1e-6)


class LongRun:
    """Native SCVB0 that keeps N^Theta, with Robbins-Monro steps."""

    def __init__(self, X: sparse.csr_array, batch_size: int) -> None:
        self.documents = Documents.check(X)
        self.prior = Prior.create(0.5, 0.1, N_TOPICS, X.shape[1])
        self.state = TopicState.random(X.shape[1], self.prior, self.documents.n_tokens, seed=3)
        self.kept = scvb0.KeptCounts.random(self.documents, self.state)
        self.objective = MapObjective.of_scvb0(self.documents, self.prior)
        self.batch_size = batch_size

    def statistics(self) -> Statistics:
        N_phi = self.state.topic_word_counts.astype(np.float64)
        N_theta = self.kept.counts[:, :N_TOPICS].astype(np.float64)
        return Statistics(N_phi, self.state.topic_counts, N_theta)

    def gradient_norm(self) -> float:
        return self.objective.gradient_norm(self.statistics())

    def train(self, n_passes: int) -> None:
        topics, documents = StepSchedule(1.0, 1.0, 0.7), StepSchedule(1.0, 10.0, 0.7)
        assert topics.violated_conditions() == documents.violated_conditions() == []
        n = self.documents.n_documents
        rng = np.random.default_rng(0)
        order = np.concatenate([rng.permutation(n) for _ in range(n_passes)])
        batches = np.arange(0, order.size + 1, self.batch_size)
        steps = topics.at(self.state.clock + np.arange(1.0, batches.size))
        tokens = np.full(steps.size, self.documents.n_tokens)
        visits = DocumentVisits(DocumentSteps.same(documents), BurnIn(0.0))
        scvb0.train(
            self.state, self.documents, order, batches, steps, tokens, visits, kept=self.kept
        )


def drawn_counts(lengths: NDArray[np.int64]) -> sparse.csr_array:
    truth = make_corpus(lengths.size, 30, N_TOPICS, seed=1)
    words = truth.proportions @ truth.topics
    rng = np.random.default_rng(5)
    return sparse.csr_array(rng.multinomial(lengths, words / words.sum(axis=1, keepdims=True)))


class TestConvergence:
    @pytest.mark.parametrize("batch_size", [1, 8])
    def test_a_long_run_of_scvb0_approaches_a_stationary_point(self, batch_size: int) -> None:
        """The gradient goes to zero with the step size: a thousandth of its start is far on."""
        run = LongRun(drawn_counts(np.full(40, 40)), batch_size)
        start = run.gradient_norm()
        run.train(100)
        middle = run.gradient_norm()
        run.train(5000)
        assert middle < start / 10
        assert run.gradient_norm() < start / 1000
        # The stationary point is the one that EM finds from here.
        end = run.statistics()
        best = stationary_statistics(run.objective, end)
        assert relative_difference(end.N_phi, best.N_phi) < 1e-3

    def test_documents_of_unequal_length_weigh_alike_in_minibatches_of_one(self) -> None:
        """C / |M| counts a token of a short document for more: the mean step is not h.

        The theorem draws single tokens. With whole documents as minibatches, N^Phi instead goes to
        where it is the sum of m gamma C / (D C_j), and the gradient of the objective stays.
        """
        lengths = np.tile([10, 30, 120], 13)
        run = LongRun(drawn_counts(lengths), batch_size=1)
        start = run.gradient_norm()
        run.train(5000)
        assert run.gradient_norm() > start / 10
        end = run.statistics()
        gamma = run.objective.responsibilities(end)
        C, D = run.documents.n_tokens, run.documents.n_documents
        weight = np.repeat(C / (D * lengths), np.diff(run.documents.offsets))
        alike = expected_counts(run.documents, gamma * weight[:, None])
        unlike = expected_counts(run.documents, gamma)
        np.testing.assert_allclose(end.N_phi, alike.N_phi, atol=0.1)
        assert np.abs(end.N_phi - unlike.N_phi).max() > 10
