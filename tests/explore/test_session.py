"""Sessions: training in a thread, the same bits as fit, pause, preview and errors."""

from __future__ import annotations

import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import polars as pl
import pytest

pytest.importorskip("starlette")

from tests.cli.shell import thalweg_command
from tests.explore.exploration import planted_corpus, planted_frame, wait_until
from thalweg.corpus.read_progress import ReadProgress
from thalweg.corpus.reading import read
from thalweg.errors import StorageError
from thalweg.explore.document_reader import DocumentReader, first_part
from thalweg.explore.requests.answering import answer
from thalweg.explore.requests.downloads import write_download
from thalweg.explore.session import Session
from thalweg.model import TopicModel

WORDS: dict[str, Any] = {"min_df": 1, "max_df": 1.0}


def new_model(**changes: Any) -> TopicModel:
    return TopicModel(3, random_state=0, n_jobs=1, **changes)


def test_a_model_that_nobody_touches_has_the_bits_of_thalweg_train(tmp_path: Path) -> None:
    table, out = tmp_path / "texts.csv", tmp_path / "trained.model"
    planted_frame(400).write_csv(table)
    done = thalweg_command(
        *("train", table, "-k", 3, "--min-df", 1, "--max-df", "1.0", "--held-out", "40"),
        *("--threads", 1, "--out", out),
        cwd=tmp_path,
    )
    assert done.returncode == 0, done.stderr
    files = {"metadata": ["id", "date", "place"], "n_jobs": 1}
    reader = DocumentReader.of_texts("texts.csv", str(table), files, WORDS)
    session = Session(reader, new_model(), lambda corpus: corpus.split(40, random_state=0))
    session.start()
    try:
        watching = threading.Thread(target=_watch, args=(session,))
        watching.start()
        wait_until(lambda: session.status.phase in ("done", "failed"))
        watching.join()
        assert session.status.phase == "done", session.status.message
        saved = write_download(session, "model.safetensors")
    finally:
        session.close()
    try:
        assert saved.read_bytes() == out.read_bytes()
    finally:
        saved.unlink()


def _watch(session: Session) -> None:
    """Look at the topics all the time, as a page does."""
    while session.status.phase not in ("done", "failed"):
        if (view := session.view()) is not None:
            view.top(0.6, 5)


def test_a_paused_model_does_not_learn_and_goes_on_afterwards() -> None:
    session = Session(
        DocumentReader.of_corpus(planted_corpus(2000)), new_model(max_iter=2000, batch_size=16)
    )
    session.start()
    try:
        wait_until(lambda: session.status.training is not None)
        session.pause()
        assert session.status.phase == "paused"
        wait_until(lambda: not session.model.state_._shared._before)
        session.closed.wait(0.5)  # longer than reports are apart
        seen = session.model.n_documents_seen_
        session.closed.wait(0.5)
        assert session.model.n_documents_seen_ == seen
        session.resume()
        wait_until(lambda: session.model.n_documents_seen_ > seen)
    finally:
        session.close()


def test_closing_ends_training() -> None:
    session = Session(DocumentReader.of_corpus(planted_corpus(2000)), new_model(max_iter=100_000))
    session.start()
    wait_until(lambda: session.status.training is not None)
    session.close()
    wait_until(lambda: all(thread.name != "thalweg-training" for thread in threading.enumerate()))
    assert session.status.phase == "training"


def test_topics_of_the_first_documents_are_there_while_the_rest_is_read() -> None:
    may_go_on = threading.Event()

    def read_all(_: Any) -> Any:
        may_go_on.wait(30)
        return planted_corpus(200)

    session = Session(
        DocumentReader("slow", read_all, lambda: planted_corpus(60)), new_model(max_iter=5)
    )
    session.start()
    try:
        wait_until(lambda: session.run is not None)
        assert session.run is not None
        assert session.run.is_preview
        assert session.run.corpus.n_documents == 60
        may_go_on.set()
        wait_until(lambda: session.status.phase == "done")
        assert session.run is not None
        assert not session.run.is_preview
        assert session.run.corpus.n_documents == 200
        assert session.run.number == 2
    finally:
        may_go_on.set()
        session.close()


