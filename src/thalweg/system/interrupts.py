"""Holding back Ctrl-C where it would leave work half-recorded.

Python raises KeyboardInterrupt between any two instructions: also after topics have learned from
a minibatch, and before the counters say so. A checkpoint of that moment would not continue to the
same bits. While a training run holds interrupts back, Ctrl-C takes effect at three kinds of places
only, all of which leave the run as it was or one step further:

- inside a native call, which then ends in order;
- inside `allowed()`, around work that changes nothing the run relies on, however long it takes;
- at `raise_if_waiting()`, between two steps.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

from thalweg import _core


class HeldInterrupts:
    """A context in which the handler of SIGINT waits for a good moment.

    Outside of the main thread, where Python never raises KeyboardInterrupt, and where SIGINT has no
    handler of Python's, nothing changes.
    """

    def __init__(self) -> None:
        self._previous: Callable[[int, FrameType | None], Any] | None = None
        self._n_allowed = 0
        self._is_waiting = False

    def __enter__(self) -> HeldInterrupts:
        if threading.current_thread() is threading.main_thread():
            handler = signal.getsignal(signal.SIGINT)
            if callable(handler):
                self._previous = handler
                signal.signal(signal.SIGINT, self._handle)
        return self

    def __exit__(self, kind: type[BaseException] | None, *details: object) -> None:
        if self._previous is not None:
            signal.signal(signal.SIGINT, self._previous)
        if kind is None:
            self.raise_if_waiting()

    @contextmanager
    def allowed(self) -> Iterator[None]:
        """Let Ctrl-C take effect at once."""
        self._n_allowed += 1
        try:
            self.raise_if_waiting()
            yield
        finally:
            self._n_allowed -= 1

    def raise_if_waiting(self) -> None:
        """Let a Ctrl-C that came since the last good moment take effect."""
        if self._is_waiting and self._previous is not None:
            self._is_waiting = False
            self._previous(signal.SIGINT, None)

    def _handle(self, number: int, frame: FrameType | None) -> None:
        self._is_waiting = True
        if self._n_allowed or _core.handling_signals():
            self.raise_if_waiting()
