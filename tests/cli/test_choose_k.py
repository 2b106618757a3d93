"""`thalweg choose-k`: its table, its picture, interruption and wrong usage."""

import json
import random
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from typer.testing import CliRunner

from tests.cli.shell import assert_failed, command_line, environment, thalweg_command
from thalweg import choose_k, read
from thalweg.cli.app import app
from thalweg.errors import InputError
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


def test_prints_the_table_of_the_library_and_writes_a_picture(folder):
    pytest.importorskip("matplotlib")
    done = thalweg_command(
        "choose-k", *STORIES, "--range", "1..5", "--runs", "2", "--plot", "k.svg", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    expected = choose_k(read(folder / "stories.jsonl", "body"), "1..5", n_runs=2, random_state=0)
    assert expected.k == 3
    assert done.stdout.splitlines()[:5] == str(expected).splitlines()[:5]
    assert "all three" in done.stdout
    assert " ".join(done.stdout.split("\n\n")[1].split()) == expected.reason
    assert (
        "300 documents, 30 of them held out; 30 words; numbers of topics: 1, 2, 3, 5" in done.stderr
    )
    assert f"3 topics: score {expected[2].score:.4f} per token" in done.stderr
    assert (folder / "k.svg").read_bytes().startswith(b"<?xml")
    assert "\x1b" not in done.stdout + done.stderr
    assert done.stderr.splitlines()[-1].endswith(
        "thalweg train stories.jsonl --column body --topics 3 --out my.model"
    )


def test_recommends_the_planted_number_of_subjects_and_not_the_most_that_was_tried(tmp_path):
    rng = random.Random(1)
    subjects = [[f"{stem}{letter}" for letter in "abcdefghij"] for stem in
                ("boat", "bread", "drum", "goal", "vote")]  # fmt: skip
    texts = []
    for number in range(400):
        other = rng.choice(subjects)  # a fifth of each text is about something else
        words = rng.choices(subjects[number % 5], k=24) + rng.choices(other, k=6)
        texts.append(" ".join(words))
    (tmp_path / "texts.txt").write_text("\n".join(texts))
    done = thalweg_command(
        "choose-k", "texts.txt", "--format", "lines", "--range", "2,3,5,7,10,15", "--runs", "2",
        "--passes", "8", "--json", cwd=tmp_path,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    choice = json.loads(done.stdout)
    assert choice["k"] == 5
    assert {"small", "medium", "large"} <= choice.keys()
    assert choice["large"] < 15


def test_prints_the_numbers_of_the_library_as_json(folder):
    done = thalweg_command(
        "choose-k", "--range", "2,3", *STORIES, "--runs", "1", "--seed", "7", "--held-out", "50",
        "--passes", "4", "--json", "--min-df", "2", cwd=folder,
    )  # fmt: skip
    printed = json.loads(done.stdout)
    corpus = read(folder / "stories.jsonl", "body", min_df=2)
    same = choose_k(corpus, [2, 3], n_runs=1, held_out=50, random_state=7, max_iter=4)
    expected = same.to_dict()
    for row in (*printed["trials"], *expected["trials"]):
        assert row.pop("seconds") > 0
    assert printed == expected


def started(*options: str, cwd: Path) -> subprocess.Popen[str]:
    """Start the command on the stories."""
    return subprocess.Popen(
        command_line("choose-k", *STORIES, *options),
        cwd=cwd,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


def test_ctrl_c_prints_the_finished_trials_and_exits_130(folder):
    process = started("--range", "2,28,29,30", "--runs", "1", "--passes", "2000", cwd=folder)
    assert process.stderr is not None
    for line in process.stderr:
        if line.startswith("2 topics:"):
            process.send_signal(signal.SIGINT)  # the next trial takes seconds
            break
    table, notes = process.communicate(timeout=60)
    assert process.returncode == 130, notes
    assert "interrupted; these numbers of topics are finished:" in notes
    assert "Traceback" not in notes
    assert table.splitlines()[1].split()[:2] == ["*", "2"]


def test_ctrl_c_before_the_first_trial_prints_no_table(folder):
    process = started("--range", "30", "--passes", "1000000", cwd=folder)
    assert process.stderr is not None
    assert "numbers of topics: 30" in process.stderr.readline()
    process.send_signal(signal.SIGINT)
    table, notes = process.communicate(timeout=60)
    assert (process.returncode, table, notes) == (130, "", "interrupted\n")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--range", "20..10", *STORIES], "Invalid value for --range: "),
        (["--range", "some", *STORIES], "Invalid value for --range: "),
        (["--range", "0", *STORIES], "Invalid value for --range: "),
        (["--range", "2..5", "--runs", "0", *STORIES], "Invalid value for '--runs': "),
        (["--range", "2..5", "--held-out", "2.5", *STORIES], "Invalid value for '--held-out': "),
        (["--range", "2..5"], "Missing argument 'FILE'"),
        (STORIES, "Missing option '--range'"),
    ],
)
def test_wrong_usage_is_reported_before_files_are_read(tmp_path, monkeypatch, arguments, message):
    monkeypatch.chdir(tmp_path)  # the files do not exist
    result = CliRunner().invoke(app, ["choose-k", *arguments])
    assert (result.exit_code, result.stdout) == (2, "")
    assert message in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (
            ["--range", "2", *STORIES, "--held-out", "300"],
            "--held-out is 300, which holds out 300 of 300 documents",
        ),
        (["--range", "2", *STORIES, "--held-out", "3"], "Add documents, or increase --held-out"),
        (["--range", "2", *STORIES, "--plot", "k.doc"], "k.doc"),
        (["--range", "2", "nowhere.csv"], "'nowhere.csv' does not exist"),
    ],
)
def test_bad_input_is_reported_in_one_line(folder, arguments, message):
    assert_failed(thalweg_command("choose-k", *arguments, cwd=folder), message)


def test_a_missing_matplotlib_is_reported_before_anything_is_read(monkeypatch, tmp_path):
    monkeypatch.chdir(tmp_path)  # the files do not exist
    monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
    result = CliRunner().invoke(app, ["choose-k", *STORIES, "--range", "2", "--plot", "k.png"])
    assert isinstance(result.exception, InputError)
    assert "pip install matplotlib" in str(result.exception)


def test_a_model_among_the_documents_is_wrong_usage(folder):
    model = TopicModel(2, random_state=0, max_iter=1)
    model.fit(read(folder / "stories.jsonl", "body")).save(folder / "s.model")
    done = thalweg_command("choose-k", "--range", "2..5", "s.model", *STORIES, cwd=folder)
    assert (done.returncode, done.stdout) == (2, "")
    assert "s.model is a saved model" in done.stderr


def test_fewer_than_twenty_documents_are_refused(folder):
    few = "\n".join(["boats and waves"] * 15)
    arguments = ("choose-k", "--range", "2", "-", "--max-df", "1.0")
    done = thalweg_command(*arguments, cwd=folder, given=few)
    assert_failed(done, "15 documents; expected at least 20")
