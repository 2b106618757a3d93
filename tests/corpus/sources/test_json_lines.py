"""JSON lines: texts are read exactly, and errors name the line."""

import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from tests.corpus.sources.reading import COMPRESSORS, TINY, columns_of, refusal, texts_of, written
from thalweg.corpus.sources.open_source import open_source
from thalweg.corpus.sources.text_file import BlockSizes
from thalweg.errors import InputError

ROWS: list[dict[str, Any]] = [
    {"text": "one", "year": 1999, "score": 1.5, "good": True},
    {"year": 2000, "text": 'zwölf \U0001f600 "quoted" \\ud800 \n line', "tags": ["a", "b"]},
    {"text": None, "year": None},
    {"year": 2001, "score": 2},
    {"text": "", "id": "x", "good": False},
    {"text": "[not a list]", "nested": {"text": ["a"]}},
]
TEXTS = [row.get("text") for row in ROWS]


def as_lines(rows: list[dict[str, Any]], **options: Any) -> bytes:
    return "".join(json.dumps(row, **options) + "\n" for row in rows).encode()


@pytest.mark.parametrize("sizes", [*TINY, None])
@pytest.mark.parametrize("suffix", COMPRESSORS)
@pytest.mark.parametrize("ascii_only", [True, False])
def test_texts_do_not_depend_on_the_block_size(
    tmp_path: Path, suffix: str, sizes: BlockSizes | None, ascii_only: bool
) -> None:
    data = COMPRESSORS[suffix](as_lines(ROWS, ensure_ascii=ascii_only))
    source = open_source(written(tmp_path, f"a.jsonl{suffix}", data), sizes=sizes)
    assert texts_of(source) == TEXTS
    assert sum(chunk.n_bytes for chunk in source.chunks()) == source.n_bytes


@pytest.mark.parametrize("name", ["a.jsonl", "a.ndjson", "a.json", "A.JSONL"])
def test_the_ends_of_names_that_mean_json_lines(tmp_path: Path, name: str) -> None:
    assert texts_of(open_source(written(tmp_path, name, as_lines(ROWS)))) == TEXTS


def test_columns_keep_the_types_of_the_first_block(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", as_lines(ROWS))
    source = open_source(path, columns=["year", "score", "good", "tags", "nested"])
    columns = columns_of(source)
    assert columns["year"] == [1999, 2000, None, 2001, None, None]
    assert columns["score"] == [1.5, None, None, 2.0, None, None]
    assert columns["good"] == [True, None, None, None, False, None]
    assert json.loads(columns["tags"][1]) == ["a", "b"], "lists are kept as JSON"
    assert json.loads(columns["nested"][5]) == {"text": ["a"]}
    schema = next(iter(source.chunks())).columns.schema  # type: ignore[union-attr]
    assert list(schema.values()) == [pl.Int64, pl.Float64, pl.Boolean, pl.String, pl.String]


def test_columns_without_being_asked_for_do_not_come(tmp_path: Path) -> None:
    source = open_source(written(tmp_path, "a.jsonl", as_lines(ROWS)))
    assert all(chunk.columns is None for chunk in source.chunks())


def test_a_missing_column_lists_those_there_are(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", as_lines([{"body": "a", "id": 1}]))
    message = refusal(path)
    assert str(path) in message
    assert "no column 'text'" in message
    assert "'body', 'id'" in message
    assert "no column 'yaer'" in refusal(path, column="body", columns=["yaer"])


def test_blank_lines_and_windows_line_ends_are_not_documents(tmp_path: Path) -> None:
    data = b'\r\n\n{"text": "a"}\r\n  \n\n{"text": "b"}\r\n\n'
    path = written(tmp_path, "a.jsonl", data)
    for sizes in (*TINY, None):
        assert texts_of(open_source(path, sizes=sizes)) == ["a", "b"]


def test_an_empty_file_has_no_documents(tmp_path: Path) -> None:
    for data in (b"", b"\n\n"):
        assert texts_of(open_source(written(tmp_path, "a.jsonl", data))) == []


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ('{"text": "b"', "not JSON"),
        ('{"text": "b"} x', "not JSON"),
        ('{"text": "b"} {"text": "c"}', "not JSON"),
        ("{'text': 'b'}", "not JSON"),
        ('{"text": "b",}', "not JSON"),
        ('{"text": "a\tb"}', "not JSON"),
        ('{"text": "b", "n": NaN}', "which is not JSON"),
        ("plain text", "not JSON"),
        ("[1, 2]", "expected one JSON object"),
        ("3", "expected one JSON object"),
        ("null", "expected one JSON object"),
        ('"text"', "expected one JSON object"),
        ('{"text": ["a", "b"]}', "expected a text"),
        ('{"text": {"a": 1}}', "expected a text"),
        ('{"text": "b", "deep": ' + "[" * 100_000 + "]" * 100_000 + "}", "nested too deeply"),
    ],
)
def test_a_bad_line_is_named(tmp_path: Path, line: str, fault: str) -> None:
    good = '{"text": "a", "n": 1}\n'
    path = written(tmp_path, "a.jsonl", good * 3 + "\n" + line + "\n" + good * 40)
    for sizes in (BlockSizes(20, 20), BlockSizes(100, 100), None):
        message = refusal(path, sizes=sizes)
        assert f"{path}, line 5" in message
        assert fault in message


