"""Send Ctrl-C to this process while a native call runs."""

from __future__ import annotations

import os
import signal
import threading
import time
from collections.abc import Callable
from typing import Any

import pytest

from thalweg import _core


def interrupt_when(condition: Callable[[], bool]) -> None:
    """Send SIGINT to this process as soon as the condition holds, from another thread."""

    def send() -> None:
        while not condition():
            time.sleep(0.001)
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=send, daemon=True).start()


def interrupt_native_call(monkeypatch: pytest.MonkeyPatch, name: str) -> None:
    """Send SIGINT when a function of the native core has been called."""
    begun, native = threading.Event(), getattr(_core, name)

    def call(**arguments: Any) -> Any:
        begun.set()
        return native(**arguments)

    monkeypatch.setattr(_core, name, call)
    interrupt_when(begun.is_set)
