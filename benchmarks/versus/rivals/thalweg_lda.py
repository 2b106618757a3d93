"""thalweg with default settings: only the number of topics and the seed are given."""

from __future__ import annotations

import time
from collections.abc import Callable

from benchmarks.versus.run import Run
from thalweg import LDA
from thalweg.training.reporting.progress import TrainingProgress

TITLE = "thalweg"
PACKAGE = None  # its version is the record's
CORES = "all"
SETTINGS = "`LDA(n_components, random_state=seed).fit(X)`, all other settings at their defaults."


def learn(run: Run) -> None:
    """Fit on the clock, converting the matrix too; then again, with the same bits, to be looked at.

    Being halted and scored after each of its passes, every few hundredths of a second, would cost
    it a quarter of its speed.
    """
    start = time.perf_counter()
    seconds: dict[int, float] = {}
    _fit(run, lambda _, now: seconds.update({now.n_documents: time.perf_counter() - start}))
    in_all = time.perf_counter() - start

    def look(lda: LDA, now: TrainingProgress) -> None:
        n_passes, begun = divmod(now.n_documents, now.documents_per_pass)
        if not begun and 0 < n_passes < (now.max_passes or 0):
            run.look(seconds[now.n_documents], lambda: _topics(lda))

    lda = _fit(run, look)
    run.look(in_all, lambda: _topics(lda))


def _fit(run: Run, progress: Callable[[LDA, TrainingProgress], None]) -> LDA:
    lda = LDA(run.n_topics, random_state=run.seed)
    return lda.fit(run.documents, progress=lambda now: progress(lda, now))


def _topics(lda: LDA) -> tuple[object, object]:
    return lda.state_.weights().T, lda.state_.prior.doc_topic
