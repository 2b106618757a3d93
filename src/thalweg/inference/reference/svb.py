"""Stochastic variational Bayes (Hoffman, Blei and Bach 2010): float64 NumPy. Never optimised.

The rival of SCVB0 in Foulds et al. 2013. lambda_wk = N^Phi_wk + eta_w are the parameters of the
Dirichlet posterior of topic k, gamma_d those of document d, phi_dw the topics of a word.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.special import digamma

from thalweg.inference.reference.scvb0 import Document, Floats


@dataclass
class SVB:
    """A model and the settings of a run.

    offset: added to alpha and eta. exp(digamma(x)) ≈ x - 1/2, so VB works as if half a count were
    missing from every hyper-parameter; an offset of 0.5 gives it back (Asuncion et al. 2009).
    """

    N_phi: Floats  # (W, K)
    alpha: Floats  # (K,)
    eta: Floats  # (W, K)
    corpus_documents: float  # D
    n_passes: int = 1  # over a document, at most
    tolerance: float = 0.0  # passes end when the mean change of gamma_d is below; 0: never
    offset: float = 0.0

    def minibatch(self, documents: Sequence[Document], rho: float) -> None:
        """One minibatch; nothing happens without documents."""
        if not documents:
            return
        expElogbeta = self.expElogbeta()
        Nhat_phi = np.zeros_like(self.N_phi)
        for words, counts in documents:
            _, phi = self.document(words, counts, expElogbeta)
            for w, m, phi_w in zip(words, counts, phi, strict=True):
                Nhat_phi[w] += m * phi_w
        # lambda := (1 - rho) lambda + rho (eta + D / |M| sum m phi), eta taken out of both sides:
        #   N^Phi := (1 - rho) N^Phi + rho D / |M| sum m phi
        ratio = self.corpus_documents / len(documents)
        self.N_phi = (1 - rho) * self.N_phi + rho * ratio * Nhat_phi

    def expElogbeta(self) -> Floats:
        """exp(E[log beta_wk]) = exp(digamma(lambda_wk) - digamma(sum_w lambda_wk))."""
        lambda_ = self.N_phi + self.eta + self.offset
        return np.asarray(np.exp(digamma(lambda_) - digamma(lambda_.sum(axis=0))))

    def document(
        self, words: NDArray[np.int64], counts: Floats, expElogbeta: Floats
    ) -> tuple[Floats, Floats]:
        """gamma_d after the passes, and phi_dw (words, K) as it follows from this gamma_d."""
        alpha = self.alpha + self.offset
        # gamma_d starts at alpha + C_d / K
        gamma = alpha + counts.sum() / alpha.size
        phi = self.topics_of_words(words, gamma, expElogbeta)
        for _ in range(self.n_passes):
            last = gamma
            # gamma_dk := alpha_k + sum_w m phi_dwk
            gamma = alpha + counts @ phi
            phi = self.topics_of_words(words, gamma, expElogbeta)
            if np.abs(gamma - last).mean() < self.tolerance:
                break
        return gamma, phi

    def topics_of_words(
        self, words: NDArray[np.int64], gamma: Floats, expElogbeta: Floats
    ) -> Floats:
        """phi_dwk ∝ exp(E[log theta_dk]) exp(E[log beta_wk])."""
        # exp(E[log theta_dk]) = exp(digamma(gamma_dk) - digamma(sum_k gamma_dk))
        expElogtheta = np.exp(digamma(gamma) - digamma(gamma.sum()))
        phi = expElogtheta * expElogbeta[words]
        return np.asarray(phi / phi.sum(axis=1, keepdims=True))

    def topics(self) -> Floats:
        """The posterior mean: lambda_wk / sum_w lambda_wk."""
        lambda_ = self.N_phi + self.eta + self.offset
        return np.asarray(lambda_ / lambda_.sum(axis=0))
