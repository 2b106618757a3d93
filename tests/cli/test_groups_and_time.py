"""`thalweg by` and `thalweg over-time` as a shell runs them, on documents with planted groups."""

import csv
import json
from datetime import date, timedelta
from pathlib import Path

import polars as pl
import pytest

from tests.cli.shell import assert_failed, thalweg_command
from thalweg import LDA, read

FRUIT = ["apple", "banana", "cherry", "orange", "peach"]
CARS = ["engine", "wheel", "brake", "motor", "road"]


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Documents about fruit (kind a) and cars (kind b); cars are recent, and May has none."""
    folder = tmp_path_factory.mktemp("groups")
    with (folder / "d.csv").open("w", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(["body", "kind", "size", "day"])
        for row in range(120):
            is_car = row % 3 == 0
            words = CARS if is_car else FRUIT
            text = " ".join(words[(row + step) % 5] for step in (0, 1, 2, 3, 4, 7))
            start = date(2024, 6, 1) if is_car else date(2024, 1, 1)
            day = start + timedelta(days=row % 80)
            writer.writerow([text, "b" if is_car else "a", row % 2 + 1, day])
        writer.writerow(["apple", "", 1, ""])
    corpus = read(folder / "d.csv", column="body", min_df=1, max_df=1.0)
    LDA(2, random_state=0).fit(corpus).save(folder / "m.model")
    return folder


def by(folder: Path, *options: str | Path) -> "tuple[int, str, str]":
    done = thalweg_command("by", "m.model", "d.csv", "--text-column", "body", *options, cwd=folder)
    return done.returncode, done.stdout, done.stderr


def test_groups_are_printed_with_their_distinctive_topics(folder: Path) -> None:
    code, out, err = by(folder, "--column", "kind")
    assert code == 0, err
    lines = out.splitlines()
    a, b = lines.index("kind a: 80 documents"), lines.index("kind b: 40 documents")
    assert set(FRUIT) & set(lines[a + 1].split())
    assert set(CARS) & set(lines[b + 1].split())
    assert "1 document without kind left out." in out
    assert "thalweg by m.model d.csv --column kind --text-column body --plot by.png" in err


def test_the_files_of_by_have_all_numbers(folder: Path, tmp_path: Path) -> None:
    for name in ("t.csv", "t.jsonl", "t.parquet"):
        code, out, err = by(folder, "--column", "kind", "--column", "size", "-o", tmp_path / name)
        assert (code, out) == (0, ""), err
    frame = pl.read_csv(tmp_path / "t.csv")
    assert frame.columns[:5] == ["group", "subgroup", "topic", "name", "n_documents"]
    assert frame.height == 4 * 2
    assert frame.equals(pl.read_csv(tmp_path / "t.csv"))
    parquet = pl.read_parquet(tmp_path / "t.parquet")
    assert parquet["share"].to_list() == pytest.approx(frame["share"].to_list())
    assert parquet.select(pl.struct("group", "subgroup").n_unique()).item() == 4


def test_several_topics_over_time_have_a_line_per_period(folder: Path) -> None:
    arguments = ("over-time", "m.model", "d.csv", "--column", "body", "--date", "day", "--every")
    done = thalweg_command(*arguments, "month", "--only", "0,1", cwd=folder)
    assert done.returncode == 0, done.stderr
    header, *lines = done.stdout.splitlines()
    assert header.split() == ["start", "documents", "topic", "0", "topic", "1"]
    months = {line.split()[0]: line.split()[1:] for line in lines if line.startswith("2024")}
    assert list(months) == [f"2024-{month:02}-01" for month in range(1, 9)]
    assert months["2024-05-01"][0] == "0"  # a gap
    shares = [float(cell.rstrip("%")) for cell in months["2024-01-01"][1:]]
    assert max(shares) > 90  # January has fruit only
    assert sum(shares) == pytest.approx(100, abs=0.11)
    wide = thalweg_command(*arguments, "month", "--wide", cwd=folder)
    assert wide.stdout == done.stdout


def test_two_periods_are_compared(folder: Path, tmp_path: Path) -> None:
    arguments = ("over-time", "m.model", "d.csv", "--column", "body", "--date", "day", "--every")
    out = tmp_path / "changes.csv"
    done = thalweg_command(
        *arguments, "month", "--compare", "2024-01,2024-08", "--out", out, cwd=folder
    )
    assert done.returncode == 0, done.stderr
    changes = {float(row["change"]) for row in csv.DictReader(out.open())}
    assert max(changes) > 0.9  # fruit in January, cars in August
    assert sum(changes) == pytest.approx(0, abs=1e-6)
    done = thalweg_command(*arguments, "month", "--compare", "2024,2024-08", cwd=folder)
    assert_failed(done, "--compare has '2024', which fits 6 periods; expected the first day")


def test_only_documents_that_meet_all_conditions_are_read(folder: Path) -> None:
    where = ("--where", "kind=a", "--where", "size>1", "--where", "day<=2024-03")
    code, out, err = by(folder, "--column", "kind", "--json", *where)
    assert code == 0, err
    rows = list(csv.DictReader((folder / "d.csv").open()))
    met = [r for r in rows if (r["kind"], r["size"]) == ("a", "2") and r["day"] < "2024-04"]
    assert {(row["group"], row["n_documents"]) for row in json.loads(out)} == {("a", len(met))}
    options = ("--column", "body", "--max-df", "1.0", "-k", "2", "--json", "--where", "day<2024-06")
    done = thalweg_command("topics", "d.csv", *options, cwd=folder)
    words = {word for topic in json.loads(done.stdout)["topics"] for word in topic["words"]}
    assert words == set(FRUIT)
    done = thalweg_command("topics", "d.csv", *options, "--where", "colour=red", cwd=folder)
    assert_failed(done, "no column 'colour'; it has 'body', 'kind', 'size', 'day'")
    done = thalweg_command("topics", "d.csv", *options, "--where", "size=7", cwd=folder)
    assert_failed(done, "--where is 'day<2024-06', 'size=7'; none of the 121 documents")


def test_two_groups_are_compared(folder: Path) -> None:
    code, out, err = by(folder, "--column", "kind", "--compare", "a,b", "--json")
    assert code == 0, err
    rows = json.loads(out)
    assert rows[0]["change"] > 0.7
    assert rows[0]["low"] > 0.5
    assert set(rows[0]["words"]) <= set(CARS)
    code, out, _ = by(folder, "--column", "kind", "--compare", "a,b")
    assert out.splitlines()[1].split()[:4] == ["topic", "a", "b", "change"]


def test_pictures_are_drawn(folder: Path, tmp_path: Path) -> None:
    pytest.importorskip("matplotlib")
    for chart in ("heatmap", "bars"):
        out = tmp_path / f"{chart}.png"
        code, _, err = by(folder, "--column", "kind", "--plot", out, "--chart", chart)
        assert code == 0, err
        assert f"wrote {out}" in err
        assert out.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--column", "kin"], "d.csv has no column 'kin'"),
        (["--column", "kind", "--compare", "a,z"], "--compare has 'z', which is not a group"),
        (["--column", "kind", "--only", "5"], "--only contains 5; expected numbers from 0 to 1"),
        (["--column", "kind", "--text-column", "txt"], "such as --text-column"),
    ],
)
def test_mistakes_are_one_line(folder: Path, options: list[str], message: str) -> None:
    done = thalweg_command(
        "by", "m.model", "d.csv", *(["--text-column", "body"] if len(options) < 4 or
        options[2] != "--text-column" else []), *options, cwd=folder
    )  # fmt: skip
    assert_failed(done, message)


def test_topics_over_time_have_a_line_with_a_curve_each(folder: Path) -> None:
    arguments = ["over-time", "m.model", "d.csv", "--column", "body", "--date", "day"]
    done = thalweg_command(*arguments, "--every", "month", cwd=folder)
    assert done.returncode == 0, done.stderr
    summary = " ".join(done.stdout.split())  # lines are wrapped
    assert "8 periods (every month) from 2024-01-01 to 2024-08-01" in summary
    assert "2 of them without documents" in summary
    assert "1 document without a date left out." in summary
    assert done.stdout.count("\u2588") >= 2
    assert "--words" in done.stderr


def test_the_file_of_over_time_has_gaps_and_the_sum_of_others(folder: Path, tmp_path: Path) -> None:
    arguments = ["over-time", "m.model", "d.csv", "--column", "body", "--date", "day"]
    options = ["--every", "month", "--only", "0", "--out", tmp_path / "t.csv"]
    done = thalweg_command(*arguments, *options, cwd=folder)
    assert done.returncode == 0, done.stderr
    frame = pl.read_csv(tmp_path / "t.csv")
    assert frame["name"].unique().sort().to_list() == ["1 other", "topic 0"]
    assert frame.filter(pl.col("n_documents") == 0)["start"].to_list() == [
        day for day in ("2024-04-01", "2024-05-01") for _ in range(2)
    ]
    sums = frame.drop_nulls("share").group_by("start").agg(pl.col("share").sum())["share"]
    assert sums.to_list() == pytest.approx([1.0] * 6)


def test_words_of_a_topic_over_time(folder: Path) -> None:
    arguments = ["over-time", "m.model", "d.csv", "--column", "body", "--date", "day"]
    done = thalweg_command(*arguments, "--words", "0", "--top", "2", cwd=folder)
    assert done.returncode == 0, done.stderr
    assert "most frequent" in done.stdout
    done = thalweg_command(*arguments, "--words", "0", "--json", cwd=folder)
    rows = json.loads(done.stdout)
    assert rows[0]["start"].startswith("2024-")
    words = {row["word"] for row in rows}
    assert words <= set(FRUIT) | set(CARS)
    done = thalweg_command(*arguments, "--words", "0", "--only", "1", cwd=folder)
    assert done.returncode == 2
    assert "cannot be used with --words" in done.stderr


def test_an_unknown_period_is_one_line(folder: Path) -> None:
    arguments = ["over-time", "m.model", "d.csv", "--column", "body", "--date", "day"]
    done = thalweg_command(*arguments, "--every", "hour", cwd=folder)
    assert_failed(done, "--every is 'hour'; expected day, week, month, quarter, year")