def test_a_number_among_texts_is_read_as_text(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", b'{"text": "a"}\n{"text": 2012}\n{"text": true}\n')
    assert texts_of(open_source(path)) == ["a", "2012", "true"]


def test_a_column_of_numbers_is_not_a_column_of_texts(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", b'{"text": null}\n{"text": 2012}\n')
    assert "2012; expected texts" in refusal(path)


def test_the_first_of_two_equal_keys_counts(tmp_path: Path) -> None:
    path = written(tmp_path, "a.jsonl", b'{"text": "a", "text": "b"}\n')
    assert texts_of(open_source(path)) == ["a"]


def test_half_a_surrogate_pair_is_replaced_and_counted(tmp_path: Path) -> None:
    line = rb'{"text": "\ud800 \udc00 \ud83d\ude00 \\ud800 \ud800\u0041 \ud83d\ud83d\ude00"}'
    source = open_source(written(tmp_path, "a.jsonl", line))
    assert texts_of(source) == ["\ufffd \ufffd \U0001f600 \\ud800 \ufffdA \ufffd\U0001f600"]
    assert source.n_replaced == 4


def test_a_column_that_changes_its_type_is_named(tmp_path: Path) -> None:
    data = b'{"text": "a", "year": 1999}\n' * 3 + b'{"text": "a", "year": "n/a"}\n'
    path = written(tmp_path, "a.jsonl", data)
    message = refusal(path, columns=["year"], sizes=BlockSizes(20, 20))
    assert f"{path}, line 4: 'year' is 'n/a'" in message
    assert "expected a whole number" in message


@pytest.mark.parametrize("data", [b'[{"text": "a"}]', b'[\n  {"text": "a"}\n]', b"  [1]"])
def test_a_json_array_gets_a_helpful_message(tmp_path: Path, data: bytes) -> None:
    message = refusal(written(tmp_path, "a.json", data))
    assert "JSON array" in message
    assert "jq -c" in message


def test_faults_among_many_nested_keys_have_their_line(tmp_path: Path) -> None:
    nested = '{"text": "a", "user": {"text": ["x"]}}\n'
    path = written(tmp_path, "a.jsonl", nested * 50 + '{"text": ["x"]}\n' + nested)
    assert f"{path}, line 51: 'text' is ['x']" in refusal(path)


@pytest.mark.parametrize("value", ["NaN", "Infinity", "-Infinity"])
def test_numbers_that_json_does_not_have_are_named(tmp_path: Path, value: str) -> None:
    path = tmp_path / "a.jsonl"
    path.write_text(f'{{"text": "a"}}\n{{"text": "b", "x": {value}}}\n')
    with pytest.raises(InputError, match=f"line 2 has the value {value}, which is not JSON"):
        texts_of(open_source(path))
