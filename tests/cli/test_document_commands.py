"""`thalweg examples`, `explain`, `outliers`, and the columns that `infer` passes through."""

import csv
import json
import os
import re
import subprocess
from pathlib import Path

import numpy as np
import polars as pl
import pytest

from tests.cli.shell import assert_failed, command_line, environment, thalweg_command
from thalweg.model import TopicModel

SEA = "ship sailor harbour anchor captain wave deck"
FARM = "cow field tractor barn farmer harvest wheat"
PLANTED = ["a91", "a92"]  # in another language


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Sixty documents of two subjects, a model of them, a corpus with texts and one without."""
    folder = tmp_path_factory.mktemp("documents")
    rng = np.random.default_rng(0)
    texts = [" ".join(rng.choice((SEA, FARM)[j % 2].split(), 20)) for j in range(60)]
    foreign = ["el barco y el marinero estaban cerca del puerto viejo y hermoso"] * 2
    frame = pl.DataFrame(
        {
            "id": [f"a{j}" for j in range(60)] + PLANTED,
            "rating": [j % 5 for j in range(60)] + [0, 0],
            "label": ["sea, of course", "farm"] * 30 + ['a "quoted"\nlabel', None],
            "text": texts + foreign,
        }
    )
    frame.write_csv(folder / "all.csv")
    frame.head(60).write_csv(folder / "train.csv")
    train = ("train", "train.csv", "-k", "2", "--out", "a.model", "--max-df", "1.0")
    for command in (
        (*train, "--held-out", "0"),
        (
            "corpus",
            "build",
            "all.csv",
            "--metadata",
            "id,rating",
            "--out",
            "counts",
            "--max-df=1.0",
        ),
        ("corpus", "build", "all.csv", "--keep-texts", "--out", "kept", "--max-df=1.0"),
    ):
        done = thalweg_command(*command, cwd=folder)
        assert done.returncode == 0, done.stderr
    return folder


@pytest.fixture(scope="module")
def model(folder: Path) -> TopicModel:
    return TopicModel.load(folder / "a.model")


@pytest.fixture(scope="module")
def sea(model: TopicModel) -> int:
    return model.word_topics("ship")[0].topic


def frame_of(folder: Path) -> pl.DataFrame:
    return pl.read_csv(folder / "all.csv")


# ---------------------------------------------------------------------- examples


def test_examples_are_those_of_the_method(folder: Path, model: TopicModel) -> None:
    arguments = ("examples", "a.model", "all.csv", "--metadata", "id", "-n", "2", "--json")
    done = thalweg_command(*arguments, cwd=folder)
    assert done.returncode == 0, done.stderr
    expected = model.examples(frame_of(folder), 2).to_dicts()
    assert json.loads(done.stdout) == json.loads(json.dumps(expected))
    assert "next" not in done.stdout
    assert re.search(r"thalweg explain a.model all.csv --metadata id --document a\d+", done.stderr)


def test_examples_of_chosen_topics_are_written_to_files(folder: Path, sea: int) -> None:
    for name in ("e.csv", "e.jsonl", "e.parquet"):
        chosen = ("--only", str(sea), "-n", "1")
        done = thalweg_command("examples", "a.model", "kept", *chosen, "--out", name, cwd=folder)
        assert done.returncode == 0, done.stderr
    (row,) = csv.DictReader((folder / "e.csv").open())
    assert row["topic"] == str(sea)
    assert set(row["marked"].split()) <= set(SEA.split())
    assert pl.read_parquet(folder / "e.parquet")["snippet"][0] == row["snippet"]


def test_examples_from_counts_have_ids_and_say_that_there_are_no_texts(folder: Path) -> None:
    done = thalweg_command("examples", "a.model", "counts", "-n", "1", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "The documents have no texts." in done.stdout
    assert re.search(r"topic 0 .* a\d+", done.stdout)


def test_topics_that_are_not_numbers_or_do_not_exist_are_refused(folder: Path) -> None:
    done = thalweg_command("examples", "a.model", "all.csv", "--only", "ship", cwd=folder)
    assert_failed(done, "--only contains 'ship'; expected numbers from 0 to 1, or names of topics")
    done = thalweg_command("examples", "a.model", "all.csv", "--only", "2", cwd=folder)
    assert_failed(done, "--only contains 2; expected numbers from 0 to 1")


def test_marked_words_are_bold_on_a_terminal_only(folder: Path) -> None:
    arguments = command_line("examples", "a.model", "all.csv", "-n", "1")
    coloured = environment() | {"FORCE_COLOR": "1", "TERM": "xterm-256color"}
    coloured.pop("NO_COLOR", None)
    on = subprocess.run(arguments, cwd=folder, env=coloured, capture_output=True, text=True)
    off = subprocess.run(arguments, cwd=folder, env=environment(), capture_output=True, text=True)
    assert "\x1b[1;36m" in on.stdout
    assert "\x1b" not in off.stdout
    shown = re.sub(r" +$", "", re.sub(r"\x1b\[[\d;]*m", "", on.stdout), flags=re.MULTILINE)
    assert shown == off.stdout  # which has no blanks at the ends of lines


def test_topics_and_show_print_examples(folder: Path) -> None:
    arguments = ("topics", "train.csv", "-k", "2", "--max-df", "1.0", "--examples", "2")
    done = thalweg_command(*arguments, cwd=folder)
    assert done.stdout.count("e.g. ") == 4
    as_json = json.loads(thalweg_command(*arguments, "--json", cwd=folder).stdout)
    assert len(as_json["examples"]) == 4
    done = thalweg_command("show", "a.model", "all.csv", "--examples", "1", cwd=folder)
    assert done.stdout.count("e.g. ") == 2
    assert "e.g. " not in thalweg_command("show", "a.model", cwd=folder).stdout
    for arguments in (("a.model", "--examples", "1"), ("a.model", "all.csv")):
        done = thalweg_command("show", *arguments, cwd=folder)
        assert done.returncode == 2
        assert "expected both --examples and a FILE" in done.stderr


# ---------------------------------------------------------------------- explain


def test_explain_prints_topics_after_words(folder: Path, model: TopicModel, sea: int) -> None:
    text = "A ship, a cow and a zeppelin"
    done = thalweg_command("explain", "a.model", "--text", text, cwd=folder)
    assert done.stdout.startswith(f"A ship[{sea}], a cow[{1 - sea}] and a zeppelin[?]\n")
    assert "1 of 3 words are not known to the model." in done.stdout
    (folder / "one.txt").write_text(text)
    from_file = thalweg_command("explain", "a.model", "--text-file", "one.txt", cwd=folder)
    assert from_file.stdout == done.stdout
    as_json = thalweg_command("explain", "a.model", "--text", text, "--json", cwd=folder)
    found = json.loads(as_json.stdout)
    assert found["words"] == model.explain(text).to_dicts()
    assert found["topics"] == model.explain(text).topics.to_dicts()
    out = thalweg_command("explain", "a.model", "--text", text, "--out", "w.csv", cwd=folder)
    assert out.returncode == 0, out.stderr
    assert [row["topic"] for row in csv.DictReader((folder / "w.csv").open())] == [
        str(sea),
        str(1 - sea),
        "",
    ]


def test_explain_a_document_by_id_or_row(folder: Path, model: TopicModel) -> None:
    text = frame_of(folder)["text"][7]
    expected = model.explain(text).to_dicts()
    for arguments in (
        ("all.csv", "--metadata", "id", "--document", "a7"),
        ("all.csv", "--document", "7"),
        ("kept", "--document", "7"),
    ):
        done = thalweg_command("explain", "a.model", *arguments, "--json", cwd=folder)
        assert json.loads(done.stdout)["words"] == expected, done.stderr
    done = thalweg_command("explain", "a.model", "counts", "--document", "a7", cwd=folder)
    assert_failed(done, "counts holds counts without texts")
    done = thalweg_command("explain", "a.model", "all.csv", "--document", "b7", cwd=folder)
    assert_failed(done, "--document is 'b7'; expected the id of one of the 62 documents")


def test_explain_wants_exactly_one_text(folder: Path) -> None:
    for arguments in ((), ("--text", "a", "--text-file", "b"), ("--document", "7"), ("all.csv",)):
        done = thalweg_command("explain", "a.model", *arguments, cwd=folder)
        assert done.returncode == 2, arguments


def test_explain_is_coloured_unless_no_color_is_set(folder: Path) -> None:
    arguments = command_line("explain", "a.model", "--text", "a ship and a cow")
    variables = {k: v for k, v in environment().items() if k != "NO_COLOR"}
    variables |= {"FORCE_COLOR": "1", "TERM": "xterm-256color", "COLORTERM": "truecolor"}
    run = {"cwd": folder, "capture_output": True, "text": True}
    coloured = subprocess.run(arguments, env=variables, **run)  # type: ignore[call-overload]
    assert len(set(re.findall(r"\x1b\[1;38;2;[\d;]+m", coloured.stdout))) == 2
    variables["NO_COLOR"] = "1"
    plain = subprocess.run(arguments, env=variables, **run)  # type: ignore[call-overload]
    assert "38;2" not in plain.stdout
    assert re.search(r"ship(\x1b\[[\d;]*m)*\[[01]\]", plain.stdout)


# ---------------------------------------------------------------------- outliers and scores


def test_outliers_are_the_planted_documents(folder: Path) -> None:
    arguments = ("outliers", "a.model", "all.csv", "--metadata", "id")
    done = thalweg_command(*arguments, "--json", cwd=folder)
    found = json.loads(done.stdout)
    assert {row["id"] for row in found} == set(PLANTED)
    assert {row["reason"] for row in found} == {"unknown words"}
    printed = thalweg_command(*arguments, cwd=folder).stdout
    assert "2 of 62 documents do not fit the model." in printed
    one = thalweg_command(*arguments, "-n", "1", "--out", "o.csv", cwd=folder)
    assert one.returncode == 0, one.stderr
    assert len(list(csv.DictReader((folder / "o.csv").open()))) == 1


def test_infer_writes_scores(folder: Path, model: TopicModel) -> None:
    arguments = ("infer", "a.model", "all.csv", "--metadata", "id", "--score")
    expected = model.score_samples(frame_of(folder)["text"].to_list())
    for more in ((), ("--top", "1")):
        done = thalweg_command(*arguments, *more, cwd=folder)
        rows = list(csv.DictReader(done.stdout.splitlines()))
        found = [float(row["score"] or "nan") for row in rows]
        np.testing.assert_allclose(found, expected, atol=1e-5)
        assert np.isnan(found).any()


# ---------------------------------------------------------------------- metadata through infer


@pytest.mark.parametrize("top", [(), ("--top", "1")])
@pytest.mark.parametrize("name", ["t.csv", "t.jsonl", "t.parquet"])
def test_infer_writes_all_columns_asked_for(folder: Path, name: str, top: tuple[str, ...]) -> None:
    columns = ("--metadata", "rating,id,label")
    done = thalweg_command(
        "infer", "a.model", "all.csv", *columns, *top, "--out", name, "--force", cwd=folder
    )
    assert done.returncode == 0, done.stderr
    read = {"t.csv": pl.read_csv, "t.jsonl": pl.read_ndjson, "t.parquet": pl.read_parquet}[name]
    table, frame = read(folder / name), frame_of(folder)
    assert table.columns[:3] == ["id", "rating", "label"]
    assert table.columns[3] == ("top_1" if top else "topic_0")
    for column in ("id", "rating", "label"):
        found, expected = table[column].cast(pl.String), frame[column].cast(pl.String)
        assert found.fill_null("").to_list() == expected.fill_null("").to_list(), column
    # The same command replaces its own file.
    again = thalweg_command("infer", "a.model", "all.csv", *columns, *top, "-o", name, cwd=folder)
    assert again.returncode == 0, again.stderr


def test_infer_passes_columns_of_a_stored_corpus(folder: Path) -> None:
    done = thalweg_command("infer", "a.model", "counts", "--metadata", "rating", cwd=folder)
    rows = list(csv.DictReader(done.stdout.splitlines()))
    assert [row["rating"] for row in rows] == [str(r) for r in frame_of(folder)["rating"]]


def test_infer_refuses_an_unknown_column_and_lists_those_that_exist(folder: Path) -> None:
    done = thalweg_command("infer", "a.model", "all.csv", "--metadata", "ratings", cwd=folder)
    assert_failed(done, "no column 'ratings'; it has 'id', 'rating', 'label', 'text'")
    done = thalweg_command(
        "infer", "a.model", "counts", "--metadata", "label", "--out", "no.csv", cwd=folder
    )
    assert_failed(done, "--metadata has the column 'label'; the documents have 'id', 'rating'")
    assert not os.path.exists(folder / "no.csv")


def test_infer_refuses_a_column_that_the_table_has_itself(folder: Path) -> None:
    pl.DataFrame({"topic_0": [1], "text": ["ship"]}).write_csv(folder / "own.csv")
    done = thalweg_command("infer", "a.model", "own.csv", "--metadata", "topic_0", cwd=folder)
    assert_failed(done, "--metadata has the column 'topic_0', which is also a column of topics")


def test_formulas_in_passed_columns_are_defused_for_spreadsheets(folder: Path) -> None:
    frame = pl.DataFrame({"id": ["=1+1"], "note": ["=2+2"], "n": [-3], "text": ["ship"]})
    frame.write_csv(folder / "formulas.csv")
    arguments = ("infer", "a.model", "formulas.csv", "--metadata", "id,note,n", "--spreadsheet")
    for more in ((), ("--top", "1")):
        done = thalweg_command(*arguments, *more, cwd=folder)
        assert done.stdout.splitlines()[1].startswith("'=1+1,'=2+2,-3,"), done.stderr


def test_train_and_topics_refuse_metadata(folder: Path) -> None:
    for command in (("topics", "train.csv"), ("train", "train.csv", "--out", "b.model")):
        done = thalweg_command(*command, "--metadata", "id", cwd=folder)
        assert done.returncode == 2
        assert "No such option: --metadata" in done.stderr
