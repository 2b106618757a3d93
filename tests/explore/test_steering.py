"""Edits from the page: made between minibatches, undone, redone, recorded."""

from __future__ import annotations

import json
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

pytest.importorskip("starlette")

from tests.explore.exploration import (
    MONEY,
    RIVER,
    Page,
    client_of,
    explored,
    opened,
    planted_corpus,
    trained,
    wait_until,
)
from thalweg.explore.document_reader import DocumentReader
from thalweg.explore.requests.downloads import write_download
from thalweg.explore.session import Session
from thalweg.model import TopicModel
from thalweg.steering import AddWords, Merge, StopWords


@pytest.fixture
def steered() -> Iterator[tuple[Session, Page]]:
    with explored() as (session, client), opened(client) as page:
        yield session, page


@contextmanager
def training(**changes: Any) -> Iterator[tuple[Session, Page]]:
    """A session whose model trains for a long time."""
    settings = {"max_iter": 5000, "batch_size": 16} | changes
    model = TopicModel(4, random_state=0, n_jobs=1, **settings)
    session = Session(
        DocumentReader.of_corpus(planted_corpus(2000)), model, lambda corpus: corpus.split(50)
    )
    session.start()
    try:
        wait_until(lambda: session.run is not None and session.status.training is not None)
        with opened(client_of(session)) as page:
            yield session, page
    finally:
        session.close()


def share_of(session: Session, topic: int, word: str) -> float:
    """Return the share of a word that a topic has."""
    model = session.model._at_this_moment()
    column = model.state_.topic_word_counts[list(model.vocabulary_).index(word)]
    position = model.state_.topic_numbers.tolist().index(topic)
    return float(column[position] / column.sum())


def edit(page: Page, kind: str, **fields: Any) -> dict[str, Any]:
    return page.ask("edit", edit={"edit": kind, **fields})


def words_of(page: Page, topic: int) -> list[str]:
    return [each["word"] for each in page.ask("topic", topic=topic, words=6)["words"]]


def test_an_edit_of_a_finished_model_is_the_edit_of_the_core(steered: Any) -> None:
    session, page = steered
    twin = trained(planted_corpus())
    answer = edit(page, "add", topic=0, words=["loan"])
    twin.apply(session.model.edits)
    assert session.model.components_.tobytes() == twin.components_.tobytes()
    assert answer["n_edits"] == 1
    assert "loan" in page.ask("topic", topic=0)["held"]


def test_a_removed_word_is_gone_and_can_be_allowed_again(steered: Any) -> None:
    _, page = steered
    topic = next(k for k in (0, 1) if "loan" in words_of(page, k))
    edit(page, "remove", topic=topic, words=["loan"])
    answer = page.ask("topic", topic=topic, words=12)
    assert answer["removed"] == ["loan"]
    assert next(w["share"] for w in answer["words"] if w["word"] == "loan") == 0
    edit(page, "allow", topic=topic, words=["loan"])
    assert page.ask("topic", topic=topic)["removed"] == []


def test_undo_restores_the_bits_and_redo_the_edit(steered: Any) -> None:
    session, page = steered
    before = session.model.components_.tobytes()
    edit(page, "stop", words=["water"])
    after = session.model.components_.tobytes()
    assert page.ask("undo")["n_edits"] == 0
    assert session.model.components_.tobytes() == before
    assert page.ask("edits")["entries"] == [{"text": "stop water", "is_undone": True}]
    assert page.ask("redo")["n_edits"] == 1
    assert session.model.components_.tobytes() == after
    assert "nothing to redo" in page.reply("redo")["message"]


def test_topics_keep_their_numbers_when_others_are_merged() -> None:
    corpus = planted_corpus()
    model = TopicModel(4, max_iter=8, random_state=0, n_jobs=1).fit(corpus)
    with explored(corpus, model) as (session, client), opened(client) as page:
        last = words_of(page, 3)
        edit(page, "merge", topics=[0, 1])
        frame = page.frame_that(lambda frame: len(frame["topics"]) == 3)
        assert [topic["topic"] for topic in frame["topics"]] == [0, 2, 3]
        assert words_of(page, 3) == last
        assert "expected the number of a topic" in page.reply("topic", topic=1)["message"]
        wait_until(lambda: bool(session.scan and session.scan.numbers == [0, 2, 3]))
        wait_until(lambda: bool(page.ask("topic", topic=3)["documents"]))
        shares = page.ask("document", row=0)["shares"]
        assert {number for number, _ in shares} <= {0, 2, 3}
        page.ask("undo")
        assert len(page.frame_that(lambda frame: len(frame["topics"]) == 4)["topics"]) == 4


