"""What commands write never destroys an input, a device or a file of another kind."""

from __future__ import annotations

import os
import shutil
import stat
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from thalweg import read
from thalweg.cli.app import app
from thalweg.cli.destinations import GENSIM, MALLET
from thalweg.errors import InputError, StorageError
from thalweg.model import TopicModel

TEXTS = ["rivers rose and the bridge closed", "interest rates fell while banks waited"]
WRITERS = {
    "train": ("train", "news.csv", "-k", "2", "--max-df", "1.0", "--out"),
    "topics": ("topics", "news.csv", "-k", "2", "--max-df", "1.0", "--save"),
    "update": ("update", "news.model", "news.csv", "--out"),
    "merge": ("merge", "news.model", "other.model", "--out"),
    "infer": ("infer", "news.model", "news.csv", "--to", "csv", "--out"),
    "export csv": ("export", "news.model", "--to", "csv", "--out"),
    "export json": ("export", "news.model", "--to", "json", "--out"),
    "export ldavis": ("export", "news.model", "--to", "ldavis", "--corpus", "news.csv", "--out"),
    "export sklearn": ("export", "news.model", "--to", "sklearn", "--out"),
    "export gensim": ("export", "news.model", "--to", "gensim", "--out"),
    "export html": ("export", "news.model", "--to", "html", "--corpus", "news.csv", "--out"),
    "index": ("index", "news.model", "news.csv", "--out"),
    "name": ("name", "news.model", "--set", "0=a", "--out"),
    "edit": ("edit", "news.model", "--name", "0=a", "--out"),
    "edit log": ("edit", "news.model", "--name", "0=a", "--out", "new.model", "--log"),
    "plot": ("plot", "news.model", "--out"),
    "plot numbers": ("plot", "news.model", "--out", "new.png", "--numbers"),
    "hierarchy": ("hierarchy", "news.model", "--plot"),
    "by": ("by", "news.model", "news.csv", "--column", "id", "--plot"),
    "by table": ("by", "news.model", "news.csv", "--column", "id", "--out"),
    "choose-k": ("choose-k", "news.csv", "--range", "2,3", "--runs", "1", "--max-df", "1.0",
                 "--plot"),
    "demo": ("demo", "--csv"),
}  # fmt: skip
ENDINGS = {
    "plot": ".png",
    "choose-k": ".png",
    "hierarchy": ".png",
    "by": ".png",
    "plot numbers": ".csv",
    "by table": ".csv",
}
FOLDERS = {
    "corpus build": ("corpus", "build", "news.csv", "--max-df", "1.0", "--out"),
    "corpus convert": ("corpus", "convert", "news.csv", "--max-df", "1.0", "--to", "uci", "--out"),
    "corpus merge": ("corpus", "merge", "news.corpus", "news.corpus", "--out"),
    "export mallet": ("export", "news.model", "--to", "mallet", "--out"),
}


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("news")
    rows = [f"{row},{TEXTS[row % 2]}" for row in range(60)]
    (folder / "news.csv").write_text("\n".join(["id,text", *rows, ""]))
    corpus = read(folder / "news.csv", max_df=1.0, stop_words=["while"])
    corpus.save(folder / "news.corpus")
    for seed, name in enumerate(("news.model", "other.model")):
        TopicModel(2, random_state=seed, max_iter=2).fit(corpus).save(folder / name)
    return folder


