"""LDA: the scikit-learn estimator."""

from __future__ import annotations

import inspect
import time
from numbers import Integral
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin, clone
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted, validate_data

from thalweg import defaults, parameters
from thalweg.algorithms import ALGORITHMS, Algorithm
from thalweg.corpus_size import CorpusSize
from thalweg.documents import Documents
from thalweg.errors import InputError
from thalweg.evaluation.early_stopping import EarlyStopping
from thalweg.evaluation.heldout import document_completion
from thalweg.inference import cvb0, map_em, scvb0, svb
from thalweg.priors import Prior
from thalweg.schedules import PAPER_DOCUMENTS, PAPER_TOPICS, StepSchedule
from thalweg.state import TopicState
from thalweg.supply import Supply, as_corpus
from thalweg.tables import DocumentTable, TopDocument, Topic, TopicTable
from thalweg.threads import resolve_threads

if TYPE_CHECKING:
    from thalweg.corpus.vocabulary import Vocabulary

DocumentMemory: TypeAlias = scvb0.KeptCounts | cvb0.Responsibilities | map_em.DocumentCounts | None


class LDA(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):  # type: ignore[misc]
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
    doc_topic_prior : float or array of shape (n_components,), default=None
        Dirichlet parameter alpha of a document's topics; above 1 for "map" and "smap", as
        `topic_word_prior`.
    topic_word_prior : float, array of shape (n_features,) or sparse (n_components, n_features)
        Dirichlet parameter eta of a topic's words. The stored values of a sparse matrix are added
        to the default for single (topic, word) pairs: seed words.
    batch_size : int, default=None
        Documents a minibatch.
    burn_in : float, default=None
        Passes over a document before the one that counts; fractions stop within a pass. None lets
        a document's length decide.
    max_iter : int, default=None
        Passes over the corpus in `fit`. None: as many as the corpus' size calls for, or, when
        `max_time` is given, as many as fit into that time.
    max_time : float, default=None
        Seconds of wall time after which `fit` stops, at the end of a minibatch.
    total_samples : int, default=None
        Documents in the whole corpus, for `partial_fit`: C is then this times the mean length of
        the documents seen. Without it (and without `total_tokens`), C is the number of tokens seen
        so far, and the expected counts grow with the stream.
    total_tokens : float, default=None
        Tokens in the whole corpus, C, for `partial_fit`; more exact than `total_samples`.
    learning_scale, learning_offset, learning_decay : float, default=None
        s, tau and kappa of the topics' step size rho_t = s / (tau + t)^kappa.
    learning_clock : {"batches", "documents"}, default="batches"
        What t counts.
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

    vocabulary_: Vocabulary | None

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
        self.shuffle = shuffle
        self.early_stopping = early_stopping
        self.validation_fraction = validation_fraction
        self.n_iter_no_change = n_iter_no_change
        self.tol = tol
        self.n_jobs = n_jobs
        self.random_state = random_state
        self.verbose = verbose

    @classmethod
    def paper(cls, n_components: int = 20, **changes: Any) -> LDA:
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
        }
        return cls(n_components, **(settings | changes))

    # ------------------------------------------------------------------ training

    def fit(self, X: Any, y: Any = None) -> LDA:
        """Learn topics from a documents x words matrix of counts or a Corpus, from the beginning.

        A corpus on disk is streamed: parts in a random order, and their documents too. After a
        Ctrl-C the model is what was learnt until then.
        """
        start = time.perf_counter()
        self._check_parameters()
        supply = Supply.of(X)
        self._check_trainable(supply)
        clone(self)._check_features(X, reset=True)  # taken over only when training has begun
        prior, seed = self._prior(supply.n_words), self._seed()
        watcher = None
        if self.early_stopping:
            watcher, supply = EarlyStopping.hold_out(
                supply,
                self.validation_fraction,
                seed,
                tol=self.tol,
                patience=self.n_iter_no_change,
                n_threads=resolve_threads(self.n_jobs),
            )
        state = TopicState.random(supply.n_words, prior, supply.n_tokens, seed)
        if self.keep_doc_topics or self._algorithm.batch:
            supply = supply.gathered()
        memory = self._document_memory(supply, state)
        batch_size = self.batch_size or defaults.batch_size(supply.n_documents)
        n_batches = sum(_batches(n, batch_size).size - 1 for n in np.diff(supply.bounds))
        schedule = self._topic_schedule(defaults.topic_schedule(n_batches))

        self._check_features(X, reset=True)
        self.state_, self.batch_size_, self.schedule_, self.n_iter_ = state, batch_size, schedule, 0
        self.doc_topic_counts_ = None
        if isinstance(memory, scvb0.KeptCounts):
            self.doc_topic_counts_ = memory.counts[:, : state.n_topics]
        try:
            self._train(supply, memory, watcher, start)
        finally:
            if watcher is not None and watcher.best_state is not None:
                self.best_score_, self.state_ = watcher.best_score, watcher.best_state
            self.state_.release_native()
        return self

    def _train(
        self,
        supply: Supply,
        memory: DocumentMemory,
        watcher: EarlyStopping | None,
        start: float,
    ) -> None:
        """Pass after pass, until passes, time or patience run out."""
        max_iter = self._passes(supply.n_tokens)
        while max_iter is None or self.n_iter_ < max_iter:
            self.n_iter_ += self._train_pass(supply, memory, start)
            score = None if watcher is None else watcher.watch(self.state_)
            seconds = time.perf_counter() - start
            self._report(max_iter, seconds, score)
            if self.max_time is not None and seconds >= self.max_time:
                break
            if watcher is not None and watcher.should_stop:
                break

    def _document_memory(self, supply: Supply, state: TopicState) -> DocumentMemory:
        """What the algorithm keeps about every document between passes."""
        if self.algorithm == "cvb0":
            return cvb0.Responsibilities.random(supply.part(0), state)
        if self.algorithm == "map":
            return map_em.DocumentCounts.random(supply.part(0), state)
        return scvb0.KeptCounts.random(supply.part(0), state) if self.keep_doc_topics else None

    def _train_pass(self, supply: Supply, memory: DocumentMemory, start: float) -> bool:
        """Visit every document once, part by part; False if the time ran out before."""
        state = self.state_
        for number in self._order(supply.bounds.size - 1):
            documents = supply.part(number)
            batches = _batches(documents.n_documents, self.batch_size_)
            left = None if self.max_time is None else self.max_time - (time.perf_counter() - start)
            if left is not None and left <= 0 and state.clock:  # the first minibatch is for free
                return False
            progress = self._apply(
                state,
                documents,
                self._order(documents.n_documents, *([number] if number else [])),
                batches,
                self.schedule_,
                CorpusSize.known(supply, batches.size - 1),
                seconds=left,
                memory=memory,
            )
            if progress.n_documents < documents.n_documents:
                return False
        return True

    def _apply(
        self,
        state: TopicState,
        documents: Documents,
        order: NDArray[np.int64],
        batches: NDArray[np.int64],
        schedule: StepSchedule,
        size: CorpusSize,
        *,
        seconds: float | None = None,
        memory: DocumentMemory = None,
    ) -> scvb0.Progress:
        """Apply minibatches, or for a batch algorithm one pass, to the state."""
        n_threads = resolve_threads(self.n_jobs)
        if isinstance(memory, cvb0.Responsibilities):
            return cvb0.sweep(state, documents, memory, n_threads=n_threads, seconds=seconds)
        if isinstance(memory, map_em.DocumentCounts):
            return map_em.iterate(state, documents, memory, n_threads=n_threads, seconds=seconds)
        steps = self._steps(schedule, state, np.diff(batches))
        if self.algorithm == "svb":
            return svb.train(
                state,
                documents,
                order,
                batches,
                steps,
                size.documents,
                self._document_passes(),
                offset=self.prior_offset or 0.0,
                n_threads=n_threads,
                seconds=seconds,
            )
        return scvb0.train(
            state,
            documents,
            order,
            batches,
            steps,
            size.tokens,
            self._visits(),
            n_threads=n_threads,
            seconds=seconds,
            kept=memory,
        )

    def _order(self, n: int, *purpose: int) -> NDArray[np.int64]:
        """0..n-1 as this pass visits them."""
        order = np.arange(n)
        if self.shuffle:
            key = [self.state_.seed, 3, self.n_iter_, *purpose]
            np.random.Generator(np.random.Philox(key)).shuffle(order)
        return order

    def partial_fit(self, X: Any, y: Any = None) -> LDA:
        """Learn from more documents of a stream; the first call starts a model.

        Words of a Corpus that the model does not know yet get rows of their own; those that have
        left a growing vocabulary lose their counts. A matrix must have as many columns as before.

        The documents are taken to be new, in the order in which they come. How large the corpus is
        in the end, C, need not be known: see `total_samples`.
        """
        self._check_parameters()
        if self._algorithm.batch:
            raise InputError(
                f"{self._algorithm.title} (algorithm={self.algorithm!r}) works on all documents at "
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
            self._check_trainable(supply, allow_empty=True)
            clone(self)._check_features(X, reset=True)
        elif vocabulary is None:
            self._check_features(X, reset=False)
        if started and self.vocabulary_ is not None:
            prior = self.state_.prior  # a vocabulary may have outgrown what was given
        else:  # also checks what a started model no longer uses
            prior = self._prior(self.state_.n_words if started else supply.n_words)
        if started:
            batch_size = self.batch_size or self.batch_size_
            schedule = self._topic_schedule(self.schedule_)
        else:
            n_total = self.total_samples
            batch_size = self.batch_size or defaults.batch_size(n_total or supply.n_documents)
            n_batches = None if n_total is None else n_total / batch_size
            schedule = self._topic_schedule(defaults.topic_schedule(n_batches))
        if vocabulary is not None:
            self._follow(vocabulary)
        for documents in supply.parts():
            self._learn(documents, batch_size, schedule, prior)
            if not started:
                self._check_features(X, reset=True)
                started = True
        self.batch_size_ = batch_size
        self.schedule_ = schedule
        self.n_iter_ = getattr(self, "n_iter_", 1)
        return self

    def _learn(
        self, documents: Documents, batch_size: int, schedule: StepSchedule, prior: Prior
    ) -> None:
        """Train on further documents of a stream; the first ones start a model."""
        batches = _batches(documents.n_documents, batch_size)
        tokens_after = np.cumsum(np.add.reduceat(documents.lengths, batches[:-1]))
        state = getattr(self, "state_", None)
        size = CorpusSize.of_stream(
            state, tokens_after, batches[1:], self.total_samples, self.total_tokens
        )
        if state is None:
            first_tokens = float(size.tokens[0])
            state = TopicState.random(documents.n_words, prior, first_tokens, self._seed())
        order = np.arange(documents.n_documents)
        self._apply(state, documents, order, batches, schedule, size)
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
        check_is_fitted(self)
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
        check_is_fitted(self)
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
        check_is_fitted(self)
        names = self._names(feature_names)
        components = self.components_
        shares = self.state_.topic_counts / self.state_.topic_counts.sum()
        table = TopicTable()
        for k, row in enumerate(components):
            top = np.argsort(-row, kind="stable")[:n_words]
            weights = (row[top] / row.sum(dtype=np.float64)).tolist()
            table.append(Topic(k, float(shares[k]), [names[w] for w in top], weights))
        return table

    def top_documents(self, X: Any, topic: int, n_documents: int = 10) -> DocumentTable:
        """The documents of X with the largest share of a topic, as a table."""
        check_is_fitted(self)
        if not 0 <= topic < self.state_.n_topics:
            raise InputError(f"topic is {topic}; expected 0 to {self.state_.n_topics - 1}")
        shares = self.transform(X)[:, topic]
        top = np.argsort(-shares, kind="stable")[:n_documents]
        return DocumentTable(TopDocument(int(j), float(shares[j])) for j in top)

    @property
    def components_(self) -> NDArray[np.float32]:
        """N^Phi + eta, (K, W); computed from the state when asked for."""
        state = self.state_
        counts = state.topic_word_counts
        counts += state.prior.topic_word.astype(np.float32)[:, None]
        if state.prior.added is not None:
            counts += state.prior.added.toarray()
        if state.prior.masked is not None:
            counts[state.prior.masked.nonzero()] = 0
        return np.ascontiguousarray(counts.T)

    @property
    def n_documents_seen_(self) -> int:
        """Documents visited, repeats included."""
        return self.state_.n_documents_seen

    @property
    def n_tokens_seen_(self) -> float:
        """Tokens visited, repeats included."""
        return self.state_.n_tokens_seen

    @property
    def _n_features_out(self) -> int:
        return self.state_.n_topics

    def __sklearn_tags__(self) -> Any:
        tags = super().__sklearn_tags__()
        tags.input_tags.sparse = True
        tags.input_tags.positive_only = True
        tags.transformer_tags.preserves_dtype = ["float32"]
        return tags

    # ------------------------------------------------------------------ what the above needs

    def __sklearn_is_fitted__(self) -> bool:
        return hasattr(self, "state_")

    def _supply(self, X: Any) -> Supply:
        """Documents for a model that exists; words of a corpus are matched by name."""
        supply = Supply.of(X, self.vocabulary_)
        if supply.corpus is None or self.vocabulary_ is None:
            self._check_features(X, reset=False)
        return supply

    def _check_features(self, X: Any, *, reset: bool) -> None:
        """Compare X's columns with those known, or (reset) take them over: only after success."""
        corpus = as_corpus(X)
        if reset:
            self.vocabulary_ = None if corpus is None else corpus.vocabulary
        if corpus is not None:
            X = np.broadcast_to(np.float32(0), corpus.shape)  # its shape is all that is asked for
        try:
            validate_data(self, X, reset=reset, skip_check_array=True)
        except ValueError as error:
            raise InputError(str(error)) from None

    def _check_parameters(self) -> None:
        parameters.check(
            self.get_params(deep=False),
            {
                "learning_scale, learning_offset, learning_decay": lambda: self._topic_schedule(
                    defaults.topic_schedule(None)
                ),
                "doc_learning_scale, doc_learning_offset, doc_learning_decay": self._visits,
                "n_jobs": lambda: resolve_threads(self.n_jobs),
            },
        )
        usual = {
            name: parameter.default
            for name, parameter in inspect.signature(type(self).__init__).parameters.items()
        }
        self._algorithm.refuse_others(self.get_params(deep=False), usual)

    @property
    def _algorithm(self) -> Algorithm:
        return ALGORITHMS[self.algorithm]

    def _check_trainable(self, documents: Supply, *, allow_empty: bool = False) -> None:
        if documents.n_documents == 0:
            raise InputError(
                f"Found array with 0 sample(s) (shape=(0, {documents.n_words})) while a minimum "
                "of 1 is required: there is no document to learn from"
            )
        if documents.n_words < 2:
            raise InputError(
                f"Found array with {documents.n_words} feature(s) (shape="
                f"({documents.n_documents}, {documents.n_words})) while a minimum of 2 is "
                "required: topics over a vocabulary of one word are all the same"
            )
        if self.n_components > documents.n_words:
            raise InputError(
                f"n_components is {self.n_components}, but there are only {documents.n_words} "
                "words; expected no more topics than words"
            )
        if 0 < documents.n_tokens < 1e-20:
            raise InputError(
                f"all documents together have {documents.n_tokens:.2g} tokens, too few to add up "
                "in single precision; scale the counts up"
            )
        if not allow_empty and documents.n_tokens == 0:
            raise InputError("all documents are empty; expected at least one word count above 0")

    def _prior(self, n_words: int) -> Prior:
        """The prior as responsibilities have it: for MAP, alpha - 1 and eta - 1."""
        alpha = self._algorithm.shifted("doc_topic_prior", self.doc_topic_prior)
        eta = self._algorithm.shifted("topic_word_prior", self.topic_word_prior)
        return Prior.create(
            defaults.doc_topic_prior(self.n_components) if alpha is None else alpha,
            defaults.TOPIC_WORD_PRIOR if eta is None else eta,
            self.n_components,
            n_words,
            base_topic_word=defaults.TOPIC_WORD_PRIOR,
        )

    def _topic_schedule(self, default: StepSchedule) -> StepSchedule:
        return StepSchedule(
            default.scale if self.learning_scale is None else self.learning_scale,
            default.offset if self.learning_offset is None else self.learning_offset,
            default.decay if self.learning_decay is None else self.learning_decay,
        )

    def _document_passes(self) -> svb.DocumentPasses:
        return svb.DocumentPasses(
            defaults.DOCUMENT_PASSES
            if self.max_doc_update_iter is None
            else self.max_doc_update_iter,
            self.mean_change_tol or 0.0,
        )

    def _visits(self) -> scvb0.Visits:
        default = defaults.DOCUMENT_SCHEDULE
        schedule = StepSchedule(
            default.scale if self.doc_learning_scale is None else self.doc_learning_scale,
            default.offset if self.doc_learning_offset is None else self.doc_learning_offset,
            default.decay if self.doc_learning_decay is None else self.doc_learning_decay,
        )
        burn_in = defaults.BURN_IN if self.burn_in is None else scvb0.BurnIn(self.burn_in)
        return scvb0.Visits(schedule, burn_in, self.clumping)

    def _steps(
        self, schedule: StepSchedule, state: TopicState, batch_sizes: NDArray[np.int64]
    ) -> NDArray[np.float64]:
        """rho^Phi of the coming minibatches."""
        t = state.clock + np.arange(1.0, batch_sizes.size + 1)
        if self.learning_clock == "documents":
            t = state.n_documents_seen + np.cumsum(batch_sizes, dtype=np.float64)
        return schedule.at(t)

    def _passes(self, n_tokens: float) -> int | None:
        if self.max_iter is not None:
            return self.max_iter
        return None if self.max_time is not None else defaults.n_passes(n_tokens)

    def _seed(self) -> int:
        try:
            generator = check_random_state(self.random_state)
        except ValueError as error:
            raise InputError(f"random_state is {self.random_state!r}: {error}") from None
        if isinstance(self.random_state, Integral) and not isinstance(self.random_state, bool):
            return int(self.random_state)
        return int(generator.randint(np.iinfo(np.int32).max))

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

    def _report(self, max_iter: int | None, seconds: float, score: float | None) -> None:
        if self.verbose:
            of = "" if max_iter is None else f"/{max_iter}"
            held_out = "" if score is None else f", held-out {score:.4f}"
            print(f"pass {self.n_iter_}{of}, {seconds:.2f} s{held_out}")


def _batches(n_documents: int, batch_size: int) -> NDArray[np.int64]:
    return np.append(np.arange(0, n_documents, batch_size), n_documents).astype(np.int64)
