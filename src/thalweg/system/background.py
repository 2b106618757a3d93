"""Threads that work next to training without taking its time."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

LOW_PRIORITY = 10
"""A tenth of a core next to training, and in short slices."""


def start_background(work: Callable[[], None], name: str) -> threading.Thread:
    """Run work in a thread that takes the time that training and answers leave."""

    def run() -> None:
        give_way()
        work()

    thread = threading.Thread(target=run, name=f"thalweg-{name}", daemon=True)
    thread.start()
    return thread


def give_way() -> None:
    """Give this thread, and those that it starts, a low priority; on Linux only.

    A thread that takes a core from training for 10 ms costs more than that: the other threads of
    training wait, and the native core then works without helpers for a while.
    """
    if sys.platform == "linux":
        with suppress(OSError):
            os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), LOW_PRIORITY)
