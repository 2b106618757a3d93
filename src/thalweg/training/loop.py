"""Training: the loop over passes, parts and minibatches, for `fit` and `partial_fit`.

In `fit` most passes explore, in minibatches with large steps. The last passes finish: each counts
all documents under fixed topics, which removes the noise of the minibatches. A stream
(`partial_fit`) is one exploring pass over documents in their order, of a corpus that grows.

Every minibatch is a function of the state before it, of its documents and of counter-based random
numbers; only the state and the position are carried over. The result therefore does not depend on
where training is cut into slices, nor on whether it continued in the same process. Ctrl-C is held
back where state and position disagree: see thalweg.system.interrupts.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.inference.algorithm import DocumentMemory
from thalweg.inference.schedules import StepSchedule
from thalweg.state.topic_state import TopicState
from thalweg.system.interrupts import HeldInterrupts
from thalweg.system.logs import LOGGER, RunLog
from thalweg.training.checkpoint_timer import CheckpointTimer
from thalweg.training.early_stopping import EarlyStopping
from thalweg.training.engine import Engine, LocalEngine, Segment
from thalweg.training.minibatches import document_order, n_batches
from thalweg.training.reporting import run_messages
from thalweg.training.reporting.progress import Listener, Reporter
from thalweg.training.scoring.stream_scoring import StreamScoring
from thalweg.training.scoring.training_perplexity import TrainingPerplexity
from thalweg.training.settings import TrainingSettings
from thalweg.training.time_plan import TimePlan

# With a time limit, the plan is made again after this share of it.
SHARE_BETWEEN_PLANS = 0.02


@dataclass
class Position:
    """The next document: its pass, the part in that pass's order, its place in the part's order."""

    n_passes: int = 0
    part: int = 0
    document: int = 0
    finishing_since: int | None = None  # the first finishing pass, once it has begun
    n_parts: int = 1  # parts, from `part` on, that are visited together

    def begin_pass_again(self) -> None:
        """Go back to the first document of the pass."""
        self.part, self.document, self.n_parts = 0, 0, 1


@dataclass
class Training:
    """A training run in progress."""

    settings: TrainingSettings
    source: DocumentSource
    state: TopicState
    memory: DocumentMemory | None = None  # what the algorithm keeps about each document
    early_stopping: EarlyStopping | None = None
    perplexity: TrainingPerplexity | None = None  # evaluated every few passes, to stop by
    scoring: StreamScoring | None = None  # scores the documents of a stream before they are learned
    engine: Engine = field(default_factory=LocalEngine)
    counted: TopicState | None = None  # the counts of the current finishing pass
    position: Position = field(default_factory=Position)
    history: list[dict[str, Any]] = field(default_factory=list)
    seconds_before: float = 0.0  # used by earlier processes, before a resume
    started: float = field(default_factory=time.perf_counter)
    seconds_between_reports: float = 0.2
    max_history: int = 1000  # rows; every other one is dropped when there are more
    log: RunLog = field(default_factory=lambda: RunLog(LOGGER))
    _interrupts: HeldInterrupts = field(default_factory=HeldInterrupts, init=False)
    _began: float = field(default=0.0, init=False)  # when this process began to train
    _documents_before: int = field(default=0, init=False)  # seen by earlier processes
    _begins_again: bool = field(default=False, init=False)  # a listener has edited the topics

    def run(
        self, listener: Listener | None = None, checkpoints: CheckpointTimer | None = None
    ) -> None:
        """Train until passes, time or patience run out.

        The listener is called several times per second. Checkpoints are written when they are due,
        at the end, and after Ctrl-C.
        """
        # A listener may want to be called more often.
        every = getattr(listener, "seconds_between_calls", self.seconds_between_reports)
        reporter = Reporter(self, listener, every)
        self._began, self._documents_before = time.perf_counter(), self.state.n_documents_seen
        run_messages.log_start(self)
        with self._interrupts:
            try:
                while not self._is_over():
                    self._interrupts.raise_if_waiting()
                    self._train_part(reporter, checkpoints)
            except KeyboardInterrupt:
                run_messages.log_end(self, "interrupted")
                if checkpoints is not None:
                    checkpoints.write()
                raise
            if checkpoints is not None:
                checkpoints.write()
            self._use_unfinished_pass()
            with self._interrupts.allowed():
                reporter.report()
        run_messages.log_end(self, self._reason_to_end)

    def continue_with_edited_topics(self) -> None:
        """Drop what is known about topics that a listener has just edited, and go on.

        Exploring continues with the next minibatch. A finishing pass has counted documents under
        the topics before, and begins again. Scores before an edit say nothing about the topics
        after it: early stopping begins again, too.
        """
        if self.counted is not None:
            self.counted, self._begins_again = None, True
            self.position.begin_pass_again()
        if self.early_stopping is not None:
            self.early_stopping.begin_again()

    def _use_unfinished_pass(self) -> None:
        """Use what the first finishing pass has counted when the time limit ends it.

        N <- (1 - rho) N + rho N', where rho is the share of the corpus that it has counted, and N'
        are these counts, scaled to C: the update of one minibatch. It has less noise than N after
        exploring, but more than N after a whole finishing pass, which is then kept as it is. The
        last checkpoint has both N and N', so that a run with more time can go on counting.
        """
        if self.counted is None:
            return
        rho = (self.counted.n_tokens_seen - self.state.n_tokens_seen) / self.source.n_tokens
        if rho > 0 and self.position.n_passes == self.position.finishing_since:
            self.state.adopt(self.counted, min(rho, 1.0))
        self.counted = None

    @property
    def _reason_to_end(self) -> str:
        if self.early_stopping is not None and self.early_stopping.should_stop:
            return "no improvement"
        left = self._seconds_left
        return "time limit" if left is not None and left <= 0 else "all passes"

    def require_valid_position(self) -> None:
        """Raise ValueError unless the next document is in its part, and begins a minibatch."""
        if self.position.n_parts != 1:  # checked by the engine, which visits several together
            return
        seed = self.state.seed if self.settings.shuffle else None
        order = document_order(self.source.n_parts, seed, self.position.n_passes)
        n_documents = int(np.diff(self.source.bounds)[order[self.position.part]])
        is_exploring = self.counted is None and not self.settings.algorithm.is_batch
        valid = self.settings.bounds(n_documents, 0) if is_exploring else np.arange(n_documents + 1)
        if self.position.document not in valid:
            raise ValueError(f"document {self.position.document} of a part begins no minibatch")

    @property
    def seconds(self) -> float:
        """Wall time used so far, including earlier processes."""
        return self.seconds_before + time.perf_counter() - self.started

    @property
    def learner(self) -> TopicState:
        """The state that is being updated, and whose counters advance."""
        return self.state if self.counted is None else self.counted

    @property
    def _seconds_left(self) -> float | None:
        limit = self.settings.max_seconds
        return None if limit is None else limit - self.seconds

    @property
    def _plan(self) -> TimePlan | None:
        """How the time that is left is used; None without a limit or before the first document."""
        settings, left = self.settings, self._seconds_left
        if left is None or not settings.finishing_passes:
            return None
        n_seen, seconds = self.state.n_documents_seen, time.perf_counter() - self._began
        n_timed = n_seen - self._documents_before
        if not n_timed:
            n_timed, seconds = n_seen, self.seconds_before
        if not n_timed:
            return None
        n_documents = self.source.n_documents
        return TimePlan.at_speed(
            n_seen / n_documents,
            left,
            max(seconds, 1e-9) * n_documents / n_timed,
            settings.algorithm.finishing_cost(self.source.n_tokens / n_documents),
            settings.finishing_passes,
            settings.most_passes,
        )

    def _is_over(self) -> bool:
        left = self._seconds_left
        if not self.source.n_parts:
            return True
        if self._at_start_of_pass:
            if self.position.finishing_since is not None:
                if self._has_finished:
                    return True
            elif self._has_explored and not self.settings.finishing_passes:
                return True
        # The first minibatch is always applied.
        return left is not None and left <= 0 and self.state.n_documents_seen > 0

    @property
    def _has_finished(self) -> bool:
        """Whether no further finishing pass begins. Twice as many may follow until a time limit."""
        most = self.settings.finishing_passes
        if self._seconds_left is not None and not self._is_ended_by_passes:
            most *= 2
        return self.position.n_passes - (self.position.finishing_since or 0) >= most

    @property
    def _at_start_of_pass(self) -> bool:
        return self.position.part == self.position.document == 0

    @property
    def _is_ended_by_passes(self) -> bool:
        """Whether exploring ends here by the number of passes, by a score or by perplexity."""
        n_passes, since = self.position.n_passes, self.position.finishing_since
        most_passes = self.settings.most_passes
        n_explored = n_passes if since is None else since
        if most_passes is not None and n_explored >= most_passes - self.settings.finishing_passes:
            return True
        if self.perplexity is not None and self.perplexity.should_stop(self.history):
            return True
        return self.early_stopping is not None and self.early_stopping.should_stop

    @property
    def _has_explored(self) -> bool:
        """Whether exploring is over: by passes, which are then whole, or by the time limit."""
        if self._at_start_of_pass and self._is_ended_by_passes:
            return True
        plan, left = self._plan, self._seconds_left
        return plan is not None and left is not None and plan.is_time_to_finish(left)

    @property
    def schedule(self) -> StepSchedule:
        """Step sizes of the coming minibatches."""
        plan = self._plan if self.settings.follows_time else None
        if plan is None:
            return self.settings.schedule
        return plan.schedule(n_batches(self.source, self.settings.batch_size))

    def _train_part(self, reporter: Reporter, checkpoints: CheckpointTimer | None) -> None:
        """Train on the rest of the current part until its end or the time limit."""
        with self._interrupts.allowed():
            segment = self.engine.segment(self)
        is_exploring = self._begin_part()
        if self.scoring is not None and segment.documents is not None:
            self.scoring.begin(segment.documents, self.state)
        while self.position.document < segment.n_documents and not self._is_over():
            if is_exploring and self._has_explored:  # the time for exploring is over
                self.position.begin_pass_again()
                return
            self._apply_slice(segment, reporter, checkpoints)
            with self._interrupts.allowed():
                reporter.report_if_due()
            if self._begins_again:
                self._begins_again = False
                return
            if checkpoints is not None and checkpoints.is_due():
                checkpoints.write()
        if self.position.document < segment.n_documents:
            return
        is_last = self.position.part + segment.n_parts == self.source.n_parts
        if is_exploring and self.settings.prior_learning.is_due(self.state):
            self._learn_priors(segment.documents)
        scores: dict[str, float | None] = {"score": None}
        learned = self.learner if is_last else self.state
        if self.early_stopping is not None:
            scores["score"] = self.early_stopping.score(learned)
        perplexity = self.perplexity if is_last else None
        if perplexity is not None and perplexity.is_due(self.position.n_passes + 1):
            scores["perplexity"] = perplexity.of(learned, self.source)
        self._end_part(segment.n_parts, scores, end_of_pass=is_last)
        if is_last:
            with self._interrupts.allowed():
                reporter.report()

    def _end_part(
        self, n_parts: int, scores: dict[str, float | None], *, end_of_pass: bool
    ) -> None:
        """Move on to the next part; what takes long, and may be interrupted, is done before."""
        if end_of_pass and self.counted is not None:
            self.state.adopt(self.counted)
            self.counted = None
        self.position.document = 0
        self.position.part = 0 if end_of_pass else self.position.part + n_parts
        self.position.n_parts = 1
        self.position.n_passes += end_of_pass
        score = scores["score"]
        if end_of_pass and self.early_stopping is not None and score is not None:
            self.early_stopping.note(score, self.state)
        if end_of_pass or score is not None:
            self._record(scores)

    def _begin_part(self) -> bool:
        """Start finishing if exploring is over; return whether this part is explored."""
        is_exploring = self.position.finishing_since is None
        if is_exploring and self._at_start_of_pass and self._has_explored:
            if self.settings.prior_learning.any:
                self._learn_priors()
            self.position.finishing_since, is_exploring = self.position.n_passes, False
            self.log.debug(f"finishing begins after {self.position.n_passes} passes")
        if not is_exploring and self.counted is None:
            self.counted = self.state.copy()
        return is_exploring

    def _learn_priors(self, documents: Documents | None = None) -> None:
        """Update the priors from a sample of the corpus; of a stream, from the part at hand."""
        source = self.source
        if self.settings.is_stream and documents is not None:
            source = DocumentSource.of_documents(documents)
        learning = self.settings.prior_learning
        learning.learn(self.state, source, n_threads=self.settings.n_threads)
        run_messages.log_priors(self)

    def _apply_slice(
        self,
        segment: Segment,
        reporter: Reporter,
        checkpoints: CheckpointTimer | None,
    ) -> None:
        """Apply minibatches until a report, a checkpoint or the end is due."""
        settings = self.settings
        first, end = self.position.document, segment.n_documents
        due = [self._seconds_left, self._seconds_until_plan]
        report = reporter.seconds_until_due
        if report is not None:
            due.append(max(report, self.engine.shortest_slice))
        if checkpoints is not None:
            due.append(checkpoints.seconds_until_due)
            end = min(end, first + checkpoints.documents_until_due(settings.batch_size))
        if self.scoring is not None:  # each minibatch is scored before it is learned
            end = int(segment.bounds[np.searchsorted(segment.bounds, first) + 1])
            self.scoring.score(self.state, first, end, n_threads=settings.n_threads)
        limits = [max(0.0, seconds) for seconds in due if seconds is not None]
        limit = min(limits) if limits else None
        seen = self.learner.n_documents_seen
        try:
            if self.counted is not None:
                segment.count(self, first, limit)
            else:
                segment.explore(self, first, end, limit)
        finally:  # also after Ctrl-C, before which minibatches may have been applied
            self.position.document += self.learner.n_documents_seen - seen
            if self.log.wants_details:
                run_messages.log_slice(self, first, end, self._plan)

    @property
    def _seconds_until_plan(self) -> float | None:
        """Time until the plan is made again, or until finishing must begin."""
        plan, left = self._plan, self._seconds_left
        if left is None or self.position.finishing_since is not None:
            return None
        until = SHARE_BETWEEN_PLANS * (self.settings.max_seconds or 0.0)
        if plan is not None and plan.n_finishing:
            until = min(until, left - plan.finishing_seconds)
        return max(until, 0.001)

    def _record(self, scores: dict[str, float | None]) -> None:
        if len(self.history) >= self.max_history:
            del self.history[1::2]
        self.history.append(
            {
                "passes": self.position.n_passes,
                "documents": self.state.n_documents_seen,
                "tokens": self.state.n_tokens_seen,
                **scores,
            }
        )
