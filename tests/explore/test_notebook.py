"""The explorer in a notebook: messages of a widget, answered by the kernel."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tempfile
import threading
import tracemalloc
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import numpy as np
import pytest

pytest.importorskip("anywidget")

from tests.explore.exploration import (
    MONEY,
    planted_corpus,
    planted_frame,
    planted_texts,
    trained,
    wait_until,
)
from thalweg import LDA
from thalweg.errors import InputError
from thalweg.explore.hosts.kernel_connection import KernelConnection
from thalweg.explore.hosts.notebook import _ExplorerWidget, explore
from thalweg.explore.requests.answering import MAX_WAITING
from thalweg.steering import RemoveWords, Rename


class FakePage:
    """Takes what a widget sends, and sends what a page would."""

    def __init__(self, widget: _ExplorerWidget) -> None:
        self._widget = widget
        self._arrived = threading.Condition()
        self.messages: list[tuple[dict[str, Any], list[bytes]]] = []
        widget.send = self._take  # type: ignore[method-assign]
        self.tell({"type": "open"})

    def tell(self, message: Any) -> None:
        self._widget._handle_custom_msg(message, [])

    def _take(self, content: dict[str, str], buffers: list[bytes]) -> None:
        with self._arrived:
            self.messages.append((json.loads(content["message"]), buffers))
            self._arrived.notify_all()

    def first(self, **fields: Any) -> tuple[dict[str, Any], list[bytes]]:
        """Wait for a message with these fields and return it."""

        def found() -> Any:
            of_fields = (m for m in self.messages if fields.items() <= m[0].items())
            return next(of_fields, None)

        with self._arrived:
            assert self._arrived.wait_for(lambda: found() is not None, 30), fields
            message: tuple[dict[str, Any], list[bytes]] = found()
            return message

    def ask(self, number: int, name: str, **params: Any) -> dict[str, Any]:
        self.tell({"type": "request", "id": number, "name": name, "params": params})
        return self.first(id=number)[0]

    def frame_that(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Acknowledge frames until one fulfils a condition; return that one."""
        self.first(type="frame")
        while not holds(self.frames()[-1]):
            n = len(self.frames())
            self.tell({"type": "ack", "frame": self.frames()[-1]["frame"]})
            wait_until(lambda n=n: len(self.frames()) > n)
        return self.frames()[-1]

    def frames(self) -> list[dict[str, Any]]:
        return [message for message, _ in self.messages if message["type"] == "frame"]


@contextmanager
def shown(model: Any = None, X: Any = None) -> Iterator[tuple[_ExplorerWidget, FakePage]]:
    corpus = planted_corpus() if X is None else X
    widget = explore(trained(corpus) if model is None else model, corpus)
    try:
        page = FakePage(widget)
        session = widget.session
        wait_until(lambda: session.search is not None and session.search.is_complete)
        yield widget, page
    finally:
        widget.close()


def test_a_page_gets_a_hello_and_a_frame_with_the_topics() -> None:
    with shown() as (widget, page):
        assert page.messages[0][0] == {"type": "hello", "protocol": 1, "title": "documents"}
        expected = widget.session.model.topics(8, words_by="relevance")
        frame = page.frame_that(lambda frame: bool(frame["topics"]))
        words = [topic["words"] for topic in frame["topics"]]
        assert words == [topic.words for topic in expected]


def test_requests_have_the_answers_of_the_server() -> None:
    with shown() as (_, page):
        answer = page.ask(1, "search", query="loan", limit=3)
        assert len(answer["result"]["hits"]) == 3
        assert all("loan" in hit["snippet"] for hit in answer["result"]["hits"])
        document = page.ask(2, "document", row=1)["result"]
        assert {part[1] for part in document["parts"] if len(part) > 1} <= set(MONEY)


def test_the_next_frame_waits_for_the_acknowledgement() -> None:
    with shown() as (widget, page):
        page.frame_that(lambda frame: frame["phase"] == "done")
        n = len(page.frames())
        for i in range(3):
            widget.session.change(lambda i=i: widget.session.edits.edit(Rename(0, f"name {i}")))
        page.tell({"type": "ack", "frame": -1})
        page.ask(1, "training")
        assert len(page.frames()) == n
        page.tell({"type": "ack", "frame": page.frames()[-1]["frame"]})
        wait_until(lambda: len(page.frames()) > n)
        assert page.frames()[-1]["topics"][0]["name"] == "name 2"


