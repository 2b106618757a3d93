"""FittedModel: what a trained model can do, and what it knows."""

from __future__ import annotations

import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.analysis.document_topics import MAX_BATCH_DOCUMENTS, DocumentTopics, model_stream
from thalweg.analysis.merging import Match, Part, alike_in_all, merge
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.document_source import DocumentSource, fingerprint
from thalweg.corpus.reading import stream
from thalweg.corpus.sources.frames import is_frame_of_texts
from thalweg.corpus.text.given_documents import DocumentKind, document_kind
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError, ThalwegWarning
from thalweg.evaluation._heldout import complete_documents
from thalweg.evaluation._progressive import Progressive
from thalweg.inference.algorithm import Algorithm
from thalweg.inference.fold_in import Convergence, infer
from thalweg.inference.registry import as_algorithm
from thalweg.persistence import fitted, model_file
from thalweg.persistence.saved_model import SavedModel
from thalweg.persistence.user_metadata import checked_metadata
from thalweg.shared_model import SharedModel, at_one_moment
from thalweg.state.of_model import known_words
from thalweg.state.topic_state import TopicState
from thalweg.system.threads import resolve_threads, threads_for
from thalweg.training.reporting.document_progress import ReportDocuments, n_documents_in, reported
from thalweg.training.reporting.progress_line import ProgressLine, listening_to

if TYPE_CHECKING:
    from thalweg.corpus.documents import Documents
    from thalweg.corpus.text.text_settings import TextSettings
    from thalweg.inference.schedules import StepSchedule
    from thalweg.training.settings import TrainingSettings

_MODEL_FILE = "_model_file"
_NOT_PICKLED = ("settings_", "_undo_stack", "_redo_stack", "_run")  # of this process


