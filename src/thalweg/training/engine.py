"""Engine: who applies the minibatches of a training run, this process or many.

A training run asks its engine for a segment, the documents that come next, and applies them slice
by slice. After every slice the state of the run is complete in this process: it can be saved,
scored and read.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Protocol

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.inference.algorithm import Minibatches
from thalweg.training.minibatches import CorpusSize, document_order

if TYPE_CHECKING:
    from thalweg.training.loop import Training


ONE_PART = "one part"
"""Documents are visited part by part, minibatch by minibatch."""


class Segment(Protocol):
    """Documents that a pass visits next: of one part of the corpus, or of several together."""

    @property
    def n_parts(self) -> int:
        """Parts of the corpus that it has."""
        ...

    @property
    def n_documents(self) -> int:
        """Number of documents."""
        ...

    @property
    def documents(self) -> Documents | None:
        """The documents, if they are in this process."""
        ...

    @property
    def bounds(self) -> NDArray[np.int64]:
        """Place of the first document of each minibatch, and the end."""
        ...

    def explore(self, training: Training, first: int, end: int, seconds: float | None) -> None:
        """Apply the minibatches from document `first` to `end`, or as many as the time allows."""
        ...

    def count(self, training: Training, first: int, seconds: float | None) -> None:
        """Count documents from `first` on under fixed topics, as many as the time allows."""
        ...


class Engine(ABC):
    """Where training computes."""

    @property
    @abstractmethod
    def name(self) -> str:
        """What a checkpoint calls the order in which the engine visits documents."""

    @property
    def n_workers(self) -> int | None:
        """Processes that compute; None if it is this one."""
        return None

    @property
    def shortest_slice(self) -> float:
        """Seconds below which a slice costs more than it computes; reports wait for its end."""
        return 0.0

    @contextmanager
    def running(self, training: Training) -> Iterator[None]:
        """Hold what the engine needs for the time of a training run."""
        yield

    @abstractmethod
    def check(self, training: Training) -> None:
        """Raise InputError if the engine cannot do this training run."""

    @abstractmethod
    def segment(self, training: Training) -> Segment:
        """Return the documents that begin at the position of a training run."""


class LocalEngine(Engine):
    """Trains in this process."""

    @property
    def name(self) -> str:
        """The order of one part of the corpus after the other."""
        return ONE_PART

    def check(self, training: Training) -> None:
        """Accept every training run."""

    def segment(self, training: Training) -> Segment:
        """Read the next part of the pass."""
        return LocalSegment.read(training)


@dataclass
class LocalSegment:
    """A part of the corpus in memory, and the order in which a pass visits it."""

    documents: Documents
    order: NDArray[np.int64]
    bounds: NDArray[np.int64]
    sizes: CorpusSize
    n_parts: int = 1

    @classmethod
    def read(cls, training: Training) -> LocalSegment:
        """Read the part at the position of a training run."""
        source, position, settings = training.source, training.position, training.settings
        shuffled = training.state.seed if settings.shuffle else None
        number = int(document_order(source.n_parts, shuffled, position.n_passes)[position.part])
        documents = source.part(number)
        order = document_order(documents.n_documents, shuffled, position.n_passes, number)
        n_seen = training.state.n_documents_seen - position.document
        bounds = settings.bounds(documents.n_documents, n_seen)
        if settings.is_stream:
            seen = training.state if training.state.n_documents_seen else None
            sizes = settings.stream_size(seen, documents, bounds, training.state.prior)
        else:
            sizes = CorpusSize.known(source, bounds.size - 1)
        return cls(documents, order, bounds, sizes)

    @property
    def n_documents(self) -> int:
        """Number of documents."""
        return self.documents.n_documents

    def minibatches(self, first: int, end: int) -> Minibatches:
        """Return the minibatches from document `first` to `end`."""
        batch, last = (int(np.searchsorted(self.bounds, place)) for place in (first, end))
        size, ends = self.sizes.between(batch, last), self.bounds[batch : last + 1] - first
        return Minibatches(self.documents, self.order[first:end], ends, size.tokens, size.documents)

    def explore(self, training: Training, first: int, end: int, seconds: float | None) -> None:
        """Apply minibatches."""
        settings = training.settings
        settings.algorithm.apply(
            training.state,
            self.minibatches(first, end),
            training.schedule,
            memory=training.memory,
            n_threads=settings.n_threads,
            seconds=seconds,
        )

    def count(self, training: Training, first: int, seconds: float | None) -> None:
        """Count documents under fixed topics."""
        settings = training.settings
        assert training.counted is not None
        settings.algorithm.finish(
            training.counted,
            training.state,
            self.documents,
            self.order,
            first,
            memory=training.memory,
            n_threads=settings.n_threads,
            seconds=seconds,
            is_timed=settings.max_seconds is not None,
        )
