"""Algorithm: the interface of all inference algorithms.

An algorithm is a frozen dataclass whose fields are its options. It decides how minibatches change a
TopicState, what is kept about each document between passes, and how that is stored in a checkpoint.
To add one, write a subclass in its own file and register it in registry.py.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from numbers import Integral, Real
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.inference.schedules import StepSchedule
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

Arrays = Mapping[str, NDArray[Any]]


@dataclass(frozen=True)
class Minibatches:
    """Documents order[bounds[b]:bounds[b + 1]] for minibatches b = 0, 1, ..."""

    documents: Documents
    order: NDArray[np.int64]
    bounds: NDArray[np.int64]
    corpus_tokens: NDArray[np.float64]  # C as known at each minibatch
    corpus_documents: NDArray[np.float64]  # D as known at each minibatch


@dataclass(frozen=True)
class Applied:
    """What a native call did before it ended or ran out of time."""

    n_batches: int
    n_documents: int
    n_tokens: float
    n_visits: int


class DocumentMemory(Protocol):
    """What an algorithm keeps about each document between passes."""

    def arrays(self) -> dict[str, NDArray[Any]]:
        """Return the arrays that a checkpoint stores."""
        ...


@dataclass(frozen=True)
class Algorithm(ABC):
    """One way to learn topics; the fields of a subclass are its options."""

    name: ClassVar[str]
    """The string that stands for the algorithm with default options."""
    title: ClassVar[str]
    """The name used in messages."""
    is_batch: ClassVar[bool] = False
    """Whether the algorithm makes whole passes over documents in memory, without minibatches."""
    learns_priors: ClassVar[bool] = False
    """Whether alpha and eta can be learned during training."""
    prior_shift: ClassVar[float] = 0.0
    """What is subtracted from the user's alpha and eta before training."""

    @property
    def keeps_documents(self) -> bool:
        """Whether something is kept about each document, which must then all be in memory."""
        return self.is_batch

    def n_finishing(self, n_passes: int | None) -> int:
        """Return how many of the passes, the last ones, count documents under fixed topics."""
        return 0

    def finishing_cost(self, mean_length: float) -> float:
        """Return what a finishing pass costs, in exploring passes, for documents of this length."""
        return 1.0

    def stream_schedule(self, usual: StepSchedule) -> StepSchedule:
        """Return the step sizes for a stream; `usual` is what a corpus of its size would get."""
        return usual

    def shifted_prior(self, name: str, prior: Any) -> Any:
        """Return a user's prior as training uses it. Sparse priors are additions and stay."""
        if not self.prior_shift or prior is None or hasattr(prior, "tocsr"):
            return prior
        try:
            values = np.asarray(prior, dtype=np.float64)
        except (TypeError, ValueError):
            return prior  # reported where all priors are checked
        if not (values > self.prior_shift).all():
            raise InputError(
                f"`{name}` is {prior!r}; expected numbers above {self.prior_shift:g} for "
                f"{self.title}, because the mode of a Dirichlet distribution is inside the simplex "
                "only then"
            )
        return values - self.prior_shift

    def start_state(
        self, n_words: int, prior: Prior, corpus_tokens: float, seed: int
    ) -> TopicState:
        """Return the state that training starts from: random topics."""
        return TopicState.random(n_words, prior, corpus_tokens, seed)

    def start_memory(
        self, documents: Documents, state: TopicState, *, n_threads: int
    ) -> DocumentMemory | None:
        """Return what is kept about each document before the first pass."""
        return None

    def restore_memory(
        self, documents: Documents, state: TopicState, arrays: Arrays
    ) -> DocumentMemory | None:
        """Return the memory that a checkpoint stored; KeyError or ValueError if it does not fit."""
        return None

    @abstractmethod
    def apply(
        self,
        state: TopicState,
        minibatches: Minibatches,
        schedule: StepSchedule,
        *,
        memory: Any = None,
        n_threads: int = 1,
        seconds: float | None = None,
    ) -> None:
        """Apply the minibatches, or one sweep of a batch algorithm, to the state.

        Stops at the end of a minibatch when `seconds` have passed. The state's counters show what
        was applied, also after an interruption.
        """

    def finish(
        self,
        counted: TopicState,
        topics: TopicState,
        documents: Documents,
        order: NDArray[np.int64],
        first: int,
        *,
        memory: Any = None,
        n_threads: int = 1,
        seconds: float | None = None,
        is_timed: bool = False,
    ) -> None:
        """Count documents order[first:] under fixed topics; only called if `n_finishing` is > 0.

        `is_timed`: training ends at a time limit, so that it must be possible to stop soon.
        """
        raise NotImplementedError(f"{self.title} has no finishing passes")


