"""TrainingSettings: an estimator's parameters, checked and resolved into numbers for one corpus."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.errors import InputError, ThalwegWarning
from thalweg.inference.algorithm import Algorithm
from thalweg.inference.fold_in import Convergence
from thalweg.inference.prior_learning import PriorLearning
from thalweg.inference.registry import ALGORITHMS, as_algorithm
from thalweg.inference.schedules import StepSchedule
from thalweg.inference.stream_steps import PartlyGivenSteps, StreamSchedule
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState
from thalweg.system.threads import resolve_threads
from thalweg.training import defaults
from thalweg.training.minibatches import CorpusSize, batch_bounds, n_batches, stream_bounds
from thalweg.training.parameters import Check, check_parameters, refuse_minibatch_parameters

_SCHEDULE = ("learning_scale", "learning_offset", "learning_decay")


@dataclass(frozen=True)
class TrainingSettings:
    """All settings of a training run, as numbers; documents and state are separate."""

    algorithm: Algorithm
    n_topics: int
    batch_size: int  # documents per minibatch
    schedule: StepSchedule  # rho^Phi; with follows_time, until the speed is known
    max_passes: int | None  # None: until max_seconds
    finishing_passes: int  # of max_passes, the last ones
    max_seconds: float | None
    shuffle: bool
    prior_learning: PriorLearning
    n_threads: int
    follows_time: bool = False  # rho^Phi depends on the share of max_seconds that is used
    is_stream: bool = False  # documents come once, in their order; the corpus grows with them
    total_documents: float | None = None  # of a stream, if known
    total_tokens: float | None = None  # of a stream, if known
    grows: bool = False  # minibatches grow with the stream; `batch_size` is that of the next one

    @property
    def most_passes(self) -> int | None:
        """Passes after which training ends, also if only the time is limited; None: no limit."""
        if self.max_passes is None and self.follows_time:
            return defaults.MOST_PASSES
        return self.max_passes

    def bounds(self, n_documents: int, n_seen: int) -> NDArray[np.int64]:
        """Return the first document of each minibatch of a part, and the end."""
        if self.grows:
            return stream_bounds(n_seen, n_documents, defaults.batch_size)
        return batch_bounds(n_documents, self.batch_size)

    def stream_size(
        self,
        state: TopicState | None,
        documents: Documents,
        bounds: NDArray[np.int64],
        prior: Prior,
    ) -> CorpusSize:
        """Return the size of the corpus at each minibatch of a stream."""
        eta = float(prior.topic_word.mean()) * documents.n_words * self.n_topics
        return CorpusSize.of_stream(
            state,
            documents,
            bounds,
            self.total_documents,
            self.total_tokens,
            self.schedule.least_tokens(eta),
        )

    @classmethod
    def for_corpus(cls, parameters: Mapping[str, Any], source: DocumentSource) -> TrainingSettings:
        """Resolve parameters for `fit` on documents that are all there."""
        algorithm = algorithm_of(parameters)
        batch_size = _batch_size(parameters, source.n_documents)
        max_passes = _max_passes(parameters, algorithm, source)
        n_finishing = algorithm.n_finishing(max_passes)
        n_each = n_batches(source, batch_size)
        schedule = _schedule(parameters, defaults.topic_schedule(n_each))
        is_given = any(parameters[name] is not None for name in _SCHEDULE)
        likely_passes = max_passes or defaults.n_passes(source.n_tokens)
        explores = 0 < n_finishing < likely_passes and not is_given
        if explores:
            schedule = defaults.exploring_schedule(n_each, likely_passes - n_finishing)
        return cls(
            algorithm=algorithm,
            n_topics=int(parameters["n_components"]),
            batch_size=batch_size,
            schedule=schedule,
            max_passes=max_passes,
            finishing_passes=n_finishing,
            max_seconds=parameters["max_time"],
            shuffle=bool(parameters["shuffle"]),
            prior_learning=_prior_learning(parameters, algorithm),
            n_threads=resolve_threads(parameters["n_jobs"]),
            follows_time=explores and parameters["max_time"] is not None,
        )

    @classmethod
    def for_stream(
        cls,
        parameters: Mapping[str, Any],
        source: DocumentSource,
        started: tuple[int, StepSchedule] | None,
        n_seen: int = 0,
    ) -> TrainingSettings:
        """Resolve parameters for `partial_fit`, after `n_seen` documents.

        `started` is the batch size and schedule that a model which has already been trained used;
        a parameter given by the user replaces them.
        """
        n_total, algorithm = parameters["total_samples"], algorithm_of(parameters)
        is_given = any(parameters[name] is not None for name in _SCHEDULE)
        if started is not None:
            batch_size, usual = started
            batch_size = int(parameters["batch_size"] or batch_size)
        else:
            batch_size = _batch_size(parameters, n_total or source.n_documents)
            usual = defaults.topic_schedule(None if n_total is None else n_total / batch_size)
            usual = algorithm.stream_schedule(usual)
        if is_given and isinstance(usual, StreamSchedule):  # its numbers have another meaning
            usual = defaults.topic_schedule(None if n_total is None else n_total / batch_size)
        schedule = _schedule(parameters, usual)
        is_partly_given = is_given and any(parameters[name] is None for name in _SCHEDULE)
        if is_partly_given and isinstance(algorithm.stream_schedule(usual), StreamSchedule):
            schedule = PartlyGivenSteps(schedule.scale, schedule.offset, schedule.decay)
        grows = isinstance(schedule, StreamSchedule) and parameters["batch_size"] is None
        return cls(
            algorithm=algorithm,
            n_topics=int(parameters["n_components"]),
            batch_size=defaults.batch_size(n_seen) if grows else batch_size,
            schedule=schedule,
            max_passes=1,
            finishing_passes=0,
            max_seconds=None,
            shuffle=False,
            prior_learning=_prior_learning(parameters, algorithm),
            n_threads=resolve_threads(parameters["n_jobs"]),
            is_stream=True,
            total_documents=n_total,
            total_tokens=parameters["total_tokens"],
            grows=grows,
        )


def algorithm_of(parameters: Mapping[str, Any]) -> Algorithm:
    """Return the algorithm that an estimator's parameters choose."""
    return as_algorithm(parameters["algorithm"], parameters["learning_method"])


