"""Who may talk to the server, and what messages it takes."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

pytest.importorskip("starlette")

from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

import thalweg
from tests.explore.exploration import HOST, ORIGIN, PORT, TOKEN, explored, opened, trained
from thalweg.explore.serving.page_connection import MAX_FAULTS, MAX_MESSAGE
from thalweg.explore.serving.request_checks import LOOPBACK, SUBPROTOCOL, RequestChecks
from thalweg.explore.serving.server import _listen

AUTHORIZED = {"Authorization": f"Bearer {TOKEN}"}


@pytest.fixture(scope="module")
def client() -> Iterator[TestClient]:
    with explored() as (_, client):
        yield client


def test_the_server_listens_on_the_loopback_interface_only() -> None:
    with _listen(0) as listening:
        assert listening.getsockname()[0] == LOOPBACK == "127.0.0.1"


def test_every_server_has_a_token_of_its_own() -> None:
    assert RequestChecks(PORT).token != RequestChecks(PORT).token
    assert len(RequestChecks(PORT).token) >= 40


@pytest.mark.parametrize("path", ["/", "/page.js", "/page.css", "/icon.svg"])
def test_the_page_has_a_strict_policy_and_no_inline_script(client: TestClient, path: str) -> None:
    answer = client.get(path)
    assert answer.status_code == 200
    policy = answer.headers["content-security-policy"]
    assert policy.startswith("default-src 'none'; script-src 'self'; style-src 'self'")
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    if path == "/":
        assert "<script>" not in answer.text
        assert " style=" not in answer.text
        assert TOKEN not in answer.text


@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": f"evil.example:{PORT}"},
        {"Host": "127.0.0.1"},
        {"Host": f"127.0.0.1:{PORT + 1}"},
        {"Host": ""},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": f"http://{HOST}.evil.example"},
    ],
)
@pytest.mark.parametrize("path", ["/", "/download/topics.csv"])
def test_a_foreign_host_or_origin_is_refused(
    client: TestClient, path: str, headers: dict[str, str]
) -> None:
    assert client.get(path, headers=AUTHORIZED | headers).status_code == 403


@pytest.mark.parametrize("given", [None, "Bearer wrong", f"Basic {TOKEN}", "Bearer ", TOKEN])
def test_data_need_the_token(client: TestClient, given: str | None) -> None:
    headers = {} if given is None else {"Authorization": given}
    assert client.get("/download/topics.csv", headers=headers).status_code == 403
    assert client.get(f"/download/topics.csv?token={TOKEN}").status_code == 403


@pytest.mark.parametrize(
    ("protocols", "headers"),
    [
        ([], {"Origin": ORIGIN}),
        ([SUBPROTOCOL], {"Origin": ORIGIN}),
        ([SUBPROTOCOL, "token.wrong"], {"Origin": ORIGIN}),
        ([f"token.{TOKEN}"], {"Origin": ORIGIN}),
        ([SUBPROTOCOL, f"token.{TOKEN}"], {}),
        ([SUBPROTOCOL, f"token.{TOKEN}"], {"Origin": "https://evil.example"}),
        ([SUBPROTOCOL, f"token.{TOKEN}"], {"Origin": ORIGIN, "Host": "evil.example"}),
    ],
)
def test_a_socket_needs_token_host_and_origin(
    client: TestClient, protocols: list[str], headers: dict[str, str]
) -> None:
    with (
        pytest.raises(WebSocketDisconnect),
        client.websocket_connect(f"ws://{HOST}/socket", subprotocols=protocols, headers=headers),
    ):
        pass


@pytest.mark.parametrize(
    "path",
    [
        "/download/../session.py",
        "/download/..%2f..%2f__init__.py",
        "/download/%2e%2e/x",
        "/download//etc/passwd",
        "/page/../../../pyproject.toml",
        "/..%5c..%5csecret",
        "/index.html",
    ],
)
def test_no_other_file_can_be_read(client: TestClient, path: str) -> None:
    assert client.get(path, headers=AUTHORIZED).status_code == 404
    assert client.get(path).status_code in (403, 404)


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", "1", "null", '"text"', '{"type":"request"}', '{"type":"x"}', "[" * 60_000],
)
def test_a_malformed_message_is_answered_with_an_error(client: TestClient, text: str) -> None:
    with opened(client) as page:
        page.frame()
        page.acknowledge()
        page._socket.send_text(text)
        while (message := page.receive())["type"] == "frame":
            pass
        assert message["type"] == "error"
        assert page.ask("training") is not None


def test_a_page_that_only_sends_malformed_messages_is_disconnected(client: TestClient) -> None:
    with opened(client) as page:
        page.frame()
        for _ in range(MAX_FAULTS):
            page._socket.send_text("{")
        errors = [page.receive()["type"] for _ in range(MAX_FAULTS)]
        assert errors == ["error"] * MAX_FAULTS
        with pytest.raises(WebSocketDisconnect):
            page.receive()


def test_an_oversized_message_ends_the_connection(client: TestClient) -> None:
    with opened(client) as page:
        page.frame()
        page.send(
            {"type": "request", "id": 1, "name": "search", "params": {"x": "x" * MAX_MESSAGE}}
        )
        with pytest.raises(WebSocketDisconnect):
            page.receive()


@pytest.mark.parametrize("params", [[], "x", 1, None])
def test_parameters_of_another_type_are_refused(client: TestClient, params: Any) -> None:
    with opened(client) as page:
        page.frame()
        page.send({"type": "request", "id": 1, "name": "topic", "params": params})
        assert page.receive()["message"].startswith("`params` is of type")


def test_words_and_ids_that_are_formulas_are_escaped_in_tables() -> None:
    words = ["=cmd()", "@sum", "+1", "-2", "plain", "other"]
    counts = [[5, 4, 3, 2, 0, 0], [0, 0, 0, 0, 6, 5]] * 10
    corpus = thalweg.Corpus(counts, words, {"id": [f"=d{row}" for row in range(20)]})
    with explored(corpus, trained(corpus)) as (_, client):
        topics = client.get("/download/topics.csv", headers=AUTHORIZED)
        assert topics.status_code == 200
        assert "'=cmd()" in topics.text
        assert not any(f",{word}," in topics.text for word in words[:4])
        documents = client.get("/download/documents.csv", headers=AUTHORIZED).text.splitlines()
        assert len(documents) == 21
        assert all(line.startswith("'=d") for line in documents[1:])


def test_hostile_words_arrive_as_they_are_in_json() -> None:
    """The page shows them as text nodes; the server neither drops nor runs them."""
    hostile = ["<script>alert(1)</script>", "\u202egnirts", "nul\0byte", "\x1b[2J", "x" * 1_000_000]
    corpus = thalweg.Corpus([[3, 2, 1, 4, 2], [1, 0, 2, 0, 3]] * 10, hostile)
    with explored(corpus, trained(corpus)) as (_, client), opened(client) as page:
        shown = {word for topic in page.frame()["topics"] for word in topic["words"]}
        assert shown == set(hostile)
        assert "<script>" not in client.get("/").text
        page.acknowledge()
        assert json.dumps(page.ask("word", word=hostile[0]))
