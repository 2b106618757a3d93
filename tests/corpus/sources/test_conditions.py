"""`where`: which documents meet conditions on their columns."""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import Any

import polars as pl
import pytest

import thalweg
from thalweg import Corpus, InputError
from thalweg.corpus.sources.tables.conditions import Conditions

DAYS = ["2023-12-31", "2024-01-01", "2024-05-31", "2024-06-01", None]
COLUMNS: dict[str, list[Any]] = {
    "number": [1, 2, 3, 10, None],
    "decimal": [0.5, 2.0, 2.5, 10.0, None],
    "digits": ["1", "2", "3", "10", None],
    "name": ["a", "B", "b c", "1,5", None],
    "day": [None if day is None else date.fromisoformat(day) for day in DAYS],
    "time": [None if day is None else datetime.fromisoformat(f"{day} 10:30:00") for day in DAYS],
    "iso": DAYS,
    "iso_time": [None if day is None else f"{day}T10:30:00" for day in DAYS],
    "year": [2023, 2024, 2024, 2024, None],
    "flag": [True, False, True, True, None],
}
FRAME = pl.DataFrame(COLUMNS).with_columns(text=pl.lit("some words"))


@pytest.mark.parametrize(
    ("condition", "expected"),
    [
        ("number=10", [3]),
        ("number != 10", [0, 1, 2]),
        ("number>=3", [2, 3]),
        ("number > 9.5", [3]),
        ("number<-1e3", []),
        ("decimal=2", [1]),
        ("decimal<=2.5", [0, 1, 2]),
        ("digits<10", [0, 1, 2]),  # by value, not by letters
        ("digits=2.0", [1]),
        ("name=b c", [2]),
        ("name=b", []),
        ("name!=B", [0, 2, 3]),
        ("name=1,5", [3]),
        ("flag=true", [0, 2, 3]),
        ("year=2024", [1, 2, 3]),
        ("year<2024", [0]),
        *(
            (f"{column}{end}", rows)
            for column in ("day", "time", "iso", "iso_time")
            for end, rows in {
                "=2024": [1, 2, 3],
                "!=2024": [0],
                ">2024": [],
                "<=2024": [0, 1, 2, 3],
                "<2024": [0],
                ">=2024-05": [2, 3],
                "<=2024-05": [0, 1, 2],
                "=2024-05-31": [2],
                ">2024-05-31": [3],
            }.items()
        ),
        ("time>=2024-05-31T10:31", [3]),
    ],
)
def test_a_condition_is_met_by_these_documents(condition: str, expected: list[int]) -> None:
    assert Conditions.of(condition).rows(FRAME).arg_true().to_list() == expected


def test_all_conditions_must_hold_and_their_columns_are_not_kept(tmp_path: Path) -> None:
    FRAME.write_csv(tmp_path / "table.csv")
    FRAME.write_parquet(tmp_path / "table.parquet")
    FRAME.select("number", "iso", "text").write_ndjson(tmp_path / "table.jsonl")
    where = ["iso>=2024", "number<10"]
    for source in (FRAME, *(tmp_path / f"table.{end}" for end in ("csv", "parquet", "jsonl"))):
        corpus = thalweg.read(source, min_df=1, max_df=1.0, metadata=["iso"], where=where)
        assert corpus.metadata.columns == ["iso"]
        assert corpus.metadata["iso"].cast(pl.String).to_list() == ["2024-01-01", "2024-05-31"]
        parts = list(thalweg.stream(source, ["words"], where=where))
        assert sum(map(len, parts)) == 2
        assert parts[0].metadata.columns == ["id"]
    read_twice = thalweg.read(FRAME, min_df=1, max_df=1.0, n_passes=2, where="number=10")
    assert len(read_twice) == 1


def test_a_stored_corpus_is_filtered_by_its_metadata(tmp_path: Path) -> None:
    corpus = Corpus([[1], [2], [3]], ["word"], {"year": [2019, 2020, 2021]})
    corpus.save(tmp_path / "corpus")
    found = thalweg.read(tmp_path / "corpus", where="year>2019")
    assert found.to_csr().toarray().tolist() == [[2], [3]]
    (part,) = thalweg.stream(tmp_path / "corpus", ["word"], where=["year>2019", "year!=2021"])
    assert part.to_csr().toarray().tolist() == [[2]]
    with pytest.raises(InputError, match="the column 'month', but the corpus has 'year'"):
        thalweg.read(tmp_path / "corpus", where="month=3")
    with pytest.raises(InputError, match=r"none of the 3 documents .* '2019', '2020', '2021'"):
        thalweg.read(tmp_path / "corpus", where="year>2021")


@pytest.mark.parametrize(
    ("where", "message"),
    [
        ("year", "`where` has 'year'; expected a column, one of ="),
        ("=2020", "`where` has '=2020'; expected a column"),
        ([7], "`where` has 7; expected a column"),
        (7, "`where` is 7; expected a condition"),
        ("name>b", "expected a number or a date, such as 2024-05, after >"),
        ("number=77", "none of the 5 documents is like this. Values of 'number' are"),
        ("missing=1", "no column 'missing'; it has 'number', 'decimal'"),
    ],
)
def test_a_condition_that_cannot_be_met_is_an_error(where: Any, message: str) -> None:
    with pytest.raises(InputError, match=message.replace("(", r"\(")):
        thalweg.read(FRAME, min_df=1, max_df=1.0, where=where)


def test_sources_without_columns_have_no_conditions() -> None:
    with pytest.raises(InputError, match="`metadata` or `where` has 'year', but"):
        thalweg.read(["some words"], min_df=1, max_df=1.0, where="year=2020")
