"""TopicModel: parameters, training and use of a model. LDA is this with scikit-learn's manners.

Importing scikit-learn takes longer than most trainings, so that nothing here needs it.
"""

from __future__ import annotations

import difflib
import inspect
import time
import warnings
from functools import cache
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.analysis.merging import Match, Part, merge
from thalweg.analysis.topic_words import topic_table
from thalweg.analysis.word_topics import word_topics
from thalweg.corpus.document_source import Supply, as_corpus
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError, ThalwegWarning
from thalweg.evaluation._heldout import document_completion, split_tokens
from thalweg.evaluation._progressive import Progressive, sample, share_to_score
from thalweg.inference import scvb0
from thalweg.inference.schedules import PAPER_DOCUMENTS, PAPER_TOPICS, StepSchedule
from thalweg.persistence import fitted, model_file
from thalweg.persistence.model_file import ModelRecord
from thalweg.results import DocumentTable, TopDocument, TopicTable, WordTable
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState
from thalweg.system.threads import resolve_threads
from thalweg.training import defaults
from thalweg.training.checkpoints import Checkpoints, Resumed
from thalweg.training.corpus_size import CorpusSize
from thalweg.training.early_stopping import Watch, hold_out
from thalweg.training.loop import Training, batch_bounds, n_batches
from thalweg.training.progress import Listener, TrainingProgress
from thalweg.training.settings import Plan

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.corpus.text.text_settings import TextSettings
    from thalweg.corpus.vocabulary import Vocabulary

_MODEL_FILE = "_model_file"


