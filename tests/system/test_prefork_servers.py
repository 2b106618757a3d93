"""Servers that fork their workers after the model was loaded: gunicorn --preload, Celery, joblib.

The parent loads a model, reads a text file and a CSV file, which starts threads of polars, and
forks. Workers infer topics and read text files. They refuse to read CSV files, and do not hang.
"""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

import thalweg
from thalweg import LDA

pytestmark = pytest.mark.skipif(not hasattr(os, "fork"), reason="needs fork")

TEXTS = ["the river rose over the bank", "the bank lends money", "money from the bank"] * 5
LIMIT = 60  # seconds until a server answers, on a busy machine

PARENT = """
import json, os
import thalweg

LIMITS = {"min_df": 1, "max_df": 1.0}
model = thalweg.load("topics.model")
model.n_jobs = 1
thalweg.read("lines.txt", **LIMITS)
thalweg.read("table.csv", **LIMITS)


def answer(what):
    try:
        if what == "topics":
            found = model.transform(["the bank lends money"]).tolist()[0]
        else:
            found = len(thalweg.read(what, **LIMITS))
    except thalweg.ThalwegError as error:
        found = str(error)
    return {"process": os.getpid(), "parent": os.getppid(), "found": found}
"""

WSGI = f"""{PARENT}

def application(environ, start_response):
    body = json.dumps(answer(environ["PATH_INFO"][1:])).encode()
    start_response("200 OK", [("Content-Type", "application/json")])
    return [body]
"""

TASKS = f"""{PARENT}
from celery import Celery

app = Celery("tasks", broker="filesystem://", backend="file://results")
app.conf.broker_transport_options = {{
    "data_folder_in": "queue", "data_folder_out": "queue", "control_folder": "control"
}}
app.task(answer, name="answer")
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "lines.txt").write_text("\n".join(TEXTS))
    (tmp_path / "table.csv").write_text("text\n" + "\n".join(TEXTS))
    for name in ("queue", "control", "results"):
        (tmp_path / name).mkdir()
    corpus = thalweg.read(TEXTS, min_df=1, max_df=1.0)
    LDA(2, random_state=0, max_iter=2).fit(corpus).save(tmp_path / "topics.model")
    return tmp_path


@contextmanager
def server(folder: Path, *arguments: str) -> Iterator[None]:
    """Run a server in the folder; its output is shown if the test fails."""
    with (folder / "output.txt").open("wb") as output:
        process = subprocess.Popen(
            [sys.executable, "-W", "ignore", "-m", *arguments],
            cwd=folder,
            env=os.environ | {"HOME": str(folder)},  # gunicorn writes there
            stdout=output,
            stderr=subprocess.STDOUT,
            start_new_session=True,
        )
        try:
            yield
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid, signal.SIGKILL)
            process.wait()
            print((folder / "output.txt").read_text())


def assert_answers(answers: dict[str, list[dict[str, Any]]], folder: Path) -> None:
    """Check the answers of workers about topics, a text file and a table."""
    expected = thalweg.load(folder / "topics.model").transform(["the bank lends money"])[0]
    for answer in answers["topics"]:
        assert answer["found"] == pytest.approx(expected.tolist(), rel=1e-5)
    assert {answer["found"] for answer in answers["lines.txt"]} == {len(TEXTS)}
    for answer in answers["table.csv"]:
        assert "reading a table is not possible in this process" in answer["found"]
        assert "'spawn'" in answer["found"]
    everything = [answer for found in answers.values() for answer in found]
    assert len({answer["parent"] for answer in everything}) == 1
    assert all(answer["process"] != answer["parent"] for answer in everything)


class _Connection(http.client.HTTPConnection):
    """HTTP over a Unix socket: no port can be taken by another program."""

    def connect(self) -> None:
        self.sock = socket.socket(socket.AF_UNIX)
        self.sock.settimeout(self.timeout)
        self.sock.connect(self.host)


def asked(address: Path, what: str) -> dict[str, Any]:
    """Return the answer of a server that may still be starting."""
    deadline = time.monotonic() + LIMIT
    while True:
        connection = _Connection(str(address), timeout=LIMIT)
        try:
            connection.request("GET", f"/{what}")
            answer: dict[str, Any] = json.loads(connection.getresponse().read())
            return answer
        except OSError:
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)
        finally:
            connection.close()


@pytest.mark.skipif(find_spec("gunicorn") is None, reason="needs the package gunicorn")
def test_workers_of_gunicorn_use_what_was_loaded_before_the_fork(folder: Path) -> None:
    (folder / "served.py").write_text(WSGI)
    address = folder / "s"
    options = ["--preload", "--workers", "2", "--bind", f"unix:{address}", "--timeout", "20"]
    with server(folder, "gunicorn", *options, "served:application"):
        answers = {
            what: [asked(address, what) for _ in range(10)]
            for what in ("topics", "lines.txt", "table.csv")
        }
    assert_answers(answers, folder)


@pytest.mark.skipif(find_spec("celery") is None, reason="needs the package celery")
def test_workers_of_celery_use_what_was_loaded_before_the_fork(folder: Path) -> None:
    """With folders as broker and results, so no server is needed."""
    from celery import Celery

    (folder / "tasks.py").write_text(TASKS)
    app = Celery(broker="filesystem://", backend=f"file://{folder / 'results'}")
    queue = str(folder / "queue")
    app.conf.broker_transport_options = {
        "data_folder_in": queue,
        "data_folder_out": queue,
        "control_folder": str(folder / "control"),
    }
    options = ["--pool", "prefork", "--concurrency", "2"]
    without = ["--without-gossip", "--without-mingle", "--without-heartbeat"]
    with server(folder, "celery", "-A", "tasks", "worker", *options, *without):
        sent = {
            what: [app.send_task("answer", [what]) for _ in range(6)]
            for what in ("topics", "lines.txt", "table.csv")
        }
        answers = {
            what: [task.get(timeout=LIMIT) for task in tasks] for what, tasks in sent.items()
        }
    assert_answers(answers, folder)


JOBLIB = f"""{PARENT}
from joblib import Parallel, delayed

asked = ["topics", "lines.txt", "table.csv"] * 3
found = Parallel(n_jobs=2, backend="multiprocessing")(delayed(answer)(what) for what in asked)
print(json.dumps([asked, found]))
"""


def test_forked_workers_of_joblib_use_what_was_loaded_before_the_fork(folder: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", JOBLIB],
        cwd=folder,
        capture_output=True,
        timeout=LIMIT,
        check=True,
    )
    answers: dict[str, list[dict[str, Any]]] = {}
    for what, found in zip(*json.loads(done.stdout), strict=True):
        answers.setdefault(what, []).append(found)
    assert_answers(answers, folder)
