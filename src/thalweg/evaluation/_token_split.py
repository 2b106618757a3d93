"""The split of every document's tokens into an observed and a scored half.

The split is a function of the seed, the number of the document and the word. It needs no generator
that is carried along, so documents are split the same way in whatever parts they are read.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents

GOLDEN = np.uint64(0x9E3779B97F4A7C15)  # 2^64 over the golden ratio, as in SplitMix64
_MAX_DRAWN_BY_BITS = 1 << 12  # largest count of a word in a document for which bits are drawn


def split_tokens(
    documents: Documents, seed: int = 0, first_number: int = 0, *, by_content: bool = False
) -> tuple[Documents, Documents]:
    """Split the tokens of every document at random into an observed and a scored half.

    Each token goes to either half with probability one half. The fractional part of a count goes to
    one half as a whole.

    Parameters
    ----------
    documents : Documents
        Documents to split.
    seed : int, default=0
        The same seed gives the same halves.
    first_number : int, default=0
        Number of the first document among all documents, if these are only a part of them.
    by_content : bool, default=False
        Split a document by its words and counts instead of its number, so that the halves do not
        depend on the other documents. Copies of a document then have the same halves.
    """
    counts = documents.counts.astype(np.float32)  # first, so that every difference below is exact
    whole = np.floor(counts)
    numbers = first_number + np.arange(documents.n_documents, dtype=np.uint64)
    keys = _keys(documents, seed, _content_numbers(documents, counts) if by_content else numbers)
    observed = _half_of(whole.astype(np.int64), keys).astype(np.float32)
    rest = counts - whole
    if rest.any():
        observed += np.where(_mixed(~keys) >> np.uint64(63) == 0, rest, 0)
    scored = counts - observed
    return (
        Documents(documents.offsets, documents.words, observed, documents.n_words),
        Documents(documents.offsets, documents.words, scored, documents.n_words),
    )


def _content_numbers(documents: Documents, counts: NDArray[np.float32]) -> NDArray[np.uint64]:
    """Return a number per document that its words and counts determine, in any order of them."""
    words = documents.words.astype(np.uint64) + np.uint64(1)
    each = _mixed(_mixed(GOLDEN * words) + counts.view(np.uint32).astype(np.uint64))
    sums = np.concatenate([np.zeros(1, dtype=np.uint64), np.cumsum(each, dtype=np.uint64)])
    return np.asarray(sums[documents.offsets[1:]] - sums[documents.offsets[:-1]])


def _keys(documents: Documents, seed: int, numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return a random number per entry, which determines how its tokens are split."""
    of_documents = _mixed(
        _mixed(np.array([seed], dtype=np.uint64)) + GOLDEN * (numbers + np.uint64(1))
    )
    words = documents.words.astype(np.uint64)
    each = np.repeat(of_documents, np.diff(documents.offsets))
    return _mixed(each + GOLDEN * (words + np.uint64(1)))


def _half_of(counts: NDArray[np.int64], keys: NDArray[np.uint64]) -> NDArray[np.int64]:
    """Draw Binomial(m, 1/2) for each count m: the number of ones among m random bits."""
    half = np.zeros(counts.size, dtype=np.int64)
    for i in np.flatnonzero(counts > _MAX_DRAWN_BY_BITS):
        half[i] = np.random.Generator(np.random.Philox(int(keys[i]))).binomial(counts[i], 0.5)
    entries = np.flatnonzero((counts > 0) & (counts <= _MAX_DRAWN_BY_BITS))
    for first_bit in range(0, _MAX_DRAWN_BY_BITS, 64):
        if not entries.size:
            break
        step = np.array([first_bit // 64 + 1], dtype=np.uint64)
        bits = _mixed(keys[entries] + GOLDEN * step)
        n_unused = np.maximum(first_bit + 64 - counts[entries], 0).astype(np.uint64)
        half[entries] += _n_ones(bits >> n_unused).astype(np.int64)
        entries = entries[counts[entries] > first_bit + 64]
    return half


def _mixed(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Apply SplitMix64's finalizer, which turns neighbouring numbers into unrelated ones."""
    mixed = numbers ^ (numbers >> np.uint64(30))
    mixed *= np.uint64(0xBF58476D1CE4E5B9)
    mixed ^= mixed >> np.uint64(27)
    mixed *= np.uint64(0x94D049BB133111EB)
    mixed ^= mixed >> np.uint64(31)
    return mixed


def _n_ones(numbers: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Return the number of set bits, summed in pairs, fours and bytes.

    numpy.bitwise_count does the same from NumPy 2.0 on.
    """
    n = numbers - (numbers >> np.uint64(1) & np.uint64(0x5555555555555555))
    fours = np.uint64(0x3333333333333333)
    n = (n & fours) + (n >> np.uint64(2) & fours)
    n = (n + (n >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.asarray(n * np.uint64(0x0101010101010101) >> np.uint64(56))