def test_a_split_is_the_one_that_was_previewed() -> None:
    corpus = planted_corpus()
    model = TopicModel(1, max_iter=8, random_state=0, n_jobs=1).fit(corpus)
    with explored(corpus, model) as (session, client), opened(client) as page:
        before = session.model.components_.tobytes()
        preview = page.ask("preview_split", topic=0)
        assert session.model.components_.tobytes() == before
        parts = [set(part["words"][:6]) for part in preview["parts"]]
        assert sorted(map(sorted, parts)) == sorted(map(sorted, [RIVER, MONEY]))
        edit(page, "split", topic=0, preview=preview["preview"])
        assert [set(words_of(page, k)) for k in (0, 1)] == parts
        wrong = page.reply("edit", edit={"edit": "split", "topic": 0, "preview": 99})
        assert "no preview 99" in wrong["message"]


def test_a_topic_is_made_from_words_or_documents_locked_deleted_and_counted(steered: Any) -> None:
    _, page = steered
    assert edit(page, "create", words=["water", "loan"], new_name="mixed")["topics"][-1] == 2
    assert edit(page, "create", rows=[0, 2, 4])["topics"][-1] == 3  # after those that gave words
    assert set(words_of(page, 3)) == set(RIVER)
    edit(page, "lock", topics=[2])
    assert "locked" in page.reply("edit", edit={"edit": "delete", "topic": 2})["message"]
    edit(page, "unlock", topics=[2])
    edit(page, "delete", topic=2)
    edit(page, "topics", n_topics=5)
    frame = page.frame_that(lambda frame: len(frame["topics"]) == 5)
    assert frame["edits"]["n"] == 6


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ({"edit": "forget", "counts": {"water": 1}}, "expected one of"),
        ({"edit": "add", "topic": 0, "words": ["nonsense"]}, "nonsense"),
        ({"edit": "create", "documents": ["water"]}, "expected `rows`"),
        ({"edit": "create", "rows": [-1]}, "expected 1 to 200 rows"),
        ({"edit": "add", "topic": 0, "words": ["loan"], "path": "x"}, "has the field 'path'"),
        ({"edit": ["add"]}, "expected one of"),
        ("add", "expected an object"),
        ({"edit": "topics", "n_topics": 10**9}, "`n_topics` is 1000000000; expected a number 1 to"),
        ({"edit": "topics"}, "`n_topics` is None"),
    ],
)
def test_an_impossible_edit_says_why_and_changes_nothing(
    steered: Any, given: Any, says: str
) -> None:
    session, page = steered
    before = session.model.components_.tobytes()
    assert says in page.reply("edit", edit=given)["message"]
    assert session.model.components_.tobytes() == before
    assert len(session.edits) == 0


def test_an_added_word_holds_while_training_goes_on() -> None:
    with training() as (session, page):
        began = time.perf_counter()
        edit(page, "add", topic=1, words=["loan"], strength=0.9)
        assert time.perf_counter() - began < 2
        clock = session.model.state_.clock
        wait_until(lambda: session.model.state_.clock > clock + 600)
        assert share_of(session, 1, "loan") > 0.85
        assert session.status.phase == "training"


def test_edits_that_change_the_number_of_topics_are_made_while_the_model_trains() -> None:
    with training() as (session, page):
        edit(page, "merge", topics=[0, 1])
        edit(page, "topics", n_topics=6)
        seen = session.model.n_documents_seen_
        wait_until(lambda: session.model.n_documents_seen_ > seen)
        frame = page.frame_that(lambda frame: len(frame["topics"]) == 6)
        assert [topic["topic"] for topic in frame["topics"]] == [0, 2, 3, 4, 5, 6]
        assert frame["phase"] == "training"


def test_edits_and_undo_while_training_is_paused() -> None:
    with training() as (session, page):
        page.ask("pause")
        edit(page, "remove", topic=0, words=["loan"])
        assert share_of(session, 0, "loan") == 0
        page.ask("undo")
        assert len(session.edits) == 0
        assert session.status.phase == "paused"
        page.ask("resume")
        seen = session.model.n_documents_seen_
        wait_until(lambda: session.model.n_documents_seen_ > seen)


