"""`thalweg evaluate --k`, run as a process, interrupted, and used wrongly."""

import json
import random
import signal
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.cli.shell import assert_failed, command_line, environment, thalweg_command
from thalweg import choose_k, read
from thalweg.cli.app import app
from thalweg.model import TopicModel

THEMES = [
    ["boat", "harbour", "wave", "sail", "anchor", "tide", "fish", "captain", "storm", "island"],
    ["bread", "oven", "flour", "sugar", "butter", "recipe", "spoon", "taste", "cook", "salt"],
    ["violin", "drum", "concert", "melody", "singer", "chord", "opera", "choir", "tempo", "organ"],
]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("choosing")
    rng = random.Random(0)
    texts = [" ".join(rng.choices(THEMES[i % 3], k=20)) for i in range(300)]
    (folder / "stories.jsonl").write_text("\n".join(json.dumps({"body": t}) for t in texts))
    return folder


STORIES = ("stories.jsonl", "--column", "body")


def test_a_table_and_the_reason_are_printed_and_a_picture_is_written(folder):
    pytest.importorskip("matplotlib")
    done = thalweg_command(
        "evaluate", "--k", "1..5", *STORIES, "--runs", "2", "--plot", "k.svg", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    expected = choose_k(read(folder / "stories.jsonl", "body"), "1..5", n_runs=2, random_state=0)
    assert expected.k == 3
    without_seconds = [line[: line.rindex(" ")] for line in str(expected).splitlines()[:5]]
    for line, same in zip(done.stdout.splitlines(), without_seconds, strict=False):
        assert line.startswith(same)
    assert " ".join(done.stdout.split("\n\n")[1].split()) == expected.reason
    assert "300 documents, 30 of them held out; 30 words; topics: 1, 2, 3, 5" in done.stderr
    assert f"3 topics: {expected[2].score:.4f} a token" in done.stderr
    assert (folder / "k.svg").read_bytes().startswith(b"<?xml")
    assert "\x1b" not in done.stdout + done.stderr


def test_json_has_the_numbers_of_the_library(folder):
    done = thalweg_command(
        "evaluate", "--k", "2,3", *STORIES, "--runs", "1", "--seed", "7", "--held-out", "50",
        "--passes", "4", "--json", "--min-df", "2", cwd=folder,
    )  # fmt: skip
    told = json.loads(done.stdout)
    corpus = read(folder / "stories.jsonl", "body", min_df=2)
    same = choose_k(corpus, [2, 3], n_runs=1, held_out=50, random_state=7, max_iter=4)
    expected = same.to_dict()
    for row in (*told["trials"], *expected["trials"]):
        assert row.pop("seconds") > 0
    assert told == expected


def started(*options: str, cwd: Path) -> subprocess.Popen[str]:
    """`evaluate` of the stories, under way."""
    return subprocess.Popen(
        command_line("evaluate", *STORIES, *options),
        cwd=cwd,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ctrl_c_shows_what_is_finished_and_exits_130(folder):
    process = started("--k", "2,28,29,30", "--runs", "1", "--passes", "2000", cwd=folder)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("2 topics:"):
            process.send_signal(signal.SIGINT)  # seconds of training are still to come
            break
    table, told = process.communicate(timeout=60)
    assert process.returncode == 130, told
    assert "interrupted; of the numbers that were tried:" in told
    assert "Traceback" not in told
    assert table.splitlines()[1].split()[:2] == ["*", "2"]
    assert "2 topics is all that was tried." in table


def test_ctrl_c_before_anything_is_finished_prints_nothing(folder):
    process = started("--k", "30", "--passes", "1000000", cwd=folder)
    assert process.stderr is not None
    assert "topics: 30" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    table, told = process.communicate(timeout=60)
    assert (process.returncode, table, told) == (130, "", "interrupted\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--k", "20..10", *STORIES], "goes from 20 to 10"),
        (["--k", "some", *STORIES], "is no range of numbers of topics"),
        (["--k", "0", *STORIES], "0 is no number of topics"),
        (["--k", "2..5", "--coherence", *STORIES], "always told with --k"),
        (["--k", "2..5", "--runs", "0", *STORIES], "--runs"),
        (["--k", "2..5"], "Missing argument '[MODEL] FILE'"),
        (["a.model"], "expected MODEL FILE... to score a model, or --k RANGE FILE..."),
        (["a.model", *STORIES, "--runs", "2"], "expected --k RANGE with it"),
        (["a.model", *STORIES, "--held-out", "2"], "expected --k RANGE with it"),
        (["a.model", *STORIES, "--min-df", "2"], "the model knows what becomes a word"),
        (["a.model", *STORIES, "--phrases"], "the model knows what becomes a word"),
    ],
)
def test_wrong_usage_is_said_before_anything_is_read(tmp_path, arguments, message):
    result = CliRunner().invoke(app, ["evaluate", *arguments], env={"COLUMNS": "200"})
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--k", "2..31", *STORIES], "--k has 31 topics, but there are only 30 words"),
        (["--k", "2", *STORIES, "--held-out", "300"], "--held-out is 300 and there are 300"),
        (["--k", "2", *STORIES, "--held-out", "3"], "Give more documents, or a larger --held-out"),
        (["--k", "2", *STORIES, "--plot", "k.doc"], "is no name of a picture"),
        (["--k", "2", "nowhere.csv"], "'nowhere.csv' does not exist"),
    ],
)
def test_bad_input_is_one_line_that_names_the_option(folder, arguments, message):
    assert_failed(thalweg_command("evaluate", *arguments, cwd=folder), message)


def test_a_model_among_the_documents_is_refused(folder):
    model = TopicModel(2, random_state=0, max_iter=1)
    model.fit(read(folder / "stories.jsonl", "body")).save(folder / "s.model")
    done = thalweg_command("evaluate", "--k", "2..5", "s.model", *STORIES, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "s.model is a saved model" in " ".join(done.stderr.split())
    missing = thalweg_command("evaluate", "stories.jsonl", "stories.jsonl", cwd=folder)
    assert_failed(missing, "stories.jsonl is not a model file")


def test_too_few_documents_are_refused(folder):
    few = "\n".join(["boats and waves"] * 15)
    done = thalweg_command("evaluate", "--k", "2", "-", "--max-df", "1.0", cwd=folder, given=few)
    assert_failed(done, "there are 15 documents; expected at least 20")
