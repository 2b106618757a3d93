"""Threads that work next to training without taking its time."""

from __future__ import annotations

import os
import sys
import threading
from collections.abc import Callable
from contextlib import suppress

_LOW_PRIORITY = 10


def start_background(work: Callable[[], None], name: str) -> threading.Thread:
    """Run work in a thread; on Linux, when the processor has nothing more urgent to do."""

    def run() -> None:
        if sys.platform == "linux":
            with suppress(OSError):
                os.setpriority(os.PRIO_PROCESS, threading.get_native_id(), _LOW_PRIORITY)
        work()

    thread = threading.Thread(target=run, name=f"thalweg-{name}", daemon=True)
    thread.start()
    return thread
