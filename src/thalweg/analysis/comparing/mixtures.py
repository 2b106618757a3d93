"""Topics explained as mixtures of other topics, for splits and merges."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.comparing.topic_sets import TopicSet

_CANDIDATES = 16  # topics that may be parts of one
_RIDGE = 1e-7  # float32 products; two topics may be equal


def mixtures(first: TopicSet, second: TopicSet) -> tuple[NDArray[np.float64], NDArray[np.float64]]:
    """Return each topic of one set as a mixture of those of the other, in both directions.

    The weights have the shapes (K, K') and (K', K), and rows sum to one. The weights m >= 0 of a
    topic a minimise

        sum_w (phi_aw - sum_b m_b phi_bw)^2 / p_w

    where p_w is the probability of the word in all documents. With this metric, the product of two
    topics, sum_w phi_aw phi_bw / p_w, is the share of the tokens of topic a that flows to topic b
    if each token goes to a topic by its word, p(b | w), divided by the size of b. Frequent words,
    which all topics share, count little. The least squares remove flow that only passes through
    words that several parts share.
    """
    common = (first.common_words() + second.common_words()) / 2
    scale = np.where(common > 0, 1 / np.sqrt(np.maximum(common, 1e-300)), 0).astype(np.float32)
    one, other = first.phi * scale, second.phi * scale
    flow = (one @ other.T).astype(np.float64)
    return _weights(flow, other @ other.T), _weights(flow.T, one @ one.T)


def _weights(flow: NDArray[np.float64], products: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the mixtures from the products of topics with parts, and of parts with each other."""
    from scipy.optimize import nnls

    gram = products.astype(np.float64)
    sizes = np.sqrt(np.diagonal(gram))
    weights = np.zeros(flow.shape)
    n_candidates = min(_CANDIDATES, len(gram))
    for a, to_parts in enumerate(flow):
        near = np.argpartition(-to_parts / sizes, n_candidates - 1)[:n_candidates]
        inner = gram[np.ix_(near, near)]
        lower = np.linalg.cholesky(inner + _RIDGE * np.trace(inner) * np.eye(n_candidates))
        found, _ = nnls(lower.T, np.linalg.solve(lower, to_parts[near]))
        if found.sum() > 0:
            weights[a, near] = found / found.sum()
    return weights
