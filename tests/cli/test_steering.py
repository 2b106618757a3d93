"""--seeds of `thalweg topics` and `train`, and `thalweg edit`."""

import json
import os
import select
import signal
import sys
import time
from pathlib import Path

import numpy as np
import pytest

from tests.cli.shell import assert_failed, thalweg_command
from tests.steering.planted import VOCABULARY, planted_corpus
from tests.synthetic import state_bytes
from thalweg import InputError, load
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


def test_numbers_and_no_are_words_in_a_file_of_seeds(tmp_path) -> None:
    (tmp_path / "seeds.yaml").write_text("years: [2019, 20, no, musica]\n")
    assert read_seeds(tmp_path / "seeds.yaml") == {"years": ["2019", "20", "no", "musica"]}


def test_a_topic_that_stands_twice_in_a_file_of_seeds_is_refused(tmp_path) -> None:
    (tmp_path / "seeds.yaml").write_text("music: [musica]\nfood: [fooda]\nmusic: [musicb]\n")
    with pytest.raises(InputError, match="has 'music' twice"):
        read_seeds(tmp_path / "seeds.yaml")


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


@pytest.mark.parametrize(
    ("log", "message"),
    [
        ("a.model", "--log is a.model, which this command reads"),
        ("reviews.txt", "--log is reviews.txt, which this command reads"),
        ("seeds.csv", "--log is seeds.csv, which exists and is not a log of edits"),
        ("new.model", "--log is new.model, which is --out, too"),
        ("nowhere/edits.json", "does not exist; create it first"),
    ],
)
def test_a_log_replaces_nothing_but_a_log(folder, log, message) -> None:
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    done = run(
        folder, "edit", "a.model", "--delete", "4", "--log", log, "--out", "new.model",
        "--corpus", "reviews.txt",
    )  # fmt: skip
    assert_failed(done, message)
    assert {path.name: path.read_bytes() for path in folder.iterdir()} == before


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        ({"edit": "merge", "topics": []}, "topics none: expected at least 2 different topics"),
        ({"edit": "lock", "topics": None}, "topics none: expected one or more"),
        ({"edit": "topics", "n_topics": 1_000_000_000_000}, "Use a smaller number"),
    ],
)
def test_a_malformed_edit_of_a_log_is_one_line(folder, entry, message) -> None:
    (folder / "malformed.json").write_text(json.dumps({"edits": [entry]}))
    assert_failed(run(folder, "edit", "a.model", "malformed.json", "-o", "never.model"), message)
    assert not (folder / "never.model").exists()


def test_strength_is_that_of_edits_and_not_of_a_log(folder) -> None:
    run(folder, "edit", "a.model", "--merge", "3,4", "-o", "m.model", "--log", "merge.json")
    done = run(folder, "edit", "a.model", "merge.json", "--strength", "0.9", "-o", "n.model")
    assert done.returncode == 2
    assert "together with a log" in done.stderr
    done = run(
        folder, "edit", "m.model", "--split", "3", "--strength", "0.9", "--corpus", "reviews.txt",
        "-o", "s.model",
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert load(folder / "s.model").edits[-1]["strength"] == 0.9


def test_a_wrong_line_ends_the_command_and_nothing_is_written(folder) -> None:
    done = run(folder, "edit", "a.model", "--out", "d.model", given="merge 3 4\nexplode 3\n")
    assert done.returncode == 1
    assert "'explode' is not an edit" in done.stderr
    assert not (folder / "d.model").exists()


def test_options_that_are_not_understood_are_wrong_usage(folder) -> None:
    done = run(folder, "edit", "a.model", "--remove", "amp")
    assert done.returncode == 2
    assert "expected e.g. 4:amp,lt" in done.stderr


# ---------------------------------------------------------------------- documents


@pytest.fixture(scope="module")
def documents(folder) -> Path:
    """The same texts as a table with ids, and the rows about music and parking first."""
    texts = (folder / "reviews.txt").read_text().splitlines()
    rows = [f"d{i},{text}" for i, text in enumerate(texts)]
    (folder / "reviews.csv").write_text("\n".join(["id,text", *rows]) + "\n")
    return folder


def about(folder: Path, subject: str) -> list[str]:
    """Return ids of documents that are mostly about a subject."""
    texts = (folder / "reviews.txt").read_text().splitlines()
    return [f"d{i}" for i, text in enumerate(texts) if text.count(subject) > text.count(" ") / 3]


def of_documents(folder: Path, *arguments: str, given: str | None = None):
    documents = ("--corpus", "reviews.csv", "--metadata", "id")
    done = run(folder, "edit", "a.model", *arguments, *documents, given=given)
    assert done.returncode == 0, done.stderr
    return done


def test_a_topic_is_split_by_documents_at_the_shell(documents) -> None:
    music, parking = about(documents, "music"), about(documents, "parking")
    assert min(len(music), len(parking)) > 5
    mixed = ("--merge", "music,parking", "--split-documents", f"0:{','.join(music)}")
    done = of_documents(documents, *mixed, "--out", "split.model", "--log", "split.json")
    assert "documents have another main topic" in done.stdout
    assert "held-out score" in done.stdout
    model = load(documents / "split.model")
    words = next(topic.words for topic in model.topics(6) if topic.topic == 5)
    assert sum(word.startswith("music") for word in words) >= 4
    again = run(documents, "edit", "a.model", "split.json", "--out", "split-again.model")
    assert again.returncode == 0, again.stderr  # the log needs no documents
    assert (documents / "split-again.model").read_bytes() == (
        documents / "split.model"
    ).read_bytes()


def test_a_topic_is_split_in_two_parts_that_documents_show(documents) -> None:
    lines = "merge music parking\npreview split 0\nundo\nredo\nsplit 0\n"
    done = of_documents(documents, "--out", "parts.model", given=lines)
    model = load(documents / "parts.model")
    assert [entry["edit"] for entry in model.edits] == ["merge", "split"]
    tops = {t.words[0].rstrip("abcdefghij") for t in model.topics(1) if t.topic in (0, 5)}
    assert len(tops) == 2
    assert done.stdout.count("documents have another main topic") >= 3


def test_topics_are_created_from_documents_and_documents_are_forgotten(documents) -> None:
    food = ",".join(about(documents, "food"))
    of_documents(
        documents, "--create-documents", f"meals:{food}", "--forget", "d3", "--out", "c.model"
    )
    model = load(documents / "c.model")
    assert model.topic_names_[5] == "meals"
    before = load(documents / "a.model").state_.corpus_tokens
    assert model.state_.corpus_tokens < before


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--split", "3"], "split without words needs documents; expected --corpus FILE"),
        (["--split-documents", "3:d1"], "split-documents needs documents"),
        (["--forget", "d1"], "forget needs documents"),
        (["--forget", "x9", "--corpus", "reviews.csv"], "there is no document 'x9'"),
        (["--forget", "200", "--corpus", "reviews.csv"], "a row from 0 to 199"),
        (["--delete", "4", "--corpus", "absent.csv"], "absent.csv"),
        (["--delete", "4", "--corpus", "reviews.csv", "--out", "reviews.csv"], "never replaces"),
    ],
)
def test_edits_that_lack_their_documents_are_refused(documents, arguments, message) -> None:
    before = (documents / "a.model").read_bytes()
    assert_failed(run(documents, "edit", "a.model", *arguments), message)
    assert (documents / "a.model").read_bytes() == before


