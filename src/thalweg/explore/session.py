"""Session: reads documents, trains a model on them, and answers what the model looks like now.

Training is a call of `fit` in a thread. It is the call that `thalweg train` makes, so the model has
the same bits, whoever watches. Pausing blocks the listener that `fit` calls between minibatches.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import proportions
from thalweg.errors import ThalwegError
from thalweg.explore.background import start_background
from thalweg.explore.column_kinds import ColumnKinds
from thalweg.explore.document_reader import DocumentReader
from thalweg.explore.document_scan import DocumentScan
from thalweg.explore.text_search import TextSearch
from thalweg.explore.topic_quality import TopicQuality
from thalweg.explore.topic_view import TopicView

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.corpus.read_progress import ReadProgress
    from thalweg.model import TopicModel
    from thalweg.training.reporting.progress import TrainingProgress

PREVIEW_AFTER = 0.3  # seconds of reading
FRESH = 0.2  # seconds that a view of a model in training is used for
_SCAN_BATCH = 512


class _SessionEnd(BaseException):
    """Ends a training run from its listener."""


@dataclass(frozen=True)
class Run:
    """A model with its documents: those of the preview, or all."""

    number: int
    model: TopicModel
    corpus: Corpus
    columns: ColumnKinds
    is_preview: bool


@dataclass(frozen=True)
class Status:
    """What the session is doing."""

    phase: str
    """reading, preview, training, paused, done or failed."""
    message: str | None = None
    """Why it failed."""
    reading: ReadProgress | None = None
    training: TrainingProgress | None = None


class Session:
    """One exploration.

    Parameters
    ----------
    reader : DocumentReader
        The documents.
    model : TopicModel
        A model to train, or one that is trained already.
    held_out : callable, default=None
        Splits the corpus into documents to train on and held-out documents, as `thalweg train`
        does. None: all documents are trained on.
    """

    def __init__(
        self,
        reader: DocumentReader,
        model: TopicModel,
        held_out: Callable[[Corpus], tuple[Corpus, Corpus | None]] | None = None,
    ) -> None:
        self.reader = reader
        self.model = model
        self.is_trained = hasattr(model, "state_")
        self._held_out = held_out
        self._status = Status("reading")
        self._run: Run | None = None
        self._search: TextSearch | None = None
        self._scan: DocumentScan | None = None
        self.quality = TopicQuality()
        self.history: list[dict[str, Any]] = []
        self._thread: threading.Thread | None = None
        self._going = threading.Event()
        self._going.set()
        self._closed = threading.Event()
        self._read_all = threading.Event()
        self._view: tuple[float, tuple[Any, ...], TopicView] | None = None
        self._view_lock = threading.Lock()
        self._changes = 0

    # ------------------------------------------------------------------ life

    def start(self) -> None:
        """Begin to read and to train; returns at once."""
        self._thread = threading.Thread(target=self._work, name="thalweg-training", daemon=True)
        self._thread.start()
        if self.reader.first is not None and not self.is_trained:
            threading.Thread(target=self._preview, name="thalweg-preview", daemon=True).start()

    def wait(self) -> None:
        """Wait for the end of training, which `close` brings about."""
        if self._thread is not None:
            self._thread.join()

    def close(self) -> None:
        """End training and remove the search index."""
        self._closed.set()
        self._going.set()
        if self._search is not None:
            self._search.close()

    def pause(self) -> None:
        """Stop training at the next report, at most 0.2 s from now."""
        if self._status.phase == "training":
            self._going.clear()
            self._set(replace(self._status, phase="paused"))

    def resume(self) -> None:
        """Continue a training run that is paused."""
        if self._status.phase == "paused":
            self._set(replace(self._status, phase="training"))
            self._going.set()

    def rename(self, topic: int, name: str | None) -> None:
        """Give a topic a name, or remove it."""
        run = self._run
        if run is None or run.is_preview:
            raise ThalwegError("topics can be named when all documents have been read")
        run.model.name_topics({topic: name})
        self._touch()

    # ------------------------------------------------------------------ what there is now

    @property
    def status(self) -> Status:
        """What the session is doing."""
        return self._status

    @property
    def run(self) -> Run | None:
        """The model and its documents; None before the first topics."""
        run = self._run
        return run if run is not None and hasattr(run.model, "state_") else None

    @property
    def search(self) -> TextSearch | None:
        """The index of the documents; None while documents are read."""
        return self._search

    @property
    def scan(self) -> DocumentScan | None:
        """Typical documents of topics; None while documents are read."""
        return self._scan

    @property
    def version(self) -> tuple[Any, ...]:
        """Different whenever something that the page shows is different."""
        run = self.run
        state = None if run is None else run.model.state_
        seen: tuple[int, ...] = (
            (0, 0) if state is None else (state.n_documents_seen, state.prior_clock)
        )
        if self._status.phase in ("training", "preview", "reading"):
            seen = (*seen, round(time.monotonic() * 10))  # the counters stay during a native call
        n_indexed = 0 if self._search is None else self._search.n_indexed
        changes = (self._changes, self.quality.n_updates, n_indexed)
        return (0 if run is None else run.number, *seen, *changes)

    def view(self) -> TopicView | None:
        """Return the topics as they are now, or as they were up to 0.2 s ago."""
        run = self.run
        if run is None:
            return None
        with self._view_lock:
            now, key = time.monotonic(), (run.number, self._changes)
            is_moving = self._status.phase in ("training", "preview")
            if self._view is not None and self._view[1] == key:
                made, _, view = self._view
                if now - made < FRESH or (not is_moving and view.is_of(run.model)):
                    return view
            view = TopicView(run.model)
            self._view = (now, key, view)
            return view

    def shares(self, view: TopicView, rows: list[int]) -> NDArray[np.float32]:
        """Return the topic proportions of some documents, (rows, K)."""
        run = self.run
        assert run is not None
        corpus = run.corpus[rows]
        if run.model.vocabulary_ is not None:
            corpus = corpus.with_vocabulary(run.model.vocabulary_)
        return proportions(view.state, corpus.documents())

    # ------------------------------------------------------------------ threads

    def _touch(self) -> None:
        self._changes += 1

    def _set(self, status: Status) -> None:
        self._status = status
        self._touch()

    def _show(self, run: Run) -> bool:
        """Show a model and its documents; a preview only until all documents have been read."""
        with self._view_lock:
            if run.is_preview and self._read_all.is_set():
                return False
            if self._run is None or self._run.number != run.number:
                self.history, self.quality = [], TopicQuality()
            self._run = run
        self._touch()
        return True

    def _work(self) -> None:
        try:
            if self.is_trained:
                self._open_trained()
            else:
                self._train()
        except _SessionEnd:
            pass
        except ThalwegError as error:
            self._set(Status("failed", str(error)))
        except Exception as error:
            self._set(Status("failed", f"{type(error).__name__}: {error}"))
            raise

    def _open_trained(self) -> None:
        first = None if self.reader.first is None else self.reader.first()
        if first is not None:
            self._show(Run(1, self.model, first, ColumnKinds.of(first), is_preview=True))
        corpus = self.reader.all(self._on_read)
        run = Run(1, self.model, corpus, ColumnKinds.of(corpus), is_preview=False)
        self._show(run)
        self._set(Status("done"))
        self._begin_background(run)

    def _train(self) -> None:
        corpus = self.reader.all(self._on_read)
        self._read_all.set()
        training, held_out = corpus, None
        if self._held_out is not None:
            training, held_out = self._held_out(corpus)
        run = Run(2, self.model, corpus, ColumnKinds.of(corpus), is_preview=False)
        self._begin_background(run)

        def listener(progress: TrainingProgress) -> None:
            if self._run is not run:  # the preview is shown until there are topics
                self._show(run)
                self._set(Status("training"))
            self._on_progress(progress)

        self.model.fit(training, validation=held_out, progress=listener)
        self._set(Status("done", training=self._status.training))

    def _preview(self) -> None:
        """Train on the first documents, until all have been read."""
        assert self.reader.first is not None
        if self._read_all.wait(PREVIEW_AFTER):
            return
        corpus = self.reader.first()
        if corpus is None or not corpus.n_words or self._read_all.is_set():
            return
        model = type(self.model)(**self.model.parameters())
        model.early_stopping = False
        if self._show(Run(1, model, corpus, ColumnKinds.of(corpus), is_preview=True)):
            with suppress(_SessionEnd, ThalwegError):
                model.fit(corpus, progress=self._on_preview)

    def _on_read(self, progress: ReadProgress) -> None:
        self._end_if_closed()
        if self._status.phase in ("reading", "preview"):
            self._status = replace(self._status, reading=progress)

    def _on_preview(self, progress: TrainingProgress) -> None:
        if self._read_all.is_set():
            raise _SessionEnd
        self._end_if_closed()
        self._status = replace(self._status, phase="preview", training=progress)

    def _on_progress(self, progress: TrainingProgress) -> None:
        self._status = replace(self._status, training=progress)
        self._note(progress)
        self._going.wait()
        self._end_if_closed()

    def _end_if_closed(self) -> None:
        if self._closed.is_set():
            raise _SessionEnd

    def _note(self, progress: TrainingProgress) -> None:
        """Keep a row of history, at most 240; every other one is dropped when there are more."""
        run = self.run
        if run is None:
            return
        counts = run.model.state_.topic_counts
        self.history.append(
            {
                "passes": progress.n_passes,
                "documents": progress.n_documents,
                "seconds": progress.seconds,
                "score": progress.score,
                "shares": (counts / max(float(counts.sum()), 1e-30)).round(5).tolist(),
            }
        )
        if len(self.history) > 240:
            del self.history[1::2]

    def _begin_background(self, run: Run) -> None:
        self._search = TextSearch(run.corpus, run.columns)
        self._scan = DocumentScan(run.model.n_components)
        start_background(self._search.build, "search")
        start_background(lambda: self._keep_scanning(run), "documents")

    def _keep_scanning(self, run: Run) -> None:
        """Go through the documents until the topics do not change any more."""
        scan = self._scan
        assert scan is not None
        while self.run is not run and not self._closed.wait(0.05):
            if self._status.phase == "failed":
                return
        is_final = False
        while not is_final and not self._closed.is_set():
            is_final = self._status.phase in ("done", "failed")
            first, view = 0, self.view()
            if view is None:
                return
            self.quality.measure(view, run.corpus)
            for batch in run.corpus.batches(_SCAN_BATCH):
                if self._closed.is_set():
                    return
                if not is_final:
                    view = self.view() or view
                began = time.perf_counter()
                if run.model.vocabulary_ is not None:
                    batch = batch.with_vocabulary(run.model.vocabulary_)
                documents = batch.documents()
                scan.add(proportions(view.state, documents), documents.lengths, first)
                first += batch.n_documents
                if self._status.phase == "training":  # a tenth of one core
                    self._closed.wait(9 * (time.perf_counter() - began))
                if self.quality.is_due() and not is_final:
                    self.quality.measure(view, run.corpus)
            scan.end_pass()
            self._touch()
            if is_final:
                return
            while self._status.phase == "paused" and not self._closed.wait(0.1):
                pass