@pytest.fixture
def folder(material: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of the material that a command may spoil; it is the working folder."""
    copy = tmp_path / "work"
    shutil.copytree(material, copy)
    monkeypatch.chdir(copy)
    return copy


def run(*arguments: str) -> Result:
    return CliRunner().invoke(app, list(arguments))


def assert_refused(done: Result, message: str) -> None:
    assert isinstance(done.exception, InputError), done.output
    assert message in str(done.exception)
    assert done.stdout == ""


def name_for(writer: str, name: str) -> str:
    return name + ENDINGS.get(writer, "")


@pytest.mark.parametrize("writer", WRITERS)
def test_a_file_of_another_kind_is_kept(folder: Path, writer: str) -> None:
    theirs = folder / name_for(writer, "theirs")
    theirs.write_text("id,text\n1,not to be lost\n")
    assert_refused(run(*WRITERS[writer], theirs.name), "--force")
    assert theirs.read_text() == "id,text\n1,not to be lost\n"


@pytest.mark.parametrize("writer", ["train", "infer", "export csv", "plot"])
def test_force_replaces_a_file_of_another_kind(folder: Path, writer: str) -> None:
    theirs = folder / name_for(writer, "theirs")
    theirs.write_text("id,text\n1,no longer needed\n")
    done = run(*WRITERS[writer], theirs.name, "--force")
    assert done.exit_code == 0, done.output
    assert b"no longer needed" not in theirs.read_bytes()


@pytest.mark.parametrize("writer", WRITERS)
def test_an_earlier_output_is_replaced(folder: Path, writer: str) -> None:
    out = name_for(writer, "out")
    for _ in range(2):
        done = run(*WRITERS[writer], out)
        assert done.exit_code == 0, done.output
    assert not list(folder.glob(".*"))


@pytest.mark.parametrize("options", [(), ("--top", "1")])
@pytest.mark.parametrize("name", ["a.csv", "a.csv.gz", "a.jsonl", "a.parquet"])
def test_an_earlier_table_is_replaced(folder: Path, name: str, options: tuple[str, ...]) -> None:
    for _ in range(2):
        done = run("infer", "news.model", "news.csv", "--out", name, *options)
        assert done.exit_code == 0, done.output


@pytest.mark.parametrize(
    "arguments",
    [
        ("train", "news.csv", "-o", "news.csv"),
        ("train", "./news.csv", "-o", "../work/news.csv"),
        ("train", "*.csv", "-o", "news.csv"),
        ("train", ".", "-o", "news.csv"),
        ("topics", "news.csv", "--save", "news.csv"),
        ("update", "news.model", "news.csv", "-o", "news.csv"),
        ("merge", "news.model", "other.model", "-o", "other.model"),
        ("infer", "news.model", "news.csv", "-o", "news.csv"),
        ("infer", "news.model", "news.csv", "--to", "csv", "-o", "news.model"),
        ("export", "news.model", "--to", "csv", "-o", "news.model"),
        ("export", "old.state", "--to", "gensim", "-o", "old"),
        ("train", "news.csv", "--seeds", "seeds.csv", "-o", "seeds.csv"),
        ("train", "news.csv", "-o", "new.model", "--checkpoint", "news.csv"),
        ("topics", "news.csv", "--seeds", "seeds.csv", "--save", "seeds.csv"),
        ("topics", "news.csv", "--stop-words", "english,stop.txt", "--save", "stop.txt"),
        ("topics", "sqlite:///news.db", "--save", "news.db"),
        ("name", "news.model", "--from", "names.csv", "-o", "names.csv"),
        ("edit", "news.model", "edits.json", "-o", "edits.json"),
        ("similar", "news.model", "news.csv", "--text-file", "text.csv", "-o", "text.csv"),
    ],
)
def test_what_a_command_reads_is_kept_even_with_force(
    folder: Path, arguments: tuple[str, ...]
) -> None:
    shutil.copy("news.model", "old.state")
    for name, text in {
        "seeds.csv": "topic,word\nwater,rivers\n",
        "names.csv": "topic,name\n0,water\n",
        "stop.txt": "while\n",
        "text.csv": TEXTS[0],
        "edits.json": "[]",
        "news.db": "",
    }.items():
        Path(name).write_text(text)
    before = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    for options in ((), ("--force",)):
        assert_refused(run(*arguments, *options), "reads")
    after = {path.name: path.read_bytes() for path in folder.iterdir() if path.is_file()}
    assert after == before


@pytest.mark.parametrize("suffix", [".state", ".id2word", ".expElogbeta.npy"])
def test_a_file_next_to_a_gensim_model_is_kept(folder: Path, suffix: str) -> None:
    theirs = folder / f"out{suffix}"
    theirs.write_text("not to be lost")
    assert_refused(run(*WRITERS["export gensim"], "out"), f"out{suffix}, which exists")
    assert [path.name for path in folder.glob("out*")] == [theirs.name]
    assert run(*WRITERS["export gensim"], "out", "--force").exit_code == 0
    made = {path.name.removeprefix("out") for path in folder.glob("out*")}
    assert {"", suffix} <= made <= {*GENSIM}
    assert run(*WRITERS["export gensim"], "out").exit_code == 0  # its own files


def test_checkpoints_and_model_have_different_names(folder: Path) -> None:
    done = run(*WRITERS["train"], "x", "--checkpoint", "./x")
    assert_refused(done, "--checkpoint is x, which is --out, too")
    (folder / "y.checkpoints").write_text("not a folder")
    assert_refused(run(*WRITERS["train"], "y"), "which is not a folder; expected a folder")


@pytest.mark.parametrize("name", MALLET)
def test_a_file_of_another_kind_in_a_folder_for_mallet_is_kept(folder: Path, name: str) -> None:
    (folder / "out").mkdir()
    (folder / "out" / name).write_text("0 my notes\nnot to be lost\n")
    command = [*FOLDERS["export mallet"], "out", "--corpus", "news.csv"]
    assert_refused(run(*command), f"out/{name}, which exists and is not a file of thalweg export")
    assert [path.name for path in (folder / "out").iterdir()] == [name]
    assert run(*command, "--force").exit_code == 0
    assert run(*command).exit_code == 0  # its own files


def test_a_corpus_in_a_folder_for_mallet_is_kept_even_with_force(folder: Path) -> None:
    (folder / "out").mkdir()
    shutil.copy("news.csv", folder / "out" / "doc-topics.txt")
    reading = ("--corpus", "out/doc-topics.txt", "--format", "csv", "--force")
    assert_refused(run(*FOLDERS["export mallet"], "out", *reading), "which this command reads")
    assert (folder / "out" / "doc-topics.txt").read_text() == (folder / "news.csv").read_text()


def test_the_vocabulary_of_counts_is_an_input(folder: Path) -> None:
    (folder / "docword.a.txt").write_text("2\n2\n4\n1 1 2\n1 2 1\n2 1 1\n2 2 2\n")
    (folder / "vocab.a.txt").write_text("river\nbank\n")
    assert_refused(run("train", "docword.a.txt", "-o", "vocab.a.txt", "--force"), "reads")


@pytest.mark.parametrize("writer", WRITERS)
def test_a_pipe_is_kept(folder: Path, writer: str) -> None:
    out = folder / name_for(writer, "pipe")
    os.mkfifo(out)
    assert_refused(run(*WRITERS[writer], out.name, "--force"), "is a pipe")
    assert stat.S_ISFIFO(out.stat().st_mode)


@pytest.mark.skipif(os.getuid() != 0, reason="only root makes device nodes")
@pytest.mark.parametrize("writer", ["train", "infer", "export csv", "plot"])
def test_a_device_is_kept(folder: Path, writer: str) -> None:
    out = folder / name_for(writer, "null")
    os.mknod(out, stat.S_IFCHR | 0o666, os.makedev(1, 3))
    assert_refused(run(*WRITERS[writer], out.name, "--force"), "is a device")
    assert stat.S_ISCHR(out.stat().st_mode)


@pytest.mark.parametrize("writer", WRITERS)
def test_a_bad_path_is_refused_before_any_work(
    folder: Path, writer: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def work(*_: object, **__: object) -> None:
        raise AssertionError("the command began to work")

    monkeypatch.setattr("thalweg.cli.input_files.read_files", work)
    monkeypatch.setattr("thalweg.model.TopicModel.load", work)
    monkeypatch.setattr("thalweg.demo.docstrings.read_docstrings", work)
    (folder / name_for(writer, "inside")).mkdir()
    missing = f"missing/{name_for(writer, 'out')}"
    assert_refused(run(*WRITERS[writer], missing), "does not exist; create it first")
    assert_refused(run(*WRITERS[writer], name_for(writer, "inside")), "is a folder")
    too_long = name_for(writer, "x" * 300)
    assert_refused(run(*WRITERS[writer], too_long), "cannot be written")


@pytest.mark.parametrize("writer", ["train", "topics", "update", "merge"])
def test_a_compressed_model_is_refused_before_any_work(folder: Path, writer: str) -> None:
    assert_refused(run(*WRITERS[writer], "x.gz"), "a model is not compressed")
    assert_refused(run("infer", "news.model", "news.csv", "-o", "x.parquet.gz"), "not compressed")
    assert not list(folder.glob("x*"))


@pytest.mark.parametrize("writer", FOLDERS)
def test_a_folder_below_a_file_is_refused_before_any_work(folder: Path, writer: str) -> None:
    done = run(*FOLDERS[writer], "news.csv/out")
    assert isinstance(done.exception, InputError), done.output
    assert sorted(path.name for path in folder.iterdir()) == [
        "news.corpus",
        "news.csv",
        "news.model",
        "other.model",
    ]


@pytest.mark.skipif(os.getuid() == 0, reason="root writes everywhere")
@pytest.mark.parametrize("writer", [*WRITERS, *FOLDERS])
def test_a_protected_folder_is_refused_before_any_work(folder: Path, writer: str) -> None:
    (folder / "protected").mkdir(mode=0o555)
    out = f"protected/{name_for(writer, 'out')}"
    assert_refused(run(*(WRITERS | FOLDERS)[writer], out), "you cannot write to the folder")


def test_update_replaces_the_target_of_a_link_and_keeps_its_mode(folder: Path) -> None:
    (folder / "current.model").symlink_to("news.model")
    (folder / "news.model").chmod(0o600)
    before = (folder / "news.model").read_bytes()
    done = run("update", "current.model", "news.csv")
    assert done.exit_code == 0, done.output
    assert (folder / "current.model").is_symlink()
    assert (folder / "news.model").read_bytes() != before
    assert stat.S_IMODE((folder / "news.model").stat().st_mode) == 0o600


def test_topics_are_printed_even_if_the_model_cannot_be_saved(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_: object) -> None:
        raise StorageError("the disk is full")

    monkeypatch.setattr("thalweg.model.TopicModel.save", fail)
    done = run(*WRITERS["topics"], "out")
    assert isinstance(done.exception, StorageError)
    assert "rivers" in done.stdout


def test_a_link_to_a_file_of_another_kind_is_refused(folder: Path) -> None:
    (folder / "theirs").write_text("not to be lost")
    (folder / "link").symlink_to("theirs")
    assert_refused(run(*WRITERS["train"], "link"), "--force")
    assert (folder / "theirs").read_text() == "not to be lost"
