"""Session: reads documents, trains a model on them, and answers what the model looks like now.

Training is a call of `fit` in a thread. It is the call that `thalweg train` makes, so the model has
the same bits, whoever watches. Pausing blocks the listener that `fit` calls between minibatches.
Edits are made in that listener, and `fit` continues with the edited topics.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import proportions
from thalweg.errors import InputError, ThalwegError
from thalweg.explore.column_kinds import ColumnKinds
from thalweg.explore.document_reader import DocumentReader
from thalweg.explore.document_scan import DocumentScan, DocumentScanner
from thalweg.explore.edit_history import ChangeQueue, EditHistory
from thalweg.explore.further_training import FurtherTraining
from thalweg.explore.run_status import Run, Status
from thalweg.explore.text_search import TextSearch
from thalweg.explore.topic_quality import TopicQuality
from thalweg.explore.topic_view import TopicView
from thalweg.system.background import start_background

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.corpus.read_progress import ReadProgress
    from thalweg.model import TopicModel
    from thalweg.training.reporting.progress import TrainingProgress

PREVIEW_AFTER = 0.15  # seconds of reading
MOST_FOR_PREVIEW = 1.0  # seconds that reading waits for the first topics, in all
_SECONDS_BETWEEN_REPORTS = 0.05  # of `fit`, between which edits wait
FRESH = 0.2  # seconds that a view of a model in training is used for


class _SessionEnd(BaseException):
    """Ends a training run from its listener."""


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
        self.is_trained: bool = hasattr(model, "state_")
        self._held_out = held_out
        self._status = Status("reading")
        self._run: Run | None = None
        self._search: TextSearch | None = None
        self._scanner: DocumentScanner | None = None
        self.quality: TopicQuality = TopicQuality()
        self.history: list[dict[str, Any]] = []
        self._thread: threading.Thread | None = None
        self._going = threading.Event()
        self._going.set()
        self.closed: threading.Event = threading.Event()
        self._opening = threading.Lock()
        self._read_all = threading.Event()
        self._has_preview = threading.Event()  # reading goes on
        self._has_preview.set()
        self._preview_until = 0.0
        self._view: tuple[float, tuple[Any, ...], TopicView] | None = None
        self._view_lock = threading.Lock()
        self._changes = 0
        self._queue = ChangeQueue()
        self._further: FurtherTraining | None = None
        self.edits: EditHistory = EditHistory(model)
        self.training_command: str | None = None
        """The command that trains the same model without a page; None if it is not known."""

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
        with self._opening:  # no index is opened afterwards
            self.closed.set()
        self._going.set()
        self._queue.close()
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

    def train_more(self, n_passes: int) -> None:
        """Train a finished model for more passes."""
        further = self._further
        if further is None or self._status.phase != "done":
            raise InputError("the model is not trained yet; more passes are possible afterwards")
        self.change(lambda: further.add_passes(n_passes))

    def change(self, change: Callable[[], Any]) -> Any:
        """Change the model between two minibatches; return when that has been done."""
        run = self.run
        if run is None or run.is_preview or self._status.phase == "failed":
            raise InputError("topics can be changed when all documents have been read")

        def changed() -> Any:
            try:
                return change()
            finally:
                self.touch()

        return self._queue.call(changed)

    # ------------------------------------------------------------------ what there is now

    @property
    def status(self) -> Status:
        """What the session is doing."""
        return self._status

    @property
    def has_trained(self) -> bool:
        """Whether the model was trained before, or its training run here has ended."""
        return self.is_trained or self._further is not None

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
        return None if self._scanner is None else self._scanner.scan

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
        changes = (self._changes, self.quality.n_updates, n_indexed, self.edits_version)
        return (0 if run is None else run.number, *seen, *changes)

    @property
    def edits_version(self) -> int:
        """Grows with every edit and name, also if other code of the process made it."""
        run = self.run
        return self.edits.n_changes + (0 if run is None else run.model._n_changes)

    def view(self, within: float = FRESH) -> TopicView | None:
        """Return the topics as they are now, or as they were so many seconds ago at most."""
        run = self.run
        if run is None:
            return None
        with self._view_lock:
            now, key = time.monotonic(), (run.number, self._changes, self.edits_version)
            is_moving = self._status.phase in ("training", "preview")
            if self._view is not None and self._view[1] == key:
                made, _, view = self._view
                if now - made < within or (not is_moving and view.is_of(run.model)):
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

    def touch(self) -> None:
        """Note that something has changed, so that pages get another frame."""
        self._changes += 1

    def _set(self, status: Status) -> None:
        self._status = status
        self.touch()

    def _show(self, run: Run) -> bool:
        """Show a model and its documents; a preview only until all documents have been read."""
        with self._view_lock:
            if run.is_preview and self._read_all.is_set():
                return False
            if self._run is None or self._run.number != run.number:
                self.history, self.quality = [], TopicQuality()
            self._run = run
        self.touch()
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
        self._serve_edits(FurtherTraining(self.model, corpus, None, None))

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

        listener.seconds_between_calls = _SECONDS_BETWEEN_REPORTS  # type: ignore[attr-defined]
        self.model.fit(training, validation=held_out, progress=listener)
        self._going.set()  # a pause at the very end
        self._set(Status("done", training=self._status.training))
        self._serve_edits(FurtherTraining(self.model, training, held_out, self._status.training))

    def _serve_edits(self, further: FurtherTraining) -> None:
        """Make edits when they come, and train in short steps while passes are wanted."""
        self._further = further
        while not self.closed.is_set():
            self._queue.make_all()
            if self._status.phase == "paused":
                self._queue.wait(0.05)
            elif further.is_over:
                if self._status.phase != "done":
                    self._set(replace(self._status, phase="done"))
                self._queue.wait(1.0)
            else:
                if self._status.phase != "training":
                    self._set(replace(self._status, phase="training"))
                progress = further.step(lambda: not self._queue)
                self._status = replace(self._status, training=progress)
                self._note(progress)

    def _preview(self) -> None:
        """Train on the first documents, until all have been read.

        Reading waits for the first topics: it takes all cores, and they are needed at once.
        """
        if self._read_all.wait(PREVIEW_AFTER):
            return
        self._preview_until = time.monotonic() + MOST_FOR_PREVIEW
        self._has_preview.clear()
        try:
            self._train_preview()
        finally:
            self._has_preview.set()

    def _train_preview(self) -> None:
        assert self.reader.first is not None
        corpus = self.reader.first()
        if corpus is None or not corpus.n_words or self._read_all.is_set():
            return
        model = type(self.model)(**self.model.parameters())
        model.early_stopping = False
        if self._show(Run(1, model, corpus, ColumnKinds.of(corpus), is_preview=True)):
            with suppress(_SessionEnd, ThalwegError):
                model.fit(corpus, progress=self._on_preview)

    def _on_read(self, progress: ReadProgress) -> None:
        self._has_preview.wait(max(0.0, self._preview_until - time.monotonic()))
        self._end_if_closed()
        if self._status.phase in ("reading", "preview"):
            self._status = replace(self._status, reading=progress)

    def _on_preview(self, progress: TrainingProgress) -> None:
        self._has_preview.set()
        if self._read_all.is_set():
            raise _SessionEnd
        self._end_if_closed()
        self._status = replace(self._status, phase="preview", training=progress)

    def _on_progress(self, progress: TrainingProgress) -> None:
        self._status = replace(self._status, training=progress)
        self._note(progress)
        self._queue.make_all()
        while not self._going.wait(0.02):
            self._queue.make_all()
        self._end_if_closed()

    def _end_if_closed(self) -> None:
        if self.closed.is_set():
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
                "topics": run.model.state_.topic_numbers.tolist(),
                "shares": (counts / max(float(counts.sum()), 1e-30)).round(5).tolist(),
            }
        )
        if len(self.history) > 240:
            del self.history[1::2]

    def _begin_background(self, run: Run) -> None:
        with self._opening:
            self._end_if_closed()
            self._search = TextSearch(run.corpus, run.columns)
        start_background(self._search.build, "search")
        scanner = DocumentScanner(self, run)
        self._scanner = scanner
        start_background(scanner.keep_on, "documents")