def test_edits_change_the_model_of_the_notebook() -> None:
    corpus = planted_corpus()
    model = trained(corpus)
    with shown(model, corpus) as (_, page):
        answer = page.ask(1, "edit", edit={"edit": "name", "topic": 0, "new_name": "rivers"})
        assert answer["type"] == "answer", answer
    assert model.topic_names_ == {0: "rivers"}


def test_a_file_comes_as_bytes() -> None:
    with shown() as (_, page):
        page.tell({"type": "download", "id": 9, "name": "topics.csv"})
        answer, files = page.first(id=9)
        assert answer["type"] == "answer"
        assert files[0].startswith(b"topic,")
        page.tell({"type": "download", "id": 10, "name": "../secret"})
        assert "expected one of" in page.first(id=10)[0]["message"]


@pytest.mark.parametrize(
    ("message", "expected"),
    [
        ({"type": "other"}, "`type` is not known"),
        (["no", "object"], "expected an object"),
        ({"type": "request", "name": "topic"}, "`id`"),
        ({"type": "view", "lambda": 2}, "`lambda` is 2"),
    ],
)
def test_a_message_that_is_not_understood_is_an_error(message: Any, expected: str) -> None:
    with shown() as (_, page):
        page.tell(message)
        assert expected in page.first(type="error")[0]["message"]


def test_a_request_that_fails_is_an_error_with_its_number() -> None:
    with shown() as (_, page):
        answer = page.ask(4, "topic", topic=99)
        assert answer["type"] == "error"
        assert "`topic` is 99" in answer["message"]


def test_requests_that_pile_up_are_refused() -> None:
    """With their number: the page would wait for ever for others."""
    go_on, widget = threading.Event(), explore(trained(planted_corpus()), planted_corpus())
    sent: list[dict[str, Any]] = []
    connection = KernelConnection(widget.session, lambda text, _: sent.append(json.loads(text)))
    connection._answers.submit(go_on.wait, 30)
    connection._answers.submit(go_on.wait, 30)
    for number in range(MAX_WAITING + 1):
        connection.receive({"type": "request", "id": number, "name": "training", "params": {}})
    refused, why = list(sent), "too many requests are waiting for an answer"
    go_on.set()
    assert refused == [{"type": "error", "id": MAX_WAITING, "message": why}]
    wait_until(lambda: sum(message["type"] == "answer" for message in sent) == MAX_WAITING)
    connection.close()
    assert sent[-1] == {"type": "closed"}  # nothing else is coming
    connection.receive({"type": "request", "id": 99, "name": "training", "params": {}})
    assert sent[-1] == {"type": "closed"}
    widget.close()


def test_a_cell_that_is_run_again_leaves_nothing_of_the_run_before() -> None:
    corpus = planted_corpus()
    model = trained(corpus)

    def ran() -> weakref.ref[Any]:
        widget = explore(model, corpus)
        wait_until(lambda: widget.session.scan is not None and widget.session.scan.n_passes > 0)
        return weakref.ref(widget)

    first = ran()
    n_threads, folders = threading.active_count(), _search_folders()
    ended = [ran() for _ in range(5)]
    wait_until(lambda: threading.active_count() <= n_threads)
    assert len(_search_folders()) == len(folders)
    ended[-1]().close()  # type: ignore[union-attr]
    wait_until(lambda: gc.collect() >= 0 and all(each() is None for each in [first, *ended]))


def _search_folders() -> list[Path]:
    return list(Path(tempfile.gettempdir()).glob("thalweg-explore-*"))


def test_a_cell_that_is_run_again_while_the_model_trains_starts_its_training_again() -> None:
    corpus, settings = planted_corpus(), {"random_state": 0, "n_jobs": 1}
    model = LDA(2, max_iter=100_000, **settings)
    widget = explore(model, corpus)
    wait_until(lambda: widget.session.status.phase == "training")
    model.max_iter = 8
    again = explore(model, corpus)
    wait_until(lambda: again.session.status.phase == "done")
    again.close()
    alone = LDA(2, max_iter=8, **settings).fit(corpus)
    np.testing.assert_array_equal(model.components_, alone.components_)


def test_what_another_cell_does_to_the_model_is_shown() -> None:
    corpus = planted_corpus()
    model = trained(corpus)
    with shown(model, corpus) as (widget, page):
        session = widget.session
        page.frame_that(lambda frame: frame["phase"] == "done" and bool(frame["topics"]))
        wait_until(lambda: session.scan.n_passes > 0)
        model.name_topics({1: "money"})
        named = page.frame_that(lambda frame: frame["topics"][1]["name"] == "money")
        model.edit(RemoveWords(0, [MONEY[0]]))
        edited = page.frame_that(
            lambda frame: frame["edits"]["version"] > named["edits"]["version"]
        )
        assert page.ask(1, "topic", topic=0)["result"]["removed"] == [MONEY[0]]
        model.undo()
        page.frame_that(lambda frame: frame["edits"]["version"] > edited["edits"]["version"])
        wait_until(lambda: session.scan.n_passes > 0)
        n_passes = session.scan.n_passes
        model.partial_fit(corpus)
        wait_until(lambda: session.scan.n_passes > n_passes)


