"""How well each document fits a model: its score, and the likelihood to expect of its words.

`document_scores` is document completion, the held-out score. To judge a single document, its own
topics theta, inferred from all of its n tokens, are better: half of a short document may lack one
of its topics by chance. The model then predicts words as independent draws from

    p(w) = sum_k theta_k phi_kw

If that is right, the mean log-likelihood per token has the mean and the variance

    E = sum_w p(w) ln p(w),    V / n  with  V = sum_w p(w) (ln p(w) - E)^2

The sums over all words would take W x K operations per document. They are computed from a few words
per topic instead, which stand for equal parts of its probability.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.evaluation._token_split import split_tokens
from thalweg.inference.fold_in import Convergence, log_likelihood, without_stopped_words
from thalweg.state.topic_state import TopicState

_NODES = 2048  # words that stand for all words, of all topics together
_FEWEST_NODES, _MOST_NODES = 8, 256  # per topic
_BLOCK = 1 << 20  # numbers to hold at a time


@dataclass(frozen=True)
class DocumentFit:
    """Log-likelihoods of documents under their own topics, and what is expected of them."""

    log_likelihood: NDArray[np.float64]
    """Mean log-probability per token; NaN without a token."""
    n_tokens: NDArray[np.float64]
    """n, the number of tokens."""
    expected: NDArray[np.float64]
    """E, the mean of the log-likelihood if the document fits; NaN without a token."""
    variance: NDArray[np.float64]
    """V, the variance of the log-probability of one token."""
    least: NDArray[np.float64]
    """A lower bound of the log-probability of any word."""


def document_scores(
    state: TopicState,
    documents: Documents,
    convergence: Convergence | None = None,
    *,
    n_threads: int = 1,
) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return the score per token of each document and its number of scored tokens.

    Tokens are split as in `completion`, but by the content of a document and not by its number, so
    that a score does not depend on other documents. A document without a scored token has the score
    NaN.
    """
    known = without_stopped_words(state, documents)
    observed, scored = split_tokens(known, by_content=True)
    total = log_likelihood(state, observed, scored, convergence, n_threads=n_threads)
    return _per_token(total, scored.lengths), scored.lengths


class FitOfDocuments:
    """Computes the fit of documents to a model, batch by batch.

    Parameters
    ----------
    state : TopicState
        State of the model.
    convergence : Convergence, default=None
        When the topics of a document have converged.
    n_threads : int, default=1
        Number of threads.
    """

    def __init__(
        self, state: TopicState, convergence: Convergence | None = None, *, n_threads: int = 1
    ) -> None:
        self._state, self._convergence, self._n_threads = state, convergence, n_threads
        weights = np.ascontiguousarray(state.weights().T)
        totals = weights.sum(axis=1, dtype=np.float64)
        self._least = weights.min(axis=1, where=weights > 0, initial=np.inf) / totals
        n_nodes = int(np.clip(_NODES // state.n_topics, _FEWEST_NODES, _MOST_NODES))
        words = np.concatenate([_equal_parts(topic, n_nodes) for topic in weights])
        self._nodes = np.asarray(weights[:, words] / totals[:, None], dtype=np.float32)
        self._n_nodes = n_nodes

    def of(self, documents: Documents, theta: NDArray[np.float32]) -> DocumentFit:
        """Return the fit of documents with these topic proportions, inferred from them."""
        documents = without_stopped_words(self._state, documents)
        n = documents.lengths
        total = log_likelihood(
            self._state, documents, documents, self._convergence, n_threads=self._n_threads
        )
        expected, variance = self._moments(theta)
        expected[n == 0] = np.nan
        return DocumentFit(_per_token(total, n), n, expected, variance, np.log(theta @ self._least))

    def _moments(
        self, theta: NDArray[np.float32]
    ) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
        """Return E and V of documents with these topic proportions.

        A word drawn from p is a word drawn from topic k with probability theta_k:
        E = sum_k theta_k mean over the words of topic k of ln p(w).
        """
        expected, variance = np.empty(len(theta)), np.empty(len(theta))
        size = max(1, _BLOCK // self._nodes.shape[1])
        for first in range(0, len(theta), size):
            part = theta[first : first + size]
            logs = np.log(part @ self._nodes).reshape(len(part), -1, self._n_nodes)
            mean = np.einsum("dk,dk->d", part, logs.mean(axis=2, dtype=np.float64))
            logs -= mean[:, None, None].astype(np.float32)
            np.square(logs, out=logs)
            squares = np.einsum("dk,dk->d", part, logs.mean(axis=2, dtype=np.float64))
            expected[first : first + size], variance[first : first + size] = mean, squares
        return expected, variance


def _equal_parts(weights: NDArray[np.float32], n: int) -> NDArray[np.int64]:
    """Return n words of a topic in the middle of n equal parts of its probability.

    Words are in the order of their probability, so the words of a part are about equally probable.
    """
    order = np.argsort(-weights, kind="stable")
    cumulative = np.cumsum(weights[order], dtype=np.float64)
    middles = (np.arange(n) + 0.5) / n * cumulative[-1]
    return np.asarray(order[np.searchsorted(cumulative, middles).clip(max=order.size - 1)])


def _per_token(total: NDArray[np.float64], n: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(n > 0, total / np.where(n > 0, n, 1.0), np.nan)
