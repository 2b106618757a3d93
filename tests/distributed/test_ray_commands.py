"""The command line over many files on a cluster: corpus build, infer and evaluate with --ray."""

import json
import re
import subprocess
import time
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest
from typer.testing import CliRunner, Result

from tests.cli.shell import command_line, environment, thalweg_command
from thalweg import LDA, Corpus, read
from thalweg.cli.app import app
from thalweg.model import TopicModel

pytest.importorskip("ray", reason="ray is not installed: pip install 'thalweg[ray]'")

SUBJECTS = ("bank money loan credit", "river water fish boat")
N_FILES, N_EACH = 3, 30


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with texts in three Parquet files, and a model of them."""
    folder = tmp_path_factory.mktemp("files")
    rng = np.random.default_rng(0)
    for number in range(N_FILES):
        rows = [
            {"id": f"{number}-{row}", "text": " ".join(rng.choice(SUBJECTS[row % 2].split(), 10))}
            for row in range(N_EACH)
        ]
        pl.DataFrame(rows).write_parquet(folder / f"texts{number}.parquet")
    corpus = read(str(folder / "*.parquet"), max_df=1.0)
    LDA(2, random_state=0, max_iter=5).fit(corpus).save(folder / "t.model")
    return folder


def run(*arguments: str | Path) -> Result:
    return CliRunner().invoke(app, [str(each) for each in arguments])


def texts(folder: Path) -> list[Path]:
    return sorted(folder.glob("texts*.parquet"))


def test_a_corpus_is_built_as_on_one_machine(cluster: Any, folder: Path, tmp_path: Path) -> None:
    options = ["--metadata", "id", "--max-df", "1.0", "--stop-words", "none", "--min-length", "5"]
    build = ["corpus", "build", *texts(folder), *options, "--out"]
    done = run(*build, tmp_path / "there", "--ray", "auto", "--workers", "2")
    assert done.exit_code == 0, done.output
    assert run(*build, tmp_path / "here").exit_code == 0
    here, there = Corpus.open(tmp_path / "here"), Corpus.open(tmp_path / "there")
    assert list(there.vocabulary) == list(here.vocabulary) == ["credit", "money", "river", "water"]
    assert there.ids.to_list() == here.ids.to_list()
    assert (there.to_csr() != here.to_csr()).nnz == 0


def test_workers_read_the_documents_of_a_training_run(
    cluster: Any, folder: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    train = ["train", folder / "texts*.parquet", "--max-df", "1.0", "-k", "2", "--out"]
    on_cluster = ["--ray", "auto", "--workers", "2", "--mode", "exact"]
    with monkeypatch.context() as patched:
        patched.setattr("thalweg.cli.input_files.read_files", None)  # the driver reads no texts
        done = run(*train, tmp_path / "there", *on_cluster)
    assert done.exit_code == 0, done.output
    assert [path.name for path in tmp_path.iterdir()] == ["there"]
    run("corpus", "build", *texts(folder), "--max-df", "1.0", "--out", tmp_path / "c", "--two-pass")
    assert run("train", tmp_path / "c", "-k", "2", "--out", tmp_path / "here").exit_code == 0
    models = [LDA.load(tmp_path / name) for name in ("here", "there")]
    assert models[0].components_.tobytes() == models[1].components_.tobytes()

    def killed(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    with monkeypatch.context() as patched:
        patched.setattr(TopicModel, "fit", killed)
        assert run(*train, tmp_path / "again", *on_cluster).exit_code != 0
    assert (tmp_path / "again.corpus").is_dir()
    assert "--resume" in str(run(*train, tmp_path / "again", *on_cluster).exception)
    with monkeypatch.context() as patched:
        patched.setattr("thalweg.distributed.read", None)  # its counts are there
        assert run(*train, tmp_path / "again", *on_cluster, "--resume").exit_code == 0
    assert (tmp_path / "again").read_bytes() == (tmp_path / "there").read_bytes()
    assert not (tmp_path / "again.corpus").exists()


def test_topics_are_those_of_one_machine(cluster: Any, folder: Path, tmp_path: Path) -> None:
    infer = ["infer", folder / "t.model", *texts(folder), "--metadata", "id", "--out"]
    done = run(*infer, tmp_path / "there", "--ray", "auto")
    assert done.exit_code == 0, done.output
    assert run(*infer, tmp_path / "here.parquet").exit_code == 0
    there = pl.read_parquet(sorted((tmp_path / "there").glob("*.parquet")))
    assert there.equals(pl.read_parquet(tmp_path / "here.parquet"))


def test_a_killed_command_does_what_is_left(cluster: Any, folder: Path, tmp_path: Path) -> None:
    rng, words = np.random.default_rng(1), [subject.split() for subject in SUBJECTS]
    for number, n_rows in enumerate((20, 60_000, 60_000, 20)):
        texts = [" ".join(rng.choice(words[row % 2], 6)) for row in range(n_rows)]
        pl.DataFrame({"text": texts}).write_parquet(tmp_path / f"{number}.parquet")
    files, out = sorted(tmp_path.glob("*.parquet")), tmp_path / "there"
    infer = ["infer", str(folder / "t.model"), *map(str, files), "--out", str(out)]
    options = ["--ray", cluster.address, "--workers", "1", "--threads", "1"]
    first = subprocess.Popen(command_line(*infer, *options), env=environment())
    while first.poll() is None and not list(out.glob("part-*.parquet")):
        time.sleep(0.01)
    first.kill()
    first.wait()
    done = {path: path.stat().st_mtime_ns for path in out.glob("part-*.parquet")}
    assert 0 < len(done) < len(files)
    again = thalweg_command(*infer, *options, cwd=tmp_path)
    assert again.returncode == 0, again.stderr
    assert {path: path.stat().st_mtime_ns for path in done} == done
    assert run(*infer[:-1], tmp_path / "here.parquet").exit_code == 0
    there = pl.read_parquet(sorted(out.glob("part-*.parquet")))
    assert there.equals(pl.read_parquet(tmp_path / "here.parquet"))


def test_the_score_counts_all_documents(cluster: Any, folder: Path, tmp_path: Path) -> None:
    evaluate = ["evaluate", folder / "t.model", *texts(folder)]
    options = ["--out", tmp_path / "scores", "--ray", cluster.address, "--json"]
    done = thalweg_command(*evaluate, *options, cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    facts = json.loads(done.stdout)
    assert facts["documents_scored"] == N_FILES * N_EACH
    assert facts["perplexity"] == pytest.approx(np.exp(-facts["score"]))
    assert len(list((tmp_path / "scores").glob("*.parquet"))) == N_FILES


@pytest.mark.parametrize(
    ("arguments", "option", "message"),
    [
        (["infer", "--score", "--out", "o", "--ray", "auto"], "--score", "not supported"),
        (["infer", "--where", "a=b", "--out", "o", "--ray", "auto"], "--where", "not supported"),
        (["infer", "--to", "csv", "--out", "o", "--ray", "auto"], "--to", "not supported"),
        (["infer", "--ray", "auto"], "--out", "folder that all machines share"),
        (["infer", "--workers", "2"], "--workers", "needs a cluster"),
        (["infer", "--top", "9", "--out", "o", "--ray", "auto"], "--top", "at most 2"),
        (["evaluate", "--ray", "auto"], "--out", "folder that all machines share"),
        (["evaluate", "--out", "o"], "--out", "needs a cluster"),
        (["evaluate", "--coherence", "--out", "o", "--ray", "auto"], "--coherence", "not supp"),
        (["build", "--phrases", "--out", "o", "--ray", "auto"], "--phrases", "not supported"),
        (["build", "--keep-texts", "--out", "o", "--ray", "auto"], "--keep-texts", "not supported"),
    ],
)
def test_options_that_do_not_fit_are_refused_before_any_work(
    arguments: list[str],
    option: str,
    message: str,
    folder: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir(tmp_path)
    command, *options = arguments
    first = ["corpus", "build"] if command == "build" else [command, folder / "t.model"]
    done = run(*first, *texts(folder), *options)
    assert done.exit_code == 2
    said = re.sub(r"[\s│╭╮╰╯─]+", " ", done.output)
    assert f"Invalid value for {option}:" in said
    assert message in said
    assert not list(tmp_path.iterdir())
