"""FurtherTraining: training in short steps, so that edits can be made between them."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from thalweg.training.reporting.progress import TrainingProgress

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.model import TopicModel

SECONDS_PER_STEP = 0.05
_FIRST_DOCUMENTS = 256
_SECONDS_BETWEEN_SCORES = 2.0


class FurtherTraining:
    """Passes over a corpus in calls of `partial_fit` of about 50 ms.

    The user asks for them after `fit`. Edits are made between two calls.

    Parameters
    ----------
    model : TopicModel
        A model that has been trained.
    corpus : Corpus
        Documents to train on.
    held_out : Corpus or None
        Documents for the score.
    before : TrainingProgress or None
        How far `fit` came.
    """

    def __init__(
        self,
        model: TopicModel,
        corpus: Corpus,
        held_out: Corpus | None,
        before: TrainingProgress | None,
    ) -> None:
        if model.vocabulary_ is not None and corpus.vocabulary != model.vocabulary_:
            corpus = corpus.with_vocabulary(model.vocabulary_)
        self._model, self._corpus, self._held_out = model, corpus, held_out
        self._next, self._n_documents = 0, _FIRST_DOCUMENTS
        self._n_passes = 0 if before is None else before.n_passes
        self._seconds = 0.0 if before is None else before.seconds
        self._score = None if before is None else before.score
        self._scored_at = 0.0
        self._wanted = self._n_passes

    @property
    def is_over(self) -> bool:
        """Whether all passes that were wanted have been made."""
        return self._n_passes >= self._wanted

    def add_passes(self, n: int) -> None:
        """Want more passes."""
        self._wanted = max(self._wanted, self._n_passes) + n

    def step(self, should_score: Callable[[], bool]) -> TrainingProgress:
        """Train on the next documents; return how far training is."""
        corpus, began = self._corpus, time.perf_counter()
        end = min(self._next + self._n_documents, corpus.n_documents)
        part = corpus[self._next : end]
        self._model.partial_fit(part)
        taken = max(time.perf_counter() - began, 1e-6)
        n = end - self._next
        faster = min(2.0, max(0.5, SECONDS_PER_STEP / taken))
        self._n_documents = max(64, int(self._n_documents * faster))
        self._next = end
        if end == corpus.n_documents:
            self._next, self._n_passes = 0, self._n_passes + 1
            if self._held_out is not None and should_score():
                self._rate()
        self._seconds += time.perf_counter() - began
        state = self._model.state_
        return TrainingProgress(
            n_passes=self._n_passes,
            max_passes=self._wanted,
            n_documents=state.n_documents_seen,
            documents_per_pass=corpus.n_documents,
            n_tokens=state.n_tokens_seen,
            seconds=self._seconds,
            max_seconds=None,
            score=self._score,
            perplexity=None,
            documents_per_second=n / taken,
            tokens_per_second=float(part.n_tokens) / taken,
            n_workers=1,
        )

    def _rate(self) -> None:
        """Score the held-out documents, at most every two seconds and at the end."""
        now = time.monotonic()
        if self.is_over or now - self._scored_at > _SECONDS_BETWEEN_SCORES:
            assert self._held_out is not None
            self._score = float(self._model.score(self._held_out))
            self._scored_at = now
