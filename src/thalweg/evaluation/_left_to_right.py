"""Left-to-right: the probability of whole documents, slow and unbiased, to calibrate scores by.

    p(w_1 .. w_N) = prod_n p(w_n | w_1 .. w_n-1)

Each factor is a mean over particles, draws of the topics z of the words before (Wallach et al.
2009, Algorithm 3). As published, a particle that had expected w_n counts no more afterwards than
one that had not, which biases the factors behind (Buntine 2009 treats this estimator). Here the
particles are drawn anew by their p(w_n | z), as in sequential Monte Carlo: the estimate of
p(document) has the right mean for any number of particles.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.corpus.document_source import Supply
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.evaluation._heldout import Completion, state_of


def left_to_right(
    topics: Any,
    X: Any,
    *,
    doc_topic_prior: ArrayLike | None = None,
    n_particles: int = 20,
    seed: int = 0,
) -> Completion:
    """The log-probability of all tokens of documents under a model, or any topics and a prior.

    The work grows with the square of a document's length: some hundred documents are enough.
    """
    if n_particles < 1:
        raise InputError(f"n_particles is {n_particles}; expected at least 1")
    state = state_of(topics, doc_topic_prior)
    supply = Supply.of(X, getattr(topics, "vocabulary_", None))
    if supply.n_words != state.n_words:
        raise InputError(
            f"the documents have {supply.n_words} words, the topics {state.n_words}; expected the "
            "same vocabulary"
        )
    phi = state.weights() / (state.topic_counts + state.prior.word_totals(state.n_words))

    def parts() -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        for first, documents in zip(supply.bounds.tolist(), supply.parts(), strict=False):
            numbers = range(first, first + documents.n_documents)
            tokens = [_tokens(documents, number - first) for number in numbers]
            each = [
                document_log_probability(
                    phi, state.prior.doc_topic, words, n_particles, _generator(seed, number)
                )
                for number, words in zip(numbers, tokens, strict=True)
            ]
            yield np.array(each, dtype=np.float64), documents.lengths

    return Completion.of(parts())


def document_log_probability(
    phi: NDArray[np.float64],
    alpha: NDArray[np.float64],
    words: NDArray[np.int64],
    n_particles: int,
    rng: np.random.Generator,
) -> float:
    """The log of the estimate for one document, whose words are taken in a random order."""
    rows = phi[rng.permutation(words)]  # phi_wk of each token: (N, K)
    n_topics = alpha.size
    z = np.zeros((rows.shape[0], n_particles), dtype=np.int64)
    counts = np.zeros((n_particles, n_topics))  # tokens before this one, by topic
    every = np.arange(n_particles)
    total = 0.0

    def draw(n: int) -> None:
        """z_n ~ phi_wk (N_k + alpha_k), N without z_n."""
        cumulative = np.cumsum(rows[n] * (counts + alpha), axis=1)
        below = rng.random((n_particles, 1)) * cumulative[:, -1:]
        z[n] = np.minimum((cumulative <= below).sum(axis=1), n_topics - 1)
        counts[every, z[n]] += 1

    for n in range(rows.shape[0]):
        for before in range(n):
            counts[every, z[before]] -= 1
            draw(before)
        likelihoods = (counts + alpha) @ rows[n] / (n + alpha.sum())
        total += float(np.log(likelihoods.mean()))
        survivors = _drawn_by(likelihoods, rng)
        z[:n], counts = z[:n, survivors], counts[survivors]
        draw(n)
    return total


def _drawn_by(weights: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.int64]:
    """Particles in proportion to their weights, evenly spread: systematic resampling."""
    places = (np.arange(weights.size) + rng.random()) / weights.size
    shares = np.cumsum(weights) / weights.sum()
    return np.minimum(np.searchsorted(shares, places), weights.size - 1)


def _tokens(documents: Documents, row: int) -> NDArray[np.int64]:
    entries = slice(documents.offsets[row], documents.offsets[row + 1])
    counts = documents.counts[entries]
    if (counts != np.floor(counts)).any():
        raise InputError(
            f"document {row} has a count that is no whole number; left-to-right takes tokens one "
            "by one. Expected whole counts."
        )
    return np.repeat(documents.words[entries].astype(np.int64), counts.astype(np.int64))


def _generator(seed: int, number: int) -> np.random.Generator:
    return np.random.Generator(np.random.Philox([seed, 6, number]))
