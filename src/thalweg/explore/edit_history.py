"""EditHistory: edits that the page makes, applied between minibatches, with undo and redo.

The thread that trains is the only one that changes a model. Requests hand it their changes and wait
until it has made them: between two minibatches, or at once if it has nothing to do.
"""

from __future__ import annotations

import json
import threading
import warnings
from collections import deque
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thalweg.errors import InputError, ThalwegWarning
from thalweg.steering.edits.document_edits import Split
from thalweg.steering.edits.edit_log import FORMAT, read_log
from thalweg.steering.edits.topic_edits import Rename

if TYPE_CHECKING:
    from thalweg.model import TopicModel
    from thalweg.steering.edits.edit import Edit
    from thalweg.steering.edits.edit_report import EditReport

MAX_SECONDS = 30.0  # that a request waits for its turn
MAX_REDO = 100
MAX_PREVIEWS = 8


class ChangeQueue:
    """Changes that wait for the moment at which the model may be changed."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[Callable[[], Any], Future[Any]]] = deque()
        self._arrived = threading.Condition()
        self._is_closed = False

    def __bool__(self) -> bool:
        """Whether changes wait."""
        return bool(self._waiting)

    def call(self, change: Callable[[], Any]) -> Any:
        """Have a change made by the thread that trains; return its result."""
        made: Future[Any] = Future()
        with self._arrived:
            if self._is_closed:
                raise InputError("the explorer has ended; start it again to change topics")
            self._waiting.append((change, made))
            self._arrived.notify_all()
        try:
            return made.result(MAX_SECONDS)
        except TimeoutError:
            made.cancel()
            raise InputError("training did not answer in 30 s; try again") from None

    def make_all(self) -> None:
        """Make the changes that wait. Errors of a change are those of its request."""
        while self._waiting:
            change, made = self._waiting.popleft()
            if not made.set_running_or_notify_cancel():
                continue
            try:
                made.set_result(change())
            except Exception as error:
                made.set_exception(error)

    def wait(self, seconds: float) -> None:
        """Wait for a change."""
        with self._arrived:
            if not self._waiting and not self._is_closed:
                self._arrived.wait(seconds)

    def close(self) -> None:
        """Refuse all changes from now on."""
        with self._arrived:
            self._is_closed = True
            self._arrived.notify_all()
        while self._waiting:
            _, made = self._waiting.popleft()
            if made.set_running_or_notify_cancel():
                made.set_exception(InputError("the explorer has ended"))


@dataclass(frozen=True)
class HistoryEntry:
    """One step that can be undone."""

    text: str
    edits: tuple[dict[str, Any], ...]
    n_before: int
    """Edits of the model before it."""
    take_back: Callable[[], Any] | None = None
    """What undoes it, if the model has not recorded it."""


class EditHistory:
    """What has been done to the topics of a model in this session, and what was undone."""

    def __init__(self, model: TopicModel) -> None:
        self._model = model
        self._done: list[HistoryEntry] = []
        self._undone: list[HistoryEntry] = []
        self._previews: dict[int, Split] = {}
        self._n_previews = 0
        self._lock = threading.Lock()
        self.n_changes: int = 0
        """Grows with every edit, undo and redo."""

    def __len__(self) -> int:
        return len(self._done)

    @property
    def can_redo(self) -> bool:
        """Whether an edit was undone and not followed by another one."""
        return bool(self._undone)

    def edit(self, *edits: Edit) -> tuple[HistoryEntry, EditReport | None]:
        """Make edits as one step; return it, and what has changed."""
        entry, report = self._made(edits)
        self._undone.clear()
        return entry, report

    def undo(self) -> HistoryEntry:
        """Take back the last step; InputError if there is none or if it is too late."""
        if not self._done:
            raise InputError("there is nothing to undo; expected an edit of this session")
        entry = self._done[-1]
        with self._model._turn.held:  # nothing else edits the model meanwhile
            if entry.take_back is not None:
                entry.take_back()
            else:
                self._require_last(entry)
                self._model.undo()
        self._undone = [*self._undone, self._done.pop()][-MAX_REDO:]
        self.n_changes += 1
        return entry

    def redo(self) -> HistoryEntry:
        """Make the step again that was undone last."""
        if not self._undone:
            raise InputError("there is nothing to redo; expected an edit that was undone")
        entry, _ = self._made(tuple(read_log(list(self._undone[-1].edits))))
        self._undone.pop()
        return entry

    def keep_preview(self, split: Split) -> int:
        """Keep a split that a page has seen, so that it can be made; return its number."""
        with self._lock:
            self._n_previews += 1
            self._previews[self._n_previews] = split
            while len(self._previews) > MAX_PREVIEWS:
                del self._previews[min(self._previews)]
            return self._n_previews

    def kept_preview(self, number: Any, topic: Any) -> Split:
        """Return a split that a page has seen."""
        split = self._previews.get(number) if type(number) is int else None
        if split is None or split.topic != topic:
            raise InputError(f"there is no preview {str(number)[:20]} of topic {str(topic)[:20]}")
        return split

    def entries(self) -> list[dict[str, Any]]:
        """Return the steps, oldest first, with those that were undone last."""
        steps = [{"text": step.text, "is_undone": False} for step in self._done]
        return steps + [{"text": step.text, "is_undone": True} for step in reversed(self._undone)]

    def log(self) -> str:
        """Return all edits of the model as a file that `thalweg edit MODEL FILE` reads."""
        edits, named = self._model.edits, [s for s in self._done if s.take_back is not None]
        for step in reversed(named):  # where they were made: topics may be gone afterwards
            edits[step.n_before : step.n_before] = step.edits
        return json.dumps({"format": FORMAT, "edits": edits}, indent=1, ensure_ascii=False) + "\n"

    def _made(self, edits: tuple[Edit, ...]) -> tuple[HistoryEntry, EditReport | None]:
        model, report = self._model, None
        if _are_only_names(edits) and getattr(model, "_run", None) is not None:
            entry = self._named(edits)
        else:
            with model._turn.held, warnings.catch_warnings():
                warnings.simplefilter("ignore", ThalwegWarning)  # they are in the report
                n_before = len(model.edits)
                report = model.edit(*edits)
                made = tuple(model.edits[n_before:])
            entry = HistoryEntry("; ".join(report.edits), made, n_before)
        self._done.append(entry)
        self.n_changes += 1
        return entry, report

    def _named(self, edits: tuple[Edit, ...]) -> HistoryEntry:
        """Name topics while `fit` trains, so that no finishing pass begins again for that."""
        model, before = self._model, self._model.topic_names_
        named = [edit for edit in edits if isinstance(edit, Rename)]
        names = {int(edit.topic): edit.new_name for edit in named}
        model.name_topics(names)
        text = "; ".join(f"name topic {topic} {name!r}" for topic, name in names.items())

        def take_back() -> None:
            now = model.topic_names_
            if any(now.get(topic) != (name or None) for topic, name in names.items()):
                raise InputError(f"{text!r} cannot be undone: other code has given another name")
            model.name_topics({topic: before.get(topic) for topic in names})

        made = tuple(edit.to_json() for edit in edits)
        return HistoryEntry(text, made, len(model.edits), take_back)

    def _require_last(self, entry: HistoryEntry) -> None:
        """Raise InputError if other code, such as a cell of a notebook, has edited the model."""
        edits, n = self._model.edits, entry.n_before + len(entry.edits)
        if tuple(edits[entry.n_before : n]) != entry.edits:
            self._done.pop()
            self.n_changes += 1
            raise InputError(f"{entry.text!r} cannot be undone: other code has taken it back")
        if len(edits) > n:
            last = str(edits[-1].get("edit"))
            raise InputError(
                f"{entry.text!r} cannot be undone: other code has edited the model since then (its "
                f"last edit is {last!r}). Take that back first, with `undo` of the model."
            )


def _are_only_names(edits: tuple[Edit, ...]) -> bool:
    return all(isinstance(edit, Rename) for edit in edits)
