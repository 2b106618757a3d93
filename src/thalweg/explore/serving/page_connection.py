"""Connection: one page, over one WebSocket.

The page sends requests and gets an answer to each. It also gets frames. After a frame, the server
waits until the page has acknowledged it, and then sends the newest one: a slow page skips frames,
and nothing piles up.
"""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import Executor
from typing import Any, Final

from starlette.websockets import WebSocket, WebSocketDisconnect

from thalweg.errors import InputError, ThalwegError
from thalweg.explore.live_frames import FrameMaker, FrameOptions, encoded
from thalweg.explore.requests.answering import MAX_WAITING, PROTOCOL, answered, frame_options
from thalweg.explore.requests.message_fields import Fields
from thalweg.explore.session import Session

MAX_MESSAGE: Final = 64 * 1024
MAX_FAULTS: Final = 20
"""Messages that are not understood, after which the connection is closed."""

_POLICY_VIOLATION = 1008
_TOO_BIG = 1009


class Connection:
    """Answers one page until it goes away."""

    def __init__(
        self,
        socket: WebSocket,
        session: Session,
        frames: FrameMaker,
        executor: Executor,
        frame_thread: Executor,
    ) -> None:
        self._socket, self._session, self._frames = socket, session, frames
        self._executor, self._frame_thread = executor, frame_thread
        self._options = FrameOptions()
        self._acknowledged = asyncio.Event()
        self._acknowledged.set()
        self._wanted = asyncio.Event()
        self._sent = 0
        self._waiting: set[asyncio.Task[None]] = set()
        self._faults = 0

    async def run(self) -> None:
        """Send frames and answer requests until the page disconnects."""
        await self._send(
            {"type": "hello", "protocol": PROTOCOL, "title": self._session.reader.title}
        )
        sending = asyncio.create_task(self._send_frames())
        try:
            await self._receive()
        except (WebSocketDisconnect, RuntimeError):
            pass  # the page is gone
        finally:
            for task in (sending, *self._waiting):
                task.cancel()
            await asyncio.gather(sending, *self._waiting, return_exceptions=True)

    async def _receive(self) -> None:
        while self._faults < MAX_FAULTS:
            message = await self._socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            text = message.get("text")
            if text is None:
                await self._refuse(None, "expected text, not bytes")
                continue
            if len(text) > MAX_MESSAGE:
                await self._socket.close(_TOO_BIG)
                return
            try:
                await self._take(_parsed(text))
            except InputError as error:
                await self._refuse(None, str(error))
        await self._socket.close(_POLICY_VIOLATION)

    async def _take(self, message: dict[str, Any]) -> None:
        kind = message.get("type")
        if kind == "ack":
            if message.get("frame") == self._sent:
                self._acknowledged.set()
        elif kind == "view":
            fields = Fields(message)
            self._options = frame_options(fields)
            self._wanted.set()
        elif kind == "request":
            number = message.get("id")
            if isinstance(number, bool) or not isinstance(number, int):
                raise InputError("`id` is missing; expected the number of the request")
            if len(self._waiting) >= MAX_WAITING:
                await self._refuse(number, "too many requests are waiting for an answer", fault=0)
                return
            task = asyncio.create_task(self._answer(number, message))
            self._waiting.add(task)
            task.add_done_callback(self._waiting.discard)
        else:
            raise InputError("`type` is not known; expected request, ack or view")

    async def _answer(self, number: int, message: dict[str, Any]) -> None:
        loop = asyncio.get_running_loop()
        name, params = message.get("name"), message.get("params", {})
        try:
            result = await loop.run_in_executor(
                self._executor, lambda: answered(self._session, number, name, params)
            )
        except ThalwegError as error:
            await self._refuse(number, str(error), fault=0)
        except Exception as error:
            await self._refuse(number, f"{type(error).__name__}: {error}", fault=0)
            raise
        else:
            await self._socket.send_text(result)

    async def _send_frames(self) -> None:
        loop, shown = asyncio.get_running_loop(), None
        while True:
            await self._acknowledged.wait()
            key, began = (self._session.version, self._options), loop.time()
            if key != shown:
                frame = await loop.run_in_executor(
                    self._frame_thread, self._frames.frame, self._options
                )
                shown = (frame.version, self._options) if key[1] == self._options else None
                self._acknowledged.clear()
                self._sent = frame.number
                await self._socket.send_text(frame.text)
            try:
                await asyncio.wait_for(
                    self._wanted.wait(), self._frames.pause - (loop.time() - began)
                )
            except TimeoutError:
                continue
            self._wanted.clear()

    async def _refuse(self, number: int | None, message: str, fault: int = 1) -> None:
        self._faults += fault
        await self._send({"type": "error", "id": number, "message": message})

    async def _send(self, message: dict[str, Any]) -> None:
        await self._socket.send_text(encoded(message))


def _parsed(text: str) -> dict[str, Any]:
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("the message is not valid JSON") from None
    if not isinstance(message, dict):
        raise InputError("the message is not an object")
    return message
