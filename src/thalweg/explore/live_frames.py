"""Frames: everything about a model that changes while it trains, as one message."""

from __future__ import annotations

import json
import time
from dataclasses import dataclass
from threading import Lock
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.explore.topic_map import coordinates

if TYPE_CHECKING:
    from thalweg.explore.run_status import Status
    from thalweg.explore.session import Session
    from thalweg.explore.topic_view import TopicView

SECONDS_BETWEEN_FRAMES = 0.25
SECONDS_BEFORE_TOPICS = 0.05
SECONDS_BETWEEN_MAPS = 1.0
SECONDS_BETWEEN_WORDS = 0.9  # less than a map, so that both come in the same frame
_TRAINING_SHARE = 10  # while it trains, the model gets nine tenths of the time


@dataclass(frozen=True)
class FrameOptions:
    """What a page wants to see in frames."""

    relevance: float = 0.6
    n_words: int = 8


@dataclass(frozen=True)
class Frame:
    """A frame as it is sent."""

    number: int
    version: tuple[Any, ...]
    """Of the session, when the frame was made."""
    text: str


@dataclass(frozen=True)
class _Looked:
    """What a look at the words of the topics has found."""

    at: float
    key: tuple[int, ...]
    topics: list[dict[str, Any]]
    n_words: int


class FrameMaker:
    """Makes frames; pages that want the same one share it.

    The map is made again once per second, aligned with the one before, so that it turns neither
    between frames nor between pages. While the model trains, words are looked at as often. Frames
    in between have newer shares of the topics, and take no snapshot of the model.
    """

    def __init__(self, session: Session) -> None:
        self._session = session
        self._lock = Lock()
        self._made: dict[FrameOptions, Frame] = {}
        self._looked: dict[FrameOptions, _Looked] = {}
        self._points: NDArray[np.float64] | None = None
        self._mapped_at = 0.0
        self._mapped_run = 0
        self._mapped: list[int] = []
        self._number = 0
        self._seconds = 0.0  # processor time that the last frame took to make

    def frame(self, options: FrameOptions) -> Frame:
        """Return a frame of the session as it is now."""
        with self._lock:
            version = self._session.version
            known = self._made.get(options)
            if known is not None and known.version == version:
                return known
            began = time.thread_time()
            self._number += 1
            frame = Frame(self._number, version, encoded(self._make(options)))
            self._seconds = time.thread_time() - began
            if len(self._made) > 16:  # as many as there are pages
                self._made.clear()
                self._looked.clear()
            self._made[options] = frame
            return frame

    @property
    def pause(self) -> float:
        """Seconds from one frame to the next."""
        if self._session.run is None:  # the first topics are shown as soon as they are there
            return min(SECONDS_BETWEEN_FRAMES, SECONDS_BEFORE_TOPICS)
        if self._session.status.phase != "training":
            return SECONDS_BETWEEN_FRAMES
        return max(SECONDS_BETWEEN_FRAMES, _TRAINING_SHARE * self._seconds / 2)

    def _make(self, options: FrameOptions) -> dict[str, Any]:
        session = self._session
        status, run = session.status, session.run
        frame: dict[str, Any] = {
            "type": "frame",
            "frame": self._number,
            "run": 0 if run is None else run.number,
            "phase": status.phase,
            "message": status.message,
            "is_preview": run is not None and run.is_preview,
            "progress": _progress(status),
            "columns": None if run is None else run.columns.to_json(),
            "n_documents": None if run is None else run.corpus.n_documents,
            "edits": {
                "n": len(session.edits),
                "version": session.edits_version,
                "can_redo": session.edits.can_redo,
            },
            "n_indexed": 0 if session.search is None else session.search.n_indexed,
            "lambda": options.relevance,
            "topics": [],
        }
        if run is None:
            return frame
        known = self._looked.get(options)
        key = (run.number, session.edits_version, session.quality.n_updates)
        is_light = (
            status.phase == "training"
            and known is not None
            and known.key == key
            and time.monotonic() - known.at < SECONDS_BETWEEN_WORDS
        )
        looked = known if is_light else self._look(options, key)
        if looked is None:
            return frame
        self._looked[options] = looked
        newer = _latest_shares(session) if is_light else {}
        frame["n_words"] = looked.n_words
        frame["topics"] = [
            topic | {"share": newer.get(topic["topic"], topic["share"])} for topic in looked.topics
        ]
        return frame

    def _look(self, options: FrameOptions, key: tuple[int, ...]) -> _Looked | None:
        """Look at the model as it is now."""
        session = self._session
        run, view, quality = session.run, session.view(), session.quality
        if run is None or view is None:
            return None
        is_moving = session.status.phase in ("training", "preview")
        self._place(view, run.number, is_moving=is_moving)
        assert self._points is not None
        top = view.top(options.relevance, options.n_words).tolist()
        topics = [
            {
                "topic": number,
                "name": view.topic_names.get(number),
                "share": round(float(view.shares[k]), 6),
                "words": [view.names[w] for w in top[k]],
                "x": round(float(self._points[k, 0]), 4),
                "y": round(float(self._points[k, 1]), 4),
                "coherence": quality.coherence.get(number),
                "stability": quality.stability.get(number),
                "locked": number in view.locked,
            }
            for k, number in enumerate(view.numbers)
        ]
        return _Looked(time.monotonic(), key, topics, view.state.n_words)

    def _place(self, view: TopicView, run: int, *, is_moving: bool) -> None:
        now, points = time.monotonic(), self._points
        is_known = points is not None and self._mapped_run == run
        is_same = is_known and self._mapped == view.numbers
        if is_same and is_moving and now - self._mapped_at < SECONDS_BETWEEN_MAPS:
            return
        before = self._previous(view) if is_known else None
        self._points = coordinates(view.divergence, before)
        self._mapped_at, self._mapped_run, self._mapped = now, run, view.numbers

    def _previous(self, view: TopicView) -> NDArray[np.float64] | None:
        """Return where each topic was; a new topic where the most similar old one was."""
        assert self._points is not None
        places = {number: self._points[k] for k, number in enumerate(self._mapped)}
        known = [k for k, number in enumerate(view.numbers) if number in places]
        if not known:
            return None
        nearest = [known[int(view.divergence[k, known].argmin())] for k in range(view.n_topics)]
        numbers = view.numbers
        return np.array(
            [
                places[number] if number in places else places[numbers[nearest[k]]]
                for k, number in enumerate(numbers)
            ]
        )


def _latest_shares(session: Session) -> dict[int, float]:
    """Return the shares of the last report of training, by the number of the topic."""
    if not session.history:
        return {}
    row = session.history[-1]
    return dict(zip(row["topics"], row["shares"], strict=True))


def encoded(message: dict[str, Any]) -> str:
    """Return a message as JSON."""
    return json.dumps(message, separators=(",", ":"), allow_nan=False)


def _progress(status: Status) -> dict[str, Any]:
    reading, training = status.reading, status.training
    progress: dict[str, Any] = {}
    if reading is not None:
        progress["reading"] = {
            "documents": reading.n_documents,
            "bytes": reading.n_bytes,
            "of_bytes": reading.total_bytes,
            "remaining": reading.remaining_seconds,
        }
    if training is not None:
        progress["training"] = {
            "passes": training.n_passes,
            "of_passes": training.max_passes,
            "documents": training.n_documents,
            "seconds": round(training.seconds, 2),
            "score": training.score,
            "documents_per_second": round(training.documents_per_second),
            "tokens_per_second": round(training.tokens_per_second),
            "share": training.share,
            "remaining": training.remaining_seconds,
        }
    return progress
