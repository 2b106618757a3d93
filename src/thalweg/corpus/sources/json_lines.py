"""JsonLines: files with one JSON object per line.

polars parses blocks of lines. Only if it fails, the line with the error is searched for.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.file_set import FileSet
from thalweg.corpus.sources.text_file import Block, TextFile
from thalweg.errors import InputError
from thalweg.lazy_polars import pl, require_polars_threads

_SAMPLE = 100  # values of a key from which the key of the texts is guessed
_TYPE_NAMES = {"Int64": "a whole number", "Float64": "a number", "Boolean": "true or false"}

# Half of a surrogate pair. The first pattern is fast, but wrong after an escaped backslash; the
# second goes through all escapes in order.
_PERHAPS_LONE = re.compile(
    rb"\\u[dD][89abAB]..(?!\\u[dD][c-fC-F])|(?<!\\u[dD][89abAB]..)\\u[dD][c-fC-F]"
)
_ESCAPES = re.compile(
    rb"\\(?:u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}"
    rb"|(?P<lone>u[dD][89a-fA-F][0-9a-fA-F]{2})|.)"
)


class JsonLines(FileSet):
    """Files with one object per line. A line without the key of the texts is an empty document.

    The first block decides the types of the other columns. Lists and objects are kept as JSON.
    """

    def __init__(self, files: Sequence[TextFile], wanted: WantedColumns, name: str = "") -> None:
        super().__init__(files, wanted, name)
        self.n_lone_surrogates: int = 0
        keys = (json.dumps(wanted.text), json.dumps(wanted.text, ensure_ascii=False))
        key = "|".join(re.escape(key) for key in keys)
        self._nested_text = re.compile(rf"(?:{key})\s*:\s*[\[{{]".encode())

    @property
    def n_replaced(self) -> int:
        """Number of encoding errors, including escapes of half a surrogate pair."""
        return super().n_replaced + self.n_lone_surrogates

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all objects of all files."""
        self.n_lone_surrogates = 0
        schema: dict[str, Any] | None = None
        for file in self.files:
            has_texts = False
            for block in file.blocks(expected="one JSON object per line"):
                if block.data.isspace():
                    continue
                if schema is None:
                    schema, has_texts = self._look_at(block, file), True
                chunk = self._parsed(block, file, schema)
                if not has_texts and chunk.strings().is_null().all():
                    self._look_at(block, file)  # this file has other keys than the first one
                has_texts = True
                yield chunk

    def _look_at(self, block: Block, file: TextFile) -> dict[str, Any]:
        """Check the keys of a block and return the types of its columns. This is slow."""
        values: dict[str, list[Any]] = {name: [] for name in self.wanted.names}
        keys: dict[str, list[Any]] = {}
        for number, line in _lines(block):
            row = _object(line, file, number)
            for key, value in row.items():
                seen = keys.setdefault(key, [])
                if len(seen) < _SAMPLE:
                    seen.append(value)
            for name in values.keys() & row.keys():
                values[name].append(row[name])
        self.wanted.check(keys, str(file.path), lambda: keys)
        texts = values[self.wanted.text]
        kinds = {type(text).__name__ for text in texts if text is not None}
        if kinds and "str" not in kinds:
            raise InputError(
                f"{file.path}: column {self.wanted.text!r} holds values such as "
                f"{_short(next(text for text in texts if text is not None))}; expected texts"
            )
        return {name: _type_of(values[name]) for name in self.wanted.others} | {
            self.wanted.text: pl.String
        }

    def _parsed(self, block: Block, file: TextFile, schema: dict[str, Any]) -> TextChunk:
        try:
            frame = self._frame(block.data, schema)
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException) as error:
            raise InputError(_explain(block, file, schema, error)) from None
        text = pl.col(self.wanted.text)
        if _any(frame, text.str.starts_with("[") | text.str.starts_with("{")):
            self._refuse_nested_texts(block, file)
        return TextChunk(frame[self.wanted.text], self.wanted.of_frame(frame), block.n_bytes)

    def _frame(self, data: bytes, schema: dict[str, Any]) -> pl.DataFrame:
        """Parse a block; replace half surrogate pairs, which polars rejects or reads as NUL."""
        require_polars_threads("reading JSON lines")
        try:
            frame = pl.read_ndjson(data, schema=schema)
            if not _any(frame, pl.col(pl.String).str.contains("\0", literal=True)):
                return frame
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
            if not _PERHAPS_LONE.search(data):
                raise
        return pl.read_ndjson(self._without_lone_surrogates(data), schema=schema)

    def _without_lone_surrogates(self, data: bytes) -> bytes:
        def replaced(escape: re.Match[bytes]) -> bytes:
            if not escape["lone"]:
                return escape[0]
            self.n_lone_surrogates += 1
            return rb"\ufffd"

        return _ESCAPES.sub(replaced, data)

    def _refuse_nested_texts(self, block: Block, file: TextFile) -> None:
        """Raise InputError for a list or an object as text, which polars would read as JSON."""
        number, counted = block.first_line, 0
        for match in self._nested_text.finditer(block.data):
            start = block.data.rfind(b"\n", 0, match.start()) + 1
            end = block.data.find(b"\n", start)
            number += block.data.count(b"\n", counted, start)
            counted = max(counted, start)
            row = _object(block.data[start : end if end >= 0 else None], file, number)
            if isinstance(row.get(self.wanted.text), list | dict):
                raise InputError(
                    f"{file.path}, line {number}: {self.wanted.text!r} is "
                    f"{_short(row[self.wanted.text])}; expected a text"
                )


