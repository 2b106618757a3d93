"""`thalweg similar` with texts, `index`, `hierarchy` and `compare`, each as a process."""

import json
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tests.analysis.comparing.planted_topics import model_with, subjects
from tests.cli.shell import assert_failed, thalweg_command
from thalweg.model import TopicModel

SEA = ["boat", "harbour", "wave", "sail", "anchor", "tide"]
KITCHEN = ["bread", "oven", "flour", "sugar", "butter", "recipe"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Texts with a planted duplicate (s4 and s20), a model of them, and two planted models."""
    folder, rng = tmp_path_factory.mktemp("comparing"), np.random.default_rng(0)
    rows = [
        {"id": f"s{j}", "text": " ".join([*rng.choice((SEA, KITCHEN)[j % 2], 12), *SEA[: j % 3]])}
        for j in range(40)
    ]
    rows[20]["text"] = rows[4]["text"]
    (folder / "stories.jsonl").write_text("\n".join(map(json.dumps, rows)))
    options = ("-k", "2", "--min-df", "1", "--max-df", "1.0", "--out", "a.model")
    done = thalweg_command("train", "stories.jsonl", *options, cwd=folder)
    assert done.returncode == 0, done.stderr
    counts = subjects(5)
    model_with(counts).save(folder / "old.model")
    model_with(np.vstack([counts[:3], counts[3] + counts[4]])).save(folder / "new.model")
    return folder


def test_similar_prints_the_beginning_of_the_text(folder: Path) -> None:
    arguments = ("similar", "a.model", "stories.jsonl", "--metadata", "id", "--document", "s4")
    done = thalweg_command(*arguments, "-n", "3", cwd=folder)
    assert done.returncode == 0, done.stderr
    first = [line for line in done.stdout.splitlines() if line.strip()][2].split()
    assert first[:3] == ["0.000", "20", "s20"]
    assert set(first[3:]) <= {*SEA, *KITCHEN}
    assert "for faster searches: thalweg index a.model stories.jsonl" in done.stderr
    assert thalweg_command(*arguments, "--out", "s.csv", cwd=folder).returncode == 0
    table = pl.read_csv(folder / "s.csv")
    assert table.columns == ["document", "id", "distance", "text"]
    assert table["id"][0] == "s20"


def test_an_index_gives_the_same_documents_as_the_file(folder: Path) -> None:
    built = ("index", "a.model", "stories.jsonl", "--metadata", "id", "--out", "s.index")
    done = thalweg_command(*built, cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "wrote s.index: 40 documents" in done.stderr
    for query in (("--document", "s4"), ("--document", "4"), ("--text", "bread and butter")):
        reading = ("similar", "a.model", "stories.jsonl", "--metadata", "id", *query, "--json")
        expected = json.loads(thalweg_command(*reading, cwd=folder).stdout)
        found = thalweg_command("similar", "a.model", "s.index", *query, "--json", cwd=folder)
        assert json.loads(found.stdout) == expected
    assert_failed(
        thalweg_command("similar", "old.model", "s.index", "--document", "s4", cwd=folder),
        "belongs to another model",
    )
    assert_failed(
        thalweg_command("index", "a.model", "stories.jsonl", "--out", "old.model", cwd=folder),
        "which exists and is not an index",
    )


def test_compare_prints_changes_and_a_summary(folder: Path) -> None:
    done = thalweg_command("compare", "old.model", "new.model", cwd=folder)
    assert done.returncode == 0, done.stderr
    lines = [line.split() for line in done.stdout.splitlines() if line.strip()]
    assert [line[:3] for line in lines if line[0] == "merged"] == [
        ["merged", "3", "3"],
        ["merged", "4", "3"],
    ]
    assert "3 matched, 1 merged." in done.stdout
    printed = thalweg_command("compare", "old.model", "new.model", "--json", cwd=folder)
    old, new = TopicModel.load(folder / "old.model"), TopicModel.load(folder / "new.model")
    assert json.loads(printed.stdout) == old.compare(new, n_words=6).to_dicts()
    table = ("compare", "old.model", "new.model", "--out", "c.parquet")
    done = thalweg_command(*table, cwd=folder)
    assert done.stderr.splitlines()[:2] == ["wrote c.parquet: 5 rows", "3 matched, 1 merged"]
    assert pl.read_parquet(folder / "c.parquet")["change"].to_list() == [
        *["matched"] * 3,
        *["merged"] * 2,
    ]


def test_hierarchy_prints_a_tree_groups_and_pairs(folder: Path) -> None:
    done = thalweg_command("hierarchy", "old.model", cwd=folder)
    model = TopicModel.load(folder / "old.model")
    assert done.stdout.rstrip() == model.hierarchy().text(100)
    done = thalweg_command("hierarchy", "old.model", "--groups", "2", "--json", cwd=folder)
    assert json.loads(done.stdout) == model.hierarchy().cut(2).to_dicts()
    done = thalweg_command("hierarchy", "old.model", "--pairs", "3", "--json", cwd=folder)
    assert json.loads(done.stdout) == model.similar_topics(3).to_dicts()
    assert_failed(
        thalweg_command("hierarchy", "old.model", "--groups", "6", cwd=folder),
        "--groups is 6; expected 1 to 5",
    )


def test_hierarchy_draws_the_tree(folder: Path) -> None:
    pytest.importorskip("matplotlib")
    arguments = ("hierarchy", "old.model", "--groups", "2", "--plot", "h.svg")
    done = thalweg_command(*arguments, cwd=folder)
    assert "wrote h.svg" in done.stderr
    assert (folder / "h.svg").read_bytes().startswith(b"<?xml")
