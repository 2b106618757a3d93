"""Topic proportions of documents that are too many to hold: batch by batch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from thalweg.inference import scvb0

if TYPE_CHECKING:
    import polars as pl

    from thalweg.corpus.corpus import Corpus
    from thalweg.corpus.documents import Documents
    from thalweg.state.topic_state import TopicState

# Large enough that a call of the kernel is cheap, small enough that D x K floats are.
_BATCH_SHARES = 1 << 21
_BATCH_DOCUMENTS = 1 << 15


@dataclass(frozen=True)
class DocumentTopics:
    """Some documents' ids and theta, their topic proportions."""

    ids: pl.Series
    shares: NDArray[np.float32]  # (D, K), rows sum to one
    first: int = 0  # row of the first of them among all documents

    def __len__(self) -> int:
        return int(self.shares.shape[0])

    def __getitem__(self, rows: slice) -> DocumentTopics:
        first = self.first + rows.indices(len(self))[0]
        return DocumentTopics(self.ids[rows], self.shares[rows], first)

    def largest(self, n_topics: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """The n largest topics of each document, largest first, and their shares."""
        n_topics = min(n_topics, self.shares.shape[1])
        chosen = np.argpartition(-self.shares, n_topics - 1, axis=1)[:, :n_topics]
        chosen.sort(axis=1)  # among equal shares the lower number comes first
        shares = np.take_along_axis(self.shares, chosen, axis=1)
        order = np.argsort(-shares, axis=1, kind="stable")
        return np.take_along_axis(chosen, order, axis=1), np.take_along_axis(shares, order, axis=1)


def proportions(
    state: TopicState, documents: Documents, *, n_threads: int = 1
) -> NDArray[np.float32]:
    """theta_j = (N^Theta_j + alpha) / sum_k (N^Theta_jk + alpha_k) under fixed topics: (D, K)."""
    theta = scvb0.infer(state, documents, scvb0.Settling(), n_threads=n_threads)
    theta /= theta.sum(axis=1, keepdims=True)
    return theta


def infer_stream(
    state: TopicState, corpora: Iterable[Corpus], *, n_threads: int = 1
) -> Iterator[DocumentTopics]:
    """Proportions of the documents of corpora, one after the other, in batches of bounded size.

    The corpora have the model's vocabulary. Those on disk are read part by part, so that memory
    does not grow with the number of documents.
    """
    n_documents = max(1, min(_BATCH_DOCUMENTS, _BATCH_SHARES // state.n_topics))
    first = 0
    for corpus in corpora:
        for batch in corpus.batches(n_documents):
            shares = proportions(state, batch.documents(), n_threads=n_threads)
            yield DocumentTopics(batch.ids, shares, first)
            first += len(batch)
