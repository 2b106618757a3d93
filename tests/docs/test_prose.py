"""tools/check_prose.py finds phrases to avoid, and leaves plain English alone."""

import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
sys.path.insert(0, str(ROOT / "tools"))
from check_prose import faults  # noqa: E402


def found(tmp_path: Path, text: str, name: str = "page.md") -> list[str]:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    return [fault.removeprefix(f"{path}:") for fault in faults(path)]


@pytest.mark.parametrize(
    "text",
    [
        "A pickle is no model.",
        "It takes 17 ms a document.",
        "Number of documents a minibatch.",
        "The score is -6.16 a token.",
        "How many there are is told.",
        "It tells which words are new.",
        "Topics stand still.",
        "Each training takes a second.",
        "The document is inferred anew.",
        "The corpora cannot be had.",
        "The score of late is lower.",
        "The words are in a file beside.",
        "Both are read alike.",
    ],
)
def test_phrases_to_avoid_are_reported(tmp_path: Path, text: str) -> None:
    assert len(found(tmp_path, text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "There is no Windows version.",
        "It is no longer needed.",
        "Number of documents per minibatch.",
        "Which words a document has.",
        "Topics are held fixed during a training run.",
        "It tells you how much of a document is about a topic.",
        "In addition, the file contains the words.",
        "> All kinds of SVB are alike, says a quotation.",
        "The option `anew` is code.",
    ],
)
def test_plain_english_is_left_alone(tmp_path: Path, text: str) -> None:
    assert found(tmp_path, text) == []


def test_a_phrase_may_span_two_lines(tmp_path: Path) -> None:
    assert found(tmp_path, "First.\n\nTopics stand\nstill.")[0].startswith("3: 'stand still'")


def test_code_blocks_of_a_page_are_not_read(tmp_path: Path) -> None:
    assert found(tmp_path, "```python\n# anew\n```\n") == []


def test_comments_and_strings_of_python_are_read_and_names_are_not(tmp_path: Path) -> None:
    text = '"""Start anew."""\nanew = 1  # anew\nother = 2  # anew, prose: ignore\n'
    faults_found = found(tmp_path, text, "module.py")
    assert [fault.split(":")[0] for fault in faults_found] == ["1", "2"]


def test_comments_and_literals_of_cpp_are_read(tmp_path: Path) -> None:
    text = 'int anew = 1;  // anew\nthrow Error("anew");\n'
    assert len(found(tmp_path, text, "kernel.cpp")) == 2
