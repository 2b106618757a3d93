"""Batch CVB0 (Eq. 3 of Foulds et al. 2013), clumped: float64 NumPy. Never optimised.

One gamma is kept for every distinct (document, word) pair, in the order of the documents and of
their words. Documents are worked off in blocks. Within a block N^Phi and N^Z are those of its
start, so that its documents are independent of each other: threads can share them, and no number
of threads changes the result. A block of one document comes nearest to the paper.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from thalweg.inference.reference.scvb0 import Document, Floats


@dataclass
class CVB0:
    """The responsibilities of a corpus and the expected counts that are their sums."""

    documents: Sequence[Document]
    gamma: Floats  # (pairs, K): the responsibility of each of the m tokens of a pair
    N_phi: Floats  # (W, K)
    N_z: Floats  # (K,)
    N_theta: Floats  # (D, K)
    alpha: Floats  # (K,)
    eta: Floats  # (W, K)

    @classmethod
    def start(
        cls, documents: Sequence[Document], gamma: Floats, alpha: Floats, eta: Floats
    ) -> CVB0:
        """Start from responsibilities (pairs, K), whose rows sum to one."""
        N_phi = np.zeros_like(eta)
        N_theta = np.zeros((len(documents), alpha.size))
        n = 0
        for j, (words, counts) in enumerate(documents):
            for w, m in zip(words, counts, strict=True):
                # Eq. 4:  N^Phi_w = sum gamma_ij over the tokens of w;  N^Theta_j = sum_i gamma_ij
                N_phi[w] += m * gamma[n]
                N_theta[j] += m * gamma[n]
                n += 1
        return cls(documents, gamma.copy(), N_phi, N_phi.sum(axis=0), N_theta, alpha, eta)

    def sweep(self, block_size: int = 1) -> None:
        """Update every gamma once, in blocks of `block_size` consecutive documents."""
        n = 0
        for first in range(0, len(self.documents), block_size):
            change = np.zeros_like(self.N_phi)
            for j, (words, counts) in enumerate(self.documents[first : first + block_size], first):
                for w, m in zip(words, counts, strict=True):
                    gamma = self.responsibility(j, int(w), float(m), self.gamma[n])
                    difference = m * (gamma - self.gamma[n])
                    self.N_theta[j] += difference
                    change[w] += difference
                    self.gamma[n] = gamma
                    n += 1
            self.N_phi += change
            self.N_z += change.sum(axis=0)

    def responsibility(self, j: int, w: int, m: float, old: Floats) -> Floats:
        """The new gamma of a pair, given the counts without one token's share of its old gamma."""
        own = min(m, 1.0) * old  # a pair of less than one token has no more to exclude
        # Eq. 3:  gamma_k ∝ (N^Phi_wk - gamma_k + eta_w) / (N^Z_k - gamma_k + sum_w eta_w)
        #                   (N^Theta_jk - gamma_k + alpha_k)
        gamma = (
            (self.N_phi[w] - own + self.eta[w])
            / (self.N_z - own + self.eta.sum(axis=0))
            * (self.N_theta[j] - own + self.alpha)
        )
        return np.asarray(gamma / gamma.sum())

    def phi(self) -> Floats:
        """Topics: (N^Phi_wk + eta_w) / (N^Z_k + sum_w eta_w)."""
        return np.asarray((self.N_phi + self.eta) / (self.N_z + self.eta.sum(axis=0)))

    def theta(self) -> Floats:
        """Proportions: (N^Theta_jk + alpha_k) / (C_j + sum_k alpha_k)."""
        theta = self.N_theta + self.alpha
        return np.asarray(theta / theta.sum(axis=1, keepdims=True))
