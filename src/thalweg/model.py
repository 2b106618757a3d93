"""TopicModel: parameters, training and files of a model. LDA adds the scikit-learn API.

This module does not import scikit-learn, which takes longer than training on a small corpus.
"""

from __future__ import annotations

import inspect
import time
from functools import cache
from pathlib import Path
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.answers.about_documents import AboutDocuments
from thalweg.answers.about_groups import AboutGroups
from thalweg.answers.about_topics import AboutTopics
from thalweg.answers.comparisons import Comparisons
from thalweg.answers.naming import Naming
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.document_source import DocumentSource, read_documents
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.evaluation._progressive import Progressive, share_to_score
from thalweg.inference.algorithm import Algorithm
from thalweg.inference.minibatch_updates import KeptCounts
from thalweg.inference.registry import as_algorithm
from thalweg.inference.schedules import PAPER_DOCUMENTS, PAPER_TOPICS, StepSchedule
from thalweg.inference.scvb0 import SCVB0
from thalweg.persistence import fitted
from thalweg.shared_model import in_turn
from thalweg.state.topic_state import TopicState
from thalweg.steering.seeds import DEFAULT_STRENGTH, Seeds
from thalweg.steering.steered_model import OF_EDITS, SteeredModel
from thalweg.system.logs import LOGGER, RunLog
from thalweg.training.checkpoint_data import Checkpoint
from thalweg.training.checkpoints import Checkpoints
from thalweg.training.engine import Engine
from thalweg.training.loop import Training
from thalweg.training.reporting.progress import ProgressOption, logging_passes
from thalweg.training.reporting.progress_line import ProgressLine, listening_to
from thalweg.training.scoring.stream_scoring import StreamScoring
from thalweg.training.settings import (
    TrainingSettings,
    check_all,
    further_schedule,
    has_no_words_yet,
    require_same_prior,
    require_stream,
    require_trainable,
)
from thalweg.training.start import start_fit, start_stream
from thalweg.training.unknown_keywords import refusing_unknown_keywords


