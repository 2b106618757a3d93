"""The objective that SCVB0 maximises as MAP estimation, its EM bound and its Lyapunov function.

Sections 4 and 5 and the appendix of Foulds et al. 2013. SCVB0 with hyper-parameters alpha and
eta is online EM for MAP estimation with alpha + 1 and eta + 1: `MapObjective.of_scvb0` adds them.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy import sparse
from scipy.special import gammaln, xlogy

from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.state.priors import Prior

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Statistics:
    """Expected counts, the statistics of CVB0 and of EM, or a direction in their space."""

    N_phi: Floats  # (W, K)
    N_z: Floats  # (K,)
    N_theta: Floats  # (D, K)


def expected_counts(documents: Documents, gamma: Floats) -> Statistics:
    """Return the sums of responsibilities gamma, (pairs, K), one row per stored count (Eq. 11)."""
    counts = documents.counts.astype(np.float64)
    pairs = np.arange(counts.size)
    shape = (documents.n_words, counts.size)
    # N^Phi_wk = sum over the tokens of w of gamma_ijk
    N_phi = np.asarray(sparse.csr_array((counts, (documents.words, pairs)), shape=shape) @ gamma)
    # N^Theta_jk = sum_i gamma_ijk
    shape = (documents.n_documents, counts.size)
    N_theta = sparse.csr_array((counts, pairs, documents.offsets), shape=shape) @ gamma
    # N^Z_k = sum_ij gamma_ijk
    return Statistics(N_phi, N_phi.sum(axis=0), np.asarray(N_theta))


@dataclass(frozen=True)
class MapObjective:
    """Log posterior of the parameters of LDA, given documents and Dirichlet priors above one.

    Constants are included: the log posterior here is log Pr(w, Theta, Phi) with the normalisers of
    the Dirichlet densities, and omits only -log Pr(w). Tokens are ordered, so there is not a
    multinomial coefficient.
    """

    documents: Documents
    alpha: Floats  # (K,)
    eta: Floats  # (W, K)

    def __post_init__(self) -> None:
        shape = (self.documents.n_words, np.size(self.alpha))
        if np.ndim(self.alpha) != 1 or np.shape(self.eta) != shape:
            raise InputError(
                f"alpha has shape {np.shape(self.alpha)} and eta {np.shape(self.eta)}; expected "
                f"(K,) and (W, K) with W = {self.documents.n_words} words"
            )
        for name, values in (("alpha", self.alpha), ("eta", self.eta)):
            if not (values > 1).all():
                raise InputError(
                    f"`{name}` contains {values.min()}; expected numbers above one, or the log "
                    "posterior is unbounded. SCVB0 with a prior of a is MAP with a + 1."
                )

    @classmethod
    def of_scvb0(cls, documents: Documents, prior: Prior) -> MapObjective:
        """Return the objective of SCVB0 with this prior: hyper-parameters shifted by one."""
        if prior.masked is not None or prior.locked is not None:
            raise InputError("`prior` masks words or locks topics; expected neither")
        shape = (documents.n_words, prior.doc_topic.size)
        eta = np.array(np.broadcast_to(prior.topic_word[:, None], shape))
        if prior.added is not None:
            eta += prior.added.toarray()
        return cls(documents, prior.doc_topic + 1, eta + 1)

    def parameters(self, statistics: Statistics) -> tuple[Floats, Floats]:
        """Return Theta (D, K) and Phi (W, K) from the statistics (Eq. 12)."""
        weights = self._weights(statistics)
        # theta_jk = (N^Theta_jk + alpha_k - 1) / (C_j + sum_k (alpha_k - 1))
        theta = weights.N_theta / weights.N_theta.sum(axis=1, keepdims=True)
        # phi_wk = (N^Phi_wk + eta_w - 1) / (N^Z_k + sum_w (eta_w - 1))
        return theta, weights.N_phi / weights.N_z

    def log_posterior(self, theta: Floats, phi: Floats) -> float:
        """Return the objective, log Pr(Theta, Phi | w) + log Pr(w)."""
        documents, words, counts = self._pairs()
        # sum_ij log sum_k phi_wk theta_jk + sum_jk (alpha_k - 1) log theta_jk
        #   + sum_wk (eta_w - 1) log phi_wk + normalisers
        likelihood = np.einsum("nk,nk->n", phi[words], theta[documents])
        return float(
            counts @ np.log(likelihood)
            + ((self.alpha - 1) * np.log(theta)).sum()
            + ((self.eta - 1) * np.log(phi)).sum()
            + self.log_normalisers()
        )

    def log_normalisers(self) -> float:
        """Return the log normalisers of Dirichlet(alpha) of all documents and Dirichlet(eta)."""
        of_a_document = gammaln(self.alpha.sum()) - gammaln(self.alpha).sum()
        of_topics = gammaln(self.eta.sum(axis=0)) - gammaln(self.eta).sum(axis=0)
        return float(self.documents.n_documents * of_a_document + of_topics.sum())

    def responsibilities(self, statistics: Statistics) -> Floats:
        """Return gamma, (pairs, K), of a full E-step (Eq. 10)."""
        documents, words, _ = self._pairs()
        weights = self._weights(statistics)
        # gamma_ijk ∝ (N^Phi_wk + eta_w - 1) / (N^Z_k + sum_w (eta_w - 1))
        #             (N^Theta_jk + alpha_k - 1)
        gamma = (weights.N_phi / weights.N_z)[words] * weights.N_theta[documents]
        return np.asarray(gamma / gamma.sum(axis=1, keepdims=True))

    def lower_bound(self, theta: Floats, phi: Floats, gamma: Floats) -> float:
        """Return EM's lower bound L(Theta, Phi, gamma); it is tight after an E-step."""
        targets = self._weights(expected_counts(self.documents, gamma))
        # sum_wk (sum gamma + eta_w - 1) log phi_wk + sum_jk (sum gamma + alpha_k - 1) log theta_jk
        #   - sum_ijk gamma log gamma + normalisers
        return float(
            (targets.N_phi * np.log(phi)).sum()
            + (targets.N_theta * np.log(theta)).sum()
            + self._entropy(gamma)
            + self.log_normalisers()
        )

    def statistics_bound(self, statistics: Statistics, gamma: Floats) -> float:
        """Return the same bound in terms of unnormalised statistics.

        It is a bound if N^Z is the sum of N^Phi and N^Theta_j sums to C_j. The paper's constant
        consists of the normalisers and of those of theta, which C_j determines.
        """
        lengths = self.documents.lengths + (self.alpha - 1).sum()
        return float(
            self._fit(self._weights(statistics), gamma)
            - xlogy(lengths, lengths).sum()
            + self.log_normalisers()
        )

    def mean_field(self, statistics: Statistics) -> Statistics:
        """Return h, the change of the statistics by a full E-step and M-step.

        It is the mean step of SCVB0 over the tokens of the corpus.
        """
        after = expected_counts(self.documents, self.responsibilities(statistics))
        return Statistics(
            after.N_phi - statistics.N_phi,
            after.N_z - statistics.N_z,
            after.N_theta - statistics.N_theta,
        )

    def lyapunov(self, statistics: Statistics) -> float:
        """Return w of the appendix: minus the bound after an E-step, with Lagrange terms."""
        fit = self._fit(self._weights(statistics), self.responsibilities(statistics))
        # The Lagrange multipliers are one.
        constraints = statistics.N_phi.sum() + statistics.N_theta.sum() - statistics.N_z.sum()
        return float(constraints - fit)

    def lyapunov_slope(self, statistics: Statistics) -> float:
        """Return <grad w, h>: negative, and zero at stationary points, if N^Z is the sum of N^Phi.

        gamma maximises the bound, so it adds nothing to the gradient. With x the weights and a the
        ones after an E-step, dw/dx = 1 - a / x and h = a - x; N^Z has the opposite sign.
        """
        x = self._weights(statistics)
        h = self.mean_field(statistics)
        # <grad w, h> = - sum_wk h^2 / x - sum_jk h^2 / x + sum_k h^2 / x
        topics, documents = (h.N_phi**2 / x.N_phi).sum(), (h.N_theta**2 / x.N_theta).sum()
        return float((h.N_z**2 / x.N_z).sum() - topics - documents)

    def gradient(self, statistics: Statistics) -> tuple[Floats, Floats]:
        """Return the gradient of the log posterior by Theta and Phi, projected on the simplices."""
        theta, phi = self.parameters(statistics)
        targets = self._weights(expected_counts(self.documents, self.responsibilities(statistics)))
        # d / d theta_jk = (sum_i gamma_ijk + alpha_k - 1) / theta_jk, gamma as an E-step gives it
        by_theta = targets.N_theta / theta
        # d / d phi_wk = (sum over tokens of w of gamma_ijk + eta_w - 1) / phi_wk
        by_phi = targets.N_phi / phi
        # Without the component orthogonal to the simplex, along which parameters cannot move.
        by_theta -= by_theta.mean(axis=1, keepdims=True)
        by_phi -= by_phi.mean(axis=0)
        return by_theta, by_phi

    def gradient_norm(self, statistics: Statistics) -> float:
        """Return the Euclidean norm of `gradient`, which is zero at stationary points."""
        by_theta, by_phi = self.gradient(statistics)
        return float(np.hypot(np.linalg.norm(by_theta), np.linalg.norm(by_phi)))

    def _pairs(self) -> tuple[NDArray[np.int64], NDArray[np.int64], Floats]:
        """Return document, word and count of every stored count."""
        documents = np.repeat(
            np.arange(self.documents.n_documents), np.diff(self.documents.offsets)
        )
        words = self.documents.words.astype(np.int64)
        return documents, words, self.documents.counts.astype(np.float64)

    def _weights(self, statistics: Statistics) -> Statistics:
        """Return the statistics plus the prior: N^Phi + eta - 1, and so on."""
        return Statistics(
            statistics.N_phi + self.eta - 1,
            statistics.N_z + (self.eta - 1).sum(axis=0),
            statistics.N_theta + self.alpha - 1,
        )

    def _fit(self, weights: Statistics, gamma: Floats) -> float:
        """Return the bound in terms of statistics, without constants."""
        targets = self._weights(expected_counts(self.documents, gamma))
        # sum_wk (sum gamma + eta_w - 1) log(N^Phi_wk + eta_w - 1)
        #   + sum_jk (sum gamma + alpha_k - 1) log(N^Theta_jk + alpha_k - 1)
        #   - sum_k (sum gamma + sum_w (eta_w - 1)) log(N^Z_k + sum_w (eta_w - 1))
        #   - sum_ijk gamma log gamma
        return float(
            (targets.N_phi * np.log(weights.N_phi)).sum()
            + (targets.N_theta * np.log(weights.N_theta)).sum()
            - (targets.N_z * np.log(weights.N_z)).sum()
            + self._entropy(gamma)
        )

    def _entropy(self, gamma: Floats) -> float:
        return -float(self.documents.counts.astype(np.float64) @ xlogy(gamma, gamma).sum(axis=1))
