"""Document completion: how well half of an unseen document predicts its other half."""

from __future__ import annotations

import math
from dataclasses import dataclass
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


@dataclass(frozen=True)
class Completion:
    """The log-probability of so many tokens of so many documents."""

    log_likelihood: float
    n_tokens: float
    n_documents: int  # of which something was scored

    @property
    def score(self) -> float:
        """Mean log-probability of a token."""
        return _per_token(self.log_likelihood, self.n_tokens)

    @property
    def perplexity(self) -> float:
        """exp(-score)."""
        return math.exp(-self.score)


def document_completion(state: TopicState, X: Any, *, n_threads: int = 1) -> float:
    """Mean log-probability of a token: see `complete_documents`."""
    return complete_documents(state, X, n_threads=n_threads).score


def complete_documents(state: TopicState, X: Any, *, n_threads: int = 1) -> Completion:
    """Score whole documents, a matrix or a Corpus part by part: half of each predicts the other."""
    total = n_scored = 0.0
    n_documents = 0
    supply = X if isinstance(X, Supply) else Supply.of(X)
    for number, documents in enumerate(supply.parts()):
        observed, scored = split_tokens(documents, seed=number)
        each = scvb0.log_likelihood(state, observed, scored, scvb0.Settling(), n_threads=n_threads)
        total += float(each.sum())
        n_scored += scored.n_tokens
        n_documents += int((scored.lengths > 0).sum())
    return Completion(total, n_scored, n_documents)


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
