"""Plan: what a model's parameters come to, given or by default, for a corpus of some size."""

from __future__ import annotations

from collections.abc import Mapping
from numbers import Integral
from types import SimpleNamespace
from typing import Any

import numpy as np

from thalweg.corpus.document_source import Supply
from thalweg.errors import InputError
from thalweg.inference import scvb0, svb
from thalweg.inference.algorithms import ALGORITHMS, Algorithm
from thalweg.inference.method import Method
from thalweg.inference.prior_learning import PriorLearning
from thalweg.inference.schedules import StepSchedule
from thalweg.state.priors import Prior
from thalweg.system.threads import resolve_threads
from thalweg.training import defaults, parameters


class Plan:
    """The parameters of a model, read."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self._parameters = given
        self._given = SimpleNamespace(**given)

    def check(self, usual: Mapping[str, Any]) -> None:
        """Raise one InputError with all faults; `usual` are the parameters' defaults."""
        parameters.check(
            self._parameters,
            {
                "learning_scale, learning_offset, learning_decay": lambda: self.topic_schedule(
                    defaults.topic_schedule(None)
                ),
                "doc_learning_scale, doc_learning_offset, doc_learning_decay": lambda: self._visits(
                    defaults.BURN_IN
                ),
                "alpha": lambda: self._alpha_word,
                "eta": lambda: self._eta_word,
                "n_jobs": lambda: self.n_threads,
            },
        )
        self.algorithm.refuse_others(self._parameters, usual)

    def require_trainable(self, documents: Supply, *, allow_empty: bool = False) -> None:
        """Refuse documents from which so many topics cannot be learnt."""
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
        if self._given.n_components > documents.n_words:
            raise InputError(
                f"n_components is {self._given.n_components}, but there are only "
                f"{documents.n_words} words; expected no more topics than words"
            )
        if 0 < documents.n_tokens < 1e-20:
            raise InputError(
                f"all documents together have {documents.n_tokens:.2g} tokens, too few to add up "
                "in single precision; scale the counts up"
            )
        if not allow_empty and documents.n_tokens == 0:
            raise InputError("all documents are empty; expected at least one word count above 0")

    @property
    def algorithm(self) -> Algorithm:
        """How topics are learnt."""
        return ALGORITHMS[self._given.algorithm]

    @property
    def n_threads(self) -> int:
        """How many there are for it."""
        return resolve_threads(self._given.n_jobs)

    def seed(self) -> int:
        """The seed; of a RandomState the next one."""
        return seed_of(self._given.random_state)

    def prior(self, n_words: int) -> Prior:
        """The prior as responsibilities have it: for MAP, alpha - 1 and eta - 1."""
        alpha, eta = (
            None if isinstance(given, str) else self.algorithm.shifted(name, given)
            for name, given in (
                ("doc_topic_prior", self._given.doc_topic_prior),
                ("topic_word_prior", self._given.topic_word_prior),
            )
        )
        n_topics = self._given.n_components
        return Prior.create(
            defaults.doc_topic_prior(n_topics) if alpha is None else alpha,
            defaults.TOPIC_WORD_PRIOR if eta is None else eta,
            n_topics,
            n_words,
            base_topic_word=defaults.TOPIC_WORD_PRIOR,
        )

    def batch_size(self, n_documents: int) -> int:
        """Documents a minibatch."""
        return int(self._given.batch_size or defaults.batch_size(n_documents))

    def n_passes(self, n_tokens: float) -> int | None:
        """Passes over the corpus; None: as many as there is time for."""
        if self._given.max_iter is not None:
            return int(self._given.max_iter)
        if self._given.max_time is not None:
            return None
        return defaults.n_passes(n_tokens, batch=self.algorithm.batch)

    def n_finishing(self, n_passes: int | None) -> int:
        """How many of them finish."""
        if "finishing_passes" not in self.algorithm.options:
            return 0
        given = self._given.finishing_passes
        n_finishing = defaults.finishing_passes(n_passes) if given is None else int(given)
        return n_finishing if n_passes is None else min(n_finishing, n_passes)

    def topic_schedule(
        self, usual: StepSchedule, exploring: StepSchedule | None = None
    ) -> StepSchedule:
        """The one to explore with, unless numbers are given: those stand in the usual one."""
        of = self._given
        given = (of.learning_scale, of.learning_offset, of.learning_decay)
        if exploring is not None and given == (None, None, None):
            return exploring
        return _with_given(usual, given)

    def method(self, schedule: StepSchedule) -> Method:
        """The algorithm with its settings."""
        of = self._given
        n_passes = of.max_doc_update_iter
        return Method(
            algorithm=of.algorithm,
            schedule=schedule,
            learning_clock=of.learning_clock,
            visits=self._visits(defaults.BURN_IN),
            finishing_visits=self._visits(defaults.FINISHING_BURN_IN),
            document_passes=svb.DocumentPasses(
                defaults.DOCUMENT_PASSES if n_passes is None else n_passes,
                of.mean_change_tol or 0.0,
            ),
            prior_offset=of.prior_offset or 0.0,
            keep_doc_topics=of.keep_doc_topics,
            prior_learning=self._prior_learning(),
            n_threads=self.n_threads,
        )

    def _visits(self, usual: scvb0.BurnIn) -> scvb0.Visits:
        of = self._given
        given = (of.doc_learning_scale, of.doc_learning_offset, of.doc_learning_decay)
        burn_in = usual if of.burn_in is None else scvb0.BurnIn(of.burn_in)
        return scvb0.Visits(_with_given(defaults.DOCUMENT_SCHEDULE, given), burn_in, of.clumping)

    def _prior_learning(self) -> PriorLearning:
        """Which priors are learnt: "auto" learns all, None what gains, "symmetric" nothing."""
        of = self._given
        learns_alpha = self._alpha_word == "auto" or of.doc_topic_prior is None
        return PriorLearning(
            alpha=learns_alpha and of.algorithm == "scvb0" and of.n_components > 1,
            alpha_sum=self._alpha_word == "auto",
            eta=self._eta_word == "auto",
        )

    @property
    def _alpha_word(self) -> str | None:
        return self._prior_word("doc_topic_prior", "auto", "symmetric")

    @property
    def _eta_word(self) -> str | None:
        return self._prior_word("topic_word_prior", "auto")

    def _prior_word(self, name: str, *known: str) -> str | None:
        """What is given, if it is a word, and not a number or numbers."""
        given = self._parameters[name]
        if not isinstance(given, str):
            return None
        if given not in known:
            wanted = " or ".join(map(repr, known))
            raise InputError(f"{name} is {given!r}; expected numbers, None or {wanted}")
        if given == "auto" and self._given.algorithm != "scvb0":
            raise InputError(
                f'{name} is "auto"; only algorithm="scvb0" learns it. Expected numbers or None'
            )
        return given


def seed_of(random_state: Any) -> int:
    """A seed from what scikit-learn takes as random_state."""
    given = random_state
    is_number = isinstance(given, Integral) and not isinstance(given, bool)
    if is_number and 0 <= int(given) < 2**32:
        return int(given)
    if given is None or given is np.random:
        given = np.random.mtrand._rand  # what scikit-learn takes for None
    if not isinstance(given, np.random.RandomState):
        raise InputError(
            f"random_state is {given!r}; expected a whole number from 0 to 4294967295, a "
            "RandomState or None"
        )
    return int(given.randint(np.iinfo(np.int32).max))


def _with_given(usual: StepSchedule, given: tuple[Any, Any, Any]) -> StepSchedule:
    """The usual schedule with the numbers that are given in their places."""
    numbers = zip(given, (usual.scale, usual.offset, usual.decay), strict=True)
    return StepSchedule(*(default if number is None else number for number, default in numbers))
