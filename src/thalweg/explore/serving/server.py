"""serve: run the explorer until Ctrl-C."""

from __future__ import annotations

import socket
import sys
import threading
import webbrowser
from collections.abc import Callable

import uvicorn

from thalweg.errors import InputError
from thalweg.explore.serving.page_connection import MAX_MESSAGE
from thalweg.explore.serving.request_checks import LOOPBACK, RequestChecks
from thalweg.explore.serving.web_app import create_app
from thalweg.explore.session import Session

SWITCH_INTERVAL = 0.0005
"""Seconds after which a thread gives Python's lock to another one. An answer asks for the lock
again after each native call, and waits that long if a background thread has it."""


def serve(
    session: Session,
    *,
    port: int = 0,
    open_browser: bool = True,
    announce: Callable[[str], None] = print,
) -> None:
    """Start a session, show its page and answer it until Ctrl-C.

    Parameters
    ----------
    session : Session
        What to explore.
    port : int, default=0
        Port on the loopback interface. 0: any free one.
    open_browser : bool, default=True
        Open the page in the user's browser.
    announce : callable, default=print
        Called with the address of the page once the server accepts connections.
    """
    listening = _listen(port)
    checks = RequestChecks(listening.getsockname()[1])
    config = uvicorn.Config(
        create_app(session, checks),
        log_level="error",
        lifespan="off",
        ws="websockets-sansio",
        ws_max_size=MAX_MESSAGE,
        ws_max_queue=8,
        server_header=False,
        date_header=False,
        timeout_graceful_shutdown=1,
    )
    sys.setswitchinterval(SWITCH_INTERVAL)
    server = _AnnouncedServer(config, lambda: _ready(checks, announce, open_browser))
    session.start()
    try:
        server.run([listening])
    finally:
        session.close()
        listening.close()


class _AnnouncedServer(uvicorn.Server):
    """A server that calls a function when it accepts connections."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._ready()


def _ready(checks: RequestChecks, announce: Callable[[str], None], open_browser: bool) -> None:
    announce(checks.url)
    if open_browser:  # which may take seconds
        threading.Thread(target=webbrowser.open, args=(checks.url,), daemon=True).start()


def _listen(port: int) -> socket.socket:
    listening = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    try:
        listening.bind((LOOPBACK, port))
    except OSError as error:
        listening.close()
        raise InputError(
            f"`port` is {port}, which cannot be used ({error}); expected a free port, or 0 for any"
        ) from None
    return listening
