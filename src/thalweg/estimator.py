"""LDA: the scikit-learn estimator."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin, clone
from sklearn.utils.metaestimators import available_if
from sklearn.utils.validation import check_is_fitted, validate_data

from thalweg.corpus.corpus import Corpus
from thalweg.errors import InputError
from thalweg.inference.registry import as_algorithm
from thalweg.model import TopicModel
from thalweg.state.topic_names import topic_columns
from thalweg.training.reporting.document_progress import ReportDocuments
from thalweg.training.settings import require_stream
from thalweg.training.unknown_keywords import named_in_errors

if TYPE_CHECKING:
    # scikit-learn has no types. With its classes as bases, every attribute of LDA would be Any.
    class _Transformer:
        def get_params(self, deep: bool = True) -> dict[str, Any]: ...
        def set_params(self, **params: Any) -> Self: ...
        def set_output(self, *, transform: str | None = None) -> Self: ...
        def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]: ...
        def get_metadata_routing(self) -> Any: ...
        def __sklearn_tags__(self) -> Any: ...

else:

    class _Transformer(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
        """What LDA has from scikit-learn."""


def _can_learn_a_stream(lda: LDA) -> bool:
    """Return True, or raise what `partial_fit` would raise with a batch algorithm."""
    try:
        algorithm = as_algorithm(lda.algorithm, lda.learning_method)
    except InputError:
        return True  # reported when it is called
    require_stream(algorithm)
    return True


@named_in_errors
class LDA(TopicModel, _Transformer):
    """Latent Dirichlet allocation with the scikit-learn API.

    Topics are learned by stochastic collapsed variational inference (SCVB0) unless `algorithm` says
    otherwise. The same `random_state` gives the same bits for any number of threads. Parameters
    that are None adapt to the corpus.

    Parameters
    ----------
    n_components : int, default=20
        Number of topics, K.
    algorithm : str or algorithm object, default="scvb0"
        How topics are learned: "scvb0" (`SCVB0`), "svb" (`SVB`, stochastic variational Bayes),
        "smap" (`StochasticMAP`), or the batch algorithms "cvb0" (`CVB0`) and "map" (`MAP`), which
        hold the documents in memory. Pass an object to set options, for example
        `SCVB0(burn_in=1)`.
    learning_method : {"batch", "online"}, default=None
        "online" learns from minibatches and "batch" from all documents at once, which must fit
        into memory: "scvb0" then becomes "cvb0", and "smap" becomes "map". None: as `algorithm`
        says.
    doc_topic_prior : float, array of shape (n_components,), "symmetric" or "auto", default=None
        Dirichlet parameter alpha of the topics of a document. None: the sum is min(0.1 K, 2), and
        with SCVB0 it is redistributed during training so that common topics get larger values.
        "symmetric" keeps all values equal; "auto" also learns the sum. MAP and stochastic MAP
        require values above 1, also for `topic_word_prior`. `doc_topic_prior_` has the values in
        use.
    topic_word_prior : float, array (n_features,), sparse (n_components, n_features) or "auto"
        Dirichlet parameter eta of the words of a topic, by default 0.03. The stored values of a
        sparse matrix are added to the default for single (topic, word) pairs. "auto" learns one
        number, which predicts worse than the default on most corpora.
    seed_words : dict of str to list of str, or list of lists, default=None
        Words that topics are to be about: `{"parking": ["garage", "valet"], ...}`. The first topics
        get these words and names. In place of a list, `{"words": [...], "exclude": [...]}` also has
        words that the topic must not contain. Only with SCVB0. See the guide on steering.
    seed_strength : float, default=0.8
        Share of each seed word that stays in its topic, from 0 to 1, whatever the documents say. A
        word that seeds several topics is divided between them. 0 is training without seed words.
    batch_size : int, default=None
        Number of documents per minibatch.
    max_iter : int, default=None
        Number of passes over the corpus in `fit`. None: as `effort` says; or, if `max_time` is
        set, as many as fit into that time, at most 100.
    max_time : float, default=None
        Seconds of wall time after which `fit` stops, at the end of a minibatch. Step sizes follow
        the share of the time that is used, and time for the finishing passes is reserved.
    effort : {"quick", "default", "best"}, default="default"
        Number of passes if neither `max_iter` nor `max_time` is set: 6, 16 or 48; fewer from 20
        million tokens on, more below 32 documents.
    total_samples : int, default=None
        Number of documents of the whole stream, for `partial_fit`. By default the stream is taken
        to be as long as what has been seen so far, and expected counts grow with it.
    total_tokens : float, default=None
        Number of tokens of the whole stream, for `partial_fit`; more exact than `total_samples`.
    learning_scale, learning_offset, learning_decay : float, default=None
        s, tau and kappa of the step size of the topics, rho_t = s / (tau + t)^kappa. If all three
        are given, the first documents of a stream get no burn-in.
    shuffle : bool, default=True
        Visit the documents of `fit` in a new random order in every pass.
    early_stopping : bool, default=False
        Hold out some documents, stop when their score no longer improves, and keep the best state.
    validation_fraction : float, default=0.1
        Share of the documents that early stopping holds out.
    n_iter_no_change : int, default=3
        Number of passes without an improvement by `tol` after which early stopping stops.
    tol : float, default=1e-3
        Improvement of the held-out log-likelihood per token that early stopping requires.
    evaluate_every : int, default=0
        Number of passes between evaluations of the perplexity of the training documents, which are
        then in `history_` and, for the final model, in `bound_`. An evaluation takes longer than a
        pass. 0: never.
    perp_tol : float, default=0.1
        `fit` stops when two evaluations differ by less than this.
    max_doc_update_iter : int, default=100
        Maximum number of passes over a document in `transform`, `score` and `perplexity`. For
        training, set options of the algorithm.
    mean_change_tol : float, default=1e-3
        `transform`, `score` and `perplexity` stop the passes over a document when its topic counts
        change by less than this per token.
    n_jobs : int, default=None
        Number of threads. None and -1 use all cores, unlike in scikit-learn, or as many as a CPU
        quota, joblib, `THALWEG_NUM_THREADS` or `OMP_NUM_THREADS` allows. The result does not
        depend on it.
    random_state : int, RandomState instance or None, default=None
        Seed of all random numbers.
    verbose : int, default=0
        1 prints one line per pass of `fit`, 2 also the start and the end of a run and checkpoints,
        3 every step. If you have configured the logger `thalweg` to show these messages, they go
        there instead.

    Attributes
    ----------
    components_ : array of shape (n_components, n_features)
        Expected counts plus eta, N^Phi + eta, transposed. A row divided by its sum is a topic. It
        is computed on every access. You can assign another array of this shape.
    doc_topic_prior_ : array of shape (n_components,)
        Alpha in use, given or learned.
    topic_word_prior_ : float or array of shape (n_features,)
        Eta in use, given or learned.
    exp_dirichlet_component_ : array of shape (n_components, n_features)
        exp(E[log phi]) of the variational posterior; only with `algorithm="svb"`.
    bound_ : float
        Perplexity of the training documents at the end of `fit`, if `evaluate_every` is above 0.
    random_state_ : RandomState
        A generator that starts from the seed of the model, new with every access.
    n_iter_ : int
        Number of whole passes of the last `fit`; 1 for a stream.
    n_batch_iter_ : int
        Number of minibatches applied; for batch algorithms, sweeps.
    n_documents_seen_ : int
        Number of documents visited, repeats included.
    n_tokens_seen_ : float
        Number of tokens visited, repeats included.
    n_features_in_ : int
        Number of words.
    feature_names_in_ : array of str
        Names of the columns, if X was a data frame.
    vocabulary_ : Vocabulary or None
        The words, if the model was trained on a Corpus.
    text_settings_ : TextSettings or None
        How the texts of the Corpus were cut into words.
    settings_ : TrainingSettings
        The parameters of the last training run, resolved into numbers.
    batch_size_ : int
        Number of documents per minibatch.
    schedule_ : StepSchedule
        Step sizes of the topics that `partial_fit` uses.
    history_ : list of dict
        After each pass of `fit`: passes, documents, tokens, the held-out score, if any, and the
        perplexity, if it was evaluated.
    best_score_ : float
        Best held-out score, with early stopping.
    doc_topic_counts_ : array of shape (n_documents, n_components) or None
        Topic counts of the documents, with `SCVB0(keep_doc_topics=True)`.
    progressive_ : Progressive
        Scores of a stream before it was learned, with `partial_fit(X, score_fraction=...)`:
        `score`, `recent`, `standard_error`, `history`.
    topic_names_ : dict of int to str
        Names of topics that `name_topics`, `seed_words` or `edit` gave, by topic; a copy. `save`
        stores them, `partial_fit` keeps them, and `fit` starts with those of `seed_words` only.
    edits : list of dict
        What `edit` has done to the topics, oldest first; `apply` does it again, and `save` stores
        it.
    metadata_ : dict
        Your own strings and numbers that were saved with the model, see `save`.
    data_fingerprint_ : str
        Hash of the training data, in a loaded model that was saved with `data=...`.
    matches_ : list of Match
        Which topics were added, in a model that `merged` returned.
    state_ : TopicState
        The expected counts and everything that further training needs.

    Examples
    --------
    >>> import numpy as np
    >>> from thalweg import LDA
    >>> X = np.array([[3, 2, 0, 0], [4, 1, 0, 0], [0, 0, 2, 5], [0, 0, 4, 1]])
    >>> lda = LDA(2, random_state=0).fit(X)
    >>> lda.transform(X).argmax(axis=1)[[0, 2]].tolist() in ([0, 1], [1, 0])
    True
    """

    def transform(
        self, X: Any, *, normalize: bool = True, progress: ReportDocuments = None
    ) -> NDArray[np.float32]:
        """Return the topic proportions of documents, (n_documents, n_components).

        Rows sum to one. An empty document gets the prior mean. A row does not depend on the other
        documents, and the model does not change. With `normalize=False`, rows are expected topic
        counts plus the prior, N^Theta + alpha, and sum to the number of tokens plus sum(alpha).
        After `set_output`, the result is a data frame.

        Parameters
        ----------
        X : list or Series of str, Corpus, sparse matrix or array
            Texts, which are split into words as in training; or documents x words. Also lists of
            tokens, and gensim's bags of words with the ids of the training.
        normalize : bool, default=True
            Whether rows sum to one.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar. A function is called with a `DocumentProgress` after every
            batch of documents.
        """
        # Defined here too, because set_output wraps only methods that the class itself defines.
        return super().transform(X, normalize=normalize, progress=progress)

    def explore(self, X: Any, *, title: str = "documents", height: int = 720) -> Any:
        """Show the model and its documents as a page in the output of a notebook's cell.

        It is the page of `thalweg explore`: topics, documents, words, groups and time, search, and
        edits of the topics, which change this model. A model that has not been trained learns the
        documents while you watch. Needs the extra `notebook`.

        Parameters
        ----------
        X : Corpus, list or Series of str, data frame with a column "text", or matrix of counts
            The documents. Texts can be read if they were kept: `thalweg.read(...,
            keep_texts=True)`. Other columns of a data frame are shown and grouped by.
        title : str, default="documents"
            What the page calls the documents.
        height : int, default=720
            Height of the page in pixels.

        Returns
        -------
        anywidget.AnyWidget
            A widget. Its `close` ends training and frees the search index. Showing the same model
            again closes the page before.
        """
        # The page is above the estimator in the order of imports, and needs other packages.
        notebook = import_module("thalweg.explore.hosts.notebook")
        return notebook.explore(self, X, title=title, height=height)

    def fit_transform(
        self, X: Any, y: Any = None, *, normalize: bool = True, **fit_params: Any
    ) -> NDArray[np.float32]:
        """Learn topics from documents and return their topic proportions.

        The same as `fit(X, **fit_params).transform(X, normalize=normalize)`.
        """
        return self.fit(X, y, **fit_params).transform(X, normalize=normalize)

    def get_feature_names_out(self, input_features: Any = None) -> NDArray[np.object_]:
        """Return the names of the columns of `transform`, for data frames and pipelines.

        A topic with a name has a column of that name, with underscores for blanks and punctuation.
        Others are called lda0, lda1 and so on.

        Parameters
        ----------
        input_features : None
            Ignored; part of the scikit-learn API.
        """
        super().get_feature_names_out(input_features)
        prefix, numbers = type(self).__name__.lower(), self.state_.topic_numbers.tolist()
        names = topic_columns(self.topic_names_, numbers, prefix=prefix)
        return np.asarray(names, dtype=object)

    if not TYPE_CHECKING:
        # Batch algorithms have no partial_fit, and hasattr says so.
        partial_fit = available_if(_can_learn_a_stream)(TopicModel.partial_fit)

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
    """Open a model file that `LDA.save` wrote, or a checkpoint.

    Examples
    --------
    >>> import numpy as np, tempfile, thalweg
    >>> X = np.random.default_rng(0).poisson(1.0, (20, 10))
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     thalweg.LDA(2, random_state=0).fit(X).save(f"{folder}/my.model")
    ...     thalweg.load(f"{folder}/my.model").n_components
    2
    """
    return LDA.load(path)
