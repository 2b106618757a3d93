"""`thalweg name`, and where other commands show the names of topics and point out junk words."""

import io
import json
import random
import shutil
from collections.abc import Callable
from pathlib import Path

import polars as pl
import pytest

from tests.cli.shell import assert_failed, thalweg_command
from thalweg.corpus.reading import read
from thalweg.model import TopicModel

SEA = ["boat", "harbour", "wave", "sail", "anchor", "tide", "fish", "captain", "storm", "island"]
KITCHEN = ["bread", "oven", "flour", "sugar", "butter", "recipe", "spoon", "taste", "cook", "salt"]


@pytest.fixture(scope="module")
def material(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("naming")
    rng = random.Random(0)
    rows = [
        {"id": f"s{i}", "text": " ".join(rng.choices(SEA if i % 2 else KITCHEN, k=20))}
        for i in range(100)
    ]
    (folder / "stories.jsonl").write_text("\n".join(map(json.dumps, rows)))
    corpus = read(folder / "stories.jsonl", metadata=["id"])
    model = TopicModel(2, random_state=0, max_iter=5).fit(corpus)
    model.save(folder / "a.model")
    sea = next(topic.topic for topic in model.topics(3) if set(topic.words) <= set(SEA))
    (folder / "sea").write_text(str(sea))
    return folder


@pytest.fixture
def folder(material: Path, tmp_path: Path) -> Path:
    shutil.copytree(material, tmp_path, dirs_exist_ok=True)
    return tmp_path


def names(folder: Path, model: str = "a.model") -> dict[int, str]:
    return TopicModel.load(folder / model).topic_names_


def sea(folder: Path) -> int:
    return int((folder / "sea").read_text())


def test_without_options_names_are_suggested_and_nothing_is_written(folder: Path) -> None:
    before = (folder / "a.model").read_bytes()
    done = thalweg_command("name", "a.model", "--json", cwd=folder)
    assert done.returncode == 0, done.stderr
    for row in json.loads(done.stdout):
        words = SEA if row["topic"] == sea(folder) else KITCHEN
        assert row["name"] is None
        assert set(row["suggested"].split(", ")) <= set(words)
    shown = thalweg_command("name", "a.model", cwd=folder)
    assert "suggested name" in shown.stdout
    assert "thalweg name a.model --auto" in shown.stderr
    assert (folder / "a.model").read_bytes() == before


def test_names_are_set_removed_and_shown_by_other_commands(folder: Path) -> None:
    k = sea(folder)
    done = thalweg_command("name", "a.model", "--set", f"{k}=at sea, mostly", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "at sea, mostly" in done.stdout
    assert "1 of 2 topics have a name; wrote a.model" in done.stderr
    assert names(folder) == {k: "at sea, mostly"}
    for command in (("show", "a.model"), ("words", "a.model", "boat")):
        assert "at sea, mostly" in thalweg_command(*command, cwd=folder).stdout
    shown = json.loads(thalweg_command("show", "a.model", "--json", cwd=folder).stdout)
    assert {topic["topic"]: topic["name"] for topic in shown["topics"]} == {
        k: "at sea, mostly",
        1 - k: None,
    }
    thalweg_command("name", "a.model", "--set", f"{k}=", cwd=folder)
    assert names(folder) == {}


def test_infer_calls_columns_after_topics_and_replaces_its_own_tables(folder: Path) -> None:
    k = sea(folder)
    thalweg_command(
        "name", "a.model", "--set", f"{k}=Größe: sea", "--set", f"{1 - k}=id", cwd=folder
    )
    plain = thalweg_command("infer", "a.model", "stories.jsonl", cwd=folder)
    expected = ["id", "Größe_sea", f"id_{1 - k}"] if k == 0 else ["id", f"id_{1 - k}", "Größe_sea"]
    table = pl.read_csv(io.StringIO(plain.stdout))
    assert table.columns == expected
    assert (table["Größe_sea"].to_numpy() > 0.5).tolist() == [i % 2 == 1 for i in range(100)]
    readers: dict[str, Callable[[Path], pl.DataFrame]] = {
        "csv": pl.read_csv,
        "jsonl": pl.read_ndjson,
        "parquet": pl.read_parquet,
    }
    for form, reader in readers.items():
        infer = ("infer", "a.model", "stories.jsonl", "--out", f"t.{form}")
        for _ in range(2):
            done = thalweg_command(*infer, cwd=folder)
            assert done.returncode == 0, done.stderr
        assert reader(folder / f"t.{form}").columns == expected
    top = thalweg_command("infer", "a.model", "stories.jsonl", "--top", "1", cwd=folder)
    table = pl.read_csv(io.StringIO(top.stdout))
    assert table.columns == ["id", "top_1", "share_1", "name_1"]
    assert table.row(1)[1::2] == (k, "Größe: sea")


def test_a_table_of_others_is_not_taken_for_a_table_of_named_topics(folder: Path) -> None:
    thalweg_command("name", "a.model", "--auto", cwd=folder)
    for text in ("id,a,b\nx,0.50000,0.60000\n", "id,a,b\nx,1,0\n", '{"id":1,"a":0.5}\n'):
        (folder / "theirs.csv").write_text(text)
        infer = ("infer", "a.model", "stories.jsonl", "--out", "theirs.csv")
        assert_failed(thalweg_command(*infer, cwd=folder), "which exists and is not a table")
        assert (folder / "theirs.csv").read_text() == text


def test_names_come_from_a_table_and_options_take_precedence(folder: Path) -> None:
    (folder / "names.csv").write_bytes('\ufefftopic;name;note\n0;null;\n1;"one; two";x\n'.encode())
    done = thalweg_command(
        "name", "a.model", "--from", "names.csv", "--set", "0=zero", "--out", "b.model", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    assert (names(folder), names(folder, "b.model")) == ({}, {0: "zero", 1: "one; two"})
    done = thalweg_command("name", "b.model", "--clear", "--set", "1=x", "--json", cwd=folder)
    assert json.loads(done.stdout) == [{"topic": 0, "name": None}, {"topic": 1, "name": "x"}]
    thalweg_command("name", "b.model", "--auto", cwd=folder)
    assert names(folder, "b.model")[1] == "x"
    assert set(names(folder, "b.model")) == {0, 1}


def test_an_exported_table_of_words_can_be_read_as_names(folder: Path) -> None:
    thalweg_command("name", "a.model", "--auto", cwd=folder)
    thalweg_command("export", "a.model", "--to", "csv", "--out", "words.csv", cwd=folder)
    again = thalweg_command("export", "a.model", "--to", "csv", "--out", "words.csv", cwd=folder)
    assert again.returncode == 0, again.stderr
    expected = names(folder)
    thalweg_command("name", "a.model", "--clear", cwd=folder)
    assert names(folder) == {}
    thalweg_command("name", "a.model", "--from", "words.csv", cwd=folder)
    assert names(folder) == expected


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("topic,label\n0,x\n", "names.csv has the columns topic, label; expected topic and name"),
        ("topic,name\nzero,x\n", "line 2 of names.csv has the topic 'zero'; expected a number"),
        ("topic,name\n0,x\n0,y\n", "line 3 of names.csv names topic 0 'y'"),
        ("topic,name\n7,x\n", "--from has the topic 7; expected a number from 0 to 1"),
        ("topic,name\n0,x\n1,X\n", "--from: the topics 0 and 1 would both be called"),
    ],
)
def test_a_table_that_has_no_names_is_refused(folder: Path, text: str, message: str) -> None:
    (folder / "names.csv").write_text(text)
    before = (folder / "a.model").read_bytes()
    assert_failed(thalweg_command("name", "a.model", "--from", "names.csv", cwd=folder), message)
    assert (folder / "a.model").read_bytes() == before


@pytest.mark.parametrize("given", ["parking", "x=parking", "=parking", "-1=parking"])
def test_an_option_that_is_not_a_name_is_wrong_usage(folder: Path, given: str) -> None:
    done = thalweg_command("name", "a.model", f"--set={given}", cwd=folder)
    assert done.returncode == 2
    assert "is not TOPIC=NAME" in done.stderr


def test_a_checkpoint_is_not_replaced(folder: Path) -> None:
    corpus = read(folder / "stories.jsonl")
    TopicModel(2, random_state=0, max_iter=2).fit(corpus, checkpoint=folder / "kept")
    checkpoint = next((folder / "kept").glob("*.safetensors"))
    before = checkpoint.read_bytes()
    done = thalweg_command("name", checkpoint, "--set", "0=x", cwd=folder)
    assert done.returncode == 2
    assert "is a checkpoint" in done.stderr
    assert checkpoint.read_bytes() == before


def test_topics_orders_words_by_relevance_and_points_out_markup(tmp_path: Path) -> None:
    rng = random.Random(0)
    subjects = [SEA, KITCHEN, ["judge", "jury", "appeal", "verdict", "trial", "bail", "court"]]
    texts = [f"today &nbsp; {' '.join(rng.choices(subjects[i % 3], k=12))}" for i in range(150)]
    (tmp_path / "a.txt").write_text("\n".join(texts))
    options = ("--format", "lines", "--max-df", "1.0", "-k", "3", "--words", "5", "--json")
    done = thalweg_command("topics", "a.txt", *options, "--words-by", "relevance", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    for topic in json.loads(done.stdout)["topics"]:
        assert not {"today", "nbsp"} & set(topic["words"])
    hint = "nbsp looks like markup in 3 topics; to leave it out: --stop-words english,nbsp\n"
    assert hint in done.stderr
    other = thalweg_command("topics", "a.txt", *options, "--stop-words", "none", cwd=tmp_path)
    assert "to leave it out: --stop-words nbsp\n" in other.stderr
