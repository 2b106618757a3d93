"""scikit-learn: the model as a fitted LatentDirichletAllocation."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import psi

from thalweg.analysis.corpus_topics import words_of
from thalweg.errors import ThalwegWarning

if TYPE_CHECKING:
    from thalweg.model import TopicModel


def to_sklearn(model: TopicModel) -> Any:
    """A LatentDirichletAllocation with the same topics, to transform with and to train further.

    Its proportions differ a little from ours: it infers them by variational Bayes. `vocabulary_`
    is what CountVectorizer takes as its vocabulary.
    """
    from sklearn.decomposition import LatentDirichletAllocation

    words, state = words_of(model), model.state_
    alpha = _one_number("doc_topic_prior", state.prior.doc_topic)
    eta = _one_number("topic_word_prior", state.prior.topic_word)
    mean_length = state.n_tokens_seen / max(state.n_documents_seen, 1)
    lda = LatentDirichletAllocation(
        state.n_topics,
        doc_topic_prior=alpha,
        topic_word_prior=eta,
        learning_method="online",
        learning_decay=min(model.schedule_.decay, 1.0),
        learning_offset=max(model.schedule_.offset, 1.0),
        batch_size=model.batch_size_,
        total_samples=max(state.corpus_tokens / mean_length, 1.0) if mean_length else 1e6,
        random_state=state.seed,
    )
    lda.components_ = model.components_.astype(np.float64)
    # exp(E[log phi]); a masked pair has no weight, and psi(0) is minus infinity
    total = lda.components_.sum(axis=1, keepdims=True)
    lda.exp_dirichlet_component_ = np.exp(psi(lda.components_) - psi(total))
    lda.doc_topic_prior_, lda.topic_word_prior_ = alpha, eta
    lda.n_features_in_ = state.n_words
    lda.n_iter_ = model.n_iter_
    lda.n_batch_iter_ = state.clock + 1
    lda.random_state_ = np.random.RandomState(state.seed)
    lda.vocabulary_ = {word: w for w, word in enumerate(words)}
    return lda


def _one_number(name: str, prior: NDArray[np.float64]) -> float:
    mean = float(prior.mean())
    if np.ptp(prior) > 0:
        warnings.warn(
            f"scikit-learn's {name} is one number; the model has {prior.size} different ones. "
            f"Their mean, {mean:.4g}, was taken.",
            ThalwegWarning,
            stacklevel=3,
        )
    return mean
