"""DocumentScan: the most typical and the most uncertain documents of every topic.

A thread goes through the documents again and again, infers their topics under the topics of that
moment, and keeps the best rows of each topic. While a pass is under way, the results of the one
before are shown; the first one shows what it has found so far. Memory is K x 40 rows.
"""

from __future__ import annotations

from dataclasses import dataclass
from threading import Lock

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.documents.typical_documents import OTHER_TOKENS

KEPT = 40
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

    def __init__(self, n_topics: int) -> None:
        self._lock = Lock()
        self._n_topics = n_topics
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
        """Return the rows of the most typical documents, best first."""
        with self._lock:
            return self._shown[0].of(topic)

    def uncertain(self, topic: int) -> list[int]:
        """Return the rows of documents that the topic shares with another one."""
        with self._lock:
            return self._shown[1].of(topic)
