"""Threads that work next to training without taking its time."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

LOW_PRIORITY = 10
TRAINING_PRIORITY = 5
"""Training takes all cores. Answers are short, and are made first."""


def start_background(
    work: Callable[[], None], name: str, priority: int = LOW_PRIORITY
) -> threading.Thread:
    """Run work in a thread; on Linux, when the processor has nothing more urgent to do.

    Threads that the work starts have the same priority.
    """

    def run() -> None:
        if sys.platform == "linux":
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), priority)
        work()

    thread = threading.Thread(target=run, name=f"thalweg-{name}", daemon=True)
    thread.start()
    return thread