def minibatch_steps(
    schedule: StepSchedule, clock: str, state: TopicState, bounds: NDArray[np.int64]
) -> NDArray[np.float64]:
    """Return rho^Phi of the coming minibatches; t counts minibatches or documents."""
    sizes = np.diff(bounds)
    if clock == "documents":
        return schedule.of_documents(state.n_documents_seen, sizes)
    return schedule.at(state.clock + np.arange(1.0, sizes.size + 1))


# ---------------------------------------------------------------------------- checks


def check_option(algorithm: Algorithm, name: str, kind: type, least: float, expected: str) -> None:
    """Raise InputError unless an option is a number of a kind, or None if that is its default."""
    value, is_optional = getattr(algorithm, name), getattr(type(algorithm), name) is None
    if value is None and is_optional:
        return
    is_number = isinstance(value, kind) and not isinstance(value, bool)
    if not (is_number and least <= value < (2**31 if kind is Integral else 1e300)):
        or_none = ", or None" if is_optional else ""
        raise InputError(f"`{name}` is {value!r}; expected {expected}{or_none}")


def check_count(algorithm: Algorithm, name: str, least: int) -> None:
    """Raise InputError unless an option is a whole number of at least `least`."""
    check_option(algorithm, name, Integral, least, f"a whole number of at least {least}")


def check_number(algorithm: Algorithm, name: str) -> None:
    """Raise InputError unless an option is a number of at least 0."""
    check_option(algorithm, name, Real, 0, "a number of at least 0")


def check_flag(algorithm: Algorithm, name: str) -> None:
    """Raise InputError unless an option is True or False."""
    value = getattr(algorithm, name)
    if not isinstance(value, bool | np.bool_):
        raise InputError(f"`{name}` is {value!r}; expected True or False")


def check_clock(algorithm: Algorithm) -> None:
    """Raise InputError unless `learning_clock` is one of its two values."""
    clock = getattr(algorithm, "learning_clock", None)
    if clock not in ("batches", "documents"):
        raise InputError(f"`learning_clock` is {clock!r}; expected 'batches' or 'documents'")


def require_vocabulary(state: TopicState, documents: Documents) -> None:
    """Raise InputError unless the documents have as many words as the state."""
    if documents.n_words != state.n_words:
        raise InputError(f"documents have {documents.n_words} words; the model {state.n_words}")


def refuse_steering(prior: Prior, known: set[str], title: str) -> None:
    """Raise InputError if a prior has constraints that an algorithm does not support."""
    unknown = [name for name in prior.steering if name not in known]
    if unknown:
        raise InputError(
            f"{title} does not support steered topics, but the prior has: {', '.join(unknown)}. "
            'Use algorithm="scvb0", or leave them out.'
        )


def stored_array(arrays: Arrays, name: str, dtype: Any, shape: tuple[int, ...]) -> NDArray[Any]:
    """Return an array of a checkpoint; KeyError or ValueError if it is not as expected."""
    found = arrays[name]
    if found.dtype != dtype or found.shape != shape or not np.isfinite(found).all():
        raise ValueError(f"{name} is {found.dtype} {found.shape}; expected {dtype} {shape}")
    return found