def check_all(parameters: Mapping[str, Any], default_values: Mapping[str, Any]) -> None:
    """Raise one InputError that lists all faults of an estimator's parameters."""
    given = parameters["algorithm"]
    checks: list[Check] = [
        (_SCHEDULE, partial(_schedule, parameters, defaults.topic_schedule(None))),
        ((), partial(resolve_threads, parameters["n_jobs"])),
        ((), partial(as_algorithm, given)),
        (
            (),
            partial(
                Convergence.of_parameters,
                parameters["max_doc_update_iter"],
                parameters["mean_change_tol"],
            ),
        ),
        ((), partial(_effort, parameters["effort"])),
    ]
    if isinstance(given, Algorithm) or (isinstance(given, str) and given in ALGORITHMS):
        try:
            algorithm = algorithm_of(parameters)
        except InputError:
            algorithm = as_algorithm(given)
        checks += [
            ((), partial(algorithm_of, parameters)),
            ((), partial(refuse_minibatch_parameters, algorithm, parameters, default_values)),
            ((), partial(_word, "doc_topic_prior", parameters, algorithm, "auto", "symmetric")),
            ((), partial(_word, "topic_word_prior", parameters, algorithm, "auto")),
        ]
    check_parameters(parameters, checks)


def further_schedule(
    settings: TrainingSettings, parameters: Mapping[str, Any], source: DocumentSource
) -> StepSchedule:
    """Return the schedule for `partial_fit` after `fit`: without the large steps that explored."""
    return _schedule(parameters, defaults.topic_schedule(n_batches(source, settings.batch_size)))


def resolve_prior(parameters: Mapping[str, Any], n_words: int) -> Prior:
    """Return the prior as responsibilities use it: for MAP, alpha - 1 and eta - 1."""
    algorithm = algorithm_of(parameters)
    alpha, eta = (
        None if isinstance(given, str) else algorithm.shifted_prior(name, given)
        for name in ("doc_topic_prior", "topic_word_prior")
        for given in (parameters[name],)
    )
    n_topics = parameters["n_components"]
    return Prior.create(
        defaults.doc_topic_prior(n_topics) if alpha is None else alpha,
        defaults.TOPIC_WORD_PRIOR if eta is None else eta,
        n_topics,
        n_words,
        base_topic_word=defaults.TOPIC_WORD_PRIOR,
    )


def require_stream(algorithm: Algorithm) -> None:
    """Raise InputError if an algorithm cannot learn a stream."""
    if algorithm.is_batch:
        raise InputError(
            f"partial_fit cannot be used with {algorithm.title}, which needs all documents at "
            'once. Use fit, or algorithm="scvb0" for a stream.'
        )


def require_same_prior(
    parameters: Mapping[str, Any], state: TopicState, *, has_grown: bool
) -> None:
    """Raise InputError if parameters ask for another prior than a trained model has.

    A prior that is None or learned may be anything. `has_grown`: the model may have more words than
    a prior for each word had at its start.
    """
    n_words, shape = state.n_words, np.shape(parameters["topic_word_prior"])
    if has_grown and shape and 0 < shape[-1] < n_words:
        n_words = shape[-1]
    asked = resolve_prior(parameters, n_words)
    pairs = {
        "doc_topic_prior": (asked.doc_topic, state.prior.doc_topic),
        "topic_word_prior": (
            np.broadcast_to(asked.topic_word, (n_words,)),
            np.broadcast_to(state.prior.topic_word, (state.n_words,))[:n_words],
        ),
    }
    for name, (wanted, own) in pairs.items():
        given = parameters[name]
        if given is None or isinstance(given, str) or hasattr(given, "tocsr"):
            continue
        if not np.allclose(wanted, own, rtol=1e-6, atol=0):
            raise InputError(
                f"`{name}` is {_short(given)}, but the model was started with another prior "
                f"(now {_short(own[0] if (own == own[0]).all() else own)}), which partial_fit does "
                "not change. Set it back, or call fit to start a new model."
            )


