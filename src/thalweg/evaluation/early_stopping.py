"""Early stopping: watch the score of held-out documents, keep the best state, know when to stop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thalweg.documents import Documents
from thalweg.errors import InputError
from thalweg.evaluation.heldout import log_likelihood_per_token, split_tokens
from thalweg.state import TopicState
from thalweg.supply import Supply


@dataclass
class EarlyStopping:
    """Held-out halves of documents, and the best score on them so far."""

    observed: Documents
    scored: Documents
    tol: float
    patience: int  # passes without an improvement by tol
    n_threads: int
    best_score: float = -np.inf
    best_state: TopicState | None = None
    passes_without_improvement: int = 0

    @classmethod
    def hold_out(
        cls,
        supply: Supply,
        fraction: float,
        seed: int,
        *,
        tol: float,
        patience: int,
        n_threads: int,
    ) -> tuple[EarlyStopping, Supply]:
        """Take a share of the documents away at random; returns the watcher and the others."""
        n = supply.n_documents
        n_held_out = round(fraction * n)
        if not 0 < n_held_out < n:
            raise InputError(
                f"early stopping would hold out {n_held_out} of {n} documents; expected at least "
                "one, and one to train on. Change validation_fraction."
            )
        order = np.random.Generator(np.random.Philox([seed, 4])).permutation(n)
        held_out = supply.choose(np.sort(order[:n_held_out])).gathered().part(0)
        observed, scored = split_tokens(held_out, seed)
        training = supply.choose(np.sort(order[n_held_out:]))
        if training.n_tokens == 0 or scored.n_tokens == 0:
            raise InputError(
                "early stopping: one side of the split has no tokens; expected more documents"
            )
        return cls(observed, scored, tol, patience, n_threads), training

    def watch(self, state: TopicState) -> float:
        """Score a state after a pass."""
        score = log_likelihood_per_token(
            state, self.observed, self.scored, n_threads=self.n_threads
        )
        improved = score > self.best_score + self.tol
        self.passes_without_improvement = 0 if improved else self.passes_without_improvement + 1
        if score > self.best_score:
            self.best_score, self.best_state = score, state.copy()
        return score

    @property
    def should_stop(self) -> bool:
        """Whether patience has run out."""
        return self.passes_without_improvement >= self.patience
