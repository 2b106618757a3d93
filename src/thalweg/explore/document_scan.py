"""DocumentScan: the most typical and the most uncertain documents of every topic.

A thread goes through the documents again and again, infers their topics under the topics of that
moment, and keeps the best rows of each topic. While a pass is under way, the results of the one
before are shown; the first one shows what it has found so far. Memory is K x 40 rows.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import proportions
from thalweg.analysis.documents.typical_documents import OTHER_TOKENS

if TYPE_CHECKING:
    from thalweg.explore.run_status import Run
    from thalweg.explore.session import Session

KEPT = 40
_BATCH = 128
_SECONDS_PER_VIEW = 1.0  # while topics change
_LEAST_TOKENS = 20  # of a document whose topics are called uncertain


@dataclass
class _Best:
    """The rows with the largest scores, for each topic."""

    scores: NDArray[np.float64]
    rows: NDArray[np.int64]

    @classmethod
    def none(cls, n_topics: int) -> _Best:
        shape = (n_topics, KEPT)
        return cls(np.full(shape, -np.inf), np.full(shape, -1, dtype=np.int64))

    def add(self, scores: NDArray[np.float64], first: int) -> None:
        """Consider documents with these scores, (D, K); of equal ones the earlier is kept."""
        n = min(KEPT, len(scores))
        best = np.argsort(-scores, axis=0, kind="stable")[:n].T
        rows = np.concatenate([self.rows, best + first], axis=1)
        all_scores = np.concatenate(
            [self.scores, np.take_along_axis(scores.T, best, axis=1)], axis=1
        )
        order = np.argsort(-all_scores, axis=1, kind="stable")[:, :KEPT]
        self.scores = np.take_along_axis(all_scores, order, axis=1)
        self.rows = np.take_along_axis(rows, order, axis=1)

    def of(self, topic: int) -> list[int]:
        found = self.scores[topic] > -np.inf
        return [int(row) for row in self.rows[topic][found]]


class DocumentScan:
    """Rows of documents that show what a topic is about, and where it is unsure.

    A document is typical by the measure of `thalweg.analysis.documents.typical_documents`. It is
    uncertain if the topic has the largest share, and another topic nearly the same.
    """

    def __init__(self, numbers: list[int]) -> None:
        self.numbers: list[int] = numbers
        """Permanent numbers of the topics, in the order of the columns."""
        self._lock = Lock()
        self._n_topics = n_topics = len(numbers)
        self._building = (_Best.none(n_topics), _Best.none(n_topics))
        self._shown = self._building
        self.n_passes: int = 0
        """Passes over all documents that are complete."""

    def add(self, shares: NDArray[np.float32], lengths: NDArray[np.float64], first: int) -> None:
        """Consider a batch of documents: their proportions, tokens, and the first row."""
        typical = shares * (lengths / (lengths + OTHER_TOKENS))[:, None]
        typical[lengths == 0] = -np.inf
        uncertain = np.full(shares.shape, -np.inf)
        if shares.shape[1] > 1:
            ordered = np.sort(shares, axis=1)
            margin = ordered[:, -1] - ordered[:, -2]
            long = np.flatnonzero(lengths >= _LEAST_TOKENS)
            uncertain[long, shares.argmax(axis=1)[long]] = -margin[long]
        with self._lock:
            self._building[0].add(typical, first)
            self._building[1].add(uncertain, first)

    def end_pass(self) -> None:
        """Show what this pass has found, and begin another one."""
        with self._lock:
            self.n_passes += 1
            self._shown = self._building
            self._building = (_Best.none(self._n_topics), _Best.none(self._n_topics))

    def typical(self, topic: int) -> list[int]:
        """Return the rows of the most typical documents, best first; none of an unknown topic."""
        return self._of(0, topic)

    def uncertain(self, topic: int) -> list[int]:
        """Return the rows of documents that the topic shares with another one."""
        return self._of(1, topic)

    def _of(self, kind: int, topic: int) -> list[int]:
        with self._lock:
            known = topic in self.numbers
            return self._shown[kind].of(self.numbers.index(topic)) if known else []


class DocumentScanner:
    """Goes through the documents until the topics do not change any more, and after edits."""

    def __init__(self, session: Session, run: Run) -> None:
        self._session = session
        self._run = run
        self.scan: DocumentScan = DocumentScan(list(range(run.model.n_components)))

    def keep_on(self) -> None:
        """Work until the session is closed."""
        session = self._session
        while session.run is not self._run and not session.closed.wait(0.05):
            if session.status.phase == "failed":
                return
        seen: Any = None
        while not session.closed.is_set():
            now = (session.status.phase, session.edits_version, self._n_seen())
            if now == seen and now[0] != "training":
                session.closed.wait(0.1)
            elif self._go_through():
                seen = now

    def _n_seen(self) -> int:
        """Return the documents that the model has learned from; other code may train it, too."""
        return int(self._run.model.state_.n_documents_seen)

    def _go_through(self) -> bool:
        """Infer the topics of all documents; False if there are other topics meanwhile."""
        session, run = self._session, self._run
        view, first = session.view(), 0
        if view is None:
            return True
        if self.scan.numbers != view.numbers:
            self.scan = DocumentScan(view.numbers)
        session.quality.measure(view, run.corpus)
        for batch in run.corpus.batches(_BATCH):
            if session.closed.is_set():
                return True
            view = session.view(_SECONDS_PER_VIEW) or view
            if view.numbers != self.scan.numbers:
                return False
            began = time.thread_time()
            if run.model.vocabulary_ is not None:
                batch = batch.with_vocabulary(run.model.vocabulary_)
            documents = batch.documents()
            self.scan.add(proportions(view.state, documents), documents.lengths, first)
            first += batch.n_documents
            if session.status.phase == "training":  # a tenth of one core
                session.closed.wait(9 * (time.thread_time() - began))
            if session.quality.is_due() and session.status.phase == "training":
                session.quality.measure(view, run.corpus)
        self.scan.end_pass()
        session.touch()
        return True
