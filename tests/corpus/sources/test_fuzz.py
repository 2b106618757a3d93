"""Any bytes through every reader: only ThalwegErrors escape, and valid tables come back exactly."""

from __future__ import annotations

import csv
import gzip
import io
import json
from pathlib import Path
from typing import Any

import polars as pl
import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from tests.corpus.sources.reading import texts_of, zstd_compress
from thalweg.corpus.sources.open_source import open_source
from thalweg.corpus.sources.text_file import BlockSizes
from thalweg.errors import ThalwegError

quickly = settings(
    max_examples=150,
    deadline=None,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
sizes = st.integers(1, 200).map(lambda n: BlockSizes(n, n, 5000))
texts = st.text(st.characters(exclude_characters="\0", exclude_categories=["Cs"]), max_size=30)
rows = st.lists(st.tuples(texts, texts), max_size=12)

PARQUET = io.BytesIO()
pl.DataFrame({"text": ["one", "two", None] * 50, "n": range(150)}).write_parquet(PARQUET)
JSON = b'{"text": "one", "n": 1}\n{"n": 2.5, "text": "zw\\u00f6lf [a] {b}"}\n{"text": null}\n' * 5
CSV = 'id,text,n\n1,"a ""b"",\nc",2\n2,zwölf,3\n3,,\n'.encode() * 4
SEEDS = {
    "a.jsonl": JSON,
    "a.jsonl.gz": gzip.compress(JSON),
    "a.jsonl.zst": zstd_compress(JSON),
    "a.csv": CSV,
    "a.tsv": CSV.replace(b",", b"\t"),
    "a.parquet": PARQUET.getvalue(),
    "a.txt": b"one\n\nzw\xc3\xb6lf\r\n\xff\n",
}
# Bytes that have a meaning for some parser.
SIGNIFICANT = st.sampled_from(
    [
        *(b"\n", b'"', b'""', b",", b"\t", b"\r", b"{", b"}", b"[", b":", b"\\", b"\\ud800"),
        *(b"\0", b"\xff", b"\xc3", b"\xef\xbb\xbf", b"null", b"NaN", b'"text"', b"1e999", b" "),
    ]
)


@st.composite
def mutated(draw: st.DrawFn, seed: bytes) -> bytes:
    """A valid file with a few places changed, taken out or doubled."""
    data = seed
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(data)))
        end = min(len(data), start + draw(st.integers(0, 12)))
        inserted = draw(st.one_of(SIGNIFICANT, st.binary(max_size=4), st.just(data[start:end] * 2)))
        data = data[:start] + inserted + data[end:]
    return data


def read_everything(path: Path, **options: Any) -> list[str | None] | None:
    """Return all texts; None if the input was refused with a ThalwegError."""
    try:
        source = open_source(path, **options)
        read: list[str | None] = []
        for chunk in source.chunks():
            assert chunk.texts.dtype == pl.String
            if chunk.columns is not None:
                assert chunk.columns.height == len(chunk.texts)
            read.extend(chunk.texts.to_list())
    except ThalwegError:
        return None
    return read


@pytest.mark.parametrize("name", SEEDS)
@quickly
@given(data=st.data(), sizes=sizes)
def test_only_our_own_errors_escape(
    name: str, data: st.DataObject, sizes: BlockSizes, tmp_path: Path
) -> None:
    path = tmp_path / name
    path.write_bytes(data.draw(st.one_of(mutated(SEEDS[name]), st.binary(max_size=200))))
    columns = data.draw(st.sampled_from([[], ["n"]])) if name != "a.txt" else []
    for errors in ("replace", "strict"):
        read_everything(path, sizes=sizes, columns=columns, errors=errors)


@quickly
@given(data=mutated(JSON), sizes=sizes)
def test_accepted_json_lines_are_what_python_reads(
    data: bytes, sizes: BlockSizes, tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    path.write_bytes(data)
    read = read_everything(path, sizes=sizes)
    if read is None:
        return

    def first_of_equal_keys(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        return dict(reversed(pairs))

    lines = data.decode(errors="replace").removeprefix("\ufeff").split("\n")
    expected = [
        json.loads(line, object_pairs_hook=first_of_equal_keys).get("text")
        for line in lines
        if line.strip(" \t\r")
    ]
    assert len(read) == len(expected)
    for got, text in zip(read, expected, strict=True):
        if isinstance(text, str):
            text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
        if text is None or isinstance(text, str):
            assert got == text


@quickly
@given(data=mutated(CSV), sizes=sizes)
@example(data=b"id,text,n\n2,b,3\n\xef\xbb\xbf", sizes=BlockSizes(1, 1, 5000))
@example(data=b"id,text\n2,b\n\xef\xbb\xbf3,c\n", sizes=BlockSizes(1, 1, 5000))
def test_accepted_csv_has_the_records_that_python_reads(
    data: bytes, sizes: BlockSizes, tmp_path: Path
) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(data)
    read = read_everything(path, sizes=sizes)
    if read is None:
        return
    text = data.decode(errors="replace").removeprefix("\ufeff")
    try:
        records = list(csv.reader(io.StringIO(text, newline="\n"), strict=True))
    except csv.Error:
        return  # polars accepts more after a closing quote
    header, *records = [record for record in records if len(record) > 1 or "".join(record).strip()]
    if len(header) > 1:
        assert read == [record[header.index("text")] for record in records]


@quickly
@given(rows=rows, sizes=sizes, ascii_only=st.booleans())
def test_json_lines_come_back(
    rows: list[tuple[str, str]], sizes: BlockSizes, ascii_only: bool, tmp_path: Path
) -> None:
    path = tmp_path / "a.jsonl"
    lines = [json.dumps({"k": k, "text": t}, ensure_ascii=ascii_only) + "\n" for k, t in rows]
    path.write_bytes("".join(lines).encode())
    assert texts_of(open_source(path, sizes=sizes)) == [text for _, text in rows]


@quickly
@given(rows=rows, sizes=sizes, separator=st.sampled_from(",\t;|"))
def test_csv_comes_back(
    rows: list[tuple[str, str]], sizes: BlockSizes, separator: str, tmp_path: Path
) -> None:
    out = io.StringIO(newline="")
    # The writer does not quote a carriage return, which would then be part of the line end.
    quoting = csv.QUOTE_ALL if "\r" in "".join(map("".join, rows)) else csv.QUOTE_MINIMAL
    writer = csv.writer(out, delimiter=separator, lineterminator="\n", quoting=quoting)
    writer.writerows([("k", "text"), *rows])
    path = tmp_path / "a.csv"
    path.write_bytes(out.getvalue().encode())
    source = open_source(path, sizes=sizes, separator=separator)
    assert texts_of(source) == [text for _, text in rows]


@quickly
@given(lines=st.lists(texts.map(lambda text: text.replace("\n", " ")), max_size=12), sizes=sizes)
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "utf-32", "utf-8-sig"])
def test_lines_come_back(
    lines: list[str], sizes: BlockSizes, encoding: str, tmp_path: Path
) -> None:
    path = tmp_path / "a.txt"
    path.write_bytes("".join(line + "\n" for line in lines).encode(encoding))
    source = open_source(path, sizes=sizes, encoding=encoding)
    assert texts_of(source) == [line.removesuffix("\r") for line in lines]
    assert encoding != "utf-8" or source.n_replaced == 0
