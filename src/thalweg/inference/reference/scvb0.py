"""SCVB0 as the paper writes it: float64 NumPy, one token at a time or clumped. Never optimised.

This is the oracle of the tests. Equation numbers are those of Foulds et al. 2013. N_phi is W x K
(topic-word counts), N_z is K, N_theta is K (one document), gamma is the responsibility of a token.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.inference.document_schedule import DocumentSteps
from thalweg.inference.schedules import StepSchedule

Floats = NDArray[np.float64]
# A document: word ids and how often each occurs.
Document = tuple[NDArray[np.int64], Floats]


@dataclass
class Reference:
    """A model and the settings of a run."""

    N_phi: Floats
    N_z: Floats
    alpha: Floats
    eta: Floats  # (W, K): every (word, topic) pair has its own
    corpus_tokens: float  # C
    schedule: StepSchedule | DocumentSteps  # of rho^Theta
    burn_in: float = 0.0  # passes; a fraction stops within a pass
    clumped: bool = True
    seed: int = 0
    n_visits: int = 0  # documents visited so far: numbers the random orders
    held: Floats | None = None  # (W, K): h_wk, the share of word w that is counted in topic k

    def minibatch(self, documents: Sequence[Document], rho: float | Floats) -> None:
        """One minibatch of Algorithm 1; rho may be an array, one step size per topic."""
        Nhat_phi = np.zeros_like(self.N_phi)
        Nhat_z = np.zeros_like(self.N_z)
        n_tokens = 0.0  # |M|
        for words, counts in documents:
            C_j = counts.sum()
            N_theta = C_j * self.alpha / self.alpha.sum()
            for w, m, gamma, counted, _ in self.visits(words, counts, N_theta):
                if counted:
                    Nhat_phi[w] += m * gamma
                    Nhat_z += m * gamma
            n_tokens += C_j
        if self.held is not None:  # Nhat_wk := (1 - sum_l h_wl) Nhat_wk + h_wk sum_l Nhat_wl
            tokens = Nhat_phi.sum(axis=1, keepdims=True)
            Nhat_phi = (1 - self.held.sum(axis=1, keepdims=True)) * Nhat_phi + self.held * tokens
            Nhat_z = Nhat_phi.sum(axis=0)
        if n_tokens > 0:
            self.apply(Nhat_phi, Nhat_z, n_tokens, rho)

    def apply(self, Nhat_phi: Floats, Nhat_z: Floats, n_tokens: float, rho: float | Floats) -> None:
        """Move the counts towards the sums of gamma over a minibatch of |M| = n_tokens."""
        # Eq. 7:  N^Phi := (1 - rho) N^Phi + rho (C / |M|) sum gamma
        self.N_phi = (1 - rho) * self.N_phi + rho * self.corpus_tokens / n_tokens * Nhat_phi
        # Eq. 8:  N^Z := (1 - rho) N^Z + rho (C / |M|) sum gamma
        self.N_z = (1 - rho) * self.N_z + rho * self.corpus_tokens / n_tokens * Nhat_z

    def visits(
        self, words: NDArray[np.int64], counts: Floats, N_theta: Floats, t: float = 0.0
    ) -> Iterator[tuple[int, float, Floats, bool, Floats]]:
        """Burn-in and counted pass over a document: (word, m, gamma, counted, N_theta) a visit."""
        if not self.clumped:
            words, counts = split_into_tokens(words, counts)
        order = document_order(self.seed, self.n_visits, len(words))
        self.n_visits += 1
        C_j = counts.sum()
        schedule = self.schedule
        if isinstance(schedule, DocumentSteps):
            schedule = schedule.of(C_j)
        n_burn_in = int(self.burn_in * len(words))
        for visit in range(n_burn_in + len(words)):
            counted = visit >= n_burn_in
            i = order[(visit - n_burn_in if counted else visit) % len(words)]
            w, m = int(words[i]), float(counts[i])
            gamma = self.responsibility(w, N_theta)
            rho = float(schedule.at(np.array([np.floor(t) + 1]))[0])
            # Eq. 6, m times with gamma held (Eq. 9):
            #   N^Theta_j := (1 - rho)^m N^Theta_j + (1 - (1 - rho)^m) C_j gamma
            kept = (1 - rho) ** m
            N_theta = kept * N_theta + (1 - kept) * C_j * gamma
            t += m
            yield w, m, gamma, counted, N_theta

    def responsibility(self, w: int, N_theta: Floats) -> Floats:
        """Eq. 5:  gamma_k ∝ (N^Phi_wk + eta_w) / (N^Z_k + sum_w eta_w) (N^Theta_jk + alpha_k)."""
        gamma = self.phi()[w] * (N_theta + self.alpha)
        return np.asarray(gamma / gamma.sum())

    def phi(self) -> Floats:
        """Topics: (N^Phi_wk + eta_w) / (N^Z_k + sum_w eta_w)."""
        return np.asarray((self.N_phi + self.eta) / (self.N_z + self.eta.sum(axis=0)))

    def theta(self, words: NDArray[np.int64], counts: Floats, n_passes: int = 1000) -> Floats:
        """N^Theta_j + alpha under fixed topics: the fixed point of Eq. 5 summed over a document."""
        phi = self.phi()[words]
        theta = self.alpha * (1 + counts.sum() / self.alpha.sum())
        for _ in range(n_passes):
            gamma = phi * theta
            gamma /= gamma.sum(axis=1, keepdims=True)
            theta = self.alpha + counts @ gamma
        return np.asarray(theta)

    def log_likelihood(self, observed: Document, scored: Document) -> float:
        """Sum over the scored tokens of log sum_k phi_wk theta_jk, theta from the observed ones."""
        theta = self.theta(*observed)
        words, counts = scored
        return float(counts @ np.log(self.phi()[words] @ theta / theta.sum()))


def split_into_tokens(words: NDArray[np.int64], counts: Floats) -> Document:
    """A word that occurs m times becomes m tokens; a fraction that is left, one of its own."""
    copies = np.ceil(counts).astype(np.int64)
    tokens = np.repeat(words, copies)
    weights = np.ones(len(tokens))
    weights[np.cumsum(copies) - 1] = counts - (copies - 1)
    return tokens, weights


_MASK = 2**64 - 1


def _scatter(x: int) -> int:
    """The finaliser of SplitMix64 (Steele, Lea and Flood 2014)."""
    x = (x + 0x9E3779B97F4A7C15) & _MASK
    x = ((x ^ (x >> 30)) * 0xBF58476D1CE4E5B9) & _MASK
    x = ((x ^ (x >> 27)) * 0x94D049BB133111EB) & _MASK
    return x ^ (x >> 31)


def document_order(seed: int, number: int, n: int) -> NDArray[np.int64]:
    """The random order of a document's n words on its visit: a shuffle keyed by seed and number.

    Fisher and Yates, inside out, with draws from a linear congruential sequence (Knuth's MMIX).
    """
    state = _scatter(_scatter(seed) ^ number)
    order = np.arange(n)
    for i in range(n):
        state = (state * 6364136223846793005 + 1442695040888963407) & _MASK
        place = ((state >> 32) * (i + 1)) >> 32
        order[i] = order[place]
        order[place] = i
    return order
