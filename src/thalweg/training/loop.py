"""Training: pass after pass over a corpus, in slices that can be watched, kept and resumed.

Most passes explore, in minibatches with large steps. The last ones finish: each counts all
documents under topics that stand still, which takes the noise of the minibatches away.

Every minibatch is a function of the state before it, of its documents and of numbers drawn by
counters; only the state and the position cross the end of one. So it does not matter for the result
where a training is cut into slices, nor whether it went on in the same process.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.document_source import Supply
from thalweg.corpus.documents import Documents
from thalweg.inference.method import DocumentMemory, Method
from thalweg.state.topic_state import TopicState
from thalweg.training.corpus_size import CorpusSize
from thalweg.training.early_stopping import Watch
from thalweg.training.progress import Listener, TrainingProgress

SECONDS_BETWEEN_REPORTS = 0.2
# What a finishing pass costs, in exploring ones: long documents are swept five times, not twice.
FINISHING_COST = 2.5
MOST_HISTORY = 1000


@dataclass
class Position:
    """The next document: in which pass, in which part of its order, at which place of that."""

    n_passes: int = 0
    part: int = 0
    document: int = 0
    finishing_since: int | None = None  # the first pass that finishes, once it has begun


@dataclass
class Training:
    """A training under way."""

    method: Method
    supply: Supply
    state: TopicState
    batch_size: int
    shuffle: bool
    max_passes: int | None
    max_seconds: float | None
    finishing_passes: int = 0  # the last ones
    counted: TopicState | None = None  # by the finishing pass that is under way
    memory: DocumentMemory = None
    watch: Watch | None = None
    position: Position = field(default_factory=Position)
    history: list[dict[str, Any]] = field(default_factory=list)
    seconds_before: float = 0.0  # used by earlier processes, before a resume
    started: float = field(default_factory=time.perf_counter)

    def run(self, listener: Listener | None = None, keeper: Keeper | None = None) -> None:
        """Train until passes, time or patience run out.

        The listener is told several times a second; the keeper keeps checkpoints, also of a
        training that Ctrl-C ends.
        """
        reports = _Reports(self, listener)
        try:
            while not self._is_over():
                self._train_part(reports, keeper)
        except KeyboardInterrupt:
            if keeper is not None:
                keeper.keep()
            raise
        if keeper is not None:
            keeper.keep()
        reports.tell()

    @property
    def seconds(self) -> float:
        """Wall time used so far, also by the processes before this one."""
        return self.seconds_before + time.perf_counter() - self.started

    @property
    def learner(self) -> TopicState:
        """The state that learns, and that visits are booked in."""
        return self.state if self.counted is None else self.counted

    @property
    def _seconds_left(self) -> float | None:
        return None if self.max_seconds is None else self.max_seconds - self.seconds

    def _is_over(self) -> bool:
        left, n_passes = self._seconds_left, self.position.n_passes
        if self._at_start_of_pass:
            since = self.position.finishing_since
            if since is None and self._has_explored and not self.finishing_passes:
                return True
            if since is not None and n_passes - since >= self.finishing_passes:
                return True
            if since is not None and left is not None and left < self.seconds / n_passes:
                return True  # what does not come to its end is lost
        # The first minibatch is for free.
        return left is not None and left <= 0 and self.state.n_documents_seen > 0

    @property
    def _at_start_of_pass(self) -> bool:
        return self.position.part == self.position.document == 0

    @property
    def _has_explored(self) -> bool:
        """Whether the pass that begins is not to explore any more."""
        n_passes = self.position.n_passes
        if self.max_passes is not None and n_passes >= self.max_passes - self.finishing_passes:
            return True
        if self.watch is not None and self.watch.should_stop:
            return True
        left = self._seconds_left
        if left is None or not n_passes or not self.finishing_passes:
            return False
        seconds_a_pass = self.seconds / n_passes
        enough = FINISHING_COST * seconds_a_pass
        return enough < left < self.finishing_passes * enough + seconds_a_pass

    def _train_part(self, reports: _Reports, keeper: Keeper | None) -> None:
        """The rest of the present part, slice by slice, until its end or that of the time."""
        n_parts = self.supply.bounds.size - 1
        number = int(self._order(n_parts)[self.position.part])
        documents = self.supply.part(number)
        order = self._order(documents.n_documents, *([number] if number else []))
        learning, n_threads = self.method.prior_learning, self.method.n_threads
        is_exploring = self.position.finishing_since is None
        if is_exploring and self._at_start_of_pass and self._has_explored:
            if learning.any:
                learning.learn(self.state, self.supply, n_threads=n_threads)
            self.position.finishing_since, is_exploring = self.position.n_passes, False
        if not is_exploring and self.counted is None:
            self.counted = self.state.copy()
        while self.position.document < documents.n_documents and not self._is_over():
            self._apply_slice(documents, order, reports, keeper)
            reports.tell_if_due()
            if keeper is not None and keeper.is_due():
                keeper.keep()
        if self.position.document < documents.n_documents:
            return
        is_last = self.position.part + 1 == n_parts
        if is_exploring and learning.is_due(self.state):
            learning.learn(self.state, self.supply, n_threads=n_threads)
        if is_last and self.counted is not None:
            self.state.adopt(self.counted)
            self.counted = None
        self.position.document = 0
        self.position.part = 0 if is_last else self.position.part + 1
        self.position.n_passes += is_last
        self._record(end_of_pass=is_last)
        if is_last:
            reports.tell()

    def _apply_slice(
        self,
        documents: Documents,
        order: NDArray[np.int64],
        reports: _Reports,
        keeper: Keeper | None,
    ) -> None:
        """Some minibatches: until something is due."""
        first, end = self.position.document, documents.n_documents
        due = [self._seconds_left, reports.seconds_until_due]
        if keeper is not None:
            due.append(keeper.seconds_until_due)
            end = min(end, first + keeper.documents_until_due(self.batch_size))
        limits = [max(0.0, seconds) for seconds in due if seconds is not None]
        limit = min(limits) if limits else None
        seen = self.learner.n_documents_seen
        try:
            if self.counted is not None:
                self.method.recount(
                    self.counted,
                    self.state,
                    documents,
                    order,
                    first,
                    seconds=limit,
                    memory=self.memory,
                )
            else:
                batches = batch_bounds(end - first, self.batch_size)
                self.method.apply(
                    self.state,
                    documents,
                    order[first:end],
                    batches,
                    CorpusSize.known(self.supply, batches.size - 1),
                    seconds=limit,
                    memory=self.memory,
                )
        finally:  # also after a Ctrl-C, before which minibatches were applied
            self.position.document += self.learner.n_documents_seen - seen

    def _record(self, *, end_of_pass: bool) -> None:
        score = None
        if self.watch is not None:
            score = self.watch.score(self.state)
            if end_of_pass:
                self.watch.note(score, self.state)
        if not end_of_pass and score is None:
            return
        if len(self.history) >= MOST_HISTORY:
            del self.history[1::2]
        self.history.append(
            {
                "passes": self.position.n_passes,
                "documents": self.state.n_documents_seen,
                "tokens": self.state.n_tokens_seen,
                "score": score,
            }
        )

    def _order(self, n: int, *purpose: int) -> NDArray[np.int64]:
        """0..n-1 as this pass visits them."""
        order = np.arange(n)
        if self.shuffle:
            key = [self.state.seed, 3, self.position.n_passes, *purpose]
            np.random.Generator(np.random.Philox(key)).shuffle(order)
        return order


class Keeper:
    """Keeps checkpoints of one training when they are due."""

    def __init__(
        self,
        training: Training,
        write: Callable[[], None],
        every_seconds: float | None,
        every_documents: int | None,
    ) -> None:
        self._training = training
        self._write = write
        self._every_seconds = every_seconds
        self._every_documents = every_documents
        self._kept_at = time.perf_counter()
        self._kept_documents = training.learner.n_documents_seen

    def is_due(self) -> bool:
        """Whether the time has come, or the documents."""
        seconds, documents = self.seconds_until_due, self._documents_left
        return (seconds is not None and seconds <= 0) or (documents is not None and documents <= 0)

    @property
    def seconds_until_due(self) -> float | None:
        """Until the next checkpoint, if time decides."""
        if self._every_seconds is None:
            return None
        return self._every_seconds - (time.perf_counter() - self._kept_at)

    def documents_until_due(self, batch_size: int) -> int:
        """Whole minibatches until the next checkpoint, in documents; many if time decides."""
        left = self._documents_left
        return 1 << 62 if left is None else max(1, -(-left // batch_size)) * batch_size

    @property
    def _documents_left(self) -> int | None:
        if self._every_documents is None:
            return None
        due_at = self._kept_documents + self._every_documents
        return due_at - self._training.learner.n_documents_seen

    def keep(self) -> None:
        """Write a checkpoint now."""
        self._write()
        self._kept_at = time.perf_counter()
        self._kept_documents = self._training.learner.n_documents_seen


class _Reports:
    """Tells the listener several times a second; rates are those of this process."""

    def __init__(self, training: Training, listener: Listener | None) -> None:
        self._training = training
        self._listener = listener
        self._told_at = self._begun = time.perf_counter()
        self._documents_before = training.state.n_documents_seen
        self._tokens_before = training.state.n_tokens_seen

    @property
    def seconds_until_due(self) -> float | None:
        if self._listener is None:
            return None
        return self._told_at + SECONDS_BETWEEN_REPORTS - time.perf_counter()

    def tell_if_due(self) -> None:
        due = self.seconds_until_due
        if due is not None and due <= 0:
            self.tell()

    def tell(self) -> None:
        if self._listener is None:
            return
        training, state = self._training, self._training.learner
        self._told_at = time.perf_counter()
        seconds = max(self._told_at - self._begun, 1e-9)
        scores = [row["score"] for row in training.history if row["score"] is not None]
        self._listener(
            TrainingProgress(
                n_passes=training.position.n_passes,
                max_passes=training.max_passes,
                n_documents=state.n_documents_seen,
                documents_per_pass=training.supply.n_documents,
                n_tokens=state.n_tokens_seen,
                seconds=training.seconds,
                max_seconds=training.max_seconds,
                score=scores[-1] if scores else None,
                documents_per_second=(state.n_documents_seen - self._documents_before) / seconds,
                tokens_per_second=(state.n_tokens_seen - self._tokens_before) / seconds,
            )
        )


def n_batches(supply: Supply, batch_size: int) -> int:
    """Minibatches a pass: none has documents of two parts."""
    return sum(batch_bounds(n, batch_size).size - 1 for n in np.diff(supply.bounds))


def batch_bounds(n_documents: int, batch_size: int) -> NDArray[np.int64]:
    """Cut documents into minibatches: the first of each, and the end."""
    return np.append(np.arange(0, n_documents, batch_size), n_documents).astype(np.int64)
