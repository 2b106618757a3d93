"""Any system's topics by one program: document completion, under the prior that suits them best."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy import sparse

from thalweg.corpus.documents import Documents
from thalweg.evaluation._heldout import log_likelihood_per_token
from thalweg.evaluation._token_split import split_tokens
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState
from thalweg.system.threads import resolve_threads

# Symmetric alphas to choose from, besides a system's own.
FOLD_IN_PRIORS = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1.0)
_SMOOTHING = 1e-9  # a word that a topic gives no probability at all


@dataclass(frozen=True)
class HeldOut:
    """Documents cut in half: the topics of one are inferred, the tokens of the other scored."""

    observed: Documents
    scored: Documents

    @classmethod
    def of(cls, X: sparse.csr_array) -> HeldOut:
        return cls(*split_tokens(Documents.check(X)))

    def best_score(
        self, topics: NDArray[Any], own_alpha: ArrayLike, start: float | str = "own"
    ) -> dict[str, Any]:
        """Log-likelihood a token, and which alpha gave it: the system's own or one of the grid.

        The grid is climbed from `start`: the score has one hill over alpha.
        """
        state = state_of(topics)
        score = cache(lambda place: self._score(state, FOLD_IN_PRIORS[place]))
        alpha = np.asarray(own_alpha, dtype=float).mean() if start == "own" else float(start)
        place = int(np.abs(np.log(FOLD_IN_PRIORS) - np.log(alpha)).argmin())
        while True:
            near = range(max(0, place - 1), min(place + 2, len(FOLD_IN_PRIORS)))
            best = max(near, key=score)
            if best == place:
                break
            place = best
        own = self._score(state, own_alpha)
        if own >= score(place):
            return {"score": own, "fold_in": "own"}
        return {"score": score(place), "fold_in": FOLD_IN_PRIORS[place]}

    def score(self, topics: NDArray[Any], alpha: ArrayLike) -> float:
        """Log-likelihood a token under this alpha."""
        return self._score(state_of(topics), alpha)

    def _score(self, state: TopicState, alpha: ArrayLike) -> float:
        prior = Prior.create(alpha, _SMOOTHING, state.n_topics, state.n_words)
        return log_likelihood_per_token(
            state.with_prior(prior), self.observed, self.scored, n_threads=resolve_threads(None)
        )


def state_of(topics: NDArray[Any]) -> TopicState:
    """A model that has these topics (K, W), whatever their rows sum to."""
    n_topics, n_words = topics.shape
    phi = topics / topics.sum(axis=1, dtype=np.float64, keepdims=True)
    prior = Prior.create(0.1, _SMOOTHING, n_topics, n_words)
    state = TopicState.random(n_words, prior, float(n_topics), seed=0)
    state.scaled_counts[:, :n_topics] = phi.T
    state.scale[:n_topics] = 1.0
    state.totals[:n_topics] = phi.sum(axis=1)
    return state
