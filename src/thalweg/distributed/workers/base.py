"""WorkerBase: the topics and the documents that a worker has, and how it sends rows to others."""

from __future__ import annotations

import os
import platform
import socket
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.documents import Documents
from thalweg.distributed.workers import shared_arrays
from thalweg.distributed.workers.neighbours import Neighbours
from thalweg.distributed.workers.same_everywhere import describe_rows
from thalweg.distributed.workers.shared_arrays import Inbox, Outbox, SharedArrays
from thalweg.distributed.workers.tasks import (
    Offer,
    OutOfStepError,
    Piece,
    TopicArrays,
    WorkerSetup,
)
from thalweg.state.native import aligned_copy
from thalweg.state.priors import Prior
from thalweg.state.topic_state import COUNTERS, TopicState
from thalweg.training.minibatches import document_order

_PARTS_IN_MEMORY = 2


@dataclass
class WorkerBase:
    """A copy of the topics, the documents, and memory that other workers read."""

    setup: WorkerSetup
    version: int = -1
    _state: TopicState | None = None
    _counted: TopicState | None = None  # the counts of a finishing pass in exact mode
    _n_applied: int = 0  # minibatches of the exact task under way
    _parts: dict[int, Documents] = field(default_factory=dict)
    _orders: dict[tuple[int, int], NDArray[np.int64]] = field(default_factory=dict)
    _outbox: Outbox | None = None
    _inbox: Inbox = field(default_factory=Inbox)
    _neighbours: Neighbours | None = None

    def describe(self) -> dict[str, Any]:
        """Return what must be the same on all machines, and where this worker runs."""
        from thalweg import __version__

        return {
            "thalweg": __version__,
            "numpy": np.__version__,
            "machine": platform.machine(),
            "instructions": _core.instruction_set(),
            "host": socket.gethostname(),
            "process": os.getpid(),
            "documents": describe_rows(self.setup.rows),
        }

    def load(self, version: int, state: TopicState, counted: TopicState | None) -> int:
        """Take over the topics of the driver."""
        self._inbox.forget()
        self._state = state.copy()
        self._counted = None if counted is None else counted.copy()
        self._n_applied, self.version = 0, version
        return version

    def follow(self, version: int, prior: Prior, counters: dict[str, Any], counting: str) -> int:
        """Take over prior and counters; "begin" or "end" a finishing pass, or go on "as before".

        "next" ends one and begins another. The counts of a finishing pass of exact mode begin as a
        copy of the topics, and become the topics at its end.
        """
        state = self.state
        if self.version == version:  # virtual workers share their topics
            return version
        if counting in ("end", "next"):
            assert self._counted is not None, "a finishing pass has begun"
            state.adopt(self._counted)
            self._counted = None
        state.prior = prior
        for name, value in counters.items():
            setattr(state, name, value)
        state.release_native()
        if counting in ("begin", "next"):
            self._counted = state.copy()
        self._n_applied, self.version = 0, version
        return version

    @property
    def state(self) -> TopicState:
        """The topics that all workers have."""
        assert self._state is not None, "load() comes first"
        return self._state

    # ------------------------------------------------------------------ rows for other workers

    @property
    def outbox(self) -> Outbox:
        """Memory that other workers on this machine can read."""
        if self._outbox is None:
            self._outbox = Outbox()
        return self._outbox

    def offer_memory(self) -> Offer | None:
        """Return where others on this machine find the memory of this worker, and the worker."""
        if not shared_arrays.CAN_SHARE:
            return None
        if self._neighbours is not None:
            self._neighbours.close()
        self._neighbours = Neighbours()
        text = f"{os.getpid()} {socket.gethostname()}"
        sent = self.outbox.send(np.frombuffer(text.encode(), np.uint8))
        return Offer(sent, text, self._neighbours.address)

    def can_read(self, *offers: Offer | None) -> bool:
        """Return whether this worker can read the memory of the others."""
        there = [offer for offer in offers if offer is not None]
        return len(there) == len(offers) and shared_arrays.can_read(
            (offer.memory, offer.text) for offer in there
        )

    def meet(self, number: int, patience: float, *offers: Offer) -> None:
        """Connect to the other workers; `number` is the place of this one among the offers."""
        self.neighbours.meet(number, [offer.address for offer in offers], patience)

    @property
    def neighbours(self) -> Neighbours:
        """The other workers on this machine."""
        assert self._neighbours is not None, "offer_memory() comes first"
        return self._neighbours

    @contextmanager
    def together(self) -> Iterator[Neighbours]:
        """Yield the other workers; an error here ends their wait for this worker at once."""
        try:
            yield self.neighbours
        except BaseException:
            self.neighbours.close()
            raise

    def received(self, messages: Sequence[Any]) -> list[Any]:
        """Return what other workers have sent, from their memory if it is there."""
        try:
            return [
                self._inbox.read(message) if isinstance(message, SharedArrays) else message
                for message in messages
            ]
        except OSError as error:
            raise OutOfStepError(f"the memory of another worker is gone: {error}") from None

    # ------------------------------------------------------------------ documents

    def _documents(
        self, piece: Piece, n_passes: int
    ) -> tuple[Documents, NDArray[np.int64], NDArray[np.int64]]:
        """Return the part of a piece, the order of the piece's documents, and its bounds."""
        order = self.part_order(piece.part, n_passes)
        chosen = [
            order[first:end]
            for first, end in zip(piece.firsts.tolist(), piece.ends.tolist(), strict=True)
        ]
        bounds = np.append(0, np.cumsum(piece.ends - piece.firsts)).astype(np.int64)
        return self.part(piece.part), np.concatenate([np.zeros(0, np.int64), *chosen]), bounds

    def part(self, number: int) -> Documents:
        """Return a part of the corpus; the last ones are kept."""
        found = self._parts.pop(number, None)
        if found is None:
            bounds = self.setup.bounds
            found = self.setup.rows.read(int(bounds[number]), int(bounds[number + 1]))
            while len(self._parts) >= _PARTS_IN_MEMORY:
                del self._parts[next(iter(self._parts))]
        self._parts[number] = found  # the last one is the newest
        return found

    def part_order(self, number: int, n_passes: int) -> NDArray[np.int64]:
        """Return the order in which a pass visits the documents of a part."""
        key = (number, n_passes)
        if key not in self._orders:
            while len(self._orders) >= _PARTS_IN_MEMORY:
                del self._orders[next(iter(self._orders))]
            n = int(self.setup.bounds[number + 1] - self.setup.bounds[number])
            seed = self.setup.seed if self.setup.shuffle else None
            self._orders[key] = document_order(n, seed, n_passes, number)
        return self._orders[key]


def arrays_of(state: TopicState) -> TopicArrays:
    """Return copies of what a round or a minibatch changes in a state."""
    return state.scaled_counts.copy(), state.scale.copy(), state.totals.copy(), counters_of(state)


def counters_of(state: TopicState) -> dict[str, Any]:
    """Return the counters of a state."""
    return {name: getattr(state, name) for name in COUNTERS}


def aligned_rows(rows: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return rows that start where the core can read them; a copy if they do not."""
    return rows if rows.ctypes.data % 32 == 0 else aligned_copy(rows)
