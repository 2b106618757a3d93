"""Recognise what a file contains from its first lines: its format, its separator, its texts."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from thalweg.errors import InputError

HEAD_BYTES: Final = 1 << 16
"""Bytes at the start of a file that are looked at."""

SEPARATORS: Final = (",", ";", "\t", "|")
_RECORDS: Final = 20
_BINARY: Final = {
    b"PAR1": "a Parquet file",
    b"PK\x03\x04": "a spreadsheet or a zip archive",
    b"SQLite format 3\x00": "an SQLite database",
}
_TEXT_NAMES: Final = """
    text review body content comment message description abstract summary article post tweet
    document feedback answer note title
"""
_SHORTEST_TEXT: Final = 15  # characters, in the mean

Sample = Callable[[], Mapping[str, Iterable[Any]]]


def recognise_format(head: bytes, column: str, path: Path) -> str:
    """Return the format of a file without a telling name: jsonl, csv, tsv or lines.

    A table must have the wanted column in its first line, and as many fields in all others.

    Examples
    --------
    >>> recognise_format(b'{"text": "a river"}', "text", Path("-"))
    'jsonl'
    >>> recognise_format(b"id,text\\n1,a river\\n", "text", Path("-"))
    'csv'
    >>> recognise_format(b"first, a text\\n", "text", Path("-"))
    'lines'
    """
    for start, kind in _BINARY.items():
        if head.startswith(start):
            raise InputError(
                f"{path} holds {kind}, which cannot be read from a pipe; expected text. Pass the "
                "name of the file."
            )
    text = head.decode("utf-8-sig", errors="replace")
    if _is_json(text, whole=len(head) < HEAD_BYTES):
        return "jsonl"
    separator = find_separator(text, len(head) < HEAD_BYTES, column)
    return {"": "lines", "\t": "tsv"}.get(separator or "", "csv")


def find_separator(
    text: str, whole: bool, column: str | None, quote: str | None = '"'
) -> str | None:
    """Return the separator that splits the first records into the same number of fields, if any.

    With a `column`, the first record must have it. `whole` says that the text is not cut off.
    """
    for separator in SEPARATORS:
        records = _records(text, separator, quote, whole)
        if not records or len(records[0]) < 2 or len(set(map(len, records))) > 1:
            continue
        if column is None or column in records[0]:
            return separator
    return None


def likely_text_column(names: Sequence[str], sample: Sample | None) -> str | None:
    """Return the column with the longest texts, or with a name that texts usually have."""
    lengths: dict[str, float] = {}
    for name, values in (sample() if sample is not None else {}).items():
        texts = [value for value in values if isinstance(value, str) and value]
        if texts:
            lengths[name] = sum(map(len, texts)) / len(texts)
    longest = max(lengths, key=lengths.__getitem__, default=None)
    if longest is not None and lengths[longest] >= _SHORTEST_TEXT:
        return longest
    by_name = [name for wanted in _TEXT_NAMES.split() for name in names if wanted in name.lower()]
    return by_name[0] if by_name else longest


def _is_json(text: str, whole: bool) -> bool:
    start = text.lstrip()
    if start.startswith("[") and start[1:].lstrip().startswith(("{", "[")):
        return True  # an array, which the reader refuses with advice
    if not start.startswith("{"):
        return False
    line, newline, _ = start.partition("\n")
    if not newline and not whole:
        return start[1:].lstrip().startswith('"')  # a first line that is longer than the head
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _records(text: str, separator: str, quote: str | None, whole: bool) -> list[list[str]]:
    lines = text.splitlines(keepends=True)
    if separator not in (next((line for line in lines if line.strip()), "")):
        return []
    quoting: Any = {"quoting": csv.QUOTE_NONE} if quote is None else {"quotechar": quote}
    reader = csv.reader(lines, delimiter=separator, **quoting)
    records: list[list[str]] = []
    try:
        for fields in reader:
            if not whole and reader.line_num >= len(lines):
                break  # it may be cut off
            if fields:
                records.append(fields)
            if len(records) == _RECORDS:
                break
    except csv.Error:
        return []
    return records
