"""Expected counts of topics in documents, and their split into two parts."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.corpus.documents import Documents
from thalweg.inference.fold_in import infer
from thalweg.random_streams import Stream, generator
from thalweg.state.topic_state import TopicState

Floats = NDArray[np.float64]
_NUMBERS = 1 << 20  # (document, word) pairs x K at a time
_STEPS, _STARTS = 40, 4  # of EM for two parts
_LITTLE = 0.01  # tokens that each part has of each word


def counts_of_topic(
    state: TopicState, parts: Iterable[Documents], position: int, *, n_threads: int = 1
) -> Iterator[sparse.csr_array]:
    """Yield m gamma_k of each (document, word) pair under fixed topics, some documents at a time.

    gamma_k = phi_wk theta_k / sum_l phi_wl theta_l, with theta inferred from the whole document.
    """
    totals = state.topic_counts + state.prior.word_totals(state.n_words)
    n_pairs = max(1, _NUMBERS // state.n_topics)
    for documents in parts:
        ends = np.searchsorted(documents.offsets, np.arange(0, documents.offsets[-1], n_pairs))
        bounds = np.unique([*ends, documents.n_documents])
        for first, last in zip(np.append(0, bounds[:-1]), bounds, strict=True):
            if first == last:
                continue
            some = documents.between(int(first), int(last))
            theta = infer(state, some, n_threads=n_threads).astype(np.float64) / totals
            rows = np.repeat(np.arange(some.n_documents), np.diff(some.offsets))
            joint = state.weights(some.words.astype(np.int64)) * theta[rows]
            sums = joint.sum(axis=1)
            expected = some.counts * joint[:, position] / np.where(sums > 0, sums, 1.0)
            shape = (some.n_documents, some.n_words)
            yield sparse.csr_array((expected, some.words, some.offsets), shape=shape)


def word_sums(parts: Iterable[sparse.csr_array], n_words: int) -> Floats:
    """Return the sums over documents, (W,)."""
    sums = np.zeros(n_words)
    for part in parts:
        sums += np.bincount(part.indices, part.data, minlength=n_words)
    return sums


def second_part(parts: Iterable[sparse.csr_array], n_words: int, seed: int, number: int) -> Floats:
    """Split documents x words counts into two topics by EM; return the share of the smaller, (W,).

    EM for a mixture of two topics per document, from several random starts; the one with the best
    likelihood counts. p(z | d, w) is proportional to phi_zw theta_dz.
    """
    counts = sparse.vstack([sparse.csr_array((0, n_words)), *parts], format="csr")
    counts = counts[np.flatnonzero(counts.sum(axis=1) >= 1)].tocoo()
    n_documents = counts.shape[0]
    if not counts.nnz:
        return np.zeros(n_words)
    m, documents = counts.data, counts.coords[0]
    known, words = np.unique(counts.coords[1], return_inverse=True)
    n_known, of_words = known.size, np.bincount(words, m)
    lengths = np.bincount(documents, m, minlength=n_documents)
    best, found = -np.inf, np.zeros(n_known)
    for start in range(_STARTS):
        rng = generator(Stream.EDITED_TOPICS, seed, number, start)
        theta = rng.random(n_documents)
        phi = np.full((2, n_known), 1 / n_words)
        for _ in range(_STEPS):
            first = phi[0, words] * (1 - theta)[documents]
            second = phi[1, words] * theta[documents]
            sums = np.maximum(first + second, 1e-300)
            second *= m / sums
            of_second = np.bincount(words, second, minlength=n_known)
            phi = np.stack([of_words - of_second, of_second]) + _LITTLE
            phi /= phi.sum(axis=1, keepdims=True) + _LITTLE * (n_words - n_known)
            theta = (np.bincount(documents, second, minlength=n_documents) + 0.1) / (lengths + 0.2)
        score = float((m * np.log(sums)).sum())
        if score > best:
            best, share = score, of_second / np.maximum(of_words, 1e-300)
            found = share if of_second.sum() <= of_words.sum() / 2 else 1 - share
    shares = np.zeros(n_words)
    shares[known] = np.clip(found, 0.0, 1.0)
    return shares
