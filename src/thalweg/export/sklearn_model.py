"""A model as a fitted LatentDirichletAllocation of scikit-learn."""

from __future__ import annotations

import warnings
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray
from scipy.special import psi

from thalweg.errors import ThalwegWarning
from thalweg.state.of_model import word_names

if TYPE_CHECKING:
    from thalweg.model import TopicModel


def to_sklearn(model: TopicModel) -> Any:
    """Return a scikit-learn model with the same topics, for inference and further training.

    Its topic proportions differ slightly, because scikit-learn infers them by variational Bayes. It
    takes one number per prior; if the priors of the model differ between topics or words, their
    mean is used and a warning is issued.

    Parameters
    ----------
    model : LDA
        A trained model.

    Returns
    -------
    sklearn.decomposition.LatentDirichletAllocation
        The fitted model. Its `vocabulary_` is what CountVectorizer takes as `vocabulary`.

    Examples
    --------
    >>> from thalweg import LDA, Corpus
    >>> from thalweg.export import to_sklearn
    >>> corpus = Corpus([[6, 2], [1, 7]], ["river", "bank"])
    >>> model = LDA(2, doc_topic_prior=0.1, random_state=0).fit(corpus)
    >>> to_sklearn(model).transform(corpus.to_csr()).shape
    (2, 2)
    """
    from sklearn.decomposition import LatentDirichletAllocation

    words, state = word_names(model), model.state_
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
    # exp(E[log phi]); it is zero for a masked pair, whose weight is zero: psi(0) is minus infinity
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
            f"`{name}` is one number in scikit-learn, but the model has {prior.size} different "
            f"ones; the exported model has their mean, {mean:.4g}",
            ThalwegWarning,
            stacklevel=3,
        )
    return mean
