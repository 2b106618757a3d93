"""Left-to-right evaluation: an unbiased estimate of the probability of whole documents.

    p(w_1 .. w_N) = prod_n p(w_n | w_1 .. w_n-1)

Each factor is a mean over particles, which are draws of the topics z of the earlier words (Wallach
et al. 2009, Algorithm 3). In the published algorithm, a particle that expected w_n has the same
weight afterwards as one that did not, which biases the later factors (Buntine 2009 discusses this
estimator). Here the particles are resampled by their p(w_n | z), as in sequential Monte Carlo, and
the estimate of p(document) has the right mean for any number of particles.

The estimator is slow. It is meant for checking faster scores.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.checks import whole_number
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.evaluation._heldout import state_to_score
from thalweg.evaluation._heldout_score import HeldOutScore
from thalweg.random_streams import Stream, generator


def left_to_right(
    topics: Any,
    X: Any,
    *,
    doc_topic_prior: ArrayLike | None = None,
    n_particles: int = 20,
    random_state: int = 0,
) -> HeldOutScore:
    """Estimate the log-likelihood of all tokens of documents, under a model or any topics.

    The work grows with the square of a document's length. A few hundred documents are enough.

    Parameters
    ----------
    topics : model or array of shape (n_topics, n_words)
        A trained model, or the word weights of topics.
    X : Corpus, sparse matrix or array
        Held-out documents with whole counts.
    doc_topic_prior : float or array of shape (n_topics,), default=None
        Dirichlet prior of document proportions, alpha. Required for an array of topics; a model has
        its own.
    n_particles : int, default=20
        Number of particles. The estimate of a document's probability is unbiased for any number;
        more particles make it more precise.
    random_state : int, default=0
        Seed of the particles.

    Returns
    -------
    HeldOutScore
        The `score` (mean log-likelihood per token), its `standard_error`, and the `perplexity`.

    Examples
    --------
    >>> from thalweg.evaluation import left_to_right
    >>> topics = [[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]]
    >>> documents = [[6, 2, 0], [0, 1, 7], [4, 1, 1]]
    >>> left_to_right(topics, documents, doc_topic_prior=0.1).perplexity < 3  # 3: a uniform guess
    True
    """
    whole_number("n_particles", n_particles, least=1)
    state = state_to_score(topics, doc_topic_prior)
    documents = DocumentSource.of(X, getattr(topics, "vocabulary_", None))
    if documents.n_words != state.n_words:
        raise InputError(
            f"`X` has {documents.n_words} words and the topics have {state.n_words}; expected the "
            "same vocabulary"
        )
    phi = state.weights() / (state.topic_counts + state.prior.word_totals(state.n_words))

    def parts() -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        for first, part in zip(documents.bounds.tolist(), documents.parts(), strict=False):
            numbers = range(first, first + part.n_documents)
            tokens = [_tokens(part, number - first, number) for number in numbers]
            each = [
                document_log_probability(
                    phi,
                    state.prior.doc_topic,
                    words,
                    n_particles,
                    generator(Stream.LEFT_TO_RIGHT, random_state, number),
                )
                for number, words in zip(numbers, tokens, strict=True)
            ]
            yield np.array(each, dtype=np.float64), part.lengths

    return HeldOutScore.of(parts())


def document_log_probability(
    phi: NDArray[np.float64],
    alpha: NDArray[np.float64],
    words: NDArray[np.int64],
    n_particles: int,
    rng: np.random.Generator,
) -> float:
    """Return the log of the estimate for one document, whose words are taken in random order."""
    rows = phi[rng.permutation(words)]  # phi_wk of each token: (N, K)
    n_topics = alpha.size
    z = np.zeros((rows.shape[0], n_particles), dtype=np.int64)
    counts = np.zeros((n_particles, n_topics))  # earlier tokens, by topic
    every = np.arange(n_particles)
    total = 0.0

    def draw(n: int) -> None:
        """Draw z_n ~ phi_wk (N_k + alpha_k), N without z_n."""
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
        survivors = _resampled(likelihoods, rng)
        z[:n], counts = z[:n, survivors], counts[survivors]
        draw(n)
    return total


def _resampled(weights: NDArray[np.float64], rng: np.random.Generator) -> NDArray[np.int64]:
    """Draw particles in proportion to their weights by systematic resampling."""
    places = (np.arange(weights.size) + rng.random()) / weights.size
    shares = np.cumsum(weights) / weights.sum()
    return np.minimum(np.searchsorted(shares, places), weights.size - 1)


def _tokens(documents: Documents, row: int, number: int) -> NDArray[np.int64]:
    """Return the words of a document's tokens; `number` is its number among all documents."""
    entries = slice(documents.offsets[row], documents.offsets[row + 1])
    counts = documents.counts[entries]
    if (counts != np.floor(counts)).any():
        raise InputError(
            f"`X` has a fractional count in document {number}; expected whole counts, because "
            "left-to-right evaluation takes tokens one by one"
        )
    return np.repeat(documents.words[entries].astype(np.int64), counts.astype(np.int64))
