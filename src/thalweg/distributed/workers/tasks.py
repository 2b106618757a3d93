"""What the driver asks of workers, and what they return."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.rows import Rows
from thalweg.distributed.workers.shared_arrays import SharedArrays
from thalweg.inference.document_schedule import DocumentVisits

# Counts, scale, totals and counters of a TopicState.
TopicArrays = tuple[NDArray[np.float32], NDArray[np.float64], NDArray[np.float64], dict[str, Any]]
Increment = tuple[NDArray[Any], NDArray[np.float32]]  # words and their rows


class OutOfStepError(Exception):
    """A worker has other topics than the driver thinks; they must be sent to it again."""


@dataclass(frozen=True)
class Offer:
    """Where others on the same machine find a worker: a text in its memory, and its socket."""

    memory: SharedArrays
    text: str
    address: tuple[str, bytes]  # with the key that it asks for


@dataclass(frozen=True)
class WorkerSetup:
    """What a worker knows from its start."""

    rows: Rows
    bounds: NDArray[np.int64]  # of the parts
    seed: int
    shuffle: bool
    n_threads: int


@dataclass(frozen=True)
class Piece:
    """Minibatches of one part: places first..end of the part's order, for each minibatch."""

    part: int
    firsts: NDArray[np.int64]
    ends: NDArray[np.int64]

    @property
    def n_documents(self) -> int:
        """Number of documents."""
        return int((self.ends - self.firsts).sum())


@dataclass(frozen=True)
class RoundTask:
    """What one worker does in a round."""

    version: int  # of the topics that it starts from
    n_passes: int
    pieces: list[Piece]
    steps: NDArray[np.float64]  # of the worker's minibatches
    first_number: int  # visits of documents before these
    corpus_tokens: float
    visits: DocumentVisits
    shard_bounds: NDArray[np.int64]  # words of each shard of the increment
    entries_per_batch: int = 0  # of a pass that counts
    merged_by_all: bool = False  # every worker adds all increments, instead of those of its shard
    shared: bool = False  # rows stay in memory that all workers can read

    @property
    def n_shards(self) -> int:
        """Pieces in which the increment is returned."""
        return 1 if self.merged_by_all else self.shard_bounds.size - 1


@dataclass(frozen=True)
class ExactTask:
    """Minibatches of one part that all workers apply together."""

    version: int  # of the topics before them
    n_passes: int
    part: int
    bounds: NDArray[np.int64]  # places in the order of the part
    steps: NDArray[np.float64]
    corpus_tokens: float
    visits: DocumentVisits
    counts: bool  # count under fixed topics instead of updating them
    shared: bool = False  # rows stay in memory that all workers can read


@dataclass(frozen=True)
class Merged:
    """The end of a round: topics `version` from those before."""

    version: int
    kept: float
    corpus_tokens: float
    by_all: bool = False  # see RoundTask