def test_an_edited_run_keeps_its_finishing_passes() -> None:
    corpus, settings = planted_corpus(400), {"max_iter": 8, "random_state": 0, "n_jobs": 1}
    session = Session(DocumentReader.of_corpus(corpus), TopicModel(4, **settings))
    made: list[Any] = []

    def make() -> None:
        edits = (AddWords(2, ["loan"], 0.9), Merge([0, 1]))
        made.append(session._queue.call(lambda: session.edits.edit(*edits)))

    asking = threading.Thread(target=make)
    asking.start()  # it waits for the first report of `fit`
    session.start()
    try:
        wait_until(lambda: session.status.phase in ("done", "failed"))
        assert session.status.phase == "done", session.status.message
    finally:
        session.close()
    asking.join()
    assert len(made) == 1
    assert session.model.n_iter_ == 8  # all passes of the run, finishing passes included
    counts = session.model.state_
    assert counts.totals.sum() == pytest.approx(counts.corpus_tokens, rel=1e-4)
    assert share_of(session, 2, "loan") > 0.89


def test_undo_and_redo_while_the_model_trains() -> None:
    with training() as (session, page):
        edit(page, "remove", topic=0, words=["loan"])
        assert getattr(session.model, "_run", None) is not None
        seen = session.model.n_documents_seen_
        wait_until(lambda: session.model.n_documents_seen_ > seen)
        page.ask("undo")
        assert page.ask("topic", topic=0)["removed"] == []
        page.ask("redo")
        assert page.ask("topic", topic=0)["removed"] == ["loan"]
        assert share_of(session, 0, "loan") == 0
        assert getattr(session.model, "_run", None) is not None
        assert [entry["edit"] for entry in session.model.edits] == ["remove"]


def test_naming_does_not_end_fit() -> None:
    with training() as (session, page):
        page.ask("rename", topic=2, name="floods")
        assert session.model.topic_names_ == {2: "floods"}
        assert getattr(session.model, "_run", None) is not None
        page.ask("undo")
        assert session.model.topic_names_ == {}
        page.ask("redo")
        assert session.model.topic_names_ == {2: "floods"}


def test_a_finished_model_can_be_trained_further(steered: Any) -> None:
    session, page = steered
    seen = session.model.n_documents_seen_
    page.ask("train", passes=3)
    wait_until(lambda: session.model.n_documents_seen_ == seen + 3 * 120)
    wait_until(lambda: session.status.phase == "done")


def test_the_log_makes_the_same_edits_of_another_model(steered: Any) -> None:
    session, page = steered
    edit(page, "add", topic=0, words=["loan"])
    page.ask("rename", topic=1, name="water")
    path = write_download(session, "edits.json")
    try:
        log = json.loads(path.read_text())
        assert [each["edit"] for each in log["edits"]] == ["add", "name"]
        twin = trained(planted_corpus())
        twin.apply(str(path))
    finally:
        path.unlink()
    assert twin.components_.tobytes() == session.model.components_.tobytes()
    assert twin.topic_names_ == {1: "water"}


def test_undo_takes_back_no_other_edit_than_the_one_it_names(steered: Any) -> None:
    """A cell of the notebook edits the model, too."""
    session, page = steered
    edit(page, "add", topic=0, words=["loan"])
    session.model.edit(StopWords(["water"]))
    log = [each["edit"] for each in session.model.edits]
    refused = page.reply("undo")["message"]
    assert "other code has edited the model" in refused
    assert "'stop'" in refused
    assert [each["edit"] for each in session.model.edits] == log
    session.model.undo()
    assert "loan" in page.ask("undo")["text"]
    assert session.model.edits == []


def test_an_edit_that_other_code_took_back_cannot_be_undone_again(steered: Any) -> None:
    session, page = steered
    edit(page, "add", topic=0, words=["loan"])
    edit(page, "stop", words=["water"])
    session.model.undo()
    assert "other code has taken it back" in page.reply("undo")["message"]
    assert "loan" in page.ask("undo")["text"]
    assert session.model.edits == []


def test_a_name_that_other_code_has_changed_is_not_taken_back() -> None:
    with training() as (session, page):
        page.ask("rename", topic=2, name="floods")
        session.model.name_topics({2: "rivers"})
        assert "other code has given another name" in page.reply("undo")["message"]
        assert session.model.topic_names_ == {2: "rivers"}


def test_the_log_has_the_edits_of_other_code_and_names_where_they_were_given() -> None:
    with training() as (session, page):
        session.change(lambda: session.model.edit(StopWords(["water"])))
        page.ask("rename", topic=1, name="floods")
        edit(page, "merge", topics=[0, 1])  # topic 1 is gone afterwards
        log = json.loads(session.edits.log())["edits"]
        assert [each["edit"] for each in log] == ["stop", "name", "merge"]
