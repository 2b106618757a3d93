"""What the Tab key offers in `thalweg edit`."""

import time
from typing import Any, ClassVar

import pytest

from thalweg.cli.editing import completion
from thalweg.cli.editing.completion import Completion
from thalweg.cli.editing.edit_lines import USAGE, EditLines

WORDS = ["muse", "music", "a b", "don't", "café", "done"]


class Named:
    """A model as far as completion looks at it."""

    topic_names_: ClassVar = {0: "room service", 4: "music"}


@pytest.fixture
def offered(monkeypatch) -> Any:
    monkeypatch.setattr(completion, "word_names", lambda model: WORDS)
    usages = USAGE | {"preview": "preview EDIT", "show": "show [TOPIC ...]", "undo": "undo"}
    return Completion(Named(), usages).candidates  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("before", "text", "expected"),
    [
        ("", "me", ["merge"]),
        ("preview ", "me", ["merge"]),
        ("add ", "", ["music", "'room service'"]),
        ("add ", "'ro", ["'room service'"]),
        ("add music ", "mus", ["muse", "music"]),
        ("add 'room service' muse ", "caf", ["café"]),
        ("split ", "mus", ["music"]),
        ("preview split music ", "mus", ["muse", "music"]),
        ("merge music ", "r", ["'room service'"]),
        ("stop ", "a", ["'a b'"]),
        ("name music ", "mus", []),
        ("delete music ", "mus", []),
        ("undo ", "", []),
        ("explode ", "m", []),
    ],
)
def test_tab_offers_what_the_verb_expects_there(offered, before, text, expected) -> None:
    assert offered(before, text) == expected


def test_offered_words_are_read_as_one_word(offered) -> None:
    line = "stop " + " ".join(offered("stop ", ""))
    assert EditLines.parts(line)[1:] == sorted(WORDS)


def test_tab_answers_at_once_with_a_large_vocabulary(monkeypatch) -> None:
    readline: Any = pytest.importorskip("readline")
    n_words, installed = 200_000, []
    monkeypatch.setattr(completion, "word_names", lambda model: [f"w{i}" for i in range(n_words)])
    for name, answer in (("get_line_buffer", "stop w"), ("get_begidx", 5)):
        monkeypatch.setattr(readline, name, lambda answer=answer: answer)
    for name in ("set_completer_delims", "parse_and_bind"):
        monkeypatch.setattr(readline, name, lambda given: None)
    monkeypatch.setattr(readline, "set_completer", installed.append)
    Completion(Named(), USAGE).install()  # type: ignore[arg-type]
    (complete,) = installed
    began, number = time.perf_counter(), 0
    while complete("w", number) is not None:
        number += 1
    assert number == n_words
    assert time.perf_counter() - began < 10  # it was a minute for 10,000 words
