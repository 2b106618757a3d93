"""The systems that the paper compares, with its settings (section 5.1), and a run of one of them.

All start from the same random topics, see the same minibatches of 100 documents in the same order
and take the same steps. SVB-Bx-Oy is SVB with x passes over a document and y added to both
hyper-parameters while it trains; SCVB0 has one burn-in pass and the counted one.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from benchmarks.paper.steps import STEPS
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.documents import Documents
from thalweg.inference import scvb0, svb
from thalweg.inference.document_schedule import DocumentSteps
from thalweg.inference.schedules import PAPER_DOCUMENTS
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

ALPHA, ETA = 0.1, 0.01
BATCH_SIZE = 100
_LEAST_DOCUMENTS = 10_000  # in one call: on a small corpus, the calls themselves would cost time
_LONGEST_CALL = 0.5  # seconds, so that progress can be shown


@dataclass(frozen=True)
class System:
    """SCVB0, or (with document passes) SVB."""

    name: str
    passes: svb.DocumentPasses | None = None
    offset: float = 0.0

    def train(
        self,
        state: TopicState,
        documents: Documents,
        order: NDArray[np.int64],
        corpus: DocumentSource,
        *,
        steps_of: str,
        n_threads: int,
        seconds: float,
    ) -> None:
        """Minibatches of documents[order], until the time is up."""
        batches = np.append(np.arange(0, order.size, BATCH_SIZE), order.size)
        steps = STEPS[steps_of](state, batches)
        if self.passes is None:
            scvb0.train(
                state,
                documents,
                order,
                batches,
                steps,
                np.full(steps.size, corpus.n_tokens),
                scvb0.DocumentVisits(DocumentSteps.same(PAPER_DOCUMENTS), scvb0.BurnIn(1.0)),
                n_threads=n_threads,
                seconds=seconds,
            )
        else:
            svb.train(
                state,
                documents,
                order,
                batches,
                steps,
                np.full(steps.size, float(corpus.n_documents)),
                self.passes,
                offset=self.offset,
                n_threads=n_threads,
                seconds=seconds,
            )


SCVB0 = System("SCVB0")
SVB = [
    System(f"SVB-B{n_passes}-O{offset:g}", svb.DocumentPasses(n_passes), offset)
    for n_passes in (1, 5)
    for offset in (0.0, 0.5)
]
SYSTEMS = {system.name: system for system in (SCVB0, *SVB)}


class Training:
    """A system on its way through a corpus, pass after pass; its clock runs only while it learns.

    A corpus on disk is read part by part, and reading counts.
    """

    def __init__(
        self,
        system: System,
        corpus: DocumentSource,
        n_topics: int,
        *,
        seed: int = 0,
        steps_of: str = "documents",
        n_threads: int = 1,
    ) -> None:
        prior = Prior.create(ALPHA, ETA, n_topics, corpus.n_words)
        self.state = TopicState.random(corpus.n_words, prior, corpus.n_tokens, seed)
        self.seconds = 0.0
        self._system = system
        self._corpus = corpus
        self._steps_of = steps_of
        self._n_threads = n_threads
        self._rng = np.random.Generator(np.random.Philox([seed, 5]))
        self._parts: list[int] = []  # still to come in this pass
        self._documents = corpus.part(0)
        self._order = np.zeros(0, dtype=np.int64)  # what is left of the part

    def advance(
        self,
        n_documents: float = math.inf,
        seconds: float = math.inf,
        watch: Callable[[Training], None] = lambda _: None,
    ) -> None:
        """Learn until so many documents in all were seen, or so many seconds have passed."""
        while self.state.n_documents_seen < n_documents and self.seconds < seconds:
            start = time.perf_counter()
            if not self._order.size:
                self._next_part()
            seen = self.state.n_documents_seen
            n_batches = math.ceil(min(n_documents - seen, self._order.size) / BATCH_SIZE)
            self._system.train(
                self.state,
                self._documents,
                self._order[: n_batches * BATCH_SIZE],
                self._corpus,
                steps_of=self._steps_of,
                n_threads=self._n_threads,
                seconds=min(seconds - self.seconds, _LONGEST_CALL),
            )
            self._order = self._order[self.state.n_documents_seen - seen :]
            self.seconds += time.perf_counter() - start
            watch(self)

    def _next_part(self) -> None:
        """Parts in a random order and their documents too; small corpora several times at once."""
        n_parts = self._corpus.bounds.size - 1
        if not self._parts:
            self._parts = self._rng.permutation(n_parts).tolist()
        self._documents = self._corpus.part(self._parts.pop())
        n = self._documents.n_documents
        n_times = math.ceil(_LEAST_DOCUMENTS / n) if n_parts == 1 else 1
        self._order = np.concatenate([self._rng.permutation(n) for _ in range(n_times)])