class TopicModel(SteeredModel, AboutTopics, Naming, AboutDocuments, AboutGroups, Comparisons):
    """A topic model; parameters and attributes are those of `LDA`."""

    # Assigned in this class: type checkers do not look for their types in the class above.
    state_: TopicState
    settings_: TrainingSettings
    n_features_in_: int
    n_iter_: int
    batch_size_: int
    schedule_: StepSchedule
    best_score_: float
    doc_topic_counts_: NDArray[np.float32] | None
    history_: list[dict[str, Any]]
    vocabulary_: Vocabulary | None
    progressive_: Progressive
    metadata_: dict[str, Any]

    @refusing_unknown_keywords
    def __init__(
        self,
        n_components: int = 20,
        *,
        algorithm: str | Algorithm = "scvb0",
        learning_method: str | None = None,
        doc_topic_prior: ArrayLike | None = None,
        topic_word_prior: Any = None,
        seed_words: Any = None,
        seed_strength: float = DEFAULT_STRENGTH,
        batch_size: int | None = None,
        max_iter: int | None = None,
        max_time: float | None = None,
        effort: str = "default",
        total_samples: int | None = None,
        total_tokens: float | None = None,
        learning_scale: float | None = None,
        learning_offset: float | None = None,
        learning_decay: float | None = None,
        shuffle: bool = True,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 3,
        tol: float = 1e-3,
        evaluate_every: int = 0,
        perp_tol: float = 0.1,
        max_doc_update_iter: int = 100,
        mean_change_tol: float = 1e-3,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.n_components = n_components
        self.algorithm = algorithm
        self.learning_method = learning_method
        self.doc_topic_prior = doc_topic_prior
        self.topic_word_prior = topic_word_prior
        self.seed_words = seed_words
        self.seed_strength = seed_strength
        self.batch_size = batch_size
        self.max_iter = max_iter
        self.max_time = max_time
        self.effort = effort
        self.total_samples = total_samples
        self.total_tokens = total_tokens
        self.learning_scale = learning_scale
        self.learning_offset = learning_offset
        self.learning_decay = learning_decay
        self.shuffle = shuffle
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.tol = tol
        self.evaluate_every = evaluate_every
        self.perp_tol = perp_tol
        self.max_doc_update_iter = max_doc_update_iter
        self.mean_change_tol = mean_change_tol
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    @classmethod
    def paper(cls, n_components: int = 20, **changes: Any) -> Self:
        """Return a model with the settings of the paper (section 5.1); keywords change them."""
        algorithm = SCVB0(
            burn_in=1.0,
            finishing_passes=0,
            learning_clock="documents",
            doc_schedule=PAPER_DOCUMENTS,
        )
        settings: dict[str, Any] = {
            "algorithm": algorithm,
            "doc_topic_prior": 0.1,
            "topic_word_prior": 0.01,
            "batch_size": 100,
            "learning_scale": PAPER_TOPICS.scale,
            "learning_offset": PAPER_TOPICS.offset,
            "learning_decay": PAPER_TOPICS.decay,
        }
        return cls(n_components, **(settings | changes))

    def parameters(self) -> dict[str, Any]:
        """Return the parameters of the constructor."""
        return {name: getattr(self, name) for name in _default_parameters()}

    # ------------------------------------------------------------------ training

    @in_turn
    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        validation: Any = None,
        progress: ProgressOption = None,
        checkpoint: str | Path | Checkpoints | None = None,
        resume: bool = False,
        engine: Engine | None = None,
    ) -> Self:
        """Learn topics from texts, a Corpus or a documents x words matrix of counts.

        A corpus on disk is streamed in parts, in random order. After Ctrl-C the model is what was
        learned until then. X is not copied: do not change it before `fit` returns.

        Parameters
        ----------
        X : list or Series of str, Corpus, sparse matrix or array
            Texts, which are read with the defaults of `thalweg.read`; or documents x words. Also
            lists of tokens, and gensim's bags of words: lists of (id, count).
        y : None
            Ignored; part of the scikit-learn API.
        validation : like X, default=None
            Documents to score after every pass, for `history_` and for early stopping. By default
            early stopping holds out some documents of X.
        progress : callable, "bar" or None, default=None
            A function is called with a `TrainingProgress` several times per second and after every
            pass. "bar" shows a progress bar, in a notebook or on a terminal.
        checkpoint : folder or Checkpoints, default=None
            Where to save a checkpoint every 30 seconds, from which a killed run can be resumed.
        resume : bool, default=False
            Continue from the newest checkpoint, to the same bits as without the interruption. If
            there is no checkpoint yet, training starts from the beginning.
        engine : thalweg.distributed.Ray, default=None
            Where to train: None in this process, `Ray` on the machines of a cluster.
        """
        start = time.perf_counter()
        parameters = self._checked_parameters()
        X = read_documents(X, self.n_jobs)
        source = DocumentSource.of(X)
        require_trainable(self.n_components, source)
        self._try_features(X)
        folder = Checkpoints.at(checkpoint)
        if folder is None:
            if resume:
                raise InputError("`resume` is True without `checkpoint`; expected a folder there")
            return self._fit(X, parameters, source, validation, progress, start, engine)
        try:
            found = folder.begin(parameters, source, resume=resume)
            return self._fit(
                X, parameters, source, validation, progress, start, engine, folder, found
            )
        finally:
            folder.end()

    def _fit(
        self,
        X: Any,
        parameters: dict[str, Any],
        source: DocumentSource,
        validation: Any,
        progress: ProgressOption,
        start: float,
        engine: Engine | None,
        folder: Checkpoints | None = None,
        found: Checkpoint | None = None,
    ) -> Self:
        scored = None
        if validation is not None:
            scored = source.further(validation, self.n_jobs)
        seeds, guidance = self._seeded(X, parameters, source.n_words)
        training = start_fit(parameters, source, scored, found, guidance, engine)
        training.started, training.log = start, RunLog(LOGGER, self.verbose)

        names = {} if seeds is None else seeds.names
        with training.engine.running(training):
            self._train(X, parameters, training, names, progress, folder, found)
        if training.perplexity is not None:
            self._bound = training.perplexity.of(self.state_, training.source)
        return self

    def _train(
        self,
        X: Any,
        parameters: dict[str, Any],
        training: Training,
        names: dict[int, str],
        progress: ProgressOption,
        folder: Checkpoints | None,
        found: Checkpoint | None,
    ) -> None:
        with self._publishing:
            self._check_features(X, reset=True)
            self.state_, self.history_ = training.state, training.history
            self.settings_ = training.settings
            self.batch_size_ = training.settings.batch_size
            self.schedule_ = further_schedule(training.settings, parameters, training.source)
            # Of another training run.
            for earlier in ("progressive_", "data_fingerprint_", "_bound", *OF_EDITS):
                self.__dict__.pop(earlier, None)
            self._topic_names, self.metadata_, self.doc_topic_counts_ = names, {}, None
            self._continue_edits(found)
            self.n_iter_ = training.position.n_passes
            self._n_changes += 1
        timer = None
        if folder is not None:
            position = training.position
            timer = folder.timer(training, lambda: fitted.to_saved_model(self, position.n_passes))
        try:
            running = self._running(training)
            with running, listening_to(progress, ProgressLine.of_training) as listener:
                training.run(logging_passes(listener, self.verbose), timer)
        finally:
            with self._publishing:
                self.n_iter_ = training.position.n_passes
                stopping = training.early_stopping
                if stopping is not None and stopping.best_state is not None:
                    self.best_score_, self.state_ = stopping.best_score, stopping.best_state
                self.state_.release_native()
                if isinstance(training.memory, KeptCounts):
                    self.doc_topic_counts_ = training.memory.counts[:, : self.state_.n_topics]
                self._n_changes += 1

    @in_turn
    def partial_fit(
        self,
        X: Any,
        y: Any = None,
        *,
        score_fraction: float = 0.0,
        progress: ProgressOption = None,
    ) -> Self:
        """Learn from more documents of a stream; the first call starts a model.

        New words of a Corpus get rows in the model; words that have left a growing vocabulary lose
        their counts. A matrix must have as many columns as before. The size of the whole stream
        need not be known, see `total_samples`.

        Calls with at least 100 documents and 300 tokens per topic may also update the prior. With a
        fixed `doc_topic_prior` the result does not depend on how minibatches are grouped into
        calls.

        Parameters
        ----------
        X : list or Series of str, Corpus, sparse matrix or array
            Documents, taken to be new and in the order of the stream. The first call reads texts
            with the defaults of `thalweg.read`; later calls split them in the same way and count
            the words that the model knows. To learn new words from texts, see `GrowingVocabulary`.
        y : None
            Ignored; part of the scikit-learn API.
        score_fraction : float, default=0.0
            Share of the documents to score by document completion before the model learns from
            them; results are in `progressive_`. The first minibatch of a new model, and words that
            the model has not seen, are not scored. Scoring takes several times as long as learning
            and does not change what is learned.
        progress : callable, "bar" or None, default=None
            As in `fit`; the counts are those of this call.
        """
        parameters, share = self._checked_parameters(), share_to_score(score_fraction)
        require_stream(as_algorithm(self.algorithm, self.learning_method))
        state = getattr(self, "state_", None)
        if state is None:
            X = read_documents(X, self.n_jobs)
            source = DocumentSource.of(X)
            if has_no_words_yet(source):
                return self
            require_trainable(self.n_components, source, allow_empty=True)
            self._try_features(X)
            seeds, guidance = self._seeded(X, parameters, source.n_words, is_stream=True)
        else:
            seeds, guidance = Seeds.of_parameters(parameters), None
            source = self._further_documents(X)
            # A vocabulary may have outgrown a prior for each word.
            require_same_prior(parameters, state, has_grown=self.vocabulary_ is not None)
        usual = None if state is None else (self.batch_size_, self.schedule_)
        progressive = self.progressive_.copy() if hasattr(self, "progressive_") else Progressive()
        scoring = StreamScoring(progressive, share) if share else None
        training = start_stream(parameters, source, state, usual, scoring, guidance)
        if state is not None and source.corpus is not None and self.vocabulary_ is not None:
            self._follow(source.corpus.vocabulary, seeds)
        training.log = RunLog(LOGGER, self.verbose)
        if state is None:
            self._check_features(X, reset=True)
            self._topic_names = {} if seeds is None else seeds.names
        self._publish_stream(training)
        try:
            running = self._running(training)
            with running, listening_to(progress, ProgressLine.of_training) as listener:
                training.run(listener)
        finally:
            if not training.state.n_documents_seen:  # interrupted: there is no model yet
                del self.state_
            elif share:
                self.progressive_ = progressive
        return self

    def _publish_stream(self, training: Training) -> None:
        with self._publishing:
            self.state_, settings = training.state, training.settings
            self.settings_, self.schedule_ = settings, settings.schedule
            self.batch_size_ = settings.batch_size
            self.n_iter_ = getattr(self, "n_iter_", 1)
            self.history_ = getattr(self, "history_", [])
            self.metadata_ = getattr(self, "metadata_", {})
            self.__dict__.pop("data_fingerprint_", None)  # there are more data now

    def _further_documents(self, X: Any) -> DocumentSource:
        """Check documents for a model that has been trained; nothing changes yet."""
        if self.n_components != self.state_.n_topics:
            raise InputError(
                f"`n_components` is {self.n_components}, but the model has {self.state_.n_topics} "
                "topics; call fit to start a new model"
            )
        known = self.vocabulary_
        texts = DocumentSource.of_known_words(X, known, self.text_settings_, self.n_jobs)
        if texts is not None:
            return texts
        if not isinstance(X, Corpus) or known is None:
            source = DocumentSource.of(X)
            self._check_features(X, reset=False)
            return source
        grown = X.vocabulary if X.vocabulary.extends(known) else known.extended(X.vocabulary)
        return DocumentSource.of(X, grown)

    def _checked_parameters(self) -> dict[str, Any]:
        parameters = self.parameters()
        check_all(parameters, _default_parameters())
        Seeds.of_parameters(parameters)
        return parameters


@cache
def _default_parameters() -> dict[str, Any]:
    """Return the parameters of the constructor with their defaults."""
    signature = inspect.signature(TopicModel.__init__)
    return {name: p.default for name, p in signature.parameters.items() if name != "self"}
