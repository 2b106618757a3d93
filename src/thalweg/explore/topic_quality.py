"""TopicQuality: coherence of topics and how stable their words are, measured now and then."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from thalweg.evaluation import coherence

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.explore.topic_view import TopicView

TOP_WORDS = 10
REFERENCE_DOCUMENTS = 5000
EVERY_SECONDS = 2.0


class TopicQuality:
    """The latest coherence and stability of each topic, by its permanent number.

    Coherence is NPMI of the ten most probable words in up to 5,000 documents. Stability is the
    share of these words that the topic already had at the measurement before.
    """

    def __init__(self) -> None:
        self.coherence: dict[int, float] = {}
        self.stability: dict[int, float] = {}
        self.n_updates: int = 0
        self._top: dict[int, set[int]] = {}
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
            scores = measured.per_topic.round(4).tolist()
            self.coherence = dict(zip(view.numbers, scores, strict=True))
        now = {k: set(row) for k, row in zip(view.numbers, top.tolist(), strict=True)}
        self.stability = {
            k: len(words & self._top[k]) / len(words) for k, words in now.items() if k in self._top
        }
        self._top = now
        self.n_updates += 1
