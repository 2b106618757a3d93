"""`thalweg explore` as a process: the address that it prints, a page over the network, Ctrl-C."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("uvicorn")
pytest.importorskip("websockets")

from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from tests.cli.shell import command_line, environment, thalweg_command
from tests.explore.exploration import planted_frame, wait_until
from thalweg.cli.commands.explore import training_command
from thalweg.explore.document_reader import DocumentReader
from thalweg.explore.requests.answering import answer
from thalweg.explore.requests.downloads import write_download
from thalweg.explore.serving.page_connection import MAX_MESSAGE
from thalweg.explore.session import Session
from thalweg.model import TopicModel

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="Ctrl-C of a process")
OPTIONS = ("-k", "3", "--min-df", "1", "--max-df", "1.0", "--held-out", "40", "--threads", "1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A table of texts, and the model that `thalweg train` makes of it."""
    folder = tmp_path_factory.mktemp("explore")
    planted_frame(400).write_csv(folder / "texts.csv")
    done = thalweg_command("train", "texts.csv", *OPTIONS, "--out", "trained.model", cwd=folder)
    assert done.returncode == 0, done.stderr
    return folder


@contextmanager
def started(*arguments: str | Path, cwd: Path) -> Iterator[tuple[subprocess.Popen[str], str, str]]:
    """Yield the process, its host and its token."""
    process = subprocess.Popen(
        command_line("explore", *arguments, "--no-open"),
        cwd=cwd,
        env=environment(),
        stderr=subprocess.PIPE,
        text=True,
    )
    try:
        assert process.stderr is not None
        line = process.stderr.readline()
        found = re.search(r"http://(127\.0\.0\.1:\d+)/#token=(\S+)", line)
        assert found, line
        yield process, found[1], found[2]
    finally:
        process.terminate()
        process.wait(30)


def page(host: str, token: str, origin: str | None = None) -> Any:
    return connect(
        f"ws://{host}/socket",
        subprotocols=["thalweg.1", f"token.{token}"],  # type: ignore[list-item]
        origin=origin or f"http://{host}",  # type: ignore[arg-type]
        max_size=None,
    )


def received(socket: ClientConnection) -> dict[str, Any]:
    message: dict[str, Any] = json.loads(socket.recv(timeout=30))
    if message["type"] == "frame":
        socket.send(json.dumps({"type": "ack", "frame": message["frame"]}))
    return message


def _read_on(socket: ClientConnection) -> None:
    while True:
        received(socket)


def test_a_page_watches_and_ctrl_c_saves_the_model_of_thalweg_train(folder: Path) -> None:
    with started("texts.csv", *OPTIONS, "--out", "explored.model", cwd=folder) as (
        process,
        host,
        token,
    ):
        with page(host, token) as socket:
            assert received(socket)["title"] == "texts.csv"
            while received(socket).get("phase") != "done":
                pass
        process.send_signal(signal.SIGINT)
        _, messages = process.communicate(timeout=30)
        assert process.returncode == 0
        assert "model saved in explored.model" in messages
    saved, expected = folder / "explored.model", folder / "trained.model"
    assert saved.read_bytes() == expected.read_bytes()


def test_a_trained_model_is_shown_and_guarded(folder: Path) -> None:
    with started("trained.model", "texts.csv", cwd=folder) as (_, host, token):
        with urllib.request.urlopen(f"http://{host}/") as answer:
            assert b"explorer" in answer.read()
        with pytest.raises(urllib.error.HTTPError, match="403"):
            urllib.request.urlopen(f"http://{host}/download/topics.csv")
        with pytest.raises(InvalidStatus), page(host, "wrong"):
            pass
        with pytest.raises(InvalidStatus), page(host, token, origin="http://evil.example"):
            pass
        with page(host, token) as socket:
            assert received(socket)["type"] == "hello"
            while not (frame := received(socket)).get("topics"):
                pass
            assert len(frame["topics"]) == 3
            socket.send("x" * (MAX_MESSAGE + 1))
            with pytest.raises(ConnectionClosed):
                _read_on(socket)


def test_a_model_without_documents_is_refused(folder: Path) -> None:
    done = thalweg_command("explore", "trained.model", "--no-open", cwd=folder)
    assert done.returncode == 2
    assert "trained.model is a saved model" in done.stderr


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("explore a.csv -k 20 --port 80 --no-open", "thalweg train a.csv -k 20"),
        ("explore 'my files.csv' --port=80 -o x.model --force", "thalweg train 'my files.csv'"),
        ("--version", None),
    ],
)
def test_the_command_that_trains_the_same_model(given: str, expected: str | None) -> None:
    assert training_command(shlex.split(given)) == expected


def test_the_command_line_of_the_page_reproduces_a_model_edited_after_training(
    tmp_path: Path,
) -> None:
    """The commands that the page shows, run in a shell, write the model that the page saves."""
    planted_frame(200).write_csv(tmp_path / "texts.csv")
    options = ["texts.csv", "-k", "3", "--min-df", "1", "--max-df", "1.0", "--threads", "1"]
    options += ["--held-out", "20"]
    files = {"metadata": ["id", "date", "place"], "n_jobs": 1}
    words: dict[str, Any] = {"min_df": 1, "max_df": 1.0}
    reader = DocumentReader.of_texts("texts.csv", str(tmp_path / "texts.csv"), files, words)
    model = TopicModel(3, random_state=0, n_jobs=1)
    session = Session(reader, model, lambda corpus: corpus.split(20, random_state=0))
    session.training_command = training_command(["explore", *options, "--no-open"])
    session.start()
    try:
        wait_until(lambda: session.status.phase in ("done", "failed"))
        assert session.status.phase == "done", session.status.message
        for edit in (
            {"edit": "merge", "topics": [0, 1]},
            {"edit": "stop", "words": ["water"]},
            {"edit": "remove", "topic": 2, "words": ["loan"]},
        ):
            answer(session, "edit", {"edit": edit})
        answer(session, "undo", {})
        lines = answer(session, "edits", {})["command"].splitlines()
        write_download(session, "edits.json").replace(tmp_path / "edits.json")
        saved = TopicModel.load(write_download(session, "model.safetensors"))
    finally:
        session.close()
    assert len(lines) == 2
    for line in lines:
        done = thalweg_command(*shlex.split(line)[1:], cwd=tmp_path)
        assert done.returncode == 0, done.stderr
    again = TopicModel.load(tmp_path / "topics.model")
    assert again.components_.tobytes() == saved.components_.tobytes()
    assert again.edits == saved.edits
    assert len(again.edits) == 2
