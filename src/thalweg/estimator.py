"""LDA: the scikit-learn estimator."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin, clone
from sklearn.utils.validation import check_is_fitted, validate_data

from thalweg.corpus.corpus import Corpus
from thalweg.errors import InputError
from thalweg.model import TopicModel


class LDA(TopicModel, ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
    """Latent Dirichlet allocation by stochastic collapsed variational inference (SCVB0).

    The same seed gives the same bits for any number of threads. Parameters that are None adapt to
    the corpus.

    Parameters
    ----------
    n_components : int, default=20
        Number of topics, K.
    algorithm : {"scvb0", "svb", "cvb0", "map", "smap"}, default="scvb0"
        Inference algorithm: stochastic collapsed variational inference (SCVB0), stochastic
        variational Bayes (SVB), its batch relatives CVB0 and MAP by EM, which hold the documents in
        memory, and stochastic MAP. Options that an algorithm does not have are errors.
    doc_topic_prior : float, array of shape (n_components,), "symmetric" or "auto", default=None
        Dirichlet parameter alpha of a document's topics; above 1 for "map" and "smap", as
        `topic_word_prior`. None: their sum is given by `n_components` and shared out among the
        topics while "scvb0" trains, by how common they are; "symmetric" shares it out evenly, and
        "auto" learns the sum too. What was learnt is `state_.prior.doc_topic`.
    topic_word_prior : float, array (n_features,), sparse (n_components, n_features) or "auto"
        Dirichlet parameter eta of a topic's words. The stored values of a sparse matrix are added
        to the default for single (topic, word) pairs: seed words. "auto" learns one number; on most
        corpora the default, 0.03, predicts better.
    batch_size : int, default=None
        Documents a minibatch.
    burn_in : float, default=None
        Passes over a document before the one that counts; fractions stop within a pass. None lets
        a document's length decide.
    max_iter : int, default=None
        Passes over the corpus in `fit`. None: as many as the corpus' size calls for, or, when
        `max_time` is given, as many as fit into that time.
    max_time : float, default=None
        Seconds of wall time after which `fit` stops, at the end of a minibatch. Time for the
        finishing passes is kept, if the corpus is small enough for several passes.
    total_samples : int, default=None
        Documents in the whole corpus, for `partial_fit`: C is then this times the mean length of
        the documents seen. Without it (and without `total_tokens`), C is the number of tokens seen
        so far, and the expected counts grow with the stream.
    total_tokens : float, default=None
        Tokens in the whole corpus, C, for `partial_fit`; more exact than `total_samples`.
    learning_scale, learning_offset, learning_decay : float, default=None
        s, tau and kappa of the topics' step size rho_t = s / (tau + t)^kappa.
    learning_clock : {"batches", "documents"}, default="batches"
        What takes a step and is counted by t. With "documents" a minibatch takes the steps of its
        documents together: 1 - rho is the product of their 1 - rho_t.
    doc_learning_scale, doc_learning_offset, doc_learning_decay : float, default=None
        The same for a document's step size; there t counts the tokens of a visit.
    clumping : bool, default=True
        One update for all occurrences of a word in a document, instead of one a token.
    max_doc_update_iter : int, default=None
        "svb": most passes over a document of a minibatch. None: 5.
    mean_change_tol : float, default=None
        "svb": a document is done when the mean change of its topic counts is below. None: 0, always
        all passes.
    prior_offset : float, default=None
        "svb": what is added to both priors while training. With 0.5 variational Bayes weighs
        counts nearly as CVB0 does. None: 0.
    keep_doc_topics : bool, default=False
        Keep every document's topic counts between passes of `fit`, as Algorithm 1 of the paper
        does: D x K floats. Off: every visit starts anew, in constant memory.
    finishing_passes : int, default=None
        How many of the passes of `fit`, the last ones, finish: they count all documents under
        topics that stand still, which takes out the noise of the minibatches. None: 2, and fewer
        where there are fewer than four passes.
    shuffle : bool, default=True
        Visit the documents of `fit` in a new random order every pass.
    early_stopping : bool, default=False
        Hold out some documents, stop when their score stops rising, and keep the best state.
    validation_fraction : float, default=0.1
        Share of the documents that early stopping holds out.
    n_iter_no_change : int, default=3
        Passes without an improvement by `tol` before early stopping stops.
    tol : float, default=1e-3
        Improvement of the held-out log-likelihood per token that counts.
    n_jobs : int, default=None
        Threads. None and -1: all cores. The result never depends on it.
    random_state : int, RandomState instance or None, default=None
        Seed.
    verbose : int, default=0
        1 prints a line a pass.

    Attributes
    ----------
    components_ : array of shape (n_components, n_features)
        Expected counts plus eta, N^Phi + eta, transposed. Rows divided by their sum are the topics.
    n_iter_ : int
        Whole passes of the last `fit`; 1 for a stream.
    n_documents_seen_ : int
        Documents visited, repeats included.
    n_tokens_seen_ : float
        Tokens visited, repeats included.
    n_features_in_ : int
        Size of the vocabulary.
    vocabulary_ : Vocabulary or None
        The words, if it learnt from a Corpus.
    progressive_ : Progressive
        How well a stream was predicted before it was learnt, after `partial_fit(X, score=True)`:
        `score`, `recent`, `standard_error`, `history`.
    state_ : TopicState
        All that training carries.

    Examples
    --------
    >>> import numpy as np
    >>> from thalweg import LDA
    >>> X = np.array([[3, 2, 0, 0], [4, 1, 0, 0], [0, 0, 2, 5], [0, 0, 4, 1]])
    >>> lda = LDA(2, random_state=0).fit(X)
    >>> lda.transform(X).argmax(axis=1)[[0, 2]].tolist() in ([0, 1], [1, 0])
    True
    """

    def transform(self, X: Any) -> NDArray[np.float32]:
        """Topic proportions of documents: rows sum to one; an empty document gets the prior mean.

        The model is not changed, and a document's row does not depend on the others.
        """
        return super().transform(
            X
        )  # defined here too: set_output wraps what a class defines itself

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float32"]
        return tags

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "state_")

    @property
    def _n_features_out(self) -> int:
        return self.state_.n_topics

    def _require_fitted(self) -> None:
        check_is_fitted(self)

    def _try_features(self, X: Any) -> None:
        clone(self)._check_features(X, reset=True)

    def _check_features(self, X: Any, *, reset: bool) -> None:
        if reset:
            self._remember_words(X)
        if isinstance(X, Corpus):
            X = np.broadcast_to(np.float32(0), X.shape)  # only the shape is checked
        try:
            validate_data(self, X, reset=reset, skip_check_array=True)
        except ValueError as error:
            raise InputError(str(error)) from None


def load(path: str | Path) -> LDA:
    """Open a model that `LDA.save` saved, or a checkpoint of a training."""
    return LDA.load(path)
