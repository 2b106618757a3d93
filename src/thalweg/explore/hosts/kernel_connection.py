"""KernelConnection: the messages of the page, without a server.

A notebook delivers messages from the page to the kernel, and the other way, with a widget. What
they contain is what the WebSocket of the server carries: see docs/explanation/design/explorer.md.
Answers and frames are made in threads, so that cells can run meanwhile.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import Any

from thalweg.errors import InputError, ThalwegError
from thalweg.explore.live_frames import FrameMaker, FrameOptions, encoded
from thalweg.explore.requests.answering import MAX_WAITING, PROTOCOL, answered, frame_options
from thalweg.explore.requests.downloads import write_download
from thalweg.explore.requests.message_fields import Fields
from thalweg.explore.session import Session
from thalweg.system.background import start_background

Send = Callable[[str, list[bytes]], None]
"""Sends a message to the page, and the bytes of a file that belong to it."""


class KernelConnection:
    """Answers a page and sends it frames, until it is closed.

    Parameters
    ----------
    session : Session
        What the page shows.
    send : callable
        Called in several threads, never at the same time.
    """

    def __init__(self, session: Session, send: Send) -> None:
        self._session, self._send_message = session, send
        self._frames = FrameMaker(session)
        self._options = FrameOptions()
        self._sending = threading.Lock()
        self._answers = ThreadPoolExecutor(2, thread_name_prefix="thalweg-answers")
        self._n_waiting = 0
        self._changed = threading.Condition()
        self._is_open = False  # a page is there
        self._acknowledged = self._is_wanted = True
        self._is_closed = False
        self._sent = 0
        self._shown: Any = None  # the version and options of the last frame
        start_background(self._send_frames, "frames")

    def receive(self, message: Any) -> None:
        """Take a message of the page; return at once."""
        try:
            self._take(Fields(message), message)
        except InputError as error:
            self._send({"type": "error", "id": None, "message": str(error)})

    def close(self) -> None:
        """Tell the page that no answers come any more, and send nothing afterwards."""
        with suppress(Exception):  # the way to the page may be closed already
            self._send({"type": "closed"})
        with self._changed:
            self._is_closed = True
            self._changed.notify_all()
        self._answers.shutdown(wait=False, cancel_futures=True)

    def _take(self, fields: Fields, message: dict[str, Any]) -> None:
        kind = fields.text("type", "")
        if kind == "open":
            hello = {"type": "hello", "protocol": PROTOCOL, "title": self._session.reader.title}
            self._send(hello)
            with self._changed:
                self._is_open = self._acknowledged = self._is_wanted = True
                self._shown = None  # a page that is opened again has nothing
                self._changed.notify_all()
        elif kind == "ack":
            if message.get("frame") == self._sent:
                with self._changed:
                    self._acknowledged = True
                    self._changed.notify_all()
        elif kind == "view":
            with self._changed:
                self._options, self._is_wanted = frame_options(fields), True
                self._changed.notify_all()
        elif kind in ("request", "download"):
            number = fields.number("id", 0, 2**53)
            if not self._may_ask():
                why = "too many requests are waiting for an answer"
                self._send({"type": "error", "id": number, "message": why})
                return
            work = self._answer if kind == "request" else self._send_file
            with suppress(RuntimeError):  # closed meanwhile
                self._answers.submit(work, number, message.get("name"), message.get("params", {}))
        else:
            raise InputError("`type` is not known; expected open, request, download, ack or view")

    def _may_ask(self) -> bool:
        """Count one more request, if not too many wait."""
        with self._changed:
            is_free = self._n_waiting < MAX_WAITING
            self._n_waiting += is_free
            return is_free

    def _answer(self, number: int, name: Any, params: Any) -> None:
        self._replied(number, lambda: (answered(self._session, number, name, params), []))

    def _send_file(self, number: int, name: Any, params: Any) -> None:
        def written() -> tuple[str, list[bytes]]:
            path = write_download(self._session, str(name))
            try:
                content = path.read_bytes()
            finally:
                path.unlink(missing_ok=True)
            return encoded({"type": "answer", "id": number, "result": {"name": name}}), [content]

        self._replied(number, written)

    def _replied(self, number: int, reply: Callable[[], tuple[str, list[bytes]]]) -> None:
        """Send a reply, or the error that it ended with."""
        try:
            text, files = reply()
        except ThalwegError as error:
            text, files = encoded({"type": "error", "id": number, "message": str(error)}), []
        except Exception as error:
            why = f"{type(error).__name__}: {error}"
            text, files = encoded({"type": "error", "id": number, "message": why}), []
        with self._changed:
            self._n_waiting -= 1
        self._send_text(text, files)

    def _send_frames(self) -> None:
        """Send a frame when the last one has been drawn and something has changed."""
        while True:
            with self._changed:
                self._changed.wait_for(
                    lambda: self._is_closed or (self._is_open and self._acknowledged)
                )
                if self._is_closed:
                    return
                options, self._is_wanted = self._options, False
            if (self._session.version, options) != self._shown:
                frame = self._frames.frame(options)
                self._shown, self._sent = (frame.version, options), frame.number
                self._acknowledged = False
                self._send_text(frame.text, [])
            with self._changed:
                self._changed.wait_for(
                    lambda: self._is_closed or self._is_wanted, self._frames.pause
                )

    def _send(self, message: dict[str, Any]) -> None:
        self._send_text(encoded(message), [])

    def _send_text(self, text: str, files: list[bytes]) -> None:
        with self._sending:
            if not self._is_closed:
                self._send_message(text, files)
