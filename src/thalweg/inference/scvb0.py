"""SCVB0 (Algorithm 1 of Foulds et al. 2013) on the native core, and its MAP variant.

For each document of a minibatch, with N^Phi and N^Z fixed (rho^Theta_t = s / (tau + t)^kappa):

    gamma_k  proportional to  (N^Phi_wk + eta_w) / (N^Z_k + sum eta) * (N^Theta_jk + alpha_k)
    N^Theta_j = (1 - rho^Theta_t) N^Theta_j + rho^Theta_t C_j gamma

then, with rho^Phi, |M| tokens in the minibatch and C in the corpus,

    N^Phi = (1 - rho^Phi) N^Phi + rho^Phi (C / |M|) Nhat^Phi        (and likewise N^Z)
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import ClassVar, Final

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.errors import InputError
from thalweg.inference.algorithm import (
    Algorithm,
    Arrays,
    Minibatches,
    check_clock,
    check_count,
    check_flag,
    check_number,
    minibatch_steps,
    stored_array,
)
from thalweg.inference.document_schedule import BurnIn, DocumentSteps, DocumentVisits
from thalweg.inference.minibatch_updates import (
    KeptCounts,
    count_under_fixed_topics,
    train,
)
from thalweg.inference.schedules import PAPER_DOCUMENTS, StepSchedule
from thalweg.inference.stream_steps import (
    YOUNG_DOCUMENTS,
    PartlyGivenSteps,
    StreamSchedule,
    passes_of_burn_in,
)
from thalweg.state.native import aligned, padded
from thalweg.state.topic_state import TopicState

_YOUNG_STEPS = DocumentSteps.same(YOUNG_DOCUMENTS)
# Long documents get up to one pass of burn-in, short ones a fraction of it.
BURN_IN = BurnIn(passes=None, tokens_per_pass=1000.0, most_passes=1.0)
# In finishing passes the topics are fixed, so documents may converge further.
FINISHING_BURN_IN = BurnIn(passes=None, tokens_per_pass=200.0, most_passes=4.0)
# Relative to exploring, where minibatches are smaller.
_COST_OF_A_FINISHING_VISIT = 0.8
_TIMED_BATCHES = 4  # minibatches instead of one, so that a time limit is kept


_MOST_BURN_IN: Final = 1_000_000  # the core keeps numbers for each of them


@dataclass(frozen=True)
class SCVB0(Algorithm):
    """Stochastic collapsed variational inference, the default algorithm.

    Parameters
    ----------
    burn_in : float, default=None
        Passes over a document before the pass that counts; fractions stop within a pass. By
        default long documents get up to one pass and short documents a fraction of it.
    clumping : bool, default=True
        Update once for all occurrences of a word in a document instead of once per token.
    keep_doc_topics : bool, default=False
        Keep the topic counts of every document between the passes of `fit`, as Algorithm 1 of the
        paper does. This needs D x K floats. By default every visit starts from the prior and
        memory does not grow with the number of documents.
    finishing_passes : int, default=None
        Number of passes at the end of `fit` that count all documents under fixed topics, which
        removes the noise of the minibatches. By default 2, fewer if there are fewer than four
        passes.
    learning_clock : {"batches", "documents"}, default="batches"
        What t counts in the step size of the topics. With "documents", a minibatch takes the
        steps of its documents together: 1 - rho is the product of their 1 - rho_t.
    doc_schedule : StepSchedule, default=None
        Step sizes within a document; t counts the tokens of a visit. By default they depend on
        the length of the document: `StepSchedule(1, 10, 0.7)` up to about 200 tokens, and
        smaller steps for longer documents. The paper's are `StepSchedule(1, 10, 0.9)`.

    Examples
    --------
    >>> from thalweg import LDA, SCVB0
    >>> LDA(algorithm=SCVB0(burn_in=2, finishing_passes=0)).algorithm.burn_in
    2
    """

    name: ClassVar[str] = "scvb0"
    title: ClassVar[str] = "SCVB0"
    learns_priors: ClassVar[bool] = True
    # Entries per minibatch of a finishing pass: enough for eight threads, few enough for memory.
    finishing_entries: ClassVar[int] = 1 << 18

    burn_in: float | None = None
    clumping: bool = True
    keep_doc_topics: bool = False
    finishing_passes: int | None = None
    learning_clock: str = "batches"
    doc_schedule: StepSchedule | None = None

    def __post_init__(self) -> None:
        check_number(self, "burn_in")
        if self.burn_in is not None and self.burn_in > _MOST_BURN_IN:
            raise InputError(
                f"`burn_in` is {self.burn_in!r}; expected at most {_MOST_BURN_IN:,} passes"
            )
        check_flag(self, "clumping")
        check_flag(self, "keep_doc_topics")
        check_count(self, "finishing_passes", 0)
        check_clock(self)
        if not isinstance(self.doc_schedule, StepSchedule | None):
            raise InputError(
                f"`doc_schedule` is {self.doc_schedule!r}; expected a StepSchedule, or None"
            )

    @property
    def keeps_documents(self) -> bool:
        """Whether the documents' counts are kept."""
        return self.keep_doc_topics

    def n_finishing(self, n_passes: int | None) -> int:
        """Return the number of finishing passes among so many passes (None: unlimited)."""
        given = self.finishing_passes
        if given is None:
            return 2 if n_passes is None or n_passes >= 4 else n_passes // 2
        return given if n_passes is None else min(given, n_passes)

    def finishing_cost(self, mean_length: float) -> float:
        """Return what a finishing pass costs, in exploring passes.

        They differ in burn-in, and in the cost of a visit, which falls with the minibatch's size.
        """
        finishing, exploring = self.visits(FINISHING_BURN_IN), self.visits()
        visits = (1 + finishing.burn_in.of(mean_length)) / (1 + exploring.burn_in.of(mean_length))
        return _COST_OF_A_FINISHING_VISIT * visits

    def entries_to_finish(self, *, is_timed: bool) -> int:
        """Return the entries per minibatch of a finishing pass; fewer if it may have to stop."""
        return self.finishing_entries // (_TIMED_BATCHES if is_timed else 1)

    def visits(self, burn_in: BurnIn = BURN_IN) -> DocumentVisits:
        """Return how documents are visited; `burn_in` is used unless the option is set."""
        if self.burn_in is not None:
            burn_in = BurnIn(self.burn_in)
        if self.doc_schedule is not None:
            steps = DocumentSteps.same(self.doc_schedule)
        elif self.keep_doc_topics:  # t counts the tokens of all visits, and no visit starts again
            steps = DocumentSteps.same(PAPER_DOCUMENTS)
        else:
            steps = DocumentSteps.by_length(burn_in)
        clumped = bool(self.clumping)  # the core does not accept numpy.bool_
        return DocumentVisits(steps, burn_in, clumped)

    def _visits_of_stream(self, burn_in_passes: float | None) -> DocumentVisits:
        """Return how documents of a stream are visited; None: of one that is not young any more."""
        if burn_in_passes is None:
            return self.visits()
        visits = self.visits(BurnIn(burn_in_passes))
        return visits if self.doc_schedule else replace(visits, steps=_YOUNG_STEPS)

    def start_memory(
        self, documents: Documents, state: TopicState, *, n_threads: int
    ) -> KeptCounts | None:
        """Return random counts if they are kept."""
        return KeptCounts.random(documents, state) if self.keep_doc_topics else None

    def restore_memory(
        self, documents: Documents, state: TopicState, arrays: Arrays
    ) -> KeptCounts | None:
        """Return the counts that a checkpoint stored."""
        if not self.keep_doc_topics:
            return None
        shape = (documents.n_documents, padded(state.n_topics))
        return KeptCounts(
            aligned(stored_array(arrays, "kept.counts", np.float32, shape)),
            stored_array(arrays, "kept.clocks", np.float64, shape[:1]).copy(),
        )

    def apply(
        self,
        state: TopicState,
        minibatches: Minibatches,
        schedule: StepSchedule,
        *,
        memory: KeptCounts | None = None,
        n_threads: int = 1,
        seconds: float | None = None,
    ) -> None:
        """Apply minibatches to the state."""
        if isinstance(schedule, StreamSchedule | PartlyGivenSteps):
            self._apply_stream(state, minibatches, schedule, n_threads)
            return
        train(
            state,
            minibatches.documents,
            minibatches.order,
            minibatches.bounds,
            minibatch_steps(schedule, self.learning_clock, state, minibatches.bounds),
            minibatches.corpus_tokens,
            self.visits(),
            kept=memory,
            n_threads=n_threads,
            seconds=seconds,
        )

    def stream_schedule(self, usual: StepSchedule) -> StepSchedule:
        """Return a schedule in tokens, unless steps are to be counted in documents."""
        return StreamSchedule() if self.learning_clock == "batches" else usual

    def _apply_stream(
        self,
        state: TopicState,
        given: Minibatches,
        schedule: StreamSchedule | PartlyGivenSteps,
        n_threads: int,
    ) -> None:
        """Apply minibatches of a stream: one by one while their burn-in changes."""
        order, bounds = given.order, given.bounds
        sizes = np.diff(bounds)
        tokens = np.add.reduceat(given.documents.lengths[order], bounds[:-1])
        seen = state.n_documents_seen
        if isinstance(schedule, StreamSchedule):
            steps = schedule.of_tokens(seen, state.n_tokens_seen, sizes, tokens)
        else:
            steps = minibatch_steps(schedule, self.learning_clock, state, bounds)
        first, n_batches = 0, sizes.size
        while first < n_batches:
            passes = passes_of_burn_in(seen + int(bounds[first]))
            end = n_batches if passes is None else first + 1
            train(
                state,
                given.documents,
                order[bounds[first] : bounds[end]],
                bounds[first : end + 1] - bounds[first],
                steps[first:end],
                given.corpus_tokens[first:end],
                self._visits_of_stream(passes),
                n_threads=n_threads,
            )
            first = end

    def finish(
        self,
        counted: TopicState,
        topics: TopicState,
        documents: Documents,
        order: NDArray[np.int64],
        first: int,
        *,
        memory: KeptCounts | None = None,
        n_threads: int = 1,
        seconds: float | None = None,
        is_timed: bool = False,
    ) -> None:
        """Count documents order[first:] under fixed topics."""
        count_under_fixed_topics(
            counted,
            topics,
            documents,
            order,
            first,
            self.visits(FINISHING_BURN_IN),
            entries_per_batch=self.entries_to_finish(is_timed=is_timed),
            kept=memory,
            n_threads=n_threads,
            seconds=seconds,
        )


@dataclass(frozen=True)
class StochasticMAP(SCVB0):
    """Stochastic MAP estimation: SCVB0 with alpha - 1 and eta - 1 (section 4 of the paper).

    The options are those of `SCVB0`. Both priors must be above 1.
    """

    name: ClassVar[str] = "smap"
    title: ClassVar[str] = "stochastic MAP"
    learns_priors: ClassVar[bool] = False
    prior_shift: ClassVar[float] = 1.0