class FittedModel(SharedModel):
    """A trained model: its attributes, and methods that do not change it."""

    algorithm: Any
    learning_method: str | None
    max_doc_update_iter: int
    mean_change_tol: float
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
    metadata_: dict[str, Any]  # of the user
    data_fingerprint_: str  # of the training data, if the user stored it
    _topic_names: dict[int, str]  # those that the user gave; replaced and never modified
    _bound: float  # of a fit that evaluated the perplexity
    _edit_log: Any  # of a model that was edited, see thalweg.steering

    # ------------------------------------------------------------------ documents

    @at_one_moment
    def transform(
        self, X: Any, *, normalize: bool = True, progress: ReportDocuments = None
    ) -> NDArray[np.float32]:
        """Return the topic proportions of documents, (n_documents, n_components).

        Rows sum to one. An empty document gets the prior mean. A row does not depend on the other
        documents, and the model does not change. Texts are split into words as in training. With
        `normalize=False`, rows are expected topic counts plus the prior, N^Theta + alpha, and sum
        to the number of tokens plus sum(alpha). `progress` is a function or "bar".
        """
        self._require_fitted()
        source, convergence = self._source(X), self._convergence
        n_threads = threads_for(self.n_jobs, source.n_documents)
        theta = np.empty((source.n_documents, self.state_.n_topics), dtype=np.float32)
        with self._parts(source, progress) as parts:
            for first, documents in parts:
                rows = theta[first : first + documents.n_documents]
                infer(self.state_, documents, convergence, out=rows, n_threads=n_threads)
        if normalize:
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
        n_threads, convergence = resolve_threads(self.n_jobs), self._convergence
        source = self._source(X)
        return complete_documents(self.state_, source, convergence, n_threads=n_threads).score

    def perplexity(self, X: Any, sub_sampling: bool = False) -> float:
        """Return exp(-score(X)); lower is better.

        `sub_sampling` is part of scikit-learn's signature. True is refused: the value is per token,
        and needs no correction if X is a sample of the corpus.
        """
        if sub_sampling:
            raise InputError(
                f"`sub_sampling` is {sub_sampling!r}; expected False. The perplexity is per token "
                "and needs no correction for a sample: leave the argument out."
            )
        return float(np.exp(-self.score(X)))

    # ------------------------------------------------------------------ what was learned

    @property
    @at_one_moment
    def components_(self) -> NDArray[np.float32]:
        """N^Phi + eta, (K, W): pseudo-counts of words in topics, computed on access."""
        return np.ascontiguousarray(self.state_.weights().T)

    @components_.setter
    def components_(self, components: ArrayLike) -> None:
        self._require_fitted()
        with self._turn.held, self._publishing:  # after a training run, whose counts would be lost
            self.state_ = self.state_.with_weights(components)
            self._n_changes += 1

    @property
    def topic_names_(self) -> dict[int, str]:
        """The names that `name_topics` gave to topics, by topic; a copy."""
        return dict(getattr(self, "_topic_names", {}))

    @property
    def bound_(self) -> float:
        """Perplexity of the training documents at the end of `fit`, if `evaluate_every` is set."""
        if not hasattr(self, "_bound"):
            raise AttributeError(
                "bound_, the perplexity of the training documents, is only computed if "
                "`evaluate_every` is above 0. Set it before fit, or call perplexity(X)."
            )
        return self._bound

    @property
    def random_state_(self) -> np.random.RandomState:
        """A generator that starts from the seed of the model, new with every access.

        Training draws from counter-based streams of the same seed, not from this generator.
        """
        sequence = np.random.SeedSequence(self.state_.seed)
        return np.random.RandomState(np.random.MT19937(sequence))

    @property
    @at_one_moment
    def exp_dirichlet_component_(self) -> NDArray[np.float64]:
        """exp(E[log phi]), (K, W), of the variational posterior; only for `SVB`."""
        if self._trained_by.name != "svb":
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
        return self.state_.prior.doc_topic + self._trained_by.prior_shift

    @property
    @at_one_moment
    def topic_word_prior_(self) -> float | NDArray[np.float64]:
        """Eta in use: one number, or (W,)."""
        eta = self.state_.prior.topic_word + self._trained_by.prior_shift
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
        matches. Topics keep the numbers that they have in this model, and also their names, unless
        what was added to them has mostly other words.
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
            kept = "the merged model keeps those of the first"
            message = f"the models were trained with different text settings; {kept}"
            warnings.warn(message, ThalwegWarning, stacklevel=2)
        model = type(self)(**self.parameters())
        for name in ("batch_size_", "schedule_", "n_iter_", "text_settings_"):
            setattr(model, name, getattr(self, name))
        model.state_, model.n_features_in_ = merged.state, merged.state.n_words
        model.vocabulary_ = None if self.vocabulary_ is None else merged.vocabulary
        if self.vocabulary_ is None and merged.vocabulary is not None:
            model.feature_names_in_ = merged.vocabulary.to_numpy()
        model.history_, model.metadata_, model.matches_ = [], {}, matches
        alike = alike_in_all(matches, self.state_.topic_numbers)
        model._topic_names = {n: name for n, name in self.topic_names_.items() if n in alike}
        if (log := getattr(self, "_edit_log", None)) is not None:  # numbers that are gone stay gone
            model._edit_log = log.of_sum()
        return model

    @at_one_moment
    def save(
        self, path: str | Path, *, metadata: Mapping[str, Any] | None = None, data: Any = None
    ) -> None:
        """Write the model to a file that `thalweg.load` opens on any machine.

        The file is in safetensors format and holds the topics, words, parameters and everything
        that further training needs, but nothing about single documents. Opening it executes no
        code. Equal models give equal bytes. An existing file is replaced only after the new one is
        complete.

        Parameters
        ----------
        path : str or Path
            Name of the file.
        metadata : dict, default=None
            Your own strings and numbers by name, such as the version of your data; at most 64 KB.
            They replace `metadata_`, and a loaded model has them there.
        data : sparse matrix, array or Corpus, default=None
            The documents of the training run. Their `thalweg.fingerprint` is stored, and a loaded
            model has it in `data_fingerprint_`. Reads all counts once.
        """
        self._require_fitted()
        saved = fitted.to_saved_model(self)
        if metadata is not None:
            saved.fitted["metadata"] = checked_metadata(metadata)
        if data is not None:
            saved.fitted["data_fingerprint"] = fingerprint(data)
        model_file.write(path, saved)

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Open a saved model or a checkpoint; further training continues to the same bits."""
        from thalweg.steering.edits.edit_log import EditLog

        saved = model_file.read(path)
        return fitted.from_saved_model(
            cls, saved, str(path), Progressive.from_json, EditLog.from_json
        )

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

    @property
    def _trained_by(self) -> Algorithm:
        return as_algorithm(self.algorithm, self.learning_method)

    @property
    def _convergence(self) -> Convergence:
        """When the topics of a document have converged, in `transform` and `score`."""
        return Convergence.of_parameters(self.max_doc_update_iter, self.mean_change_tol)

    # ------------------------------------------------------------------ checks of input

    def _require_fitted(self) -> None:
        if not hasattr(self, "state_"):
            raise InputError("the model has not been trained yet; call fit or partial_fit first")

    def _source(self, X: Any) -> DocumentSource:
        """Return the documents of X: texts split as in training, words of a corpus by name."""
        words = self.vocabulary_
        texts = DocumentSource.of_known_words(X, words, self.text_settings_, self.n_jobs)
        if texts is not None:
            return texts
        source = DocumentSource.of(X, words)
        if source.corpus is None or words is None:
            self._check_features(X, reset=False)
        return source

    @contextmanager
    def _parts(
        self, source: DocumentSource, progress: ReportDocuments
    ) -> Iterator[Iterator[tuple[int, Documents]]]:
        """Yield an iterator of the documents in parts, each with the number of its first one."""
        with listening_to(progress, ProgressLine.of_documents) as listener:
            if listener is None:
                yield zip(source.bounds.tolist(), source.parts(), strict=False)
            else:
                parts = source.short_parts(MAX_BATCH_DOCUMENTS)
                total = source.n_documents
                yield reported(parts, listener, total, lambda part: part[1].n_documents)

    @contextmanager
    def _batches(
        self,
        X: Any,
        *,
        metadata: Sequence[str] = (),
        keep_texts: bool = False,
        progress: ReportDocuments = None,
    ) -> Iterator[Iterator[DocumentTopics]]:
        """Yield an iterator of the topic proportions of X, batch by batch in constant memory.

        X may be what `transform` takes, an iterator of corpora, or a data frame with a column
        `text`, of which `metadata` names the columns to read. Batches of texts and of data frames
        have their texts if `keep_texts` is set, those of a corpus if it has them.
        """
        self._require_fitted()
        total = n_documents_in(X)
        words, settings = self.vocabulary_, self.text_settings_
        if words is not None and (is_frame_of_texts(X) or document_kind(X) is DocumentKind.TEXTS):
            X = stream(
                X,
                words,
                text_settings=settings,
                metadata=metadata,
                keep_texts=keep_texts,
                n_jobs=self.n_jobs,
            )
        elif document_kind(X) is not None:
            documents = self._source(X).whole
            assert documents is not None
            assert words is not None
            X = Corpus.of_blocks([documents], words)
        with listening_to(progress, ProgressLine.of_documents) as listener:
            batches = model_stream(self, X)
            yield batches if listener is None else reported(batches, listener, total, len)

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