def _any(frame: pl.DataFrame, condition: pl.Expr) -> bool:
    """Return whether a condition holds anywhere in its columns."""
    return any(frame.select(condition.any()).row(0))


def _lines(block: Block) -> Iterator[tuple[int, bytes]]:
    """Yield the lines that are not blank, with their numbers."""
    for number, line in enumerate(block.data.split(b"\n"), block.first_line):
        if line.strip():
            yield number, line


def _object(line: bytes, file: TextFile, number: int) -> dict[str, Any]:
    where = f"{file.path}, line {number}"
    if number == 1 and line.lstrip()[:1] == b"[":
        raise InputError(
            f"{where} starts a JSON array; expected JSON lines, one object per line. "
            f"Convert the file, for example: jq -c '.[]' {file.path.name}"
        )
    try:
        row = json.loads(line, parse_constant=_refuse_constant)
    except _NotANumberError as error:
        raise InputError(
            f"{where} has the value {error}, which is not JSON; expected a number or null. Write "
            "null instead."
        ) from None
    except json.JSONDecodeError as error:
        raise InputError(
            f"{where} is not JSON: {error.msg} at column {error.colno}; expected one object per "
            f"line. The line is {_short(line.decode(errors='replace'))}"
        ) from None
    except RecursionError:
        raise InputError(f"{where} is nested too deeply; expected an object of texts") from None
    except ValueError as error:  # a number of thousands of digits
        raise InputError(f"{where} cannot be read: {error}") from None
    if not isinstance(row, dict):
        raise InputError(f"{where} is {_short(row)}; expected one JSON object per line") from None
    return row


class _NotANumberError(Exception):
    """NaN, Infinity or -Infinity, which Python reads and JSON does not have."""


def _refuse_constant(name: str) -> Any:
    raise _NotANumberError(name)


def _type_of(values: list[Any]) -> Any:
    kinds = {type(value) for value in values if value is not None}
    if kinds == {bool}:
        return pl.Boolean
    if kinds == {int}:
        fits = all(-(2**63) <= value < 2**63 for value in values if value is not None)
        return pl.Int64 if fits else pl.Float64
    if kinds and kinds <= {int, float}:
        return pl.Float64
    return pl.String


def _explain(block: Block, file: TextFile, schema: dict[str, Any], error: BaseException) -> str:
    """Describe the line that polars rejects, which is found by bisection."""
    lines = list(_lines(block))
    while len(lines) > 1:
        half = len(lines) // 2
        lines = lines[:half] if _rejected(lines[:half], schema) else lines[half:]
    number, line = lines[0]
    row = _object(line, file, number)
    for name, dtype in schema.items():
        as_text = {name: pl.String}
        if dtype != pl.String and _rejected(lines, {name: dtype}) and not _rejected(lines, as_text):
            return (
                f"{file.path}, line {number}: {name!r} is {_short(row.get(name))}; expected "
                f"{_TYPE_NAMES[str(dtype)]}, as in the lines before it. Give all values of the "
                "column one type, or do not keep it."
            )
    return f"{file.path}, line {number} is not valid JSON: {_first_line(error)}"


def _rejected(lines: list[tuple[int, bytes]], schema: dict[str, Any]) -> bool:
    try:
        pl.read_ndjson(b"\n".join(line for _, line in lines), schema=schema)
    except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
        return True
    return False


def _first_line(error: BaseException) -> str:
    return str(error).partition("\n")[0]


def _short(value: object) -> str:
    written = repr(value)
    return written if len(written) <= 60 else written[:57] + "..."
