"""Input that people have, as a shell gives it: spreadsheets, databases, pipes, HTML, stop words."""

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import polars as pl
import pytest

from tests.cli.shell import assert_failed, command_line, environment, thalweg_command

THEMES = ("boat wave harbour &amp; tide", "bread oven flour &amp; salt")
ROWS = [
    {"id": f"r{n}", "stars": n % 5, "review": f"the {THEMES[n % 2]} {THEMES[n % 2]}"}
    for n in range(60)
]
LIMITS = ("--min-df", "2", "--max-df", "1.0", "--column", "review", "--json")


def words_of(done: "subprocess.CompletedProcess[str]") -> list[str]:
    assert done.returncode == 0, done.stderr
    return sorted(each["word"] for each in json.loads(done.stdout)["top_words"])


def info(folder: Path, source: str, *options: str, given: str | None = None) -> list[str]:
    done = thalweg_command("corpus", "info", source, *LIMITS, *options, cwd=folder, given=given)
    return words_of(done)


EXPECTED = ["amp", "boat", "bread", "flour", "harbour", "oven", "salt", "tide", "wave"]


@pytest.fixture
def table(tmp_path: Path) -> pl.DataFrame:
    return pl.DataFrame(ROWS)


def test_a_spreadsheet_and_a_database_are_read(tmp_path: Path, table: pl.DataFrame) -> None:
    with sqlite3.connect(tmp_path / "reviews.db") as connection:
        connection.execute("create table reviews (id text, stars integer, review text)")
        connection.executemany("insert into reviews values (?, ?, ?)", table.rows())
    assert info(tmp_path, "reviews.db") == EXPECTED
    query = "select * from reviews where id < 'r2'"
    assert info(tmp_path, "sqlite:///reviews.db", "--query", query) == EXPECTED
    pytest.importorskip("fastexcel", reason="needs fastexcel")
    pytest.importorskip("xlsxwriter", reason="needs xlsxwriter")
    table.write_excel(tmp_path / "reviews.xlsx", worksheet="Reviews")
    assert info(tmp_path, "reviews.xlsx", "--sheet", "Reviews") == EXPECTED


def test_json_lines_and_csv_on_standard_input_are_recognised(
    tmp_path: Path, table: pl.DataFrame
) -> None:
    assert info(tmp_path, "-", given=table.write_ndjson()) == EXPECTED
    assert info(tmp_path, "-", given=table.write_csv()) == EXPECTED


def test_a_semicolon_is_recognised_and_reported(tmp_path: Path, table: pl.DataFrame) -> None:
    table.write_csv(tmp_path / "reviews.csv", separator=";")
    done = thalweg_command("corpus", "info", "reviews.csv", *LIMITS, cwd=tmp_path)
    assert words_of(done) == EXPECTED
    assert "has the separator ';'" in done.stderr
    assert "--separator ;" in done.stderr
    done = thalweg_command("topics", "reviews.csv", cwd=tmp_path)
    assert "it has 'id', 'stars', 'review'" in done.stderr
    assert "--column review" in done.stderr


def test_markup_is_suggested_and_removed(tmp_path: Path, table: pl.DataFrame) -> None:
    table.write_csv(tmp_path / "reviews.csv")
    done = thalweg_command("corpus", "info", "reviews.csv", *LIMITS, cwd=tmp_path)
    assert "100% of the first 60 texts contain HTML" in done.stderr
    assert "--strip-markup" in done.stderr
    assert "amp" not in info(tmp_path, "reviews.csv", "--strip-markup")


def test_stop_words_add_up(tmp_path: Path, table: pl.DataFrame) -> None:
    table.write_csv(tmp_path / "reviews.csv")
    (tmp_path / "mine.txt").write_text("tide\nwave\n")
    kept = ["boat", "bread", "flour", "harbour", "oven", "salt"]
    for options in (["english,mine.txt,amp"], ["english", "mine.txt", "amp"]):
        given = [part for option in options for part in ("--stop-words", option)]
        assert info(tmp_path, "reviews.csv", *given) == kept
    assert "the" in info(tmp_path, "reviews.csv", "--stop-words", "none,amp")
    missing = thalweg_command(
        "topics", "reviews.csv", *LIMITS, "--stop-words", "english,yours.txt", cwd=tmp_path
    )
    assert_failed(missing, "--stop-words: the file yours.txt does not exist")
    alone = thalweg_command("topics", "reviews.csv", *LIMITS, "--stop-words", "amp", cwd=tmp_path)
    assert_failed(alone, "--stop-words english,amp")


def test_infer_warns_about_texts_that_the_model_hardly_knows(
    tmp_path: Path, table: pl.DataFrame
) -> None:
    table.write_csv(tmp_path / "reviews.csv")
    trained = thalweg_command(
        "topics", "reviews.csv", *LIMITS, "-k", "2", "--save", "a.model", cwd=tmp_path
    )
    assert trained.returncode == 0, trained.stderr
    other = "das Boot liegt im Hafen und wartet auf die Flut boat\n" * 30
    done = thalweg_command("infer", "a.model", "-", cwd=tmp_path, given=other)
    assert done.returncode == 0
    assert "the model knows only 10% of the words" in done.stderr
    own = thalweg_command("infer", "a.model", "reviews.csv", "--column", "review", cwd=tmp_path)
    assert own.stderr == ""


def test_help_explains_a_command_in_words(tmp_path: Path) -> None:
    done = thalweg_command("help", "corpus", "build", cwd=tmp_path)
    assert done.returncode == 0
    assert done.stdout.startswith("Usage: thalweg corpus build [OPTIONS] FILE...")
    for typed in ("<list", "<str", "<int", "<bool", "<text", "x>=", "default: (", "{FILE}"):
        assert typed not in done.stdout
    unknown = thalweg_command("help", "topcs", cwd=tmp_path)
    assert unknown.returncode == 2
    assert "Did you mean 'topics'?" in unknown.stderr


@pytest.mark.skipif(sys.platform == "win32", reason="Windows closes pipes differently")
@pytest.mark.parametrize("command", ["show a.model", "words a.model boat", "corpus info a.csv"])
def test_a_closed_pipe_ends_a_command_quietly(
    tmp_path: Path, table: pl.DataFrame, command: str
) -> None:
    table.write_csv(tmp_path / "a.csv")
    thalweg_command("topics", "a.csv", *LIMITS, "-k", "2", "--save", "a.model", cwd=tmp_path)
    options = LIMITS if "corpus" in command else ()
    read_end, write_end = os.pipe()
    os.close(read_end)
    done = subprocess.run(
        command_line(*command.split(), *options),
        cwd=tmp_path,
        env=environment(),
        stdout=write_end,
        stderr=subprocess.PIPE,
        text=True,
    )
    os.close(write_end)
    assert done.returncode == 1
    assert "error" not in done.stderr.lower()
    assert "broken" not in done.stderr.lower()
