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

    The numbers do not depend on the range: those of earlier rows are skipped.
    """
    counts = aligned_zeros((end - first, padded(n_topics)), np.float32)
    rng = _after(first * n_topics, generator(Stream.TOPIC_START, seed))
    mean = corpus_tokens / (n_words * n_topics)
    n_each = max(1, (1 << 20) // n_topics)  # in slices: no second W x K array
    for start in range(first, end, n_each):
        part = rng.random((min(n_each, end - start), n_topics), dtype=np.float32)
        part *= 2 * contrast * mean
        part += (1 - contrast) * mean
        counts[start - first : start - first + len(part), :n_topics] = part
    return counts


def _after(n_numbers: int, rng: np.random.Generator) -> np.random.Generator:
    """Skip numbers of single precision, of which each step of Philox gives eight."""
    bits = rng.bit_generator
    assert isinstance(bits, np.random.Philox)
    bits.advance(n_numbers // 8)
    rng.random(n_numbers % 8, dtype=np.float32)
    return rng
