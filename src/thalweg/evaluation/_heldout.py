"""Document completion: how well one half of an unseen document predicts its other half."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.evaluation._heldout_score import HeldOutScore
from thalweg.evaluation._token_split import split_tokens
from thalweg.inference.fold_in import Convergence, log_likelihood, without_stopped_words
from thalweg.state.topic_state import TopicState
from thalweg.system.threads import resolve_threads


def completion(
    topics: Any, X: Any, *, doc_topic_prior: ArrayLike | None = None, n_jobs: int | None = None
) -> HeldOutScore:
    """Score documents by document completion, under a model or under the topics of any program.

    The tokens of every document are split at random into two halves, always the same way. The
    topics of the document are inferred from one half, and the other half is scored.

    Parameters
    ----------
    topics : model or array of shape (n_topics, n_words)
        A trained model, or the word weights of topics.
    X : Corpus, sparse matrix or array
        Held-out documents. The words of a model and of a `Corpus` are matched by name; otherwise
        column w of X is word w of the topics.
    doc_topic_prior : float or array of shape (n_topics,), default=None
        Dirichlet prior of document proportions, alpha. Required for an array of topics; a model has
        its own.
    n_jobs : int, default=None
        Number of threads. None: all cores. The result does not depend on it.

    Returns
    -------
    HeldOutScore
        The `score` (mean log-likelihood per token), its `standard_error`, and the `perplexity`.

    Examples
    --------
    >>> from thalweg.evaluation import completion
    >>> topics = [[0.7, 0.2, 0.1], [0.1, 0.2, 0.7]]
    >>> documents = [[6, 2, 0], [0, 1, 7], [4, 1, 1]]
    >>> completion(topics, documents, doc_topic_prior=0.1).perplexity < 3  # 3: a uniform guess
    True
    """
    documents = DocumentSource.of(X, getattr(topics, "vocabulary_", None))
    state = state_to_score(topics, doc_topic_prior)
    return complete_documents(state, documents, n_threads=resolve_threads(n_jobs))


def complete_documents(
    state: TopicState, X: Any, convergence: Convergence | None = None, *, n_threads: int = 1
) -> HeldOutScore:
    """Score documents under a state by document completion.

    `X` is a matrix, a `Corpus` or documents in parts; a corpus on disk is read part by part.
    """
    documents = X if isinstance(X, DocumentSource) else DocumentSource.of(X)

    def parts() -> Iterator[tuple[NDArray[np.float64], NDArray[np.float64]]]:
        for first, part in zip(documents.bounds.tolist(), documents.parts(), strict=False):
            known = without_stopped_words(state, part)
            observed, scored = split_tokens(known, first_number=first)
            each = log_likelihood(state, observed, scored, convergence, n_threads=n_threads)
            yield each, scored.lengths

    return HeldOutScore.of(parts())


def log_likelihood_per_token(
    state: TopicState,
    observed: Documents,
    scored: Documents,
    convergence: Convergence | None = None,
    *,
    n_threads: int = 1,
) -> float:
    """Return the mean log-likelihood per scored token given the observed halves."""
    each = log_likelihood(state, observed, scored, convergence, n_threads=n_threads)
    return HeldOutScore.of([(each, scored.lengths)]).score


def state_to_score(topics: Any, doc_topic_prior: ArrayLike | None) -> TopicState:
    """Return the state of a model, or make one from an array of topics and a prior."""
    state = topics if isinstance(topics, TopicState) else getattr(topics, "state_", None)
    if state is None:
        if doc_topic_prior is None:
            raise InputError(
                "`doc_topic_prior` is None; expected a number or one number per topic, because an "
                "array of topics has no prior of its own"
            )
        return TopicState.of_topics(topics, doc_topic_prior)
    if doc_topic_prior is not None:
        raise InputError(
            f"`doc_topic_prior` is {doc_topic_prior!r}; expected None, because a model has its own "
            "prior"
        )
    assert isinstance(state, TopicState)
    return state
