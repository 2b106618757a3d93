"""SharedCounts: lets threads read a state while another thread trains it.

Training changes the arrays of a state in place. A reader takes a snapshot, a state that stays as it
is for as long as the reader keeps it. Snapshots are cheap:

- Between native calls of training, a snapshot borrows the arrays. Before the arrays are changed the
  next time, training waits for a moment until borrowers are gone, and otherwise continues with a
  copy of the arrays and leaves the old ones to them.
- During a native call, a snapshot is a copy of the arrays between two minibatches. Readers share
  it for a while, so that copying takes a small part of the time.

Without readers, nothing is copied. See docs/explanation/design/concurrency.md.
"""

from __future__ import annotations

import os
import time
import weakref
from collections.abc import Iterator
from contextlib import contextmanager
from threading import Event
from typing import TYPE_CHECKING

from thalweg import _core
from thalweg.state.native import aligned_zeros
from thalweg.system.fork_safe_lock import ForkSafeLock

if TYPE_CHECKING:
    from thalweg.state.topic_state import TopicState

# A copy is shared for this long, or ten times as long as it took to make.
FRESH_SECONDS, FRESH_PER_COPY_SECOND = 0.05, 10.0
_BYTES_PER_SECOND = 2e9  # about the speed of copying, including fresh pages


class Loan:
    """Held by all snapshots that borrow the same arrays; alive as long as one of them is.

    It is pickled with a snapshot, so that it is alive until the arrays are written.
    """

    __slots__ = ("__weakref__",)

    def __reduce__(self) -> tuple[type[Loan], tuple[()]]:
        return Loan, ()


class SharedCounts:
    """The readers of one state, and whether it is in a native call that changes it."""

    __slots__ = (
        "__weakref__",
        "_before",
        "_copied",
        "_copied_at",
        "_copying_seconds",
        "_counts_batches",
        "_live",
        "_loan",
        "_lock",
        "gate",
    )

    def __init__(self, loan: Loan | None = None) -> None:
        self.gate: _core.TopicsGate = _core.TopicsGate()
        self._lock = ForkSafeLock()
        self._loan = None if loan is None else weakref.ref(loan)
        self._before: TopicState | None = None  # the state as the native call under way found it
        self._live: TopicState | None = None  # the state in that call
        self._counts_batches = True
        self._copied: TopicState | None = None
        self._copied_at = self._copying_seconds = 0.0

    def snapshot(self, state: TopicState) -> TopicState:
        """Return the state as it is between two minibatches."""
        with self._lock.held:
            return self._lent(state) if self._before is None else self._copy(self._before)

    @contextmanager
    def replacing(self) -> Iterator[None]:
        """Exclude readers while attributes of the state are replaced, at once."""
        with self._lock.held:
            yield

    @contextmanager
    def changing(self, state: TopicState) -> Iterator[None]:
        """Exclude readers while arrays of the state are changed in place, at once."""
        with self._lock.held:
            self._recall(state)
            yield

    @contextmanager
    def training(self, state: TopicState, *, counts_batches: bool = True) -> Iterator[None]:
        """Let readers copy the state during a native call that changes it step by step.

        The counters of the state must be updated inside, too. `counts_batches` says that the
        state's clock counts the steps.
        """
        with self._lock.held:
            self._recall(state)
            state.native()
            self.gate.restart()
            self._counts_batches, self._live = counts_batches, state
            self._before = state.shallow_copy()
            _in_training.add(self)
        try:
            yield
        finally:
            self._settle()

    def end(self) -> None:
        """End a training run, however it ended: the next snapshot is of the state as it is."""
        with self._lock.held:
            self._settle()
            self._copied = None

    def _settle(self) -> None:
        with self._lock.held:
            self._before = self._live = None
            _in_training.discard(self)

    def settle_in_child(self) -> None:
        """Make the state usable in a forked process, in which no thread trains it any more."""
        live, before = self._live, self._before
        if live is not None and before is not None:
            self._advance(live, before, *self.gate.applied())
            # The call that a vanished thread was in has its working memory: it cannot be freed.
            _abandoned.append(live.native())
            live.release_native()
        self._settle()

    def _lent(self, state: TopicState) -> TopicState:
        state.native()  # made once for all snapshots
        loan = None if self._loan is None else self._loan()
        if loan is None:
            loan = Loan()
            self._loan = weakref.ref(loan)
        return state.shallow_copy(loan)

    def _recall(self, state: TopicState) -> None:
        """Make sure that no other state uses the arrays of the state."""
        loan = None if self._loan is None else self._loan()
        if loan is None:
            return
        # Waiting as long as a copy takes costs at most twice the time, and usually much less.
        ended = Event()
        watch = weakref.ref(loan, lambda _: ended.set())
        del loan
        if not ended.wait(state.scaled_counts.nbytes / _BYTES_PER_SECOND) and watch() is not None:
            state.own_arrays()
        self._loan = None

    def _copy(self, before: TopicState) -> TopicState:
        """Return a copy of a state in training, which may be one made for another reader."""
        now = time.perf_counter()
        fresh = max(FRESH_SECONDS, FRESH_PER_COPY_SECOND * self._copying_seconds)
        if self._copied is not None and now - self._copied_at < fresh:
            return self._copied
        copy = before.shallow_copy(Loan())
        arrays = (before.scaled_counts, before.scale, before.totals)
        copies = [aligned_zeros(array.shape, array.dtype) for array in arrays]
        copy.scaled_counts, copy.scale, copy.totals = copies
        done = before.native().copy_into(scaled=copies[0], scale=copies[1], totals=copies[2])
        self._advance(copy, before, *done)
        self._copied, self._copied_at = copy, time.perf_counter()
        self._copying_seconds = self._copied_at - now
        copy.release_native()
        copy.native()
        return copy

    def _advance(
        self,
        state: TopicState,
        before: TopicState,
        n_batches: int,
        n_documents: int,
        n_tokens: float,
        corpus_tokens: float,
    ) -> None:
        """Set the counters to those before a native call plus what it has done until now."""
        state.clock = before.clock + (n_batches if self._counts_batches else 0)
        state.n_documents_seen = before.n_documents_seen + n_documents
        state.n_tokens_seen = before.n_tokens_seen + n_tokens
        state.corpus_tokens = corpus_tokens or before.corpus_tokens


# ---------------------------------------------------------------------------- forks

_in_training: set[SharedCounts] = set()
_held: list[SharedCounts] = []
_abandoned: list[_core.TopicArrays] = []


def _before_fork() -> None:
    """Wait for the end of a step of each training run: the child gets whole minibatches."""
    _held.extend(_in_training)
    for shared in _held:
        shared.gate.hold()


def _after_in_parent() -> None:
    while _held:
        _held.pop().gate.let_go()


def _after_in_child() -> None:
    _after_in_parent()
    for shared in list(_in_training):
        shared.settle_in_child()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(
        before=_before_fork, after_in_parent=_after_in_parent, after_in_child=_after_in_child
    )
