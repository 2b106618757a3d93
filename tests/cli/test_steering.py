"""--seeds of `thalweg topics` and `train`, and `thalweg edit`."""

import json
from pathlib import Path

import numpy as np
import pytest

from tests.cli.shell import assert_failed, thalweg_command
from tests.steering.planted import VOCABULARY, planted_corpus
from tests.synthetic import state_bytes
from thalweg import load
from thalweg.steering import Merge, RemoveWords, Rename, read_seeds


@pytest.fixture(scope="module")
def folder(tmp_path_factory) -> Path:
    """A folder with texts, seed words and a model."""
    folder = tmp_path_factory.mktemp("steering")
    rows = planted_corpus(200).to_csr()
    texts = [" ".join(np.repeat(VOCABULARY, row.toarray().ravel())) for row in rows]
    # Letters only: digits are not part of words.
    plain = [text.translate(str.maketrans("0123456789", "abcdefghij")) for text in texts]
    (folder / "reviews.txt").write_text("\n".join(plain) + "\n")
    (folder / "seeds.yaml").write_text(
        "music: [musica, musicb]\nparking:\n  words: [parkinga]\n  exclude: [musica]\n"
    )
    (folder / "seeds.csv").write_text(
        "topic,word,exclude\nmusic,musica,\nmusic,musicb,no\nparking,parkinga,\nparking,musica,yes\n"
    )
    done = run(folder, "train", "reviews.txt", "-k", "5", "--seeds", "seeds.yaml", "-o", "a.model")
    assert done.returncode == 0, done.stderr
    return folder


def run(folder: Path, *arguments: str, given: str | None = None):
    return thalweg_command(*arguments, cwd=folder, given=given)


def test_yaml_and_csv_files_have_the_same_seeds(folder) -> None:
    yaml, csv = (read_seeds(folder / f"seeds.{ending}") for ending in ("yaml", "csv"))
    assert yaml["music"] == csv["music"]["words"] == ["musica", "musicb"]
    assert yaml["parking"] == csv["parking"] == {"words": ["parkinga"], "exclude": ["musica"]}


def test_a_model_is_trained_with_seeds(folder) -> None:
    model = load(folder / "a.model")
    assert model.topic_names_ == {0: "music", 1: "parking"}
    assert model.word_topics("musicb")[0].name == "music"
    assert model.word_topics("musicb")[0].share > 0.79
    assert model.components_[1, model.vocabulary_.id("musica")] == 0


def test_topics_are_printed_with_the_names_of_seeds(folder) -> None:
    done = run(
        folder, "topics", "reviews.txt", "-k", "5", "--seeds", "seeds.csv", "--json",
        "--seed-strength", "1",
    )  # fmt: skip
    topics = {topic["name"]: topic["words"] for topic in json.loads(done.stdout)["topics"]}
    assert topics["music"][0].startswith("music")
    assert sum(word.startswith("parking") for word in topics["parking"]) >= 5


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("music: [", "seeds.yaml is not valid YAML"),
        ("just text", "`seed_words` is of type str"),
        ("", "has no seed words"),
        ("music: [trombone]", "none of its words is in the vocabulary"),
    ],
)
def test_a_file_that_has_no_seeds_is_refused(folder, tmp_path, content, message) -> None:
    (tmp_path / "seeds.yaml").write_text(content)
    texts = folder / "reviews.txt"
    done = run(tmp_path, "topics", str(texts), "--seeds", "seeds.yaml")
    assert_failed(done, message.replace("`seed_words`", "--seeds"))


def test_strength_needs_seeds(folder) -> None:
    done = run(folder, "topics", "reviews.txt", "--seed-strength", "0.5")
    assert done.returncode == 2
    assert "without --seeds" in done.stderr


# ---------------------------------------------------------------------- edit


def test_options_make_the_same_edits_as_python(folder) -> None:
    done = run(
        folder, "edit", "a.model", "--merge", "3,4", "--remove", "music:commona", "--name",
        "3=both", "--out", "b.model", "--log", "edits.json",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert "merge topic 4 into topic 3" in done.stdout
    assert "4 topics; wrote b.model" in done.stderr
    model = load(folder / "a.model")
    model.edit(Merge([3, 4]), RemoveWords("music", ["commona"]), Rename(3, "both"))
    assert state_bytes(load(folder / "b.model").state_) == state_bytes(model.state_)
    again = run(folder, "edit", "a.model", "edits.json", "--out", "again.model")
    assert again.returncode == 0, again.stderr
    assert (folder / "again.model").read_bytes() == (folder / "b.model").read_bytes()


def test_edits_are_read_line_by_line(folder) -> None:
    lines = "# a comment\nshow music\nmerge 3 4\nundo\n\nname 2 'room service'\nstop commona\n"
    done = run(folder, "edit", "a.model", "--out", "c.model", given=lines)
    assert done.returncode == 0, done.stderr
    model = load(folder / "c.model")
    assert [entry["edit"] for entry in model.edits] == ["name", "stop"]
    assert model.topic_names_[2] == "room service"
    assert model.state_.n_topics == 5


def test_a_preview_writes_nothing(folder) -> None:
    before = (folder / "a.model").read_bytes()
    done = run(folder, "edit", "a.model", "--delete", "4", "--preview", "--json")
    assert json.loads(done.stdout)["n_topics"] == 4
    assert (folder / "a.model").read_bytes() == before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--merge", "3,99"], "there is no topic 99"),
        (["--merge", "3"], "expected 'merge TOPIC TOPIC ...'"),
        (["--delete", "4", "--add", "4:musica"], "topic 4 was deleted"),
        (["--add", "2:trombone"], "the word 'trombone'"),
    ],
)
def test_what_is_not_possible_is_refused_and_writes_nothing(folder, arguments, message) -> None:
    before = (folder / "a.model").read_bytes()
    assert_failed(run(folder, "edit", "a.model", *arguments), message)
    assert (folder / "a.model").read_bytes() == before


def test_a_wrong_line_ends_the_command_and_nothing_is_written(folder) -> None:
    done = run(folder, "edit", "a.model", "--out", "d.model", given="merge 3 4\nexplode 3\n")
    assert done.returncode == 1
    assert "'explode' is not an edit" in done.stderr
    assert not (folder / "d.model").exists()


def test_options_that_are_not_understood_are_wrong_usage(folder) -> None:
    done = run(folder, "edit", "a.model", "--remove", "amp")
    assert done.returncode == 2
    assert "expected e.g. 4:amp,lt" in done.stderr
