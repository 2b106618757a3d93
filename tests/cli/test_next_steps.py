"""The next step that a command prints works when it is pasted, with the options that were given."""

import json
import random
import shlex
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from thalweg.cli.app import app
from thalweg.cli.options.grouped_options import typed_options
from thalweg.cli.options.reading_options import DocumentOptions, InputFormat, WordOptions

THEMES = {
    "sea": ["boat", "harbour", "wave", "sail", "anchor", "tide"],
    "kitchen": ["bread", "oven", "flour", "sugar", "butter", "recipe"],
}
READING = ["stories.txt", "--format", "jsonl", "--threads", "1"]
TEXT = [*READING, "--column", "body"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Stories in a file whose name does not say its format, with texts in an unusual column."""
    folder, rng = tmp_path_factory.mktemp("steps"), random.Random(0)
    rows = []
    for number in range(120):
        subject = rng.choice(list(THEMES))
        body = " ".join(rng.choices(THEMES[subject], k=15))
        known = {"id": f"s{number}", "year": 2000 + number % 4, "subject": subject}
        rows.append(known | {"body": body})
    (folder / "stories.txt").write_text("\n".join(map(json.dumps, rows)))
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(folder)
        run("train", *TEXT, "--topics", "2", "--out", "a.model")
    return folder


def run(*arguments: str) -> Result:
    result = CliRunner().invoke(app, arguments)
    assert result.exit_code == 0, result.output
    return result


@pytest.mark.parametrize(
    ("command", "following"),
    [
        (["update", "a.model", *TEXT], "show"),
        (["update", "a.model", *TEXT, "--out", "b.model"], "compare"),
        (["evaluate", "a.model", *TEXT], "outliers"),
        (["export", "a.model", "--to", "csv", "--out", "a.csv"], "plot"),
        (["plot", "a.model", "--numbers", "sizes.csv"], "plot"),
        (["plot", "a.model", "--kind", "words", "--numbers", "words.csv"], "examples"),
        (["choose-k", *TEXT, "--min-df", "2", "--range", "1,2", "--runs", "1"], "train"),
        (["by", "a.model", *READING, "--text-column", "body", "--column", "subject"], "by"),
        (["over-time", "a.model", *TEXT, "--date", "year"], "over-time"),
        (["over-time", "a.model", *TEXT, "--date", "year", "--words", "0"], "over-time"),
        (["examples", "a.model", *TEXT, "--metadata", "id"], "explain"),
        (["outliers", "a.model", *TEXT, "--metadata", "id", "--threshold", "0"], "explain"),
        (["explain", "a.model", *TEXT, "--metadata", "id", "--document", "s7"], "similar"),
        (["explain", "a.model", "--text", "the boat's sail"], "similar"),
        (["similar", "a.model", *TEXT, "--text", "a boat in a harbour"], "index"),
        (["words", "a.model", "boat"], "examples"),
    ],
    ids=lambda value: value[0] if isinstance(value, list) else value,
)
def test_the_next_step_works(
    folder: Path, monkeypatch: pytest.MonkeyPatch, command: list[str], following: str
) -> None:
    pytest.importorskip("matplotlib")
    monkeypatch.chdir(folder)
    last = run(*command).stderr.splitlines()[-1]
    program, *printed = shlex.split(last.split(": ", 1)[1])
    assert (program, printed[0]) == ("thalweg", following)
    if "FILE" in printed:
        place = printed.index("FILE")
        printed[place : place + 1] = TEXT
    run(*printed)


def test_only_options_that_were_given_are_repeated() -> None:
    assert typed_options(DocumentOptions(), WordOptions()) == []
    files = DocumentOptions(separator="\\t", metadata="id,year", format=InputFormat.CSV)
    words = WordOptions(max_df=0.9, stop_words=["english,amp", "my words.txt"], keep_case=True)
    assert typed_options(files, words) == [
        *("--format", "csv", "--separator", "\\t", "--metadata", "id,year", "--max-df", "0.9"),
        *("--stop-words", "english,amp", "--stop-words", "my words.txt", "--keep-case"),
    ]


def test_standard_input_is_not_read_again(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from thalweg.cli.output import next_step

    monkeypatch.chdir(folder)
    printed: list[str] = []
    monkeypatch.setattr("thalweg.cli.output.note", printed.append)
    next_step("to train", "train", "-", "--topics", "2")
    assert printed == []
