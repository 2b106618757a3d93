"""CSV and TSV: records with newlines, blank and short lines, and types of columns."""

import csv
import io
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.corpus.sources.reading import COMPRESSORS, TINY, columns_of, refusal, texts_of, written
from thalweg.corpus.sources.delimited import Dialect
from thalweg.corpus.sources.open_source import open_source
from thalweg.corpus.sources.text_file import BlockSizes
from thalweg.errors import InputError

HEADER = ["id", "text", "year"]
ROWS = [
    ["a", "plain", "1999"],
    ["b", "with, separator\tand tab", "2000"],
    ["c", 'a "quoted" word\n\nand "lines",\r\nof text', ""],
    ["d", "", "2001"],
    ["007", "\n", "-3"],
    ["f", '"', "0"],
]
TEXTS = [row[1] for row in ROWS]


def as_csv(rows: list[list[str]], separator: str = ",", line_end: str = "\n") -> bytes:
    out = io.StringIO(newline="")
    csv.writer(out, delimiter=separator, lineterminator=line_end).writerows([HEADER, *rows])
    return out.getvalue().encode()


@pytest.mark.parametrize("sizes", [*TINY, None])
@pytest.mark.parametrize("suffix", COMPRESSORS)
@pytest.mark.parametrize(("kind", "separator"), [("csv", ","), ("tsv", "\t")])
@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_texts_do_not_depend_on_the_block_size(
    tmp_path: Path,
    suffix: str,
    sizes: BlockSizes | None,
    kind: str,
    separator: str,
    line_end: str,
) -> None:
    data = COMPRESSORS[suffix](as_csv(ROWS, separator, line_end))
    source = open_source(written(tmp_path, f"a.{kind}{suffix}", data), sizes=sizes)
    assert texts_of(source) == TEXTS
    assert sum(chunk.n_bytes for chunk in source.chunks()) == source.n_bytes


