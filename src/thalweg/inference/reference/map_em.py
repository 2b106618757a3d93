"""MAP_LDA_U and its online form: EM on unnormalised statistics. float64 NumPy. Never optimised.

Equations 10 to 12 of Foulds et al. 2013, in its fourth section and its appendix. The bars of the
paper are left out: gamma, N^Phi, N^Z and N^Theta are EM's responsibilities and statistics.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thalweg.errors import InputError
from thalweg.inference.reference.scvb0 import Document, Floats


@dataclass
class OnlineEM:
    """S_MAP_LDA_U: the statistics move towards what one token says about them."""

    N_phi: Floats  # (W, K)
    N_z: Floats  # (K,)
    N_theta: Floats  # (D, K)
    alpha: Floats  # (K,), above one
    eta: Floats  # (W, K), above one

    def __post_init__(self) -> None:
        for name, values in (("alpha", self.alpha), ("eta", self.eta)):
            if not (values > 1).all():
                raise InputError(
                    f"{name} contains {values.min()}; the posterior has a mode inside the simplex "
                    "only if all are above one. SCVB0 with a prior of a is MAP with a + 1."
                )

    def responsibility(self, j: int, w: int) -> Floats:
        """The E-step of a token of word w in document j."""
        # Eq. 10:  gamma_k ∝ (N^Phi_wk + eta_w - 1) / (N^Z_k + sum_w (eta_w - 1))
        #                    (N^Theta_jk + alpha_k - 1)
        gamma = (
            (self.N_phi[w] + self.eta[w] - 1)
            / (self.N_z + (self.eta - 1).sum(axis=0))
            * (self.N_theta[j] + self.alpha - 1)
        )
        return np.asarray(gamma / gamma.sum())

    def step(
        self,
        j: int,
        w: int,
        document_tokens: float,
        corpus_tokens: float,
        rho_theta: float,
        rho_phi: float,
    ) -> None:
        """The online E-step after one token; the M-step has nothing left to do."""
        gamma = self.responsibility(j, w)
        # N^Theta_j := (1 - rho^Theta) N^Theta_j + rho^Theta C_j gamma
        self.N_theta[j] = (1 - rho_theta) * self.N_theta[j] + rho_theta * document_tokens * gamma
        # N^Phi_v := (1 - rho^Phi) N^Phi_v + rho^Phi C gamma [v = w]  for all words v
        self.N_phi = (1 - rho_phi) * self.N_phi
        self.N_phi[w] += rho_phi * corpus_tokens * gamma
        # N^Z := (1 - rho^Phi) N^Z + rho^Phi C gamma
        self.N_z = (1 - rho_phi) * self.N_z + rho_phi * corpus_tokens * gamma

    def phi(self) -> Floats:
        """Eq. 12:  phi_wk = (N^Phi_wk + eta_w - 1) / (N^Z_k + sum_w (eta_w - 1))."""
        return np.asarray((self.N_phi + self.eta - 1) / (self.N_z + (self.eta - 1).sum(axis=0)))

    def theta(self) -> Floats:
        """Eq. 12:  theta_jk = (N^Theta_jk + alpha_k - 1) / (C_j + sum_k (alpha_k - 1))."""
        theta = self.N_theta + self.alpha - 1
        return np.asarray(theta / theta.sum(axis=1, keepdims=True))  # N^Theta_j sums to C_j


@dataclass
class MapEM(OnlineEM):
    """MAP_LDA_U: batch EM. One gamma for every distinct (document, word) pair."""

    N_phi: Floats
    N_z: Floats
    documents: Sequence[Document]
    gamma: Floats  # (pairs, K)

    @classmethod
    def start(
        cls, documents: Sequence[Document], gamma: Floats, alpha: Floats, eta: Floats
    ) -> MapEM:
        """Start from responsibilities (pairs, K), whose rows sum to one."""
        N_phi, N_z = np.zeros_like(eta), np.zeros_like(alpha)
        N_theta = np.zeros((len(documents), alpha.size))
        em = cls(N_phi, N_z, N_theta, alpha, eta, documents, gamma.copy())
        em.m_step()
        return em

    def iterate(self) -> None:
        """A full E-step, then a full M-step."""
        self.e_step()
        self.m_step()

    def e_step(self) -> None:
        """Eq. 10 for all pairs; they do not depend on each other."""
        for n, (j, w, _) in enumerate(self.pairs()):
            self.gamma[n] = self.responsibility(j, w)

    def e_step_of(self, n: int) -> None:
        """A partial E-step: Eq. 10 for the n-th pair."""
        j, w, _ = self.pairs()[n]
        self.gamma[n] = self.responsibility(j, w)

    def m_step(self) -> None:
        """Eq. 11: all statistics become what the responsibilities say."""
        self.m_step_of_topics()
        for j in range(len(self.documents)):
            self.m_step_of_document(j)

    def m_step_of_topics(self) -> None:
        """A partial M-step: N^Phi and N^Z, which only together never lower the bound."""
        # Eq. 11:  N^Phi_w = sum gamma_ij over the tokens of w;  N^Z = sum_ij gamma_ij
        self.N_phi = np.zeros_like(self.eta)
        self.N_z = np.zeros_like(self.alpha)
        for gamma, (_, w, m) in zip(self.gamma, self.pairs(), strict=True):
            self.N_phi[w] += m * gamma
            self.N_z += m * gamma

    def m_step_of_document(self, j: int) -> None:
        """A partial M-step: N^Theta_j."""
        # Eq. 11:  N^Theta_j = sum_i gamma_ij
        self.N_theta[j] = 0
        for gamma, (document, _, m) in zip(self.gamma, self.pairs(), strict=True):
            if document == j:
                self.N_theta[j] += m * gamma

    def pairs(self) -> list[tuple[int, int, float]]:
        """(document, word, count) of every pair, in the order of gamma."""
        return [
            (j, int(w), float(m))
            for j, (words, counts) in enumerate(self.documents)
            for w, m in zip(words, counts, strict=True)
        ]
