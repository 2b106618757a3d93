"""Learning the priors during training: Minka's fixed point, from a sample of the documents.

The most probable Dirichlet parameters for topic counts N_jk of documents j satisfy

    alpha_k = alpha_k * sum_j [psi(N_jk + alpha_k) - psi(alpha_k)]
                      / sum_j [psi(N_j + A) - psi(A)],    A = sum_k alpha_k

and the same holds for eta with the counts of words in topics. Here N are expected counts, which are
more even than sampled ones: the sum of alpha, and eta, come out several times too large and lower
the held-out score, while the shape of alpha improves it (see the design notes on defaults). The sum
is therefore only learned on request.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.inference.fold_in import Convergence, infer
from thalweg.random_streams import Stream, generator
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

Floats = NDArray[np.float64]

# Tokens visited per topic before the first update: until topics have formed, a topic that the
# sample happens to miss would lose its prior.
WARM_UP = 10_000.0
# A sample has 1,000 tokens per topic and at least 100 documents; with much less nothing is learned.
TOKENS_PER_TOPIC, LEAST_DOCUMENTS = 1000.0, 100
_ENOUGH = 0.3
_CONVERGENCE = Convergence(max_passes=8)
_STEPS = 20
_DAMPING = 0.7  # how far to move, on a logarithmic scale, from the old value to the new one
_LEAST_SHARE = 0.05  # of the mean: the least alpha_k
_NO_COUNT = 1e-2  # expected counts below this are treated as zero
_MOST_PAIRS = 1 << 20  # (word, topic) pairs sampled for eta


@dataclass(frozen=True)
class PriorLearning:
    """Which priors are learned: the shape of alpha, its sum, eta."""

    alpha: bool = False
    alpha_sum: bool = False
    eta: bool = False

    def is_due(self, state: TopicState) -> bool:
        """Return whether the documents visited have doubled since the last update."""
        return self.any and state.n_documents_seen >= 2 * state.prior_clock

    @property
    def any(self) -> bool:
        """Whether any prior is learned."""
        return self.alpha or self.eta

    def learn(self, state: TopicState, source: DocumentSource, *, n_threads: int = 1) -> None:
        """Update the priors from a sample of documents under the present topics."""
        too_early = state.n_tokens_seen < WARM_UP * state.n_topics
        if too_early or state.prior_clock == state.n_documents_seen:
            return
        sample = _sample(state, source)
        state.learn_prior(None if sample is None else self._learnt(state, sample, n_threads))

    def _learnt(self, state: TopicState, sample: Documents, n_threads: int) -> Prior:
        alpha, eta = state.prior.doc_topic, state.prior.topic_word
        if self.alpha:
            theta = infer(state, sample, _CONVERGENCE, n_threads=n_threads)
            counts = np.maximum(theta - alpha, 0.0)
            found = _bounded(most_probable_alpha(counts, alpha, _STEPS))
            if not self.alpha_sum:
                found *= alpha.sum() / found.sum()
            damped = alpha ** (1 - _DAMPING) * found**_DAMPING
            alpha = damped if self.alpha_sum else damped * (alpha.sum() / damped.sum())
        if self.eta and eta.size == 1:
            eta = eta ** (1 - _DAMPING) * most_probable_eta(state) ** _DAMPING
        return replace(state.prior, doc_topic=alpha, topic_word=eta)


def most_probable_alpha(counts: NDArray[np.floating], alpha: Floats, n_steps: int) -> Floats:
    """Return Minka's fixed point for documents x topics counts; counts near zero are ignored."""
    rows, topics = np.nonzero(counts > _NO_COUNT)
    counted = counts[rows, topics].astype(np.float64)
    lengths = counts.sum(axis=1, dtype=np.float64)
    for _ in range(n_steps):
        gains = digamma(counted + alpha[topics]) - digamma(alpha)[topics]
        total = alpha.sum()
        gain = float((digamma(lengths + total) - digamma(np.array([total]))).sum())
        alpha = alpha * np.bincount(topics, gains, minlength=alpha.size) / gain
        alpha = np.maximum(alpha, 1e-9)
    return alpha


def most_probable_eta(state: TopicState) -> Floats:
    """Return Minka's fixed point for one eta over words x topics, from a sample of the words."""
    n_words, n_topics = state.n_words, state.n_topics
    n_rows = min(n_words, max(1, _MOST_PAIRS // n_topics))
    rows = np.sort(_generator(state).choice(n_words, n_rows, replace=False))
    counts = state.scaled_counts[rows, :n_topics] * state.scale[:n_topics]
    counted, totals = counts[counts > _NO_COUNT], state.topic_counts
    eta = state.prior.topic_word
    for _ in range(_STEPS):
        gain = float((digamma(counted + eta) - digamma(eta)).sum()) * n_words / n_rows
        both = digamma(totals + n_words * eta) - digamma(n_words * eta)
        eta = np.maximum(eta * gain / (n_words * float(both.sum())), 1e-9)
    return eta


def digamma(x: Floats) -> Floats:
    """Return psi(x) for x > 0, accurate to 1e-10.

    scipy.special.psi would do, but importing scipy.special takes as long as training on a small
    corpus. psi(x) = psi(x + 1) - 1/x leads to x + 6, where the asymptotic series is exact enough.
    """
    lifted = sum((1 / (x + i) for i in range(6)), np.zeros_like(x))
    x = x + 6
    y = 1 / (x * x)
    series = y * (1 / 12 - y * (1 / 120 - y * (1 / 252 - y * (1 / 240 - y * (1 / 132)))))
    return np.asarray(np.log(x) - 0.5 / x - series - lifted)


def _bounded(alpha: Floats) -> Floats:
    return np.asarray(np.maximum(alpha, _LEAST_SHARE * alpha.mean()))


def _sample(state: TopicState, source: DocumentSource) -> Documents | None:
    """Return a random sample of non-empty documents; None if there are too few."""
    n_documents, wanted = source.n_documents, TOKENS_PER_TOPIC * state.n_topics
    if n_documents < LEAST_DOCUMENTS or source.n_tokens < _ENOUGH * wanted:
        return None
    n = max(LEAST_DOCUMENTS, round(n_documents * wanted / source.n_tokens))
    if n < n_documents:
        rows = _generator(state).choice(n_documents, n, replace=False)
        source = source.choose(np.sort(rows))
    sample = source.gathered().part(0)
    sample = sample[sample.lengths > 0]
    enough = sample.n_documents >= LEAST_DOCUMENTS / 2 and sample.n_tokens >= _ENOUGH * wanted
    return sample if enough else None


def _generator(state: TopicState) -> np.random.Generator:
    return generator(Stream.PRIOR_LEARNING, state.seed, state.n_documents_seen)
