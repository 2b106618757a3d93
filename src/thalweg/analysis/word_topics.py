"""The topics of a word."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.results import WordTable, WordTopic


def word_topics(
    components: NDArray[Any],
    word: int,
    topic_names: Mapping[int, str] | None = None,
    numbers: Sequence[int] | None = None,
) -> WordTable:
    """Return the topics of a word, most probable first.

    p(topic k | word w) = (N^Phi_wk + eta) / sum_k' (N^Phi_wk' + eta)
    p(word w | topic k) = (N^Phi_wk + eta) / sum_w' (N^Phi_w'k + eta)

    Parameters
    ----------
    components : array of shape (n_topics, n_words)
        N^Phi + eta.
    word : int
        Id of the word.
    topic_names : dict of int to str, default=None
        Names of topics.
    numbers : sequence of int, default=None
        Permanent numbers of topics; None: their places.
    """
    every = range(components.shape[0]) if numbers is None else numbers
    named = topic_names or {}
    weights = components[:, word].astype(np.float64)
    shares = weights / max(weights.sum(), 1e-300)  # a stopped word is in no topic
    probabilities = weights / components.sum(axis=1, dtype=np.float64)
    ranks = 1 + (components > components[:, [word]]).sum(axis=1)
    return WordTable(
        WordTopic(
            every[k],
            float(shares[k]),
            float(probabilities[k]),
            int(ranks[k]),
            named.get(every[k]),
        )
        for k in np.argsort(-shares, kind="stable").tolist()
    )