def test_standard_input_is_for_edits_or_for_documents(documents) -> None:
    texts = (documents / "reviews.txt").read_text()
    done = run(documents, "edit", "a.model", "--corpus", "-", given="merge 3 4\n")
    assert done.returncode == 2
    assert "from which the edits are read" in done.stderr
    arguments = ("--merge", "3,4", "--corpus", "-", "--preview")
    done = run(documents, "edit", "a.model", *arguments, given=texts)
    assert "200 documents have another main topic" in done.stdout, done.stderr


# ---------------------------------------------------------------------- on a terminal


@pytest.mark.skipif(not hasattr(os, "forkpty"), reason="needs a terminal")
def test_the_prompt_completes_and_keeps_edits_when_a_line_is_interrupted(folder) -> None:
    before = (folder / "a.model").read_bytes()
    terminal = Terminal(folder, "edit", "a.model", "--out", "typed.model")
    terminal.expect("edit> ")
    terminal.send("mer\t")  # verbs
    terminal.expect("merge ")
    terminal.send("3 4\r")
    terminal.expect("edit> ")
    terminal.send("add music parkinga commo")
    terminal.expect("commo")
    terminal.interrupt("type quit to end without writing")  # Ctrl-C drops the line
    terminal.expect("edit> ")
    terminal.send("name 2 'room service'\r")
    terminal.expect("name topic 2 'room service'")
    terminal.expect("edit> ")
    terminal.send("show 'roo\t")  # a name with a blank
    terminal.expect("show 'room service'")
    terminal.send("\r")
    terminal.expect("edit> ")
    terminal.send("remove music commona\r")
    terminal.expect("edit> ")
    terminal.send("undo\r")
    terminal.expect("took back: remove")
    terminal.expect("edit> ")
    terminal.send("delete 99\r")
    terminal.expect("there is no topic 99")
    terminal.expect("edit> ")
    terminal.send("save\r")
    assert terminal.end() == 0
    model = load(folder / "typed.model")
    assert [entry["edit"] for entry in model.edits] == ["merge", "name"]
    terminal = Terminal(folder, "edit", "a.model")
    terminal.expect("edit> ")
    terminal.send("delete 4\r")
    terminal.expect("topic 4 is gone")
    terminal.expect("edit> ")
    terminal.send("\x04")  # Ctrl-D
    terminal.expect("nothing was written")
    assert terminal.end() == 0
    assert (folder / "a.model").read_bytes() == before


class Terminal:
    """A command in a pseudo-terminal."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.shown = ""
        self.process, self.file = os.forkpty()
        if not self.process:
            # As at a terminal, also if the tests run in the background, where Ctrl-C is ignored.
            signal.signal(signal.SIGINT, signal.SIG_DFL)
            os.chdir(folder)
            os.environ |= {"TERM": "dumb", "COLUMNS": "200"}
            os.execv(sys.executable, [sys.executable, "-m", "thalweg", *arguments])

    def send(self, text: str) -> None:
        os.write(self.file, text.encode())

    def interrupt(self, text: str) -> None:
        """Press Ctrl-C until a text is shown: readline misses it while it handles a key."""
        for _attempt in range(30):
            self.send("\x03")
            ready, _, _ = select.select([self.file], [], [], 2)
            if ready:
                break
        self.expect(text)

    def expect(self, text: str, seconds: float = 60) -> None:
        """Read until a text is shown; what comes after it is looked at next."""
        until = time.monotonic() + seconds
        while text not in self.shown:
            ready, _, _ = select.select([self.file], [], [], max(0, until - time.monotonic()))
            assert ready, f"{text!r} is not in {self.shown!r}"
            self.shown += os.read(self.file, 4096).decode()
        self.shown = self.shown.partition(text)[2]

    def end(self) -> int:
        """Wait for the end of the command; return its exit code."""
        try:
            while os.read(self.file, 4096):
                pass
        except OSError:  # closed by the other side
            pass
        os.close(self.file)
        return os.waitstatus_to_exitcode(os.waitpid(self.process, 0)[1])
