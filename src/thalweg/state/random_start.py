"""The random counts that training starts from, of all words or of some."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thalweg.random_streams import Stream, generator
from thalweg.state.native import aligned_zeros, padded


def random_rows(
    n_words: int,
    n_topics: int,
    corpus_tokens: float,
    seed: int,
    contrast: float,
    first: int,
    end: int,
) -> NDArray[np.float32]:
    """Return rows first..end-1 of the counts of a random start, padded.

    All rows are drawn, so that the numbers do not depend on the range, but not all are held.
    """
    counts = aligned_zeros((end - first, padded(n_topics)), np.float32)
    rng = generator(Stream.TOPIC_START, seed)
    mean = corpus_tokens / (n_words * n_topics)
    n_each = max(1, (1 << 20) // n_topics)  # in slices: no second W x K array
    for start in range(0, end, n_each):
        part = rng.random((min(n_each, n_words - start), n_topics), dtype=np.float32)
        part *= 2 * contrast * mean
        part += (1 - contrast) * mean
        low, high = max(first, start), min(end, start + len(part))
        if low < high:
            counts[low - first : high - first, :n_topics] = part[low - start : high - start]
    return counts
