"""`thalweg topics`, `train` and `update`, also interrupted and killed."""

import json
import random
import resource
import shutil
import signal
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest

from tests.cli.shell import assert_failed, command_line, environment, thalweg_command
from tests.robustness import kill
from thalweg import LDA, load, read
from thalweg.model import TopicModel

SEA = "boat harbour wave sail anchor tide fish captain storm island"
KITCHEN = "bread oven flour sugar butter recipe spoon taste cook salt"
THEMES = [SEA.split(), KITCHEN.split()]


def texts(n: int, seed: int = 0) -> list[str]:
    rng = random.Random(seed)
    return [" ".join(rng.choices(THEMES[i % 2], k=20)) for i in range(n)]


def wait_until(condition: Callable[[], bool]) -> None:
    """Wait for something that another process does; the limit only ends a test that hangs."""
    deadline = time.monotonic() + 60
    while not condition():
        assert time.monotonic() < deadline
        time.sleep(0.05)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("training")
    rows = [json.dumps({"body": text}) for text in texts(300)]
    (folder / "stories.jsonl").write_text("\n".join(rows))
    return folder


@pytest.fixture(scope="module")
def model(folder: Path) -> Path:
    """A model that `thalweg topics --save` wrote."""
    done = thalweg_command(
        "topics", "stories.jsonl", "--column", "body", "-k", "2", "--save", "m.model", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    return folder / "m.model"


def test_more_topics_than_words_is_a_warning_in_one_line(folder):
    done = thalweg_command("topics", "-", "-k", "30", cwd=folder, given="\n".join(texts(60)))
    assert done.returncode == 0, done.stderr
    warnings = [line for line in done.stderr.splitlines() if line.startswith("warning")]
    assert len(warnings) == 1
    assert "--topics is 30, but there are only 20 words" in warnings[0]


def test_topics_prints_the_topics_of_the_model_that_it_saves(folder, model):
    done = thalweg_command(
        "topics", "-", "-k", "2", "--json", cwd=folder, given="\n".join(texts(300))
    )
    printed = json.loads(done.stdout)
    assert (printed["documents"], printed["words"]) == (300, 20)
    found = {frozenset(topic["words"]) for topic in printed["topics"]}
    assert found == {frozenset(words) for words in THEMES}
    saved = load(model)
    assert [topic.words for topic in saved.topics(10)] == [t["words"] for t in printed["topics"]]
    assert "300 documents, 20 words, 6,000 tokens" in done.stderr


def test_standard_output_of_topics_is_the_table_and_nothing_else(folder):
    done = thalweg_command(
        "topics", "stories.jsonl", "--column", "body", "-k", "2", "--words", "4",
        "--max-time", "0.1s", cwd=folder,
    )  # fmt: skip
    lines = [line.split() for line in done.stdout.splitlines() if line.strip()]
    assert lines[0] == ["topic", "share", "top", "words"]
    assert [len(line) for line in lines[2:]] == [6, 6]
    assert "\x1b" not in done.stdout + done.stderr


def test_effort_chooses_the_number_of_passes(folder):
    arguments = ["topics", "stories.jsonl", "--column", "body", "-k", "2"]
    done = thalweg_command(*arguments, "--effort", "quick", cwd=folder)
    assert "(6 passes)" in done.stderr
    assert_failed(
        thalweg_command(*arguments, "--effort", "fast", cwd=folder), "--effort is 'fast'; expected"
    )


def test_train_saves_the_model_of_the_library_and_reports_its_score(folder):
    done = thalweg_command(
        "train", "stories.jsonl", "--column", "body", "-k", "3", "--passes", "4", "--seed", "5",
        "--held-out", "20", "--out", "t.model", "--json", cwd=folder,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    printed = json.loads(done.stdout)
    train, held_out = read(folder / "stories.jsonl", "body").split(20, random_state=5)
    same = LDA(3, max_iter=4, random_state=5).fit(train, validation=held_out)
    trained = load(folder / "t.model")
    np.testing.assert_array_equal(trained.components_, same.components_)
    assert trained.history_ == same.history_
    assert printed["score"] == same.history_[-1]["score"]
    assert (printed["documents"], printed["held_out_documents"]) == (280, 20)
    assert not (folder / "t.model.checkpoints").exists()


def test_priors_are_given_as_numbers_or_learned(folder):
    for given, expected in (
        (("--alpha", "0.3", "--eta", "0.02"), 0.3),
        (("--alpha", "auto"), None),
    ):
        reading = ("stories.jsonl", "--column", "body", "-k", "2", "--passes", "8")
        done = thalweg_command("train", *reading, "--out", "p.model", *given, cwd=folder)
        assert done.returncode == 0, done.stderr
        alpha = load(folder / "p.model").state_.prior.doc_topic
        assert (alpha == expected).all() if expected else alpha.sum() != pytest.approx(0.2)
    done = thalweg_command("train", *reading, "--out", "p.model", "--alpha", "-1", cwd=folder)
    assert done.returncode == 2
    assert "symmetric" in done.stderr


def test_update_adds_new_words_and_keeps_the_known_ones(folder, model):
    rng = random.Random(1)
    planets = ["mars", "venus", "saturn", "orbit", "comet"]
    words = [*planets, "boat", "wave", "typo"]
    new = [" ".join(rng.choices(words[:-1], k=12)) for _ in range(60)]
    new[0] += " misspelt"
    done = thalweg_command(
        "update", "m.model", "-", "--out", "m2.model", "--max-df", "1.0", cwd=folder,
        given="\n".join(new),
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    before, after = load(model), load(folder / "m2.model")
    assert list(after.vocabulary_)[:20] == list(before.vocabulary_)
    assert set(list(after.vocabulary_)[20:]) == set(planets)
    assert after.n_documents_seen_ == before.n_documents_seen_ + 60
    assert "5 new words" in done.stderr


def test_update_scores_the_documents_before_it_learns_them(folder, model):
    """The first documents resemble those of the model, the second do not and score lower."""
    known = list(load(model).vocabulary_)
    rng = random.Random(2)
    similar, different = ("\n".join(" ".join(draw()) for _ in range(400)) for draw in (
        lambda: known[:10] + rng.choices(known[:10], k=5),
        lambda: [*rng.choices(known, k=12), *rng.choices(["mars", "venus", "orbit"], k=6)],
    ))  # fmt: skip
    arguments = ["update", "--max-df", "1.0", "--json", "--out", "s.model"]
    first = json.loads(
        thalweg_command(*arguments, "m.model", "-", cwd=folder, given=similar).stdout
    )
    assert first["earlier_score"] is None
    assert 0 < first["standard_error"] < 0.1
    second = json.loads(
        thalweg_command(*arguments, "s.model", "-", cwd=folder, given=different).stdout
    )
    assert second["earlier_score"] == pytest.approx(first["score"])
    assert second["score"] < first["score"] - 5 * second["standard_error"]
    assert second["recent_score"] < first["recent_score"]
    notes = thalweg_command(
        "update", "s.model", "-", "--out", "s.model", cwd=folder, given=similar
    ).stderr
    assert "score of the documents before learning them: -" in notes
    assert "in earlier updates -" in notes
    arguments += ["--no-score", "m.model", "-"]
    assert (
        json.loads(thalweg_command(*arguments, cwd=folder, given=similar).stdout)["score"] is None
    )


def test_update_scores_a_sample_of_many_documents(folder, model):
    known = list(load(model).vocabulary_)
    rng = random.Random(3)
    many = "\n".join(" ".join(rng.choices(known, k=4)) for _ in range(20_000))
    arguments = ["update", "m.model", "-", "--max-df", "1.0", "--out", "many.model"]
    done = thalweg_command(*arguments, cwd=folder, given=many)
    assert done.returncode == 0, done.stderr
    n_scored = load(folder / "many.model").progressive_.n_documents
    assert 4_500 < n_scored <= 5_001  # some documents have no word in one half
    assert f"before learning them, a sample of {n_scored:,}: -" in done.stderr


def test_wrong_usage_exits_with_two_and_bad_input_with_one(folder):
    wrong = thalweg_command("train", "stories.jsonl", cwd=folder)
    assert (wrong.returncode, wrong.stdout) == (2, "")
    assert "--out" in wrong.stderr
    assert (
        thalweg_command("topics", "stories.jsonl", "--max-time", "soon", cwd=folder).returncode == 2
    )
    assert_failed(thalweg_command("topics", "nowhere.csv", cwd=folder), "nowhere.csv")
    assert_failed(
        thalweg_command("train", "stories.jsonl", "--out", "no/where/x.model", cwd=folder),
        "--out is no/where/x.model, but the folder",
    )


def test_ctrl_c_saves_a_checkpoint_and_exits_130(folder):
    arguments = [
        "train", "stories.jsonl", "--column", "body", "-k", "2", "--passes", "100000",
        "--out", "i.model", "--checkpoint", "kept", "--checkpoint-documents", "300",
    ]  # fmt: skip
    process = subprocess.Popen(
        command_line(*arguments), cwd=folder, env=environment(), stderr=subprocess.PIPE, text=True
    )
    wait_until(lambda: any((folder / "kept").glob("checkpoint-*.safetensors")))
    process.send_signal(signal.SIGINT)
    _, notes = process.communicate(timeout=60)
    assert process.returncode == 130, notes
    assert "checkpoint saved in kept/; run the same command with --resume to continue\n" in notes
    assert "Traceback" not in notes
    kept = TopicModel.load(max((folder / "kept").glob("checkpoint-*.safetensors")))
    assert kept.n_documents_seen_ > 0
    assert not (folder / "i.model").exists()


def test_a_killed_training_run_resumes_to_the_same_bytes(tmp_path):
    """A short form of `python -m tests.robustness.kill`."""
    task = kill.make_task(tmp_path, n_documents=1000, n_passes=40)
    expected, seconds = kill.undisturbed(task, tmp_path)
    run = kill.disturbed(task, tmp_path, seconds, seed=3)
    assert run.get("failed") is None
    assert run["kills"] > 0
    assert run["model"] == expected


def test_a_full_disk_leaves_earlier_checkpoints_and_does_not_stop_training(folder):
    """The process may write no file above 1,000 bytes, so no checkpoint and no model fits."""
    shutil.rmtree(folder / "full", ignore_errors=True)
    arguments = ["train", "stories.jsonl", "--column", "body", "-k", "2", "--passes", "6"]
    keeping = ["--checkpoint", "full", "--checkpoint-documents", "400"]
    first = thalweg_command(*arguments, *keeping, "--out", "f.model", cwd=folder)
    assert first.returncode == 0, first.stderr
    before = {path.name: path.read_bytes() for path in (folder / "full").iterdir()}
    longer = [*arguments[:-1], "12", *keeping, "--out", "f2.model", "--resume"]
    done = subprocess.run(
        command_line(*longer),
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000)),
    )
    assert "warning: could not write a checkpoint" in done.stderr
    assert done.returncode == 1  # the model does not fit either
    assert "f2.model cannot be written" in done.stderr.splitlines()[-1]
    assert {path.name: path.read_bytes() for path in (folder / "full").iterdir()} == before
