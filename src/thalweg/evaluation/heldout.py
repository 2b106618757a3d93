"""Document completion: how well half of an unseen document predicts its other half."""

from __future__ import annotations

from typing import Any

import numpy as np

from thalweg.documents import Documents
from thalweg.errors import InputError
from thalweg.inference import scvb0
from thalweg.state import TopicState
from thalweg.supply import Supply


def split_tokens(documents: Documents, seed: int = 0) -> tuple[Documents, Documents]:
    """Deal the tokens of every document to an observed and a scored half, at random.

    Each of a word's m tokens goes either way with probability one half; what a fractional count
    leaves over a whole number goes as one piece.
    """
    rng = np.random.Generator(np.random.Philox([seed, 2]))
    counts = documents.counts.astype(np.float32)  # first: then every difference below is exact
    whole = np.floor(counts)
    observed = rng.binomial(whole.astype(np.int64), 0.5).astype(np.float32)
    rest = counts - whole
    observed += np.where(rng.random(rest.shape) < 0.5, rest, 0)
    scored = counts - observed
    return (
        Documents(documents.offsets, documents.words, observed, documents.n_words),
        Documents(documents.offsets, documents.words, scored, documents.n_words),
    )


def document_completion(state: TopicState, X: Any, *, n_threads: int = 1) -> float:
    """Score whole documents, a matrix or a Corpus part by part: half of each predicts the other."""
    total = n_scored = 0.0
    supply = X if isinstance(X, Supply) else Supply.of(X)
    for number, documents in enumerate(supply.parts()):
        observed, scored = split_tokens(documents, seed=number)
        each = scvb0.log_likelihood(state, observed, scored, scvb0.Settling(), n_threads=n_threads)
        total += float(each.sum())
        n_scored += scored.n_tokens
    return _per_token(total, n_scored)


def log_likelihood_per_token(
    state: TopicState,
    observed: Documents,
    scored: Documents,
    settling: scvb0.Settling | None = None,
    *,
    n_threads: int = 1,
) -> float:
    """Mean log-probability of a scored token given the observed half of its document."""
    each = scvb0.log_likelihood(
        state, observed, scored, settling or scvb0.Settling(), n_threads=n_threads
    )
    return _per_token(float(each.sum()), scored.n_tokens)


def _per_token(total: float, n_tokens: float) -> float:
    if n_tokens == 0:
        raise InputError("there is no token to score; expected documents of at least two tokens")
    return total / n_tokens
