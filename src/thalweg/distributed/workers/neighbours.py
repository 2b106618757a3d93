"""Neighbours: workers on the same machine that meet after every round, without the driver.

A call of a worker takes about two milliseconds to come from the driver, which is as long as a short
round. So workers that share memory get the rounds of a second in one call. After each round they
send each other where their rows are, over a socket, and wait for the messages of all.

Nothing here waits for ever. A peer that is gone, hangs or does not know the key is an
OutOfStepError, after `patience` seconds at the latest.
"""

from __future__ import annotations

import pickle
import selectors
import socket
import struct
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import AuthenticationError
from multiprocessing.connection import Connection, answer_challenge, deliver_challenge
from os import dup
from typing import Any

from thalweg.distributed.workers.tasks import OutOfStepError

_SECONDS_OF_A_STRANGER = 5.0  # for which a connection may delay those of the other workers
_LENGTH = struct.Struct("!Q")  # before each message
_FAULTS = (OSError, EOFError, AuthenticationError, AssertionError, ValueError, struct.error)


class Neighbours:
    """A connection to each other worker; a peer that dies or hangs ends the exchange."""

    def __init__(self) -> None:
        self._key = uuid.uuid4().bytes
        # An address without a file (Linux): it is gone when the process is.
        self._name = f"\0thalweg-{uuid.uuid4().hex}"
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(self._name)
        self._listener.listen(64)
        self._peers: dict[int, socket.socket] = {}
        self._number, self._patience = 0, 0.0

    @property
    def address(self) -> tuple[str, bytes]:
        """Where others connect, and the key that they need."""
        return self._name, self._key

    def meet(self, number: int, addresses: list[tuple[str, bytes]], patience: float) -> None:
        """Connect to all others; `number` is the place of this worker in the list."""
        self._number, self._patience = number, patience
        end = time.monotonic() + patience
        try:
            for other, (name, key) in enumerate(addresses[:number]):
                self._peers[other] = _connected(name, key, number, end)
            while len(self._peers) < len(addresses) - 1:
                self._accept(range(number + 1, len(addresses)), end)
        except _FAULTS as error:
            self.close()
            raise OutOfStepError(f"could not connect to another worker: {error!r}") from None
        for peer in self._peers.values():
            peer.setblocking(False)

    def _accept(self, expected: range, end: float) -> None:
        """Accept a connection; one that does not know the key, or is silent, is closed."""
        self._listener.settimeout(_left(end))
        peer, _ = self._listener.accept()
        try:
            limit = min(_left(end), _SECONDS_OF_A_STRANGER)
            with _handshake(peer, limit) as connection:
                deliver_challenge(connection, self._key)
                answer_challenge(connection, self._key)
                number = _LENGTH.unpack(connection.recv_bytes(_LENGTH.size))[0]
            if number not in expected or number in self._peers:
                raise ValueError(f"another worker says that it is number {number}")
        except _FAULTS:
            peer.close()
        else:
            self._peers[number] = peer

    def exchange(self, message: Any) -> list[Any]:
        """Send a message to all others; return the messages of all, in their order."""
        try:
            found = self._exchange(pickle.dumps(message))
        except OSError as error:
            raise OutOfStepError(f"another worker is gone: {error}") from None
        messages = {other: pickle.loads(data) for other, data in found.items()}
        messages[self._number] = message
        return [messages[number] for number in sorted(messages)]

    def _exchange(self, data: bytes) -> dict[int, bytes]:
        """Send and receive at the same time: a message may be longer than a socket holds."""
        framed, end = _LENGTH.pack(len(data)) + data, time.monotonic() + self._patience
        traffic = {other: _Traffic(memoryview(framed)) for other in self._peers}
        with selectors.DefaultSelector() as waiting:
            for other, peer in self._peers.items():
                waiting.register(peer, selectors.EVENT_READ | selectors.EVENT_WRITE, other)
            while waiting.get_map():
                ready = waiting.select(max(end - time.monotonic(), 0))
                if not ready:
                    others = ", ".join(str(key.data) for key in waiting.get_map().values())
                    raise OutOfStepError(f"worker {others} does not answer")
                for key, events in ready:
                    one, peer = traffic[key.data], self._peers[key.data]
                    one.move(peer, events)
                    if not one.wanted:
                        waiting.unregister(peer)
                    elif one.wanted != key.events:
                        waiting.modify(peer, one.wanted, key.data)
        return {other: bytes(one.received) for other, one in traffic.items()}

    def close(self) -> None:
        """Close all connections, which ends the exchange of the others."""
        self._listener.close()
        for peer in self._peers.values():
            peer.close()


@dataclass
class _Traffic:
    """What is still to be sent to a peer, and what has come from it."""

    unsent: memoryview
    received: bytearray = field(default_factory=bytearray)
    length: int | None = None  # of the message, once it is known

    @property
    def wanted(self) -> int:
        """What to wait for; 0 at the end."""
        is_complete = self.length is not None and len(self.received) == self.length
        writes = selectors.EVENT_WRITE if self.unsent else 0
        return writes | (0 if is_complete else selectors.EVENT_READ)

    def move(self, peer: socket.socket, events: int) -> None:
        """Send and receive what does not have to wait; not a byte of the peer's next message."""
        if events & selectors.EVENT_WRITE and self.unsent:
            self.unsent = self.unsent[peer.send(self.unsent) :]
        if events & selectors.EVENT_READ and self.wanted & selectors.EVENT_READ:
            length = _LENGTH.size if self.length is None else self.length
            some = peer.recv(min(length - len(self.received), 1 << 20))
            if not some:
                raise ConnectionResetError("it has closed the connection")
            self.received += some
            if self.length is None and len(self.received) == _LENGTH.size:
                self.length, self.received = _LENGTH.unpack(self.received)[0], bytearray()


def _connected(name: str, key: bytes, number: int, end: float) -> socket.socket:
    """Connect to a worker and say which one this is."""
    peer = socket.socket(socket.AF_UNIX)
    try:
        peer.settimeout(_left(end))
        peer.connect(name)
        with _handshake(peer, _left(end)) as connection:
            answer_challenge(connection, key)
            deliver_challenge(connection, key)
            connection.send_bytes(_LENGTH.pack(number))
    except BaseException:
        peer.close()
        raise
    return peer


@contextmanager
def _handshake(peer: socket.socket, seconds: float) -> Iterator[Connection]:
    """Yield a connection for a handshake over a socket, which is shut down after some time."""
    peer.setblocking(True)
    timer = threading.Timer(seconds, _shut_down, (peer,))
    timer.start()
    try:
        with closing(Connection(dup(peer.fileno()))) as connection:
            yield connection
    finally:
        timer.cancel()


def _shut_down(peer: socket.socket) -> None:
    with suppress(OSError):
        peer.shutdown(socket.SHUT_RDWR)


def _left(end: float) -> float:
    """Return the seconds until `end`; TimeoutError if there are none."""
    left = end - time.monotonic()
    if left <= 0:
        raise TimeoutError("the other workers do not connect")
    return left
