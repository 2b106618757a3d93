"""Frames: the latest one is sent, after the page has acknowledged the one before."""

from __future__ import annotations

import json
import time

import numpy as np
import pytest

pytest.importorskip("starlette")

from tests.explore.exploration import explored, opened, planted_corpus, wait_until
from thalweg.explore.document_reader import DocumentReader
from thalweg.explore.live_frames import SECONDS_BETWEEN_WORDS, FrameMaker, FrameOptions
from thalweg.explore.session import Session
from thalweg.model import TopicModel
from thalweg.steering import Rename


def test_a_frame_has_all_topics_with_words_shares_and_places() -> None:
    with explored() as (session, client), opened(client) as page:
        assert page.hello == {"type": "hello", "protocol": 1, "title": "documents"}
        topics = page.frame()["topics"]
        assert [topic["topic"] for topic in topics] == [0, 1]
        assert sum(topic["share"] for topic in topics) == pytest.approx(1, abs=1e-5)
        assert all(len(topic["words"]) == 8 for topic in topics)
        expected = session.model.topics(8, words_by="relevance")
        assert [topic["words"] for topic in topics] == [topic.words for topic in expected]


def test_a_page_that_does_not_acknowledge_gets_answers_and_no_frames() -> None:
    with explored() as (session, client), opened(client) as page:
        page.frame()
        for number in range(5):
            session.edits.edit(Rename(0, f"name {number}"))
            session.touch()
            page.send({"type": "request", "id": number, "name": "training", "params": {}})
            assert page.receive()["type"] == "answer"
        page.acknowledge()
        # The names in between are never sent.
        assert page.frame()["topics"][0]["name"] == "name 4"


def test_an_acknowledgement_of_another_frame_does_not_count() -> None:
    with explored() as (session, client), opened(client) as page:
        sent = page.frame()["frame"]
        page.send({"type": "ack", "frame": sent + 1})
        session.edits.edit(Rename(0, "other"))
        session.touch()
        time.sleep(0.4)  # longer than frames are apart
        page.send({"type": "request", "id": 1, "name": "training", "params": {}})
        assert page.receive()["type"] == "answer"


def test_no_frame_is_sent_while_nothing_changes() -> None:
    with explored() as (session, client), opened(client) as page:
        page.frame()
        page.acknowledge()
        time.sleep(0.6)
        page.send({"type": "request", "id": 1, "name": "training", "params": {}})
        assert page.receive()["type"] == "answer"
        assert session.status.phase == "done"


def test_the_relevance_of_words_is_that_of_the_page() -> None:
    with explored() as (session, client), opened(client) as page:
        page.frame()
        page.send({"type": "view", "lambda": 1.0, "words": 3})
        page.acknowledge()
        frame = page.frame_that(lambda frame: frame["lambda"] == 1.0)
        assert [topic["words"] for topic in frame["topics"]] == [
            topic.words for topic in session.model.topics(3)
        ]


def test_frames_for_many_views_are_not_kept() -> None:
    with explored() as (session, _):
        frames = FrameMaker(session)
        for relevance in np.linspace(0, 1, 100):
            frames.frame(FrameOptions(float(relevance)))
        assert len(frames._made) <= 17
        assert len(frames._looked) <= 17


def test_frames_between_two_looks_at_the_words_have_newer_shares() -> None:
    """They take no snapshot, and an edit is in the very next one."""
    model = TopicModel(2, max_iter=100_000, random_state=0, n_jobs=1)
    session = Session(DocumentReader.of_corpus(planted_corpus(2000)), model)
    session.start()
    try:
        wait_until(lambda: session.status.phase == "training")
        # Words are measured every two seconds: stop that, because it makes a look necessary.
        session.quality.measure = lambda *_: None  # type: ignore[method-assign]
        frames, options = FrameMaker(session), FrameOptions()
        looks, looked = [], frames._look
        frames._look = lambda *given: looks.append(1) or looked(*given)  # type: ignore[method-assign, func-returns-value]
        first, n, began = json.loads(frames.frame(options).text), 0, time.monotonic()
        while (lasted := time.monotonic() - began) < 0.5 * SECONDS_BETWEEN_WORDS:
            session.touch()
            now, n = json.loads(frames.frame(options).text), n + 1
        assert n > 2, lasted
        assert len(looks) == 1
        assert now["topics"][0]["words"] == first["topics"][0]["words"]
        assert sum(topic["share"] for topic in now["topics"]) == pytest.approx(1, abs=1e-4)
        assert now["progress"]["training"]["documents"] > 0
        session.change(lambda: session.edits.edit(Rename(0, "rivers")))
        edited = json.loads(frames.frame(options).text)
        assert edited["topics"][0]["name"] == "rivers"
        time.sleep(SECONDS_BETWEEN_WORDS)
        session.touch()
        frames.frame(options)
        assert len(looks) == 3
    finally:
        session.close()
