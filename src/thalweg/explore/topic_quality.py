"""TopicQuality: coherence of topics and how stable their words are, measured now and then."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from thalweg.evaluation import coherence

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.explore.topic_view import TopicView

TOP_WORDS = 10
REFERENCE_DOCUMENTS = 5000
EVERY_SECONDS = 2.0


class TopicQuality:
    """The latest coherence and stability of each topic.

    Coherence is NPMI of the ten most probable words in up to 5,000 documents. Stability is the
    share of these words that the topic already had at the measurement before.
    """

    def __init__(self) -> None:
        self.coherence: list[float] | None = None
        self.stability: list[float] | None = None
        self.n_updates: int = 0
        self._top: NDArray[np.int64] | None = None
        self._measured = 0.0
        self._reference: Corpus | None = None

    def is_due(self) -> bool:
        """Whether the last measurement is long ago."""
        return time.monotonic() - self._measured > EVERY_SECONDS

    def measure(self, view: TopicView, corpus: Corpus) -> None:
        """Measure the topics as they are in a view."""
        self._measured = time.monotonic()
        if self._reference is None:
            step = max(1, corpus.n_documents // REFERENCE_DOCUMENTS)
            self._reference = corpus[::step] if step > 1 else corpus
        top = view.top(1.0, TOP_WORDS)
        if top.shape[1] > 1:
            words = [[view.names[w] for w in row] for row in top.tolist()]
            measured = coherence(words, self._reference, n_words=TOP_WORDS, n_jobs=1)
            self.coherence = measured.per_topic.round(4).tolist()
        if self._top is not None and self._top.shape == top.shape:
            self.stability = [
                len(set(now) & set(before)) / len(now)
                for now, before in zip(top.tolist(), self._top.tolist(), strict=True)
            ]
        self._top = top
        self.n_updates += 1
