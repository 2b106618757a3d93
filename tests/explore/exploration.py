"""A session on planted topics, and clients of its server that do not need a browser."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import numpy as np
from starlette.testclient import TestClient

import thalweg
from thalweg.corpus.corpus import Corpus
from thalweg.explore.document_reader import DocumentReader
from thalweg.explore.serving.request_checks import SUBPROTOCOL, RequestChecks
from thalweg.explore.serving.web_app import create_app
from thalweg.explore.session import Session
from thalweg.model import TopicModel

PORT = 8765
HOST = f"127.0.0.1:{PORT}"
ORIGIN = f"http://{HOST}"
TOKEN = "a-token-for-tests"

RIVER = ("river", "water", "bank", "flood", "bridge", "stream")
MONEY = ("money", "loan", "interest", "credit", "profit", "price")


def planted_texts(n_documents: int = 120) -> list[str]:
    """Every even document is about rivers, every odd one about money."""
    rng = np.random.default_rng(0)
    return [
        " ".join(rng.choice(RIVER if row % 2 == 0 else MONEY, size=24))
        for row in range(n_documents)
    ]


def planted_frame(n_documents: int = 120) -> Any:
    import polars as pl

    rows = range(n_documents)
    return pl.DataFrame(
        {
            "id": [f"d{row}" for row in rows],
            "text": planted_texts(n_documents),
            "date": [f"20{10 + row % 4}-0{1 + row % 3}-01" for row in rows],
            "place": ["north" if row % 2 == 0 else "south" for row in rows],
        }
    )


def planted_corpus(n_documents: int = 120) -> Corpus:
    return thalweg.read(
        planted_frame(n_documents),
        metadata=["id", "date", "place"],
        keep_texts=True,
        min_df=1,
        max_df=1.0,
    )


def trained(corpus: Corpus) -> TopicModel:
    return TopicModel(2, max_iter=8, random_state=0, n_jobs=1).fit(corpus)


def wait_until(holds: Callable[[], bool], seconds: float = 30.0) -> None:
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end, "waited too long"
        time.sleep(0.01)


@contextmanager
def explored(
    corpus: Corpus | None = None, model: TopicModel | None = None
) -> Iterator[tuple[Session, TestClient]]:
    """A session on a trained model whose documents are all indexed, and a client of its server."""
    corpus = planted_corpus() if corpus is None else corpus
    session = Session(DocumentReader.of_corpus(corpus), model or trained(corpus))
    session.start()
    try:
        wait_until(lambda: session.search is not None and session.search.is_complete)
        wait_until(lambda: session.scan is not None and bool(session.scan.typical(0)))
        yield session, client_of(session)
    finally:
        session.close()


def client_of(session: Session) -> TestClient:
    return TestClient(create_app(session, RequestChecks(PORT, TOKEN)), base_url=ORIGIN)


class Page:
    """What a page does: takes frames, acknowledges them, asks and waits for the answer."""

    def __init__(self, socket: Any) -> None:
        self._socket = socket
        self._id = 0
        self.hello = self.receive()
        self.frames: list[dict[str, Any]] = []

    def send(self, message: Any) -> None:
        self._socket.send_text(json.dumps(message))

    def receive(self) -> dict[str, Any]:
        message: dict[str, Any] = json.loads(self._socket.receive_text())
        return message

    def frame(self) -> dict[str, Any]:
        message = self.receive()
        assert message["type"] == "frame"
        self.frames.append(message)
        return message

    def acknowledge(self) -> None:
        self.send({"type": "ack", "frame": self.frames[-1]["frame"]})

    def frame_that(self, holds: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
        """Return the first frame that fulfils a condition, the last one that was taken included."""
        while not self.frames or not holds(self.frames[-1]):
            self.frame()
            self.acknowledge()
        return self.frames[-1]

    def reply(self, name: str, /, **params: Any) -> dict[str, Any]:
        """Send a request and return its answer or error; frames that come first are taken."""
        self._id += 1
        self.send({"type": "request", "id": self._id, "name": name, "params": params})
        while True:
            message = self.receive()
            if message["type"] == "frame":
                self.frames.append(message)
                self.acknowledge()
            elif message["id"] == self._id:
                return message

    def ask(self, name: str, /, **params: Any) -> dict[str, Any]:
        message = self.reply(name, **params)
        assert message["type"] == "answer", message
        result: dict[str, Any] = message["result"]
        return result


@contextmanager
def opened(client: TestClient) -> Iterator[Page]:
    protocols = [SUBPROTOCOL, f"token.{TOKEN}"]
    with client.websocket_connect(
        f"ws://{HOST}/socket", subprotocols=protocols, headers={"Origin": ORIGIN}
    ) as socket:
        yield Page(socket)
