"""The topics of the words of a document, given its topic proportions."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thalweg.state.topic_state import TopicState


def word_assignments(
    state: TopicState, words: NDArray[np.int64], theta: NDArray[np.float32]
) -> NDArray[np.float64]:
    """Return p(z = k | w, document) of each of these words, (n_words, K); rows sum to one.

    Under fixed topics, with theta inferred from the whole document:

        p(z = k | w, document) = phi_wk theta_k / sum_l phi_wl theta_l
        phi_wk = (N^Phi_wk + eta_w) / (N^Z_k + sum_v eta_v)

    This is the assignment that inference itself uses when it has converged, the E step of CVB0
    with the own token included. All occurrences of a word in a document have the same assignment.
    """
    k = state.n_topics
    totals = state.topic_counts + state.prior.word_totals(state.n_words)
    joint = state.weights(words).astype(np.float64) * (theta[:k] / totals)
    sums = joint.sum(axis=1, keepdims=True)
    # A word that is masked in all topics of the document says nothing about its topic.
    return np.where(sums > 0, joint / np.where(sums > 0, sums, 1.0), theta[:k])
