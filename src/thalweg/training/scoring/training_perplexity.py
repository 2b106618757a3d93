"""TrainingPerplexity: the perplexity of the training documents, evaluated every few passes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from thalweg.corpus.document_source import DocumentSource
from thalweg.evaluation._heldout import complete_documents
from thalweg.inference.fold_in import Convergence
from thalweg.state.topic_state import TopicState


@dataclass(frozen=True)
class TrainingPerplexity:
    """Evaluates every `every` passes; training stops when two values differ by less than `tol`.

    The values are in the history of the training run, and nothing else is remembered: a resumed run
    stops where an uninterrupted one does.
    """

    every: int
    tol: float
    convergence: Convergence
    n_threads: int

    @classmethod
    def of_parameters(
        cls, parameters: Mapping[str, Any], n_threads: int
    ) -> TrainingPerplexity | None:
        """Return what an estimator's parameters say; None if nothing is evaluated."""
        every = int(parameters["evaluate_every"])
        if every <= 0:
            return None
        convergence = Convergence.of_parameters(
            parameters["max_doc_update_iter"], parameters["mean_change_tol"]
        )
        return cls(every, float(parameters["perp_tol"]), convergence, n_threads)

    def is_due(self, n_passes: int) -> bool:
        """Whether to evaluate after so many passes."""
        return n_passes % self.every == 0

    def of(self, state: TopicState, source: DocumentSource) -> float:
        """Return the perplexity of documents, as `LDA.perplexity` does."""
        return complete_documents(
            state, source, self.convergence, n_threads=self.n_threads
        ).perplexity

    def should_stop(self, history: Sequence[Mapping[str, Any]]) -> bool:
        """Whether the last two values differ by less than the tolerance."""
        values = [row["perplexity"] for row in history if "perplexity" in row]
        return len(values) > 1 and abs(values[-1] - values[-2]) < self.tol