def test_a_file_without_a_last_newline_is_whole(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", as_csv(ROWS).rstrip(b"\n"))
    for sizes in (*TINY, None):
        assert texts_of(open_source(path, sizes=sizes)) == TEXTS


def test_columns_are_numbers_only_where_nothing_is_lost(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", as_csv(ROWS))
    source = open_source(path, columns=["year", "id"])
    assert columns_of(source) == {
        "year": [1999, 2000, None, 2001, -3, 0],
        "id": ["a", "b", "c", "d", "007", "f"],
    }
    data = b"text,zip,price,big,none\na,01234,1.50,99999999999999999999,\nb,99,2,1,\n"
    source = open_source(written(tmp_path, "b.csv", data), columns=["zip", "price", "big", "none"])
    (chunk,) = source.chunks()
    assert chunk.columns is not None
    assert list(chunk.columns.schema.values()) == [pl.String, pl.Float64, pl.String, pl.String]


def test_another_separator_can_be_named(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", as_csv(ROWS, ";"))
    assert texts_of(open_source(path, separator=";")) == TEXTS
    assert "'id;text;year'" in refusal(path, separator=",")


@pytest.mark.parametrize("separator", ["", "\r", "ab", "\n", "\0", "ü", '"', 3])
def test_a_separator_that_cannot_be_one_is_refused(tmp_path: Path, separator: object) -> None:
    path = written(tmp_path, "a.csv", as_csv(ROWS))
    assert "separator" in refusal(path, separator=separator)
    assert "quote" in refusal(path, quote="," if separator == '"' else separator)


def test_without_quotes_a_quote_is_a_letter(tmp_path: Path) -> None:
    path = written(tmp_path, "a.tsv", b'id\ttext\n1\t5" disk\n2\t"open\n3\tend\n')
    for sizes in (*TINY, None):
        assert texts_of(open_source(path, quote=None, sizes=sizes)) == ['5" disk', '"open', "end"]


def test_a_missing_column_lists_those_there_are(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", b"title,body\na,b\n")
    message = refusal(path)
    assert f"{path} has no column 'text'; it has 'title', 'body'" in message
    assert "no column 'boby'" in refusal(path, column="title", columns=["boby"])


def test_a_column_that_is_there_twice_is_refused(tmp_path: Path) -> None:
    assert "several columns 'text'" in refusal(written(tmp_path, "a.csv", b"text,text\na,b\n"))
    path = written(tmp_path, "b.csv", b"text,x,x\na,b,c\n")
    assert texts_of(open_source(path)) == ["a"], "others may be there twice"


@pytest.mark.parametrize("sizes", [*TINY, None])
def test_a_byte_order_mark_within_a_file_is_part_of_its_field(
    tmp_path: Path, sizes: BlockSizes | None
) -> None:
    path = written(tmp_path, "a.csv", b"\xef\xbb\xbftext,id\na,1\n\xef\xbb\xbfb,2\n")
    assert texts_of(open_source(path, sizes=sizes)) == ["a", "\ufeffb"]
    path = written(tmp_path, "b.csv", b"text,id\na,1\n\xef\xbb\xbf")
    assert "line 3 has 1 fields; expected 2" in refusal(path, sizes=sizes)


def test_blank_lines_are_skipped_if_there_are_several_columns(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", b"\nid,text\n\n1,a\n\n  \n2,b\n\n")
    for sizes in (*TINY, None):
        assert texts_of(open_source(path, sizes=sizes)) == ["a", "b"]


def test_a_blank_line_of_a_single_column_is_an_empty_document(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", b'text\na\n\n""\nb\n')
    for sizes in (*TINY, None):
        assert texts_of(open_source(path, sizes=sizes)) == ["a", "", "", "b"]


@pytest.mark.parametrize(
    ("record", "fault"),
    [
        ("2,b", "has 2 fields; expected 3"),
        ("2,b,3,4", "has 4 fields; expected 3"),
        ('2,"b"c,3', "expected after"),
        ('2,b,3\n3,"closed by the next quote,3', "expected after"),
    ],
)
def test_a_bad_record_is_named(tmp_path: Path, record: str, fault: str) -> None:
    good = '1,"a\na",3\n'
    path = written(tmp_path, "a.csv", "id,text,year\n" + good * 2 + record + "\n" + good * 10)
    line = 6 + record.count("\n")
    for sizes in (BlockSizes(10, 10), BlockSizes(50, 50), None):
        message = refusal(path, sizes=sizes)
        assert f"{path}, line {line}" in message
        assert fault in message


def test_a_quote_open_at_the_end_of_the_file_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", b'id,text\n1,a\n2,"b\n3,c\n')
    for sizes in (*TINY, None):
        message = refusal(path, sizes=sizes)
        assert f"{path}, line 3: a quote is opened and never closed" in message


def test_an_endless_quote_is_refused_at_the_limit(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", b'id,text\n1,a\n2,"b\n' + b"3,c\n" * 100)
    message = refusal(path, sizes=BlockSizes(8, 8, 50))
    assert f"{path}: the record that starts on line 3 is longer" in message
    assert "quote" in message


def test_a_file_without_a_header_is_refused_and_a_header_alone_has_no_documents(
    tmp_path: Path,
) -> None:
    for data in (b"", b"\n\n"):
        assert "is empty" in refusal(written(tmp_path, "a.csv", data))
    for data in (b"id,text", b"id,text\n", b"id,text\r\n\r\n"):
        assert texts_of(open_source(written(tmp_path, "a.csv", data))) == []


def test_a_column_that_changes_its_type_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "a.csv", b'text,year\n"a\nb",1999\nc,1998\nd,unknown\n')
    message = refusal(path, columns=["year"], sizes=BlockSizes(22, 100))
    assert f"{path}, line 5: 'year' is 'unknown'" in message


def test_records_end_at_newlines_outside_of_quotes() -> None:
    dialect = Dialect()
    assert dialect.after_last_record(b'a,b\nc,"d\ne') == 4
    assert dialect.after_last_record(b'a,b\nc,"d\ne"\n') == 12
    assert dialect.after_last_record(b'"a\n\n\n"",\n') == 0
    assert dialect.after_last_record(b'a\n"b\n""\n"\n"c\n') == 10


def test_short_lines_of_a_wide_table_do_not_fill_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.csv"
    header = ",".join(["text", *(f"c{i}" for i in range(999))])
    path.write_text(header + "\n" * 500_000)  # polars would make 500 million cells

    def read(*_: object, **__: object) -> None:
        raise AssertionError("polars was called")

    monkeypatch.setattr("polars.read_csv", read)
    assert texts_of(open_source(path)) == []


def test_a_line_of_millions_of_fields_does_not_fill_memory(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(b"id,text\n1,a\n" + b"," * 1_500_000)
    read = pl.read_csv

    def refusing(data: bytes, **options: Any) -> pl.DataFrame:
        assert data.count(b",") < 1_500_000  # polars would take 700 MB
        return read(data, **options)

    monkeypatch.setattr("polars.read_csv", refusing)
    with pytest.raises(InputError, match="line 3 has 1500001 fields; expected 2"):
        texts_of(open_source(path))


def test_too_many_columns_are_an_error(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("text" + "," * 100_000 + "\n")
    with pytest.raises(InputError, match="has 100,001 columns; expected at most 100,000"):
        texts_of(open_source(path))
