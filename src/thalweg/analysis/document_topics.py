"""Topic proportions of documents, inferred batch by batch in constant memory."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Protocol

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.inference.fold_in import infer
from thalweg.state.of_model import state_of
from thalweg.system.threads import resolve_threads

if TYPE_CHECKING:
    import polars as pl

    from thalweg.corpus.documents import Documents
    from thalweg.state.topic_state import TopicState

# Large enough that a call of the kernel is cheap, small enough that D x K floats are.
MAX_BATCH_SHARES = 1 << 21
MAX_BATCH_DOCUMENTS = 1 << 15


class TrainedModel(Protocol):
    """The attributes of a model that inference needs."""

    state_: TopicState
    vocabulary_: Vocabulary | None
    n_jobs: int | None


@dataclass(frozen=True)
class DocumentTopics:
    """A batch of documents and their topic proportions."""

    documents: Corpus
    shares: NDArray[np.float32]
    """theta, (D, K): every row sums to one."""
    first: int = 0
    """Number of the batch's first document among all documents."""
    added: pl.DataFrame | None = None
    """Further columns of a table of these documents, such as their scores."""

    def __len__(self) -> int:
        return int(self.shares.shape[0])

    @property
    def ids(self) -> pl.Series:
        """The ids of the documents."""
        return self.documents.ids

    def largest(self, n_topics: int) -> tuple[NDArray[np.int64], NDArray[np.float32]]:
        """Return the n largest topics of each document, largest first, and their shares.

        Of topics with equal shares, the one with the lower number comes first.
        """
        n_topics = min(n_topics, self.shares.shape[1])
        chosen = np.argpartition(-self.shares, n_topics - 1, axis=1)[:, :n_topics]
        # Which of several equal shares a partition takes depends on the version of NumPy.
        least = np.take_along_axis(self.shares, chosen, axis=1).min(axis=1, keepdims=True)
        tied = (self.shares >= least).sum(axis=1) > n_topics
        chosen[tied] = np.argsort(-self.shares[tied], axis=1, kind="stable")[:, :n_topics]
        chosen.sort(axis=1)
        shares = np.take_along_axis(self.shares, chosen, axis=1)
        order = np.argsort(-shares, axis=1, kind="stable")
        return np.take_along_axis(chosen, order, axis=1), np.take_along_axis(shares, order, axis=1)


def proportions(
    state: TopicState, documents: Documents, *, n_threads: int = 1
) -> NDArray[np.float32]:
    """Return the topic proportions of documents under fixed topics: (D, K), rows sum to one.

    theta_j = (N^Theta_j + alpha) / sum_k (N^Theta_jk + alpha_k)
    """
    theta = infer(state, documents, n_threads=n_threads)
    theta /= theta.sum(axis=1, keepdims=True)
    return theta


def infer_stream(
    state: TopicState,
    X: Any,
    *,
    vocabulary: Vocabulary | Sequence[str] | None = None,
    n_threads: int = 1,
    batch_documents: int | None = None,
) -> Iterator[DocumentTopics]:
    """Yield the topic proportions of documents in order, batch by batch.

    Corpora on disk are read batch by batch, so that memory does not grow with the number of
    documents.

    Parameters
    ----------
    state : TopicState
        State of a trained model.
    X : Corpus, iterable of Corpus, or matrix of counts
        The documents.
    vocabulary : Vocabulary or sequence of str, default=None
        Words of the model. The words of corpora are matched with them by name. None: the columns of
        the corpora are the words of the model.
    n_threads : int, default=1
        Number of threads.
    batch_documents : int, default=None
        Largest number of documents per batch. None: as many as give two million proportions, at
        most 32,768.
    """
    if batch_documents is None:
        fitting = MAX_BATCH_SHARES // state.n_topics
        batch_documents = max(1, min(MAX_BATCH_DOCUMENTS, fitting))
    first = 0
    words = Vocabulary.numbered(state.n_words) if vocabulary is None else vocabulary
    for corpus in _corpora(X, words):
        if vocabulary is not None:
            corpus = corpus.with_vocabulary(vocabulary)
        for batch in corpus.batches(batch_documents):
            shares = proportions(state, batch.documents(), n_threads=n_threads)
            yield DocumentTopics(batch, shares, first)
            first += len(batch)


def model_stream(model: TrainedModel, X: Any) -> Iterator[DocumentTopics]:
    """Yield the topic proportions of documents under a model: see `infer_stream`."""
    return infer_stream(
        state_of(model), X, vocabulary=model.vocabulary_, n_threads=resolve_threads(model.n_jobs)
    )


def _corpora(X: Any, words: Vocabulary | Sequence[str]) -> Iterable[Corpus]:
    """Return the documents as corpora; the columns of a matrix are the words of the model."""
    if isinstance(X, Corpus):
        return [X]
    if isinstance(X, Iterator) or (isinstance(X, Sequence) and X and isinstance(X[0], Corpus)):
        return X
    return [Corpus(X, words)]
