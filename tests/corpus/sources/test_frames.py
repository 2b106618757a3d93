"""All kinds of tables in memory give the same texts and columns."""

from collections.abc import Callable
from typing import Any

import pandas as pd
import polars as pl
import pytest

from tests.corpus.sources.reading import columns_of, refusal, texts_of
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.frames import FrameSource, open_frame
from thalweg.corpus.sources.open_source import open_source

TEXTS = ["one", None, "", "zwölf", "x\ny"] * 600
DATA = {"n": list(range(len(TEXTS))), "text": TEXTS}


def arrow(data: dict[str, list[Any]]) -> Any:
    return pytest.importorskip("pyarrow").table(data)


def dataset(data: dict[str, list[Any]]) -> Any:
    return pytest.importorskip("datasets").Dataset.from_dict(data)


class SpeaksArrow:
    def __init__(self, data: dict[str, list[Any]]) -> None:
        self.frame = pl.DataFrame(data)

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        return self.frame.__arrow_c_stream__(requested_schema)


TABLES: dict[str, Callable[[dict[str, list[Any]]], Any]] = {
    "polars": pl.DataFrame,
    "polars lazy": pl.LazyFrame,
    "pandas": pd.DataFrame,
    "pandas of objects": lambda data: pd.DataFrame(data, dtype=object),
    "pyarrow": arrow,
    "pyarrow batches": lambda data: arrow(data).to_reader(max_chunksize=100),
    "datasets": dataset,
    "datasets, streaming": lambda data: dataset(data).to_iterable_dataset(),
    "__arrow_c_stream__": SpeaksArrow,
    "rows": lambda data: pl.DataFrame(data).to_dicts(),
}
COLUMNS: dict[str, Callable[[list[Any]], Any]] = {
    "polars": lambda texts: pl.Series("body", texts, dtype=pl.String),
    "polars categories": lambda texts: pl.Series(texts, dtype=pl.Enum(sorted({*texts} - {None}))),
    "pandas": lambda texts: pd.Series(texts, name="body"),
    "pandas categories": lambda texts: pd.Series(texts, dtype="category"),
    "pyarrow": lambda texts: arrow({"body": texts}).column("body"),
    "list": list,
}


@pytest.mark.parametrize("kind", TABLES)
def test_every_table_gives_texts_and_columns(kind: str) -> None:
    make = TABLES[kind]
    assert texts_of(open_source(make(DATA))) == TEXTS
    assert columns_of(open_source(make(DATA), columns=["n"])) == {"n": DATA["n"]}


@pytest.mark.parametrize("kind", TABLES)
def test_every_table_is_repeatable_but_a_stream(kind: str) -> None:
    source = open_source(TABLES[kind](DATA))
    assert source.repeatable == (kind != "pyarrow batches")
    if source.repeatable:
        assert texts_of(source) == texts_of(source) == TEXTS
    if source.n_bytes is not None:
        assert sum(chunk.n_bytes for chunk in source.chunks()) == source.n_bytes


@pytest.mark.parametrize("kind", TABLES)
def test_a_missing_column_is_refused(kind: str) -> None:
    message = refusal(TABLES[kind](DATA), column="body")
    assert "no column 'body'; it has 'n', 'text'" in message
    assert "no column 'm'" in refusal(TABLES[kind](DATA), columns=["m"])


@pytest.mark.parametrize("kind", TABLES)
def test_a_column_that_does_not_hold_texts_is_refused(kind: str) -> None:
    assert "expected" in refusal(TABLES[kind](DATA), column="n")


@pytest.mark.parametrize("kind", ["polars", "pandas", "pandas of objects", "rows"])
def test_a_table_without_rows_has_no_documents(kind: str) -> None:
    assert texts_of(open_source(TABLES[kind](DATA)[:0])) == []


@pytest.mark.parametrize("kind", COLUMNS)
def test_a_column_alone_is_the_texts(kind: str) -> None:
    make = COLUMNS[kind]
    assert texts_of(open_source(make(TEXTS))) == TEXTS
    assert "`metadata` or `where` has 'n', but" in refusal(make(TEXTS), columns=["n"])


@pytest.mark.parametrize("slice_bytes", [1, 100, 10_000])
def test_slices_of_any_size_give_the_same(slice_bytes: int) -> None:
    opened = open_frame(pl.DataFrame(DATA), WantedColumns("text", ("n",)))
    assert isinstance(opened, FrameSource)
    source = FrameSource(opened.table, opened.wanted, slice_bytes)
    assert texts_of(source) == TEXTS
    assert columns_of(source) == {"n": DATA["n"]}


def test_texts_of_pandas_may_be_missing_in_every_way_but_not_numbers() -> None:
    frame = pd.DataFrame({"text": pd.Series(["a", None, float("nan"), pd.NA], dtype=object)})
    assert texts_of(open_source(frame)) == ["a", None, None, None]
    frame.loc[2, "text"] = 3
    assert "holds 3 (int) in row 2" in refusal(frame)


def test_a_chosen_part_of_a_dataset_is_read_in_its_order() -> None:
    part = dataset({"text": ["a", "b", "c"]}).select([2, 0])
    assert texts_of(open_source(part)) == ["c", "a"]


def test_a_dictionary_of_datasets_asks_for_one() -> None:
    datasets = pytest.importorskip("datasets")
    parts = datasets.DatasetDict({"train": dataset(DATA), "test": dataset(DATA)})
    message = refusal(parts)
    assert "train, test" in message
    assert "dataset['train']" in message


def test_a_query_that_fails_is_an_input_error() -> None:
    query = pl.LazyFrame(DATA).with_columns(pl.col("text").cast(pl.Int64))
    assert "expected texts" in refusal(query) or "cannot be read" in refusal(query)
    assert "cannot be read" in refusal(pl.scan_csv("missing.csv"))


@pytest.mark.parametrize("source", [3, None, b"bytes", object()])
def test_an_object_that_is_not_a_source_is_refused(source: object) -> None:
    assert "expected a path, a table, or an iterable of texts" in refusal(source)


def test_a_column_of_nulls_gets_its_type_when_the_first_value_comes():
    years = [None] * 3000 + ["1999"]
    frame = pd.DataFrame({"text": ["word"] * 3001, "year": pd.Series(years, dtype=object)})
    chunks = list(open_source(frame, columns=["year"]).chunks())
    assert [year for chunk in chunks for year in chunk.columns["year"]] == years


def test_an_arrow_table_with_a_column_twice_is_refused():
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table([arrow.array(["a"]), arrow.array(["b"])], names=["text", "text"])
    assert "several columns 'text'" in refusal(table)
