"""Corpora, inference and evaluation over many files with Ray Data."""

import json
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from thalweg import LDA, InputError, TextSettings
from thalweg import read as read_here
from thalweg.distributed import FileProgress, evaluate, infer, read
from thalweg.evaluation._document_fit import document_scores

ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'thalweg[ray]'")

WORDS = ("bank money loan credit rate", "river water fish boat shore", "tree leaf root bark moss")
N_FILES, N_EACH = 3, 40


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three Parquet files and the same rows as JSON lines; each text is about one subject."""
    folder = tmp_path_factory.mktemp("files")
    rng = np.random.default_rng(0)
    for number in range(N_FILES):
        rows = [
            {
                "id": f"doc-{number}-{row}",
                "text": " ".join(rng.choice(WORDS[row % 3].split(), 12)) + f" only{number}",
            }
            for row in range(N_EACH)
        ]
        pl.DataFrame(rows).write_parquet(folder / f"{number}.parquet")
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / f"{number}.jsonl").write_text(lines)
    return folder


@pytest.fixture(scope="module")
def model(files: Path) -> LDA:
    corpus = read_here(str(files / "*.parquet"), min_df=2)
    return LDA(3, random_state=0, max_iter=20).fit(corpus)


def test_a_corpus_is_the_one_that_one_machine_builds(
    cluster: Any, files: Path, tmp_path: Path
) -> None:
    source = str(files / "*.parquet")
    limits = {"min_df": 3, "max_df": 0.5, "max_features": 12, "metadata": ["id"]}
    there = read(source, tmp_path / "there", **limits)
    here = read_here(source, out=tmp_path / "here", n_passes=2, **limits)
    assert list(there.vocabulary) == list(here.vocabulary)
    assert there.ids.to_list() == here.ids.to_list()
    assert (there.to_csr() != here.to_csr()).nnz == 0
    assert there.text_settings == here.text_settings
    assert not (tmp_path / "there.parts").exists()


def test_topics_have_the_order_of_the_source(
    cluster: Any, files: Path, model: LDA, tmp_path: Path
) -> None:
    """Without a column `id`, ids are numbers in the whole source."""
    seen: list[FileProgress] = []
    source = str(files / "*.parquet")
    written = infer(model, source, tmp_path / "out", progress=seen.append)
    table = pl.read_parquet(written)
    texts = pl.read_parquet(sorted(files.glob("*.parquet")))
    assert table["id"].to_list() == list(range(N_FILES * N_EACH))
    shares = table.select(pl.exclude("id")).to_numpy()
    np.testing.assert_array_equal(shares, model.transform(texts["text"].to_list()))
    assert seen[-1] == FileProgress(N_FILES, N_FILES, N_FILES * N_EACH)


def test_a_run_that_ended_early_does_only_what_is_left(
    cluster: Any, files: Path, model: LDA, tmp_path: Path
) -> None:
    model.save(tmp_path / "m.model")
    arguments = (tmp_path / "m.model", str(files / "*.jsonl"), tmp_path / "out")
    written = infer(*arguments, largest=2, metadata=["id"])
    ids = [f"doc-{number}-{row}" for number in range(N_FILES) for row in range(N_EACH)]
    assert pl.read_parquet(written)["id"].to_list() == ids
    content = [path.read_bytes() for path in written]
    written[1].unlink()
    kept = written[0].stat().st_mtime_ns
    seen: list[FileProgress] = []
    assert infer(*arguments, largest=2, metadata=["id"], progress=seen.append) == written
    assert [now.n_documents for now in seen] == [N_EACH]
    assert written[0].stat().st_mtime_ns == kept
    assert [path.read_bytes() for path in written] == content
    with pytest.raises(InputError, match="has results of a run with other largest"):
        infer(*arguments, largest=1, metadata=["id"])


def test_the_score_is_that_of_all_documents(
    cluster: Any, files: Path, model: LDA, tmp_path: Path
) -> None:
    source = str(files / "*.parquet")
    found = evaluate(model, source, tmp_path / "scores", metadata=["id"])
    corpus = read_here(source, vocabulary=model.vocabulary_, text_settings=model.text_settings_)
    scores, tokens = document_scores(model.state_, corpus.documents())
    assert found.score == pytest.approx(np.nansum(scores * tokens) / tokens.sum(), rel=1e-9)
    assert found.n_documents == int((tokens > 0).sum())
    table = pl.read_parquet(sorted((tmp_path / "scores").glob("part-*.parquet")))
    assert table["tokens"].to_list() == tokens.tolist()


def test_faults_of_the_input_are_reported(
    cluster: Any, files: Path, model: LDA, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match="body"):
        infer(model, str(files / "*.parquet"), tmp_path / "a", column="body")
    with pytest.raises(InputError, match="no vocabulary"):
        infer(LDA(2, max_iter=1).fit(np.eye(4)), str(files / "*.parquet"), tmp_path / "b")
    with pytest.raises(InputError, match="has a tokenizer"):
        read(str(files / "*"), tmp_path / "c", text_settings=TextSettings(tokenizer=str.split))
    (tmp_path / "d").mkdir()
    (tmp_path / "d" / "mine.txt").write_text("keep")
    with pytest.raises(InputError, match="has other files, such as mine"):
        infer(model, str(files / "*.parquet"), tmp_path / "d")
    assert not (tmp_path / "c").exists()
