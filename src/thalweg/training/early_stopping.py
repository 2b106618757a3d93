"""EarlyStopping: scores held-out documents during training and says when to stop."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.corpus.split import hold_out
from thalweg.errors import InputError
from thalweg.evaluation._heldout import log_likelihood_per_token
from thalweg.evaluation._token_split import split_tokens
from thalweg.random_streams import Stream
from thalweg.state.topic_state import TopicState

_MOST_ATTEMPTS = 20  # to hold documents out that are not all empty


@dataclass
class EarlyStopping:
    """Held-out halves of documents, and with patience also the best state so far."""

    observed: Documents
    scored: Documents
    n_threads: int
    tol: float = 0.0
    patience: int | None = None  # passes without an improvement by tol; None: never stop
    best_score: float = -np.inf
    best_state: TopicState | None = None
    passes_without_improvement: int = 0

    @classmethod
    def on(
        cls,
        held_out: DocumentSource,
        seed: int,
        *,
        n_threads: int,
        tol: float = 0.0,
        patience: int | None = None,
    ) -> EarlyStopping:
        """Split the tokens of held-out documents into an observed and a scored half."""
        observed, scored = split_tokens(held_out.gathered().part(0), seed)
        if scored.n_tokens == 0:  # very few tokens, which are all in the other half by chance
            observed, scored = scored, observed
        if scored.n_tokens == 0:
            raise InputError(
                "the held-out documents have no tokens to score; expected more or longer documents"
            )
        return cls(observed, scored, n_threads, tol, patience)

    def score(self, state: TopicState) -> float:
        """Return the held-out log-likelihood per token."""
        return log_likelihood_per_token(state, self.observed, self.scored, n_threads=self.n_threads)

    def note(self, score: float, state: TopicState) -> None:
        """Compare the score after a pass with the best one so far."""
        if self.patience is None:
            return
        improved = score > self.best_score + self.tol
        self.passes_without_improvement = 0 if improved else self.passes_without_improvement + 1
        if score > self.best_score:
            self.best_score, self.best_state = score, state.copy()

    def begin_again(self) -> None:
        """Forget earlier scores and the best state: the topics are now others."""
        self.best_score, self.best_state = -np.inf, None
        self.passes_without_improvement = 0

    @property
    def should_stop(self) -> bool:
        """Whether the score has not improved for `patience` passes."""
        return self.patience is not None and self.passes_without_improvement >= self.patience


def hold_out_documents(
    source: DocumentSource, fraction: float, seed: int
) -> tuple[DocumentSource, DocumentSource]:
    """Split documents at random into those to train on and those to score."""
    if source.n_documents < 2:
        raise InputError(
            f"`early_stopping=True` holds out documents, but there is only {source.n_documents} "
            "sample; expected at least 2. Add documents, or turn early stopping off."
        )
    for attempt in range(_MOST_ATTEMPTS):
        kept, held_out = hold_out(
            source.n_documents,
            fraction,
            seed,
            Stream.EARLY_STOPPING_SPLIT,
            name="validation_fraction",
            attempt=attempt,
        )
        training, scored = source.choose(kept), source.choose(held_out)
        if training.n_tokens > 0 and scored.n_tokens > 0:
            return training, scored
    raise InputError(
        "early stopping needs documents with tokens to train on and others to score; expected more "
        "documents that are not empty"
    )
