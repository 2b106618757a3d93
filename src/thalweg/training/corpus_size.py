"""CorpusSize: how large the corpus is, or is taken to be, at each minibatch."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.document_source import Supply
from thalweg.state.topic_state import TopicState


@dataclass(frozen=True)
class CorpusSize:
    """C for SCVB0, whose minibatches stand for tokens, and D for SVB, whose stand for documents."""

    tokens: NDArray[np.float64]
    documents: NDArray[np.float64]

    @classmethod
    def known(cls, supply: Supply, n_batches: int) -> CorpusSize:
        """Of a corpus that is all there."""
        return cls(
            np.full(n_batches, supply.n_tokens), np.full(n_batches, float(supply.n_documents))
        )

    @classmethod
    def of_stream(
        cls,
        state: TopicState | None,
        tokens_after: NDArray[np.float64],
        documents_after: NDArray[np.int64],
        total_samples: float | None,
        total_tokens: float | None,
    ) -> CorpusSize:
        """As known at each minibatch of a stream, from its tokens and documents up to there."""
        seen_tokens = tokens_after + (0.0 if state is None else state.n_tokens_seen)
        seen_documents = documents_after + (0.0 if state is None else state.n_documents_seen)
        mean_length = np.maximum(seen_tokens / seen_documents, 1e-300)
        if total_tokens is not None:
            tokens = np.full(tokens_after.size, float(total_tokens))
            return cls(tokens, np.maximum(tokens / mean_length, 1.0))
        if total_samples is not None:
            tokens = np.maximum(total_samples * seen_tokens / seen_documents, 1.0)
            return cls(tokens, np.full(tokens_after.size, float(total_samples)))
        # Unknown: all that has come so far. An empty start still needs a scale.
        tokens = np.maximum(tokens_after + (0.0 if state is None else state.corpus_tokens), 1.0)
        return cls(tokens, np.asarray(seen_documents, dtype=np.float64))

    def at(self, batch: int) -> CorpusSize:
        """At one minibatch."""
        return CorpusSize(self.tokens[batch : batch + 1], self.documents[batch : batch + 1])
