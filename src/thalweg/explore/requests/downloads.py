"""Files that the page offers: the topics, the topics of the documents, the model, the edits."""

from __future__ import annotations

import json
import tempfile
from collections.abc import Callable
from pathlib import Path
from types import MappingProxyType
from typing import Final

from thalweg.analysis.document_topics import model_stream
from thalweg.analysis.document_topics_file import write_document_topics
from thalweg.errors import InputError
from thalweg.explore.session import Session
from thalweg.explore.topic_view import TopicView
from thalweg.export.csv_json import to_csv, to_json


def _topics_csv(session: Session, view: TopicView, path: Path) -> None:
    path.write_text(to_csv(view.model, spreadsheet=True), encoding="utf-8")


def _topics_json(session: Session, view: TopicView, path: Path) -> None:
    path.write_text(json.dumps(to_json(view.model), ensure_ascii=False), encoding="utf-8")


def _documents(format: str) -> Callable[[Session, TopicView, Path], None]:
    def write(session: Session, view: TopicView, path: Path) -> None:
        run = session.run
        assert run is not None
        with path.open("wb") as file:
            write_document_topics(
                model_stream(view.model, run.corpus),
                file,
                format,
                view.n_topics,
                spreadsheet=True,
                topic_names=view.topic_names,
            )

    return write


def _model(session: Session, view: TopicView, path: Path) -> None:
    view.model.save(path, metadata=view.model.metadata_)  # as `thalweg train` does


def _edits(session: Session, view: TopicView, path: Path) -> None:
    path.write_text(session.edits.log(), encoding="utf-8")


DOWNLOADS: Final[MappingProxyType[str, Callable[[Session, TopicView, Path], None]]] = (
    MappingProxyType(
        {
            "topics.csv": _topics_csv,
            "topics.json": _topics_json,
            "documents.csv": _documents("csv"),
            "documents.parquet": _documents("parquet"),
            "model.safetensors": _model,
            "edits.json": _edits,
        }
    )
)
"""Files by name. In CSV, cells that a spreadsheet would run as formulas get an apostrophe."""


def write_download(session: Session, name: str) -> Path:
    """Write a file to a temporary place and return its path; the caller removes it."""
    if name not in DOWNLOADS:
        raise InputError(f"`name` is {name[:60]!r}; expected one of {', '.join(DOWNLOADS)}")
    run, view = session.run, session.view()
    if run is None or view is None or run.is_preview:
        raise InputError("the file is available when all documents have been read")
    with tempfile.NamedTemporaryFile(prefix="thalweg-", suffix=f"-{name}", delete=False) as file:
        path = Path(file.name)
    try:
        DOWNLOADS[name](session, view, path)
    except BaseException:
        path.unlink(missing_ok=True)
        raise
    return path