class TopicModel:
    """A topic model; its parameters and attributes are those of `LDA`."""

    state_: TopicState
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
    matches_: list[Match]  # of a sum of models
    progressive_: Progressive  # of a stream that is scored

    def __init__(
        self,
        n_components: int = 20,
        *,
        algorithm: str = "scvb0",
        doc_topic_prior: ArrayLike | None = None,
        topic_word_prior: Any = None,
        batch_size: int | None = None,
        burn_in: float | None = None,
        max_iter: int | None = None,
        max_time: float | None = None,
        total_samples: int | None = None,
        total_tokens: float | None = None,
        learning_scale: float | None = None,
        learning_offset: float | None = None,
        learning_decay: float | None = None,
        learning_clock: str = "batches",
        doc_learning_scale: float | None = None,
        doc_learning_offset: float | None = None,
        doc_learning_decay: float | None = None,
        max_doc_update_iter: int | None = None,
        mean_change_tol: float | None = None,
        prior_offset: float | None = None,
        clumping: bool = True,
        keep_doc_topics: bool = False,
        finishing_passes: int | None = None,
        shuffle: bool = True,
        early_stopping: bool = False,
        validation_fraction: float = 0.1,
        n_iter_no_change: int = 3,
        tol: float = 1e-3,
        n_jobs: int | None = None,
        random_state: Any = None,
        verbose: int = 0,
    ) -> None:
        self.n_components = n_components
        self.algorithm = algorithm
        self.doc_topic_prior = doc_topic_prior
        self.topic_word_prior = topic_word_prior
        self.batch_size = batch_size
        self.burn_in = burn_in
        self.max_iter = max_iter
        self.max_time = max_time
        self.total_samples = total_samples
        self.total_tokens = total_tokens
        self.learning_scale = learning_scale
        self.learning_offset = learning_offset
        self.learning_decay = learning_decay
        self.learning_clock = learning_clock
        self.doc_learning_scale = doc_learning_scale
        self.doc_learning_offset = doc_learning_offset
        self.doc_learning_decay = doc_learning_decay
        self.max_doc_update_iter = max_doc_update_iter
        self.mean_change_tol = mean_change_tol
        self.prior_offset = prior_offset
        self.clumping = clumping
        self.keep_doc_topics = keep_doc_topics
        self.finishing_passes = finishing_passes
        self.shuffle = shuffle
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.tol = tol
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    @classmethod
    def paper(cls, n_components: int = 20, **changes: Any) -> Self:
        """The settings of the paper's experiments (section 5.1); keywords change single ones."""
        settings: dict[str, Any] = {
            "doc_topic_prior": 0.1,
            "topic_word_prior": 0.01,
            "batch_size": 100,
            "burn_in": 1.0,
            "learning_scale": PAPER_TOPICS.scale,
            "learning_offset": PAPER_TOPICS.offset,
            "learning_decay": PAPER_TOPICS.decay,
            "learning_clock": "documents",
            "doc_learning_scale": PAPER_DOCUMENTS.scale,
            "doc_learning_offset": PAPER_DOCUMENTS.offset,
            "doc_learning_decay": PAPER_DOCUMENTS.decay,
            "finishing_passes": 0,
        }
        return cls(n_components, **(settings | changes))

    # ------------------------------------------------------------------ training

    def fit(
        self,
        X: Any,
        y: Any = None,
        *,
        validation: Any = None,
        progress: Listener | None = None,
        checkpoint: str | Path | Checkpoints | None = None,
        resume: bool = False,
    ) -> Self:
        """Learn topics from a documents x words matrix of counts or a Corpus, from the beginning.

        A corpus on disk is streamed: parts in a random order, and their documents too. After a
        Ctrl-C the model is what was learnt until then.

        Parameters
        ----------
        X : sparse matrix, array or Corpus
            Documents x words.
        y : None
            Ignored; scikit-learn has it.
        validation : like X, default=None
            Documents to score while training, for `history_` and for early stopping, which
            otherwise holds out some of X.
        progress : callable, default=None
            Called with a `TrainingProgress` several times a second and after every pass.
        checkpoint : folder or Checkpoints, default=None
            Where to keep, every 30 seconds, what a killed training needs to go on.
        resume : bool, default=False
            Go on from the newest checkpoint, to the same bits as without the interruption; where
            there is none yet, start from the beginning.
        """
        start = time.perf_counter()
        plan = self._plan()
        supply = Supply.of(X)
        plan.require_trainable(supply)
        self._try_features(X)
        checkpoints = Checkpoints.at(checkpoint)
        resumed = None
        if checkpoints is not None:
            resumed = checkpoints.begin(self.parameters(), supply, resume=resume)
        elif resume:
            raise InputError("resume is True, but no checkpoint is given; expected their folder")
        training = self._training(plan, supply, validation, resumed)
        training.started = start

        self._check_features(X, reset=True)
        self.state_, self.history_ = training.state, training.history
        self.batch_size_ = training.batch_size
        # For further documents, in a stream: no longer the large steps that explored.
        self.schedule_ = plan.topic_schedule(
            defaults.topic_schedule(n_batches(training.supply, training.batch_size))
        )
        self.doc_topic_counts_ = None
        self.__dict__.pop("progressive_", None)  # that of a stream
        if isinstance(training.memory, scvb0.KeptCounts):
            self.doc_topic_counts_ = training.memory.counts[:, : self.state_.n_topics]
        keeper = None
        if checkpoints is not None:
            keeper = checkpoints.keeper(training, lambda: fitted.record_of(self, training))
        try:
            training.run(self._listener(progress), keeper)
        finally:
            self.n_iter_ = training.position.n_passes
            watch = training.watch
            if watch is not None and watch.best_state is not None:
                self.best_score_, self.state_ = watch.best_score, watch.best_state
            self.state_.release_native()
        return self

    def _training(
        self, plan: Plan, supply: Supply, validation: Any, resumed: Resumed | None
    ) -> Training:
        """All that a training needs, from the beginning or as a checkpoint left it."""
        prior = plan.prior(supply.n_words)
        seed = plan.seed() if resumed is None else resumed.record.state.seed
        held_out = None
        if validation is not None:
            held_out = Supply.of(validation, getattr(supply.corpus, "vocabulary", None))
        elif self.early_stopping:
            supply, held_out = hold_out(supply, self.validation_fraction, seed)
        watch = None
        if held_out is not None:
            watch = Watch.over(
                held_out,
                seed,
                n_threads=plan.n_threads,
                tol=self.tol,
                patience=self.n_iter_no_change if self.early_stopping else None,
            )
        batch_size = plan.batch_size(supply.n_documents)
        n_passes = plan.n_passes(supply.n_tokens)
        n_finishing = plan.n_finishing(n_passes)
        n_each = n_batches(supply, batch_size)
        exploring = None
        if n_passes is not None and 0 < n_finishing < n_passes:
            exploring = defaults.exploring_schedule(n_each, n_passes - n_finishing)
        method = plan.method(plan.topic_schedule(defaults.topic_schedule(n_each), exploring))
        if method.needs_memory:
            supply = supply.gathered()
        if resumed is None:
            state = TopicState.random(supply.n_words, prior, supply.n_tokens, seed)
        else:
            state = resumed.record.state
        training = Training(
            method=method,
            supply=supply,
            state=state,
            batch_size=batch_size,
            shuffle=self.shuffle,
            max_passes=n_passes,
            max_seconds=self.max_time,
            finishing_passes=n_finishing,
            watch=watch,
        )
        if resumed is not None:
            resumed.restore(training)
        elif method.needs_memory:
            training.memory = method.start_memory(supply.part(0), state)
        return training

    def partial_fit(self, X: Any, y: Any = None, *, score: bool | float = False) -> Self:
        """Learn from more documents of a stream; the first call starts a model.

        Words of a Corpus that the model does not know yet get rows of their own; those that have
        left a growing vocabulary lose their counts. A matrix must have as many columns as before.

        The documents are taken to be new, in the order in which they come. How large the corpus is
        in the end, C, need not be known: see `total_samples`. From a call of at least 100
        documents, and 300 tokens a topic, the prior is learnt too, now and then; with a given
        `doc_topic_prior`, it does not matter in which calls the same minibatches come.

        With `score` every minibatch is scored by document completion before it is learnt, for
        `progressive_`; what is learnt stays the same. The first minibatch of all has no model yet
        and is left out, as are words that the model has not met. Scoring costs several times the
        learning: a number, 0.1, scores that share of the documents.
        """
        plan, share = self._plan(), share_to_score(score)
        if plan.algorithm.batch:
            raise InputError(
                f"{plan.algorithm.title} (algorithm={self.algorithm!r}) works on all documents at "
                'once and has no partial_fit; use fit, or algorithm="scvb0" for a stream'
            )
        started = hasattr(self, "state_")
        if started and self.n_components != self.state_.n_topics:
            raise InputError(
                f"n_components is {self.n_components}, but the model has "
                f"{self.state_.n_topics} topics; call fit to start another one"
            )
        vocabulary = self._grown_vocabulary(X) if started else None
        supply = Supply.of(X, vocabulary)
        if not started:
            plan.require_trainable(supply, allow_empty=True)
            self._try_features(X)
        elif vocabulary is None:
            self._check_features(X, reset=False)
        if started and self.vocabulary_ is not None:
            prior = self.state_.prior  # a vocabulary may have outgrown what was given
        else:  # also checks what a started model no longer uses
            prior = plan.prior(self.state_.n_words if started else supply.n_words)
        if started:
            batch_size = int(self.batch_size or self.batch_size_)
            schedule = plan.topic_schedule(self.schedule_)
        else:
            n_total = self.total_samples
            batch_size = plan.batch_size(n_total or supply.n_documents)
            total_batches = None if n_total is None else n_total / batch_size
            schedule = plan.topic_schedule(defaults.topic_schedule(total_batches))
        if vocabulary is not None:
            self._follow(vocabulary)
        if share and not hasattr(self, "progressive_"):
            self.progressive_ = Progressive()
        for documents in supply.parts():
            self._learn(plan, documents, batch_size, schedule, prior, share)
            if not started:
                self._check_features(X, reset=True)
                started = True
        self.batch_size_ = batch_size
        self.schedule_ = schedule
        self.n_iter_ = getattr(self, "n_iter_", 1)
        self.history_ = getattr(self, "history_", [])
        return self

    def _learn(
        self,
        plan: Plan,
        documents: Documents,
        batch_size: int,
        schedule: StepSchedule,
        prior: Prior,
        share_scored: float,
    ) -> None:
        """Train on further documents of a stream; the first ones start a model."""
        batches = batch_bounds(documents.n_documents, batch_size)
        tokens_after = np.cumsum(np.add.reduceat(documents.lengths, batches[:-1]))
        state = getattr(self, "state_", None)
        size = CorpusSize.of_stream(
            state, tokens_after, batches[1:], self.total_samples, self.total_tokens
        )
        if state is None:
            first_tokens = float(size.tokens[0])
            state = TopicState.random(documents.n_words, prior, first_tokens, plan.seed())
        method, order = plan.method(schedule), np.arange(documents.n_documents)
        if not share_scored:
            method.apply(state, documents, order, batches, size)
        else:
            number = state.n_documents_seen
            halves = split_tokens(sample(documents, share_scored, number), first_number=number)
            for b, (first, end) in enumerate(pairwise(batches.tolist())):
                observed, scored = (half.between(first, end) for half in halves)
                self.progressive_.test(state, observed, scored, n_threads=method.n_threads)
                batch, bounds = documents.between(first, end), np.array([0, end - first])
                method.apply(state, batch, order[: end - first], bounds, size.at(b))
        if method.prior_learning.is_due(state):
            supply = Supply(documents, None)
            method.prior_learning.learn(state, supply, n_threads=method.n_threads)
        self.state_ = state

    def _grown_vocabulary(self, X: Any) -> Vocabulary | None:
        """The model's words and, behind them, those of a corpus that it does not have yet."""
        corpus, known = as_corpus(X), self.vocabulary_
        if corpus is None or known is None:
            return None
        if corpus.vocabulary.extends(known):
            return corpus.vocabulary
        return known.extended(corpus.vocabulary)

    def _follow(self, vocabulary: Vocabulary) -> None:
        """Rows for words that have entered the vocabulary; empty rows for those that have left."""
        if len(vocabulary) > self.state_.n_words:
            self.state_.grow(len(vocabulary))
        known = self.vocabulary_
        left = vocabulary.retired - (known.retired if known is not None else frozenset())
        if left:
            self.state_.empty_rows(np.array(sorted(left)))
        self.vocabulary_ = vocabulary
        self.n_features_in_ = len(vocabulary)

    # ------------------------------------------------------------------ using a model

    def transform(self, X: Any) -> NDArray[np.float32]:
        """Topic proportions of documents: rows sum to one; an empty document gets the prior mean.

        The model is not changed, and a document's row does not depend on the others.
        """
        self._require_fitted()
        supply, n_threads = self._supply(X), resolve_threads(self.n_jobs)
        theta = np.empty((supply.n_documents, self.state_.n_topics), dtype=np.float32)
        for first, documents in zip(supply.bounds, supply.parts(), strict=False):
            rows = theta[first : first + documents.n_documents]
            scvb0.infer(self.state_, documents, scvb0.Settling(), rows, n_threads=n_threads)
        theta /= theta.sum(axis=1, keepdims=True)
        return theta

    def score(self, X: Any, y: Any = None) -> float:
        """Held-out log-likelihood per token by document completion; higher is better.

        The tokens of every document are dealt to two halves (always the same way); its topics are
        inferred from one and the other is scored.
        """
        self._require_fitted()
        return document_completion(
            self.state_, self._supply(X), n_threads=resolve_threads(self.n_jobs)
        )

    def perplexity(self, X: Any) -> float:
        """exp(-score(X)): lower is better."""
        return float(np.exp(-self.score(X)))

    def topics(self, n_words: int = 10, feature_names: ArrayLike | None = None) -> TopicTable:
        """The most probable words of every topic, as a table.

        Names come from `feature_names`, or from the corpus or data frame it was fitted on.
        """
        self._require_fitted()
        return topic_table(self.state_, self._names(feature_names), n_words)

    def top_documents(self, X: Any, topic: int, n_documents: int = 10) -> DocumentTable:
        """The documents of X with the largest share of a topic, as a table."""
        self._require_fitted()
        if not 0 <= topic < self.state_.n_topics:
            raise InputError(f"topic is {topic}; expected 0 to {self.state_.n_topics - 1}")
        shares = self.transform(X)[:, topic]
        top = np.argsort(-shares, kind="stable")[:n_documents]
        return DocumentTable(TopDocument(int(j), float(shares[j])) for j in top)

    def word_topics(self, word: str | int) -> WordTable:
        """The topics of a word (by name, or by number), most probable first, as a table."""
        self._require_fitted()
        return word_topics(self.components_, self._word_number(word))

    def merged(self, *others: TopicModel, align: bool = True) -> Self:
        """A new model, the sum of this one and others: see `merging.merge`.

        It knows the words of all and goes on learning with the parameters of this one.
        """
        models: list[TopicModel] = [self, *others]
        parts = []
        for each in models:
            each._require_fitted()
            parts.append(Part(each.state_, each._named_words()))
        merged, matches = merge(parts, align=align)
        if any(each.text_settings_ != self.text_settings_ for each in others):
            warnings.warn(
                "the models' texts became words in different ways; the sum treats new texts as the "
                "first does",
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
        model.history_ = []  # that of one of them is not that of the sum
        model.matches_ = matches
        return model

    @property
    def components_(self) -> NDArray[np.float32]:
        """N^Phi + eta, (K, W); computed from the state when asked for."""
        return np.ascontiguousarray(self.state_.weights().T)

    @property
    def n_documents_seen_(self) -> int:
        """Documents visited, repeats included."""
        return self.state_.n_documents_seen

    @property
    def n_tokens_seen_(self) -> float:
        """Tokens visited, repeats included."""
        return self.state_.n_tokens_seen

    def parameters(self) -> dict[str, Any]:
        """What the constructor was given."""
        return {name: getattr(self, name) for name in _usual_parameters()}

    # ------------------------------------------------------------------ files

    def save(self, path: str | Path) -> None:
        """Write the model to a file, which `load` opens on any machine.

        One safetensors file: the topics, the words, the parameters and all that training further
        needs, but not what was kept about each document. Nothing in it is ever executed. The same
        model is always the same bytes, and the file appears when it is whole.
        """
        self._require_fitted()
        model_file.write(path, fitted.record_of(self))

    @classmethod
    def load(cls, path: str | Path) -> Self:
        """Open a model that was saved, or a checkpoint; training can go on to the same bits."""
        record, _ = model_file.read(path)
        return fitted.restore(cls, record, str(path))

    def __getstate__(self) -> dict[str, Any]:
        """For pickle and copy: what training made is held as a model file holds it."""
        attributes = dict(self.__dict__)
        if "state_" in attributes:
            record = ModelRecord({}, attributes.pop("state_"), attributes.pop("vocabulary_", None))
            attributes[_MODEL_FILE] = model_file.to_bytes(record)
        return attributes

    def __setstate__(self, attributes: dict[str, Any]) -> None:
        attributes = dict(attributes)
        content = attributes.pop(_MODEL_FILE, None)
        self.__dict__.update(attributes)
        if content is not None:
            record = model_file.from_bytes(content)
            self.state_, self.vocabulary_ = record.state, record.vocabulary

    # ------------------------------------------------------------------ what the above needs

    def _require_fitted(self) -> None:
        if not hasattr(self, "state_"):
            raise InputError("the model has not been trained yet; call fit or partial_fit first")

    def _named_words(self) -> Vocabulary | None:
        """The words by name: of a corpus, or the columns of a data frame."""
        names = getattr(self, "feature_names_in_", None)
        if self.vocabulary_ is not None or names is None:
            return self.vocabulary_
        from thalweg.corpus.vocabulary import Vocabulary

        return Vocabulary(names)

    def _word_number(self, word: str | int) -> int:
        if not isinstance(word, str):
            if not 0 <= word < self.n_features_in_:
                raise InputError(f"word {word}; expected 0 to {self.n_features_in_ - 1}")
            return word
        names = self._names(None)
        if word not in names:
            near = difflib.get_close_matches(word, names, cutoff=0.7)
            hint = f"Did you mean {', '.join(near)}?" if near else "No other is spelled like it."
            raise InputError(f"the model does not know the word {word!r}. {hint}")
        return names.index(word)

    def _supply(self, X: Any) -> Supply:
        """Documents for a model that exists; words of a corpus are matched by name."""
        supply = Supply.of(X, self.vocabulary_)
        if supply.corpus is None or self.vocabulary_ is None:
            self._check_features(X, reset=False)
        return supply

    def _try_features(self, X: Any) -> None:
        """Raise what `_check_features` would when it takes over the columns of X."""

    def _check_features(self, X: Any, *, reset: bool) -> None:
        """Compare X's columns with those known, or (reset) take them over: only after success."""
        corpus, n_features = as_corpus(X), int(np.shape(X)[1])
        if reset:
            self.n_features_in_ = n_features
            self._take_words(corpus)
        elif n_features != self.n_features_in_:
            raise InputError(
                f"X has {n_features} features, but the model is expecting {self.n_features_in_}"
            )

    def _take_words(self, corpus: Corpus | None) -> None:
        """Remember the words of a corpus, and how its texts became words."""
        self.vocabulary_ = None if corpus is None else corpus.vocabulary
        self.text_settings_ = getattr(corpus, "text_settings", None)

    def _plan(self) -> Plan:
        """What the parameters come to; faults are told, all at once."""
        plan = Plan(self.parameters())
        plan.check(_usual_parameters())
        return plan

    def _names(self, feature_names: ArrayLike | None) -> list[str]:
        if feature_names is None:
            feature_names = getattr(self, "vocabulary_", None)
        if feature_names is None:
            feature_names = getattr(self, "feature_names_in_", None)
        if feature_names is None:
            return [str(w) for w in range(self.n_features_in_)]
        names = [str(name) for name in np.asarray(feature_names, dtype=object)]
        if len(names) != self.n_features_in_:
            raise InputError(
                f"feature_names has {len(names)} names; expected {self.n_features_in_}"
            )
        return names

    def _listener(self, progress: Listener | None) -> Listener | None:
        """The user's own, and with `verbose` one that prints a line a pass."""
        if not self.verbose:
            return progress
        printed = 0

        def tell(now: TrainingProgress) -> None:
            nonlocal printed
            if now.n_passes > printed:
                printed = now.n_passes
                of = "" if now.max_passes is None else f"/{now.max_passes}"
                held_out = "" if now.score is None else f", held-out {now.score:.4f}"
                print(f"pass {now.n_passes}{of}, {now.seconds:.2f} s{held_out}")
            if progress is not None:
                progress(now)

        return tell


@cache
def _usual_parameters() -> dict[str, Any]:
    """The constructor's parameters with their defaults."""
    signature = inspect.signature(TopicModel.__init__)
    return {name: p.default for name, p in signature.parameters.items() if name != "self"}
