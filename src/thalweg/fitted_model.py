"""FittedModel: what a trained model can do, and what it knows."""

from __future__ import annotations

import difflib
import warnings
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.analysis.document_topics import top_documents
from thalweg.analysis.merging import Match, Part, merge
from thalweg.analysis.topic_words import topic_table
from thalweg.analysis.word_topics import word_topics
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError, ThalwegWarning
from thalweg.evaluation._heldout import complete_documents
from thalweg.evaluation._progressive import Progressive
from thalweg.inference.fold_in import infer
from thalweg.inference.registry import as_algorithm
from thalweg.persistence import fitted, model_file
from thalweg.persistence.saved_model import SavedModel
from thalweg.results import DocumentTable, TopicTable, WordTable
from thalweg.shared_model import SharedModel, at_one_moment
from thalweg.state.of_model import checked_names, known_words, word_names
from thalweg.state.topic_state import TopicState
from thalweg.system.threads import resolve_threads

if TYPE_CHECKING:
    from thalweg.corpus.text.text_settings import TextSettings
    from thalweg.inference.schedules import StepSchedule
    from thalweg.training.settings import TrainingSettings

_MODEL_FILE = "_model_file"
_NOT_PICKLED = ("settings_",)  # describes this machine: threads


class FittedModel(SharedModel):
    """A trained model: its attributes, and methods that do not change it."""

    algorithm: Any
    n_jobs: int | None
    parameters: Callable[[], dict[str, Any]]

    state_: TopicState
    settings_: TrainingSettings
    n_features_in_: int
    feature_names_in_: NDArray[Any]
    n_iter_: int
    batch_size_: int
    schedule_: StepSchedule
    best_score_: float
    doc_topic_counts_: NDArray[np.float32] | None
    history_: list[dict[str, Any]]
    vocabulary_: Vocabulary | None
    text_settings_: TextSettings | None
    matches_: list[Match]  # of a merged model
    progressive_: Progressive  # of a stream that is scored

    # ------------------------------------------------------------------ documents

    @at_one_moment
    def transform(self, X: Any) -> NDArray[np.float32]:
        """Return the topic proportions of documents, (n_documents, n_components).

        Rows sum to one. An empty document gets the prior mean. A row does not depend on the other
        documents, and the model does not change.
        """
        self._require_fitted()
        source, n_threads = self._source(X), resolve_threads(self.n_jobs)
        theta = np.empty((source.n_documents, self.state_.n_topics), dtype=np.float32)
        for first, documents in zip(source.bounds, source.parts(), strict=False):
            rows = theta[first : first + documents.n_documents]
            infer(self.state_, documents, out=rows, n_threads=n_threads)
        theta /= theta.sum(axis=1, keepdims=True)
        return theta

    @at_one_moment
    def score(self, X: Any, y: Any = None) -> float:
        """Return the held-out log-likelihood per token by document completion; higher is better.

        The tokens of every document are split into two halves, always in the same way. Topics are
        inferred from one half, and the other half is scored. Unlike scikit-learn's
        LatentDirichletAllocation, this is a mean per token and not a bound on the total.
        """
        self._require_fitted()
        n_threads = resolve_threads(self.n_jobs)
        return complete_documents(self.state_, self._source(X), n_threads=n_threads).score

    def perplexity(self, X: Any) -> float:
        """Return exp(-score(X)); lower is better."""
        return float(np.exp(-self.score(X)))

    @at_one_moment
    def top_documents(self, X: Any, topic: int, n_documents: int = 10) -> DocumentTable:
        """Return the documents of X with the largest share of a topic, as a table."""
        self._require_fitted()
        return top_documents(self.transform(X), topic, n_documents)

    # ------------------------------------------------------------------ topics and words

    @at_one_moment
    def topics(self, n_words: int = 10, feature_names: ArrayLike | None = None) -> TopicTable:
        """Return the most probable words of every topic, as a table.

        Words are named by `feature_names`, or by the corpus or data frame of the training.
        """
        self._require_fitted()
        names = word_names(self)
        if feature_names is not None:
            names = checked_names(feature_names, self.n_features_in_, "feature_names")
        return topic_table(self.state_, names, n_words)

    @at_one_moment
    def word_topics(self, word: str | int) -> WordTable:
        """Return the topics of a word, given by name or number, most probable first."""
        self._require_fitted()
        return word_topics(self.components_, self._word_number(word))

    @property
    @at_one_moment
    def components_(self) -> NDArray[np.float32]:
        """N^Phi + eta, (K, W): pseudo-counts of words in topics, computed on access."""
        return np.ascontiguousarray(self.state_.weights().T)

    @property
    @at_one_moment
    def exp_dirichlet_component_(self) -> NDArray[np.float64]:
        """exp(E[log phi]), (K, W), of the variational posterior; only for `SVB`."""
        if as_algorithm(self.algorithm).name != "svb":
            raise AttributeError(
                "exp_dirichlet_component_ is only defined for algorithm='svb', which has a "
                "variational Dirichlet posterior"
            )
        from scipy.special import psi

        posterior = self.components_.astype(np.float64)
        return np.asarray(np.exp(psi(posterior) - psi(posterior.sum(axis=1, keepdims=True))))

    @property
    @at_one_moment
    def doc_topic_prior_(self) -> NDArray[np.float64]:
        """Alpha in use, (K,), given or learned."""
        return self.state_.prior.doc_topic + as_algorithm(self.algorithm).prior_shift

    @property
    @at_one_moment
    def topic_word_prior_(self) -> float | NDArray[np.float64]:
        """Eta in use: one number, or (W,)."""
        eta = self.state_.prior.topic_word + as_algorithm(self.algorithm).prior_shift
        return float(eta[0]) if eta.size == 1 else eta

    @property
    def n_batch_iter_(self) -> int:
        """Minibatches applied; for batch algorithms, sweeps."""
        return self.state_.clock

    @property
    def n_documents_seen_(self) -> int:
        """Documents visited, repeats included."""
        return self.state_.n_documents_seen

    @property
    def n_tokens_seen_(self) -> float:
        """Tokens visited, repeats included."""
        return self.state_.n_tokens_seen

    # ------------------------------------------------------------------ other models and files

    @at_one_moment
    def merged(self, *others: FittedModel, align: bool = True) -> Self:
        """Return a new model, the sum of this one and others.

        It knows the words of all models and continues to learn with the parameters of this one.
        With `align`, topics are matched by their words before they are added; `matches_` has the
        matches.
        """
        models: list[FittedModel] = [self, *(each._at_this_moment() for each in others)]
        parts = []
        for each in models:
            each._require_fitted()
            words = known_words(each)
            if not isinstance(words, Vocabulary | None):
                words = Vocabulary(words)  # the columns of a data frame
            parts.append(Part(each.state_, words))
        merged, matches = merge(parts, align=align)
        if any(each.text_settings_ != self.text_settings_ for each in others):
            warnings.warn(
                "the models were trained with different text settings; the merged model keeps "
                "those of the first",
                ThalwegWarning,
                stacklevel=2,
            )
        model = type(self)(**self.parameters())
        for name in ("batch_size_", "schedule_", "n_iter_", "text_settings_"):
            setattr(model, name, getattr(self, name))
        model.state_, model.n_features_in_ = merged.state, merged.state.n_words
        model.vocabulary_ = None if self.vocabulary_ is None else merged.vocabulary
        if self.vocabulary_ is None and merged.vocabulary is not None:
            model.feature_names_in_ = merged.vocabulary.to_numpy()
        model.history_ = []  # the history of one model does not describe the sum
        model.matches_ = matches
        return model

    @at_one_moment
    def save(self, path: str | Path) -> None:
        """Write the model to a file that `thalweg.load` opens on any machine.

        The file is in safetensors format and holds the topics, words, parameters and everything
        that further training needs, but nothing about single documents. Opening it executes no
        code. Equal models give equal bytes. An existing file is replaced only after the new one is
        complete.
        """
        self._require_fitted()
        model_file.write(path, fitted.to_saved_model(self))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Open a saved model or a checkpoint; further training continues to the same bits."""
        saved = model_file.read(path)
        return fitted.from_saved_model(cls, saved, str(path), Progressive.from_json)

    @at_one_moment
    def __getstate__(self) -> dict[str, Any]:
        """Return what pickle and copy store: the state as the content of a model file."""
        attributes = {n: v for n, v in self.__dict__.items() if n not in _NOT_PICKLED}
        if "state_" in attributes:
            saved = SavedModel({}, attributes.pop("state_"), attributes.pop("vocabulary_", None))
            attributes[_MODEL_FILE] = model_file.to_bytes(saved)
        return attributes

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        attributes = dict(attributes)
        content = attributes.pop(_MODEL_FILE, None)
        self.__dict__.update(attributes)
        if content is not None:
            saved = model_file.from_bytes(content)
            self.state_, self.vocabulary_ = saved.state, saved.vocabulary

    def _word_number(self, word: str | int) -> int:
        if not isinstance(word, str):
            if not 0 <= word < self.n_features_in_:
                raise InputError(f"`word` is {word}; expected 0 to {self.n_features_in_ - 1}")
            return word
        names = list(word_names(self))
        if word not in names:
            near = difflib.get_close_matches(word, names, cutoff=0.7)
            hint = f"Did you mean {', '.join(near)}?" if near else "No known word is similar."
            raise InputError(f"the model does not know the word {word!r}. {hint}")
        return names.index(word)

    # ------------------------------------------------------------------ checks of input

    def _require_fitted(self) -> None:
        if not hasattr(self, "state_"):
            raise InputError("the model has not been trained yet; call fit or partial_fit first")

    def _source(self, X: Any) -> DocumentSource:
        """Return the documents of X; words of a corpus are matched by name."""
        source = DocumentSource.of(X, self.vocabulary_)
        if source.corpus is None or self.vocabulary_ is None:
            self._check_features(X, reset=False)
        return source

    def _try_features(self, X: Any) -> None:
        """Raise what `_check_features` with reset would raise, without changing the model."""

    def _check_features(self, X: Any, *, reset: bool) -> None:
        """Compare the columns of X with those of the training, or (reset) remember them."""
        n_features = int(np.shape(X)[1])
        if reset:
            self.n_features_in_ = n_features
            self._remember_words(X)
        elif n_features != self.n_features_in_:
            raise InputError(
                f"X has {n_features} features, but the model is expecting {self.n_features_in_}"
            )

    def _remember_words(self, X: Any) -> None:
        """Remember the words of a corpus, and how its texts were cut into words."""
        is_corpus = isinstance(X, Corpus)
        self.vocabulary_ = X.vocabulary if is_corpus else None
        self.text_settings_ = X.text_settings if is_corpus else None