def _short(value: Any) -> str:
    text = repr(value.item() if isinstance(value, np.generic) else value)
    return text if len(text) <= 60 else f"{text[:57]}..."


def require_trainable(
    n_topics: int, documents: DocumentSource, *, allow_empty: bool = False, stacklevel: int = 3
) -> None:
    """Raise InputError if topics cannot be learned from these documents; warn of too many."""
    shape = f"(shape=({documents.n_documents}, {documents.n_words}))"
    if documents.n_documents == 0:
        raise InputError(
            f"Found array with 0 sample(s) {shape} while a minimum of 1 is required. Pass at least "
            "one document."
        )
    if documents.n_words < 2:
        raise InputError(
            f"Found array with {documents.n_words} feature(s) {shape} while a minimum of 2 is "
            "required: with a single word all topics are equal"
        )
    if 0 < documents.n_tokens < 1e-20:
        raise InputError(
            f"all documents together have {documents.n_tokens:.2g} tokens, too few for single "
            "precision. Multiply the counts by a constant."
        )
    if not allow_empty and documents.n_tokens == 0:
        raise InputError("all documents are empty; expected at least one word count above 0")
    if n_topics > documents.n_words:
        warnings.warn(
            f"`n_components` is {n_topics}, but there are only {documents.n_words} words: some "
            "topics will be equal or unused. Use fewer topics, or check how the words are counted.",
            ThalwegWarning,
            stacklevel=stacklevel,
        )


def has_no_words_yet(source: DocumentSource) -> bool:
    """Whether a stream begins with documents without words: then the model starts with later ones.

    A growing vocabulary admits a word only after some sightings.
    """
    if source.corpus is None or source.n_words > 1 or not source.n_documents:
        return False
    warnings.warn(
        f"nothing was learned: the vocabulary of these documents has {source.n_words} words. "
        "Training starts with the first call in which it has at least 2.",
        ThalwegWarning,
        stacklevel=3,
    )
    return True


def _batch_size(parameters: Mapping[str, Any], n_documents: int) -> int:
    return int(parameters["batch_size"] or defaults.batch_size(n_documents))


def _max_passes(
    parameters: Mapping[str, Any], algorithm: Algorithm, source: DocumentSource
) -> int | None:
    if parameters["max_iter"] is not None:
        return int(parameters["max_iter"])
    if parameters["max_time"] is not None:
        return None
    return defaults.n_passes(
        source.n_tokens,
        parameters["effort"],
        batch=algorithm.is_batch,
        n_documents=source.n_documents,
    )


def _effort(given: Any) -> None:
    """Raise InputError unless an effort is one of those that exist."""
    if not isinstance(given, str) or given not in defaults.EFFORTS:
        known = ", ".join(map(repr, defaults.EFFORTS))
        raise InputError(f"`effort` is {given!r}; expected one of {known}")


def _schedule(parameters: Mapping[str, Any], usual: StepSchedule) -> StepSchedule:
    """Return the usual schedule with the given numbers in place of its own."""
    given = [parameters[name] for name in _SCHEDULE]
    if all(number is None for number in given):
        return usual
    numbers = zip(given, (usual.scale, usual.offset, usual.decay), strict=True)
    return StepSchedule(*(default if number is None else number for number, default in numbers))


def _prior_learning(parameters: Mapping[str, Any], algorithm: Algorithm) -> PriorLearning:
    """Return which priors are learned: "auto" all, None the shape of alpha, else none."""
    alpha, eta = parameters["doc_topic_prior"], parameters["topic_word_prior"]
    is_auto = isinstance(alpha, str) and alpha == "auto"
    return PriorLearning(
        alpha=(is_auto or alpha is None)
        and algorithm.learns_priors
        and parameters["n_components"] > 1,
        alpha_sum=is_auto,
        eta=isinstance(eta, str) and eta == "auto",
    )


def _word(name: str, parameters: Mapping[str, Any], algorithm: Algorithm, *known: str) -> None:
    """Raise InputError if a prior is a string without a meaning."""
    given = parameters[name]
    if not isinstance(given, str):
        return
    if given not in known:
        words = " or ".join(map(repr, known))
        raise InputError(f"`{name}` is {given!r}; expected numbers, None or {words}")
    if given == "auto" and not algorithm.learns_priors:
        raise InputError(
            f"`{name}` is 'auto', but {algorithm.title} does not learn priors; expected numbers or "
            'None, or algorithm="scvb0"'
        )
