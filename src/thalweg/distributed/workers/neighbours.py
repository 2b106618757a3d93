"""Neighbours: workers on the same machine that meet after every round, without the driver.

A call of a worker takes about two milliseconds to come from the driver, which is as long as a short
round. So workers that share memory get the rounds of a second in one call. After each round they
send each other where their rows are, over a socket, and wait for the messages of all.
"""

from __future__ import annotations

import uuid
from multiprocessing.connection import Client, Connection, Listener
from typing import Any

from thalweg.distributed.workers.tasks import OutOfStepError


class Neighbours:
    """A connection to each other worker; a peer that dies or hangs ends the exchange."""

    def __init__(self) -> None:
        self._key = uuid.uuid4().bytes
        # An address without a file (Linux): it is gone when the process is.
        self._name = f"\0thalweg-{uuid.uuid4().hex}"
        self._listener = Listener(self._name, "AF_UNIX", 64, self._key)
        self._connections: dict[int, Connection] = {}
        self._number, self._patience = 0, 0.0

    @property
    def address(self) -> tuple[str, bytes]:
        """Where others connect, and the key that they need."""
        return self._name, self._key

    def meet(self, number: int, addresses: list[tuple[str, bytes]], patience: float) -> None:
        """Connect to all others; `number` is the place of this worker in the list."""
        self._number, self._patience = number, patience
        for other, (address, key) in enumerate(addresses[:number]):
            self._connections[other] = connection = Client(address, "AF_UNIX", key)
            connection.send(number)
        while len(self._connections) < len(addresses) - 1:
            connection = self._listener.accept()
            self._connections[connection.recv()] = connection

    def exchange(self, message: Any) -> list[Any]:
        """Send a small message to all others; return the messages of all, in their order."""
        messages = {self._number: message}
        try:
            for connection in self._connections.values():
                connection.send(message)
            for other, connection in self._connections.items():
                if not connection.poll(self._patience):
                    raise OutOfStepError(f"worker {other} does not answer")
                messages[other] = connection.recv()
        except (EOFError, OSError) as error:
            raise OutOfStepError(f"another worker is gone: {error}") from None
        return [messages[number] for number in sorted(messages)]

    def close(self) -> None:
        """Close all connections."""
        self._listener.close()
        for connection in self._connections.values():
            connection.close()