def test_memory_of_a_widget_does_not_grow_with_frames_and_requests() -> None:
    with shown() as (widget, page):
        session, connection = widget.session, widget._connection
        wait_until(lambda: session.scan is not None and session.scan.n_passes > 0)
        kept: dict[str, Any] = {}

        def keep(content: dict[str, str], _: list[bytes]) -> None:
            kept["n"] = kept.get("n", 0) + 1
            kept["last"] = content["message"]

        widget.send = keep  # type: ignore[method-assign]
        page.messages.clear()

        def asked(n: int) -> None:
            for i in range(n):
                before = kept.get("n", 0)
                session.touch()
                page.tell({"type": "ack", "frame": connection._sent})
                page.tell({"type": "request", "id": i, "name": "topic", "params": {"topic": i % 2}})
                wait_until(lambda before=before: kept.get("n", 0) > before)

        asked(300)
        gc.collect()
        tracemalloc.start()
        before = tracemalloc.take_snapshot()
        asked(1000)
        gc.collect()
        after = tracemalloc.take_snapshot()
        tracemalloc.stop()
        grown = sum(each.size_diff for each in after.compare_to(before, "filename"))
        assert grown < 500_000, grown  # 500 bytes per request
        assert connection._n_waiting <= 1


def test_a_model_that_is_not_trained_learns_while_the_page_is_open() -> None:
    frame = planted_frame().to_pandas() if has_pandas() else planted_frame()
    model = LDA(2, max_iter=8, random_state=0, n_jobs=1)
    widget = model.explore(frame, title="letters", height=400)
    page = FakePage(widget)
    wait_until(lambda: widget.session.status.phase == "done")
    widget.close()
    assert page.messages[0][0]["title"] == "letters"
    assert widget.height == 400
    corpus = widget.session.run.corpus
    alone = LDA(2, max_iter=8, random_state=0, n_jobs=1).fit(corpus)
    np.testing.assert_array_equal(model.components_, alone.components_)


def has_pandas() -> bool:
    try:
        import pandas  # noqa: F401
    except ModuleNotFoundError:
        return False
    return True


def test_a_closed_widget_ends_training_and_sends_nothing() -> None:
    model = LDA(2, max_iter=100_000, random_state=0, n_jobs=1)
    widget = explore(model, planted_corpus())
    page = FakePage(widget)
    wait_until(lambda: widget.session.status.phase == "training")
    widget.close()
    widget.session.wait()
    n = len(page.messages)
    widget._connection._send({"type": "hello"})
    assert len(page.messages) == n


def test_a_height_that_is_no_height_is_an_error() -> None:
    with pytest.raises(InputError, match="`height` is 'tall'"):
        LDA(2).explore(planted_texts(), height="tall")  # type: ignore[arg-type]


def test_without_the_package_the_error_names_the_extra() -> None:
    code = (
        "import sys; sys.modules['anywidget'] = None\n"
        "from thalweg import LDA\n"
        "try: LDA(2).explore(['a b'])\n"
        "except Exception as error: print(error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert "pip install 'thalweg[notebook]'" in done.stdout


def test_a_notebook_shows_the_page() -> None:
    nbclient, nbformat = pytest.importorskip("nbclient"), pytest.importorskip("nbformat")
    pytest.importorskip("ipykernel")
    code = (
        "from tests.explore.exploration import planted_texts\n"
        "from thalweg import LDA\n"
        "page = LDA(2, max_iter=8, n_jobs=1).explore(planted_texts())\n"
        "page"
    )
    notebook = nbformat.v4.new_notebook(
        cells=[
            nbformat.v4.new_code_cell(code),
            nbformat.v4.new_code_cell("page.close(); print('closed')"),
        ]
    )
    done = nbclient.NotebookClient(notebook, timeout=120).execute()
    shown = done.cells[0].outputs[-1]["data"]["application/vnd.jupyter.widget-view+json"]
    state = done.metadata["widgets"]["application/vnd.jupyter.widget-state+json"]["state"]
    assert "render" in state[shown["model_id"]]["state"]["_esm"]
    assert done.cells[1].outputs[0]["text"] == "closed\n"
