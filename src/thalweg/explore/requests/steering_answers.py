"""Requests that change topics: edits, a preview of a split, undo, redo, more training."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Final

import numpy as np

from thalweg.errors import InputError
from thalweg.explore.requests.message_fields import Fields
from thalweg.state.most_probable import largest
from thalweg.steering.edits.document_edits import Split
from thalweg.steering.edits.edit import Edit
from thalweg.steering.edits.topic_edits import Rename

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.explore.edit_history import HistoryEntry
    from thalweg.explore.run_status import Run
    from thalweg.explore.session import Session
    from thalweg.explore.topic_view import TopicView
    from thalweg.steering.edits.edit_report import EditReport

MAX_NUMBER = 1_000_000
MAX_ROWS = 200
MAX_PASSES = 1000
MAX_TOPICS = 1000
MAX_WEIGHTS = 500_000_000  # words times topics, 2 GB
_AMONG = 2000  # documents in which a split looks for two parts
_SHOWN_WORDS = 12
_ALLOWED: Final = (
    *("add", "remove", "allow", "stop", "merge", "split", "create", "delete"),
    *("lock", "unlock", "name", "topics"),
)


def edit(session: Session, fields: Fields) -> dict[str, Any]:
    """Make an edit; the answer comes when it has been made."""
    made = _edit(session, fields.mapping("edit"))
    history = session.edits
    entry, report = session.change(lambda: history.edit(made))
    return _done(session, entry, report)


def rename(session: Session, fields: Fields) -> dict[str, Any]:
    """Give a topic a name; an empty one removes it."""
    _, view = _now(session)
    number = fields.number("topic", 0, MAX_NUMBER)
    view.position(number)
    name = fields.optional_text("name", most=100) or None
    session.change(lambda: session.edits.edit(Rename(number, name)))
    return {"topic": number, "name": name}


def undo(session: Session, fields: Fields) -> dict[str, Any]:
    """Take back the last edit of this session."""
    return _done(session, session.change(session.edits.undo), None)


def redo(session: Session, fields: Fields) -> dict[str, Any]:
    """Make the edit again that was undone last."""
    return _done(session, session.change(session.edits.redo), None)


def edits(session: Session, fields: Fields) -> dict[str, Any]:
    """Return the edits of this session, and how to make them again."""
    train = session.training_command
    again = "thalweg edit MODEL edits.json"
    if train is not None:
        again = f"{train} --out topics.model\nthalweg edit topics.model edits.json"
    return {"entries": session.edits.entries(), "command": again}


def preview_split(session: Session, fields: Fields) -> dict[str, Any]:
    """Return two parts of a topic: their words and sizes. The model stays as it is."""
    run, view = _now(session)
    number = fields.number("topic", 0, MAX_NUMBER)
    k = view.position(number)
    words = fields.texts("words", most=50)
    if words:
        wanted, split = words, Split(number, words=words)
    else:
        among = _among(session, run, view, number)
        wanted, split = [], Split(number, among=among).resolved(view.model)
    column, shares = view.weights[k], np.zeros(view.state.n_words, np.float32)
    given = {word: 0.8 for word in wanted} if words else dict(split.shares or {})
    for word, share in given.items():
        if word not in view.names:
            raise InputError(f"the model does not know the word {word!r}")
        shares[view.names.id(word)] = share
    parts = (column * (1 - shares), column * shares)
    total = max(float(column.sum()), 1e-30)
    return {
        "topic": number,
        "preview": session.edits.keep_preview(split),
        "parts": [
            {
                "share": float(part.sum()) / total,
                "words": [view.names[w] for w in largest(part, _SHOWN_WORDS)],
            }
            for part in parts
        ],
    }


def train(session: Session, fields: Fields) -> dict[str, Any]:
    """Train a finished model further."""
    session.train_more(fields.number("passes", 1, MAX_PASSES, 5))
    return {"phase": session.status.phase}


STEERING: Final[Mapping[str, Callable[[Session, Fields], dict[str, Any]]]] = MappingProxyType(
    {
        "edit": edit,
        "rename": rename,
        "undo": undo,
        "redo": redo,
        "edits": edits,
        "preview_split": preview_split,
        "train": train,
    }
)


def _edit(session: Session, given: dict[str, Any]) -> Edit:
    """Return the edit that a page asks for; documents are rows, and a split may be a preview."""
    kind = given.get("edit")
    if kind not in _ALLOWED:
        raise InputError(f"`edit` is {str(kind)[:60]!r}; expected one of {', '.join(_ALLOWED)}")
    for field in ("documents", "among", "shares", "counts"):
        if field in given:
            raise InputError(f"`{field}` is not a field of edits from a page; expected `rows`")
    run, view = _now(session)
    values, rows, preview = dict(given), given.get("rows"), given.get("preview")
    values.pop("rows", None)
    values.pop("preview", None)
    if kind == "topics":  # memory grows with them
        most = min(MAX_TOPICS, MAX_WEIGHTS // max(1, view.state.n_words))
        Fields(values).number("n_topics", 1, max(most, view.n_topics + 1))
    if kind == "split" and preview is not None:
        return session.edits.kept_preview(preview, values.get("topic"))
    if rows is not None:
        values["documents"] = _documents(run, rows)
    elif kind == "split" and not values.get("words"):
        values["among"] = _among(session, run, view, Fields(values).number("topic", 0, MAX_NUMBER))
    return Edit.from_json(values)


def _documents(run: Run, rows: Any) -> Corpus:
    n = run.corpus.n_documents
    is_list = isinstance(rows, list) and 0 < len(rows) <= MAX_ROWS
    if not is_list or not all(type(row) is int and 0 <= row < n for row in rows):
        raise InputError(f"`rows` is {str(rows)[:60]}; expected 1 to {MAX_ROWS} rows of documents")
    return _of_model(run, run.corpus[rows])


def _among(session: Session, run: Run, view: TopicView, number: int) -> Corpus:
    """Return documents of a topic and others, spread evenly, in which to look for two parts."""
    n = run.corpus.n_documents
    spread = np.linspace(0, n - 1, min(n, _AMONG)).round().astype(np.int64)
    typical = [] if session.scan is None else session.scan.typical(number)
    return _of_model(run, run.corpus[np.unique(np.concatenate([spread, typical]).astype(np.int64))])


def _of_model(run: Run, corpus: Corpus) -> Corpus:
    known = run.model.vocabulary_
    return corpus if known is None else corpus.with_vocabulary(known)


def _done(session: Session, entry: HistoryEntry, report: EditReport | None) -> dict[str, Any]:
    return {
        "text": entry.text,
        "n_edits": len(session.edits),
        "warnings": [] if report is None else report.warnings,
        "topics": [] if report is None else [c.topic for c in report.topics if c.after],
    }


def _now(session: Session) -> tuple[Run, TopicView]:
    run, view = session.run, session.view()
    if run is None or view is None or run.is_preview:
        raise InputError("topics can be changed when all documents have been read")
    return run, view
