"""Minibatches: the order of documents, where it is cut, and the size of the corpus at each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.random_streams import Stream, generator
from thalweg.state.topic_state import TopicState


def document_order(n: int, seed: int | None, n_passes: int, part: int = 0) -> NDArray[np.int64]:
    """Return 0..n-1 in the order of a pass; without a seed, as they are.

    Part 0 has no number in the key of the random stream: its documents are shuffled like the parts.
    """
    order = np.arange(n)
    if seed is not None:
        rng = generator(Stream.DOCUMENT_ORDER, seed, n_passes, *([part] if part else []))
        rng.shuffle(order)
    return order


def batch_bounds(n_documents: int, batch_size: int) -> NDArray[np.int64]:
    """Return the first document of each minibatch, and the end."""
    return np.append(np.arange(0, n_documents, batch_size), n_documents).astype(np.int64)


def stream_bounds(
    n_seen: int, n_documents: int, size_after: Callable[[int], int]
) -> NDArray[np.int64]:
    """Return the bounds of minibatches that grow with the stream.

    The size of a minibatch depends on the documents before it, and so not on the grouping of
    minibatches into calls.
    """
    bounds = [0]
    while bounds[-1] < n_documents:
        bounds.append(min(bounds[-1] + size_after(n_seen + bounds[-1]), n_documents))
    return np.array(bounds, dtype=np.int64)


def n_batches(source: DocumentSource, batch_size: int) -> int:
    """Return the minibatches per pass; none has documents of two parts."""
    return sum(batch_bounds(n, batch_size).size - 1 for n in np.diff(source.bounds))


@dataclass(frozen=True)
class CorpusSize:
    """The size of the corpus at each minibatch: SCVB0 scales counts to C, SVB to D."""

    tokens: NDArray[np.float64]
    documents: NDArray[np.float64]

    @classmethod
    def known(cls, source: DocumentSource, n_batches: int) -> CorpusSize:
        """Return the size of a corpus that is all there."""
        return cls(
            np.full(n_batches, source.n_tokens), np.full(n_batches, float(source.n_documents))
        )

    @classmethod
    def of_stream(
        cls,
        state: TopicState | None,
        documents: Documents,
        bounds: NDArray[np.int64],
        total_documents: float | None,
        total_tokens: float | None,
        least_tokens: float = 1.0,
    ) -> CorpusSize:
        """Return the size as far as it is known at each minibatch of a stream.

        A stream of unknown size is as large as what has come so far, and at least `least_tokens`.
        """
        tokens_after = np.cumsum(np.add.reduceat(documents.lengths, bounds[:-1]))
        seen_tokens = tokens_after + (0.0 if state is None else state.n_tokens_seen)
        seen_documents = bounds[1:] + (0.0 if state is None else state.n_documents_seen)
        mean_length = np.maximum(seen_tokens / seen_documents, 1e-300)
        if total_tokens is not None:
            tokens = np.full(tokens_after.size, float(total_tokens))
            return cls(tokens, np.maximum(tokens / mean_length, 1.0))
        if total_documents is not None:
            tokens = np.maximum(total_documents * seen_tokens / seen_documents, 1.0)
            return cls(tokens, np.full(tokens_after.size, float(total_documents)))
        # After `fit`, the corpus was seen several times; of a young stream, C is `least_tokens`.
        before = 0.0 if state is None else min(state.corpus_tokens, state.n_tokens_seen)
        tokens = np.maximum(tokens_after + before, least_tokens)
        return cls(tokens, np.asarray(seen_documents, dtype=np.float64))

    def between(self, first: int, end: int) -> CorpusSize:
        """Return the size at minibatches first..end-1."""
        return CorpusSize(self.tokens[first:end], self.documents[first:end])
