"""Parquet in slices of rows."""

from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.corpus.sources.reading import columns_of, refusal, texts_of, written
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.open_source import open_source
from thalweg.corpus.sources.tables.parquet import Parquet
from thalweg.errors import InputError

TEXTS = ["one", None, "", "zwölf " * 30, "x\ny"] * 40
FRAME = pl.DataFrame({"n": range(len(TEXTS)), "text": TEXTS})


@pytest.mark.parametrize("slice_bytes", [1, 50, 1000, 1 << 20])
@pytest.mark.parametrize("row_group_size", [7, 1000])
def test_texts_do_not_depend_on_the_slice_size(
    tmp_path: Path, slice_bytes: int, row_group_size: int
) -> None:
    path = tmp_path / "a.parquet"
    FRAME.write_parquet(path, row_group_size=row_group_size)
    source = Parquet([path], WantedColumns("text", ("n",)), slice_bytes=slice_bytes)
    assert texts_of(source) == TEXTS
    assert columns_of(source) == {"n": list(range(len(TEXTS)))}
    assert sum(chunk.n_bytes for chunk in source.chunks()) == source.n_bytes
    if slice_bytes < 1000:
        assert len(list(source.chunks())) > 10


def test_several_files_take_the_types_of_the_first(tmp_path: Path) -> None:
    pl.DataFrame({"text": ["a"], "n": [1.5]}).write_parquet(tmp_path / "1.parquet")
    pl.DataFrame({"n": [2], "text": ["b"]}).write_parquet(tmp_path / "2.parquet")
    source = open_source(tmp_path, columns=["n"])
    assert texts_of(source) == ["a", "b"]
    assert columns_of(source) == {"n": [1.5, 2.0]}
    pl.DataFrame({"n": ["x"], "text": ["c"]}).write_parquet(tmp_path / "3.parquet")
    message = refusal(tmp_path, columns=["n"])
    assert "3.parquet" in message
    assert "one type" in message


def test_a_category_is_a_text(tmp_path: Path) -> None:
    frame = pl.DataFrame({"text": pl.Series(["a", "b"], dtype=pl.Categorical)})
    frame.write_parquet(tmp_path / "a.parquet")
    assert texts_of(open_source(tmp_path / "a.parquet")) == ["a", "b"]


def test_a_missing_column_lists_those_there_are(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    FRAME.write_parquet(path)
    assert f"{path} has no column 'body'; it has 'n', 'text'" in refusal(path, column="body")


@pytest.mark.parametrize("values", [[1, 2], [[1], [2]], [b"a", b"b"], [{"a": 1}, {"a": 2}]])
def test_a_column_that_does_not_hold_texts_is_refused(tmp_path: Path, values: list[Any]) -> None:
    path = tmp_path / "a.parquet"
    pl.DataFrame({"text": values}).write_parquet(path)
    message = refusal(path)
    assert str(path) in message
    assert "expected texts" in message


def test_a_table_without_rows_has_no_documents(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    FRAME.clear().write_parquet(path)
    assert texts_of(open_source(path)) == []


def test_a_file_that_is_not_parquet_or_truncated_is_named(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    FRAME.select("text").write_parquet(path)
    whole = path.read_bytes()
    broken = bytearray(whole)
    broken[4:40] = bytes(36)  # the first page
    for data in (
        b"",
        b"text\na\n",
        whole[:-3],
        whole[: len(whole) // 2],
        whole[10:],
        bytes(broken),
    ):
        message = refusal(written(tmp_path, "a.parquet", data))
        assert f"{path} is not a Parquet file, or is truncated or damaged" in message


def test_a_file_that_is_cut_off_while_it_is_read_is_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.parquet"
    FRAME.write_parquet(path, row_group_size=7)
    chunks = Parquet([path], WantedColumns(), slice_bytes=50).chunks()
    next(chunks)
    with path.open("r+b") as file:
        file.truncate(100)
    with pytest.raises(InputError, match="was changed while it was read"):
        list(chunks)