def test_reading_waits_for_the_first_topics_once_and_not_for_every_part(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("thalweg.explore.session.MOST_FOR_PREVIEW", 0.4)
    begun, no_topics, waited = threading.Event(), threading.Event(), list[float]()
    progress = ReadProgress("reading", 1, None, 1, 0.0)

    def first() -> Any:  # the preview takes longer than it may
        begun.set()
        no_topics.wait(30)

    def read_all(listener: Any) -> Any:
        assert begun.wait(30)
        for _ in range(6):
            before = time.monotonic()
            listener(progress)
            waited.append(time.monotonic() - before)
        return planted_corpus(60)

    session = Session(DocumentReader("slow", read_all, first), new_model(max_iter=2))
    session.start()
    try:
        wait_until(lambda: session.status.phase == "done")
        assert waited[0] > 0.1
        assert sum(waited) < 0.8
    finally:
        no_topics.set()
        session.close()


def test_closing_at_once_leaves_no_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))
    corpus = planted_corpus(60)
    model = new_model(max_iter=2).fit(corpus)
    sessions = []
    for pause in (0, 0, 0.001, 0.003, 0.01):
        sessions.append(Session(DocumentReader.of_corpus(corpus), model))
        sessions[-1].start()
        time.sleep(pause)
        sessions[-1].close()
    for session in sessions:
        session.wait()
    assert list(tmp_path.iterdir()) == []


def test_a_session_that_is_closed_opens_no_index(tmp_path: Path) -> None:
    """Whatever the order of threads."""
    go_on = threading.Event()

    def read_all(_: Any) -> Any:
        go_on.wait(30)
        return planted_corpus(60)

    model = new_model(max_iter=2).fit(planted_corpus(60))
    session = Session(DocumentReader("slow", read_all), model)
    session.start()
    session.close()
    go_on.set()
    session.wait()
    assert session.search is None


def test_a_corpus_on_disk_is_trained_on_and_read(tmp_path: Path) -> None:
    table, folder = tmp_path / "texts.csv", tmp_path / "texts.corpus"
    frame = planted_frame(400)
    frame.with_columns(title=pl.Series([f"Letter {row}" for row in range(400)])).write_csv(table)
    stored = read(
        str(table), metadata=["id", "date", "place", "title"], keep_texts=True, out=folder, **WORDS
    )
    assert not stored.in_memory
    session = Session(DocumentReader.of_corpus(stored), new_model(max_iter=8))
    session.start()
    try:
        wait_until(lambda: session.status.phase in ("done", "failed"))
        assert session.status.phase == "done", session.status.message
        wait_until(lambda: session.search is not None and session.search.is_complete)
        wait_until(lambda: session.scan is not None and session.scan.n_passes > 0)
        typical = answer(session, "topic", {"topic": 0})["documents"]
        assert len(typical) == 8
        assert typical[0]["title"] == f"Letter {typical[0]['row']}"  # from the index
        shown = answer(session, "document", {"row": typical[0]["row"]})
        assert len([part for part in shown["parts"] if len(part) == 4]) == 24
        found = answer(session, "search", {"query": "loan", "groups": {"place": "south"}})
        assert len(found["hits"]) == 20
        assert all("loan" in hit["snippet"] for hit in found["hits"])
    finally:
        session.close()
    alone = new_model(max_iter=8).fit(read(str(folder)))
    assert session.model.components_.tobytes() == alone.components_.tobytes()


def test_the_first_part_of_a_file_has_its_first_documents(tmp_path: Path) -> None:
    table = tmp_path / "texts.csv"
    planted_frame(300).write_csv(table)
    files = {"metadata": ["id", "place"], "column": "text"}
    part = first_part(str(table), files, WORDS)
    assert part is not None
    whole = read(str(table), metadata=["id", "place"], keep_texts=True, **WORDS)
    assert part.ids.to_list() == whole.ids.to_list()[: part.n_documents]
    assert part.texts is not None


def test_an_error_while_documents_are_read_is_the_message_of_the_session() -> None:
    def fail(_: Any) -> Any:
        raise StorageError("the disk is gone")

    session = Session(DocumentReader("broken", fail), new_model())
    session.start()
    wait_until(lambda: session.status.phase == "failed")
    assert session.status.message == "the disk is gone"
    assert session.view() is None


def test_history_is_bounded() -> None:
    session = Session(DocumentReader.of_corpus(planted_corpus()), new_model(max_iter=600))
    session.start()
    try:
        wait_until(lambda: session.status.phase == "done")
        assert 100 <= len(session.history) <= 240
        passes = [row["passes"] for row in session.history]
        assert passes == sorted(passes)
        assert len(session.history[0]["shares"]) == 3
    finally:
        session.close()


@pytest.mark.parametrize("command", [("explore", "missing.csv"), ("explore", "--port", "70000")])
def test_a_wrong_command_fails_at_once(tmp_path: Path, command: tuple[str, ...]) -> None:
    done = thalweg_command(*command, "--no-open", cwd=tmp_path)
    assert done.returncode in (1, 2)
    assert done.stderr
