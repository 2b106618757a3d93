"""What a word is about: its topics."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.results import WordTable, WordTopic


def word_topics(components: NDArray[Any], word: int) -> WordTable:
    """The topics of a word, most probable first; components is N^Phi + eta, (K, W).

    p(topic k | word w) = (N^Phi_wk + eta) / sum_k' (N^Phi_wk' + eta): a token of w is one of k's
    p(word w | topic k) = (N^Phi_wk + eta) / sum_w' (N^Phi_w'k + eta): a token of k is a w
    """
    weights = components[:, word].astype(np.float64)
    shares = weights / weights.sum()
    probabilities = weights / components.sum(axis=1, dtype=np.float64)
    ranks = 1 + (components > components[:, [word]]).sum(axis=1)
    return WordTable(
        WordTopic(k, float(shares[k]), float(probabilities[k]), int(ranks[k]))
        for k in np.argsort(-shares, kind="stable").tolist()
    )
