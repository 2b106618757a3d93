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
_ENTRIES = 1 << 16  # (document, word) pairs at a time
_STEPS, _STARTS = 40, 4  # of EM for two parts


def counts_of_topic(
    state: TopicState, parts: Iterable[Documents], position: int, *, n_threads: int = 1
) -> Iterator[sparse.csr_array]:
    """Yield m gamma_k of each (document, word) pair under fixed topics, some documents at a time.

    gamma_k = phi_wk theta_k / sum_l phi_wl theta_l, with theta inferred from the whole document.
    """
    totals = state.topic_counts + state.prior.word_totals(state.n_words)
    for documents in parts:
        ends = np.searchsorted(documents.offsets, np.arange(0, documents.offsets[-1], _ENTRIES))
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


def second_part(parts: Iterable[sparse.csr_array], seed: int, number: int) -> Floats:
    """Split documents x words counts into two topics by EM; return the share of the smaller, (W,).

    EM for a mixture of two topics per document, from several random starts; the one with the best
    likelihood counts. p(z | d, w) is proportional to phi_zw theta_dz.
    """
    counts = sparse.vstack(list(parts), format="csr")
    counts = counts[np.flatnonzero(counts.sum(axis=1) >= 1)].tocoo()
    n_documents, n_words = counts.shape
    documents, words = counts.coords
    best, found = -np.inf, np.zeros(n_words)
    for start in range(_STARTS if counts.nnz else 0):
        rng = generator(Stream.EDITED_TOPICS, seed, number, start)
        theta = rng.random(n_documents)
        phi = np.full((2, n_words), 1 / n_words)
        score = 0.0
        for _ in range(_STEPS):
            joint = np.stack(
                [phi[0, words] * (1 - theta[documents]), phi[1, words] * theta[documents]]
            )
            sums = joint.sum(axis=0)
            score = float((counts.data * np.log(np.maximum(sums, 1e-300))).sum())
            second = counts.data * joint[1] / np.maximum(sums, 1e-300)
            of_words = np.bincount(words, second, minlength=n_words)
            all_words = np.bincount(words, counts.data, minlength=n_words)
            phi = np.stack([all_words - of_words, of_words]) + 0.01
            phi /= phi.sum(axis=1, keepdims=True)
            lengths = np.bincount(documents, counts.data, minlength=n_documents)
            part = np.bincount(documents, second, minlength=n_documents)
            theta = (part + 0.1) / (lengths + 0.2)
        if score > best:
            best = score
            share = of_words / np.maximum(all_words, 1e-300)
            found = (
                share
                if of_words.sum() <= all_words.sum() / 2
                else np.where(all_words > 0, 1 - share, 0)
            )
    return np.asarray(np.clip(found, 0.0, 1.0))
