"""Edits with values that make no sense: from Python, from a log, and larger than the memory."""

import json
import time
from typing import Any

import numpy as np
import pytest

from tests.steering.planted import CORPUS
from tests.steering.test_edits import everything
from thalweg import LDA, InputError
from thalweg.errors import MemoryLimitError
from thalweg.steering import Create, Lock, Merge, RemoveDocument, Reorder, SetTopicCount, Split
from thalweg.steering.edits.edit import EDITS, Edit

pytestmark = pytest.mark.filterwarnings("ignore:this edit may fight")

VALID: dict[str, dict[str, Any]] = {
    "add": {"topic": 0, "words": ["music0"], "strength": 0.5},
    "remove": {"topic": 0, "words": ["music0"]},
    "allow": {"topic": 0, "words": ["music0"]},
    "stop": {"words": ["music0"]},
    "merge": {"topics": [0, 1], "strength": 0.5},
    "split": {"topic": 0, "shares": {"music0": 0.5}, "new_name": "new", "strength": 0.5},
    "create": {"counts": {"music0": 5.0}, "new_name": "new", "strength": 0.5},
    "delete": {"topic": 0},
    "lock": {"topics": [0]},
    "unlock": {"topics": [0]},
    "name": {"topic": 0, "new_name": "new"},
    "reorder": {"topics": [1]},
    "topics": {"n_topics": 3},
    "forget": {"counts": {"music0": 1.0}},
}
SENSELESS: list[Any] = [
    None, True, -1, 2.5, float("nan"), float("inf"), 10**30, -(10**30), "", "x", "\ud800", "٣", [],
    [None], [1, 1], [[0, 1]], [True, False], ["music0", 3], [10**30], [2.5], [{}], [[[[1]]]], {},
    {"music0": None}, {"music0": float("nan")}, {"music0": 10**400}, {"music0": 1e308}, {"": 1.0},
    {"music0": True}, {"topic": 1},
]  # fmt: skip


@pytest.fixture(scope="module")
def fitted() -> LDA:
    return LDA(5, random_state=1, max_iter=2).fit(CORPUS)


@pytest.mark.parametrize("name", EDITS)
def test_a_senseless_value_is_refused_or_harmless(fitted, name) -> None:
    before, n_refused = everything(fitted), 0
    for field in VALID[name]:
        for value in SENSELESS:
            try:
                fitted.preview(Edit.from_json({"edit": name, **VALID[name], field: value}))
            except (InputError, MemoryLimitError):
                n_refused += 1
            assert everything(fitted) == before
    assert n_refused > len(SENSELESS) / 2


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda: Merge([]), "topics none: expected at least 2 different topics"),
        (lambda: Merge(None), "topics none: expected at least 2"),
        (lambda: Lock(None), "topics none: expected one or more different topics"),
        (lambda: Reorder([1, 1]), "topics 1, 1: expected one or more different topics"),
        (lambda: Merge({None, 3, "x"}), "there is no topic"),
        (lambda: Edit.from_json({"edit": "merge", "topics": nested(800)}), "lists within lists"),
    ],
)
def test_the_message_says_what_was_expected(fitted, make, message) -> None:
    with pytest.raises(InputError, match=message):
        fitted.edit(make())


@pytest.mark.parametrize("documents", [CORPUS.to_csr()[:0], np.zeros((3, 70), int)])
@pytest.mark.parametrize(
    ("make", "message"),
    [
        (lambda X: Split(0, documents=X), "next to nothing of topic 0"),
        (lambda X: Split(0, among=X), "next to nothing of topic 0"),
        (lambda X: Create(documents=X), "no words of the model"),
        (lambda X: RemoveDocument(document=X), "no words of the model"),
    ],
    ids=["split", "among", "create", "forget"],
)
def test_documents_without_words_are_refused(fitted, documents, make, message) -> None:
    with pytest.raises(InputError, match=message):
        fitted.edit(make(documents))


def nested(depth: int) -> list[Any]:
    value: list[Any] = []
    for _ in range(depth):
        value = [value]
    return value


def test_a_log_of_lists_within_lists_is_refused(fitted, tmp_path) -> None:
    (tmp_path / "deep.json").write_text("[" * 100_000 + "]" * 100_000)
    with pytest.raises(InputError, match="is not a log of edits"):
        fitted.apply(tmp_path / "deep.json")


def test_more_topics_than_memory_are_refused_before_anything_is_allocated(
    fitted, monkeypatch, tmp_path
) -> None:
    before, began = everything(fitted), time.perf_counter()
    (tmp_path / "log.json").write_text(json.dumps([{"edit": "topics", "n_topics": 10**12}]))
    with pytest.raises(
        MemoryLimitError, match=r"`n_topics` is 1,000,000,000,000, .* Use a smaller"
    ):
        fitted.apply(tmp_path / "log.json")
    assert time.perf_counter() - began < 5
    assert everything(fitted) == before
    n_bytes = 4 * fitted.state_.n_words * 16 + 20 * (8 * fitted.state_.n_words + 1000)
    monkeypatch.setattr("thalweg.steering.edits.topic_edits.free_memory", lambda: n_bytes)
    with pytest.raises(MemoryLimitError, match="enough for 25 topics of 70 words"):
        fitted.edit(SetTopicCount(26))
    assert fitted.preview(SetTopicCount(25)).n_topics == 25
    monkeypatch.setattr("thalweg.steering.edits.topic_edits.free_memory", lambda: None)
    assert fitted.preview(SetTopicCount(26)).n_topics == 26
