"""A log-likelihood per token, and its standard error over documents."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError

N_SUMS = 5  # sums over documents from which a score and its standard error are computed


@dataclass(frozen=True)
class HeldOutScore:
    """The log-likelihood of held-out tokens."""

    log_likelihood: float
    """Log-likelihood of all scored tokens."""
    n_tokens: float
    """Number of scored tokens."""
    n_documents: int
    """Number of documents with at least one scored token."""
    standard_error: float | None
    """Standard error of the score over documents; None for fewer than two documents."""

    @classmethod
    def of(cls, parts: Iterable[tuple[NDArray[np.float64], NDArray[np.float64]]]) -> HeldOutScore:
        """Add up the log-likelihoods L_j and numbers of tokens n_j of documents, part by part.

        The score s = sum L / sum n is a ratio with the standard error
        sqrt(D / (D - 1) sum (L_j - s n_j)^2) / sum n.
        """
        sums, n_documents = np.zeros(N_SUMS), 0
        for L, n in parts:
            sums = add_documents(sums, L, n)
            n_documents += int((n > 0).sum())
        return cls.of_sums(sums, n_documents)

    @classmethod
    def of_sums(cls, sums: NDArray[np.float64], n_documents: int) -> HeldOutScore:
        """Return the score of documents that `add_documents` has added up."""
        L_sum, n_sum, LL, Ln, nn = map(float, sums)
        error = None
        if n_documents > 1:
            score = L_sum / n_sum
            squares = max(LL - 2 * score * Ln + score * score * nn, 0.0)
            error = math.sqrt(n_documents / (n_documents - 1) * squares) / n_sum
        return cls(L_sum, n_sum, n_documents, error)

    @property
    def score(self) -> float:
        """Mean log-likelihood per token; higher is better."""
        if self.n_tokens == 0:
            raise InputError(
                "the documents have no tokens to score; expected at least one document with two "
                "tokens that the model knows"
            )
        return self.log_likelihood / self.n_tokens

    @property
    def perplexity(self) -> float:
        """exp(-score); lower is better."""
        return math.exp(-self.score)


def add_documents(
    sums: NDArray[np.float64], L: NDArray[np.float64], n: NDArray[np.float64]
) -> NDArray[np.float64]:
    """Return the sums with the log-likelihoods and scored tokens of further documents added.

    Documents are added one by one, in order, so that the result does not depend on how they are
    divided into parts.
    """
    terms = np.stack([L, n, L * L, L * n, n * n])
    return np.asarray(np.cumsum(np.column_stack([sums, terms]), axis=1)[:, -1])
