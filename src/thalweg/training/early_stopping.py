"""Watch: the score of held-out documents while a model trains, and when it has stopped rising."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thalweg.corpus.document_source import Supply
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.evaluation._heldout import log_likelihood_per_token, split_tokens
from thalweg.state.topic_state import TopicState


@dataclass
class Watch:
    """Held-out halves of documents; with patience also the best state so far."""

    observed: Documents
    scored: Documents
    n_threads: int
    tol: float = 0.0
    patience: int | None = None  # passes without an improvement by tol; None: never stop
    best_score: float = -np.inf
    best_state: TopicState | None = None
    passes_without_improvement: int = 0

    @classmethod
    def over(
        cls,
        held_out: Supply,
        seed: int,
        *,
        n_threads: int,
        tol: float = 0.0,
        patience: int | None = None,
    ) -> Watch:
        """Watch given documents, whose tokens are dealt to two halves."""
        observed, scored = split_tokens(held_out.gathered().part(0), seed)
        if scored.n_tokens == 0:
            raise InputError(
                "the held-out documents have no tokens to score; expected more or longer documents"
            )
        return cls(observed, scored, n_threads, tol, patience)

    def score(self, state: TopicState) -> float:
        """Held-out log-likelihood per token."""
        return log_likelihood_per_token(state, self.observed, self.scored, n_threads=self.n_threads)

    def note(self, score: float, state: TopicState) -> None:
        """Compare the score after a pass with the best one."""
        if self.patience is None:
            return
        improved = score > self.best_score + self.tol
        self.passes_without_improvement = 0 if improved else self.passes_without_improvement + 1
        if score > self.best_score:
            self.best_score, self.best_state = score, state.copy()

    @property
    def should_stop(self) -> bool:
        """Whether patience has run out."""
        return self.patience is not None and self.passes_without_improvement >= self.patience


def hold_out(supply: Supply, fraction: float, seed: int) -> tuple[Supply, Supply]:
    """Take a share of the documents away at random; returns the others and those."""
    n = supply.n_documents
    n_held_out = round(fraction * n)
    if not 0 < n_held_out < n:
        raise InputError(
            f"early stopping would hold out {n_held_out} of {n} documents; expected at least "
            "one, and one to train on. Change validation_fraction."
        )
    order = np.random.Generator(np.random.Philox([seed, 4])).permutation(n)
    training = supply.choose(np.sort(order[n_held_out:]))
    if training.n_tokens == 0:
        raise InputError(
            "early stopping: the documents to train on have no tokens; expected more documents"
        )
    return training, supply.choose(np.sort(order[:n_held_out]))
