"""Corpora and start points that the tests of the batch algorithms share."""

from __future__ import annotations

import numpy as np
from scipy import sparse

from tests.inference.comparison import random_counts
from thalweg.corpus.documents import Documents
from thalweg.inference.reference.scvb0 import Document, Floats
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState


def varied_documents(n_documents: int = 30, n_words: int = 120, seed: int = 0) -> Documents:
    """Counts of one and more, one document empty, one with counts below one."""
    X = random_counts(n_documents, n_words, 60, seed=seed).toarray().astype(np.float32)
    X[3] = 0
    X[7] *= np.float32(0.25)
    return Documents.check(sparse.csr_array(X))


def rows_of(documents: Documents) -> list[Document]:
    """As the reference takes them."""
    starts, ends = documents.offsets[:-1], documents.offsets[1:]
    return [
        (documents.words[a:b].astype(np.int64), documents.counts[a:b].astype(np.float64))
        for a, b in zip(starts, ends, strict=True)
    ]


def varied_prior(n_topics: int, n_words: int, shift: float = 0.0) -> tuple[Prior, Floats]:
    """An uneven prior, and its eta as a full (W, K) matrix."""
    eta = np.linspace(0.02, 0.3, n_words) + shift
    seeds = sparse.csr_array(([0.5], ([0], [2])), shape=(n_topics, n_words))
    alpha = np.linspace(0.05, 0.4, n_topics) + shift
    prior = Prior(alpha, eta, added=seeds.T.tocsr().astype(np.float32))
    return prior, np.asarray(eta[:, None] + seeds.T.toarray())


def start_state(documents: Documents, prior: Prior, seed: int = 5) -> TopicState:
    return TopicState.random(documents.n_words, prior, documents.n_tokens, seed)


def relative_difference(native: Floats, true: Floats) -> float:
    """In the Frobenius norm."""
    return float(np.linalg.norm(native - true) / np.linalg.norm(true))
