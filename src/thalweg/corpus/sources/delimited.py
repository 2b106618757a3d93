"""Delimited: CSV and TSV files with a header line.

polars reads blocks of records. It pads lines that are too short and turns blank lines into rows, so
its result is checked by counting separators. If polars fails or the count is wrong, Python's csv
module reads the block: it is slower, but distinguishes blank lines from short ones and reports the
line of an error.
"""

from __future__ import annotations

import codecs
import csv
import io
import warnings
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.file_set import FileSet
from thalweg.corpus.sources.recognise import HEAD_BYTES, find_separator
from thalweg.corpus.sources.text_file import MAX_RECORD_BYTES, TextFile
from thalweg.errors import InputError, ThalwegWarning
from thalweg.lazy_polars import pl, require_polars_threads

# A block of 8 MB has fewer cells, unless most of its lines are too short; 16 bytes each.
_MOST_CELLS = 1 << 25
_MOST_COLUMNS = 100_000
_MOST_SEPARATORS = 1 << 20
_SAMPLE = 100  # records from which the column of the texts is guessed

# Fields that lose nothing as a number: 007 stays a string.
_WHOLE = r"^-?(0|[1-9][0-9]*)$"
_NUMBER = r"^-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?$"


@dataclass(frozen=True)
class Dialect:
    """The separator of fields, and the quote around fields with separators or newlines."""

    separator: str = ","
    quote: str | None = '"'

    def __post_init__(self) -> None:
        _check_sign("separator", self.separator)
        if self.quote is not None:
            _check_sign("quote", self.quote)
        if self.separator == self.quote:
            raise InputError(
                f"`separator` and `quote` are both {self.quote!r}; expected different characters"
            )

    def reader(self, text: str) -> Any:
        """Return a csv.reader of the text."""
        # The limit belongs to the whole process; it is only raised, so other readers do not fail.
        csv.field_size_limit(max(csv.field_size_limit(), 2 * MAX_RECORD_BYTES))
        lines = io.StringIO(text, newline="\n")
        if self.quote is None:
            return csv.reader(lines, delimiter=self.separator, quoting=csv.QUOTE_NONE, strict=True)
        return csv.reader(lines, delimiter=self.separator, quotechar=self.quote, strict=True)

    def after_last_record(self, data: bytes) -> int:
        """Return the end of the last line outside of quotes: an even number of quotes precedes it.

        polars counts quotes in the same way. Records that are split wrongly after a stray quote
        raise an error later.
        """
        if not self.quote:
            return data.rfind(b"\n") + 1
        quote = self.quote.encode()
        n_quotes, end = data.count(quote), len(data)
        while (newline := data.rfind(b"\n", 0, end)) >= 0:
            n_quotes -= data.count(quote, newline, end)
            if n_quotes % 2 == 0:
                return newline + 1
            end = data.rfind(quote, 0, newline)  # continue before the quote that encloses it
            n_quotes -= 1
        return 0


def _check_sign(what: str, sign: object) -> None:
    if sign != "\t" and not (isinstance(sign, str) and len(sign) == 1 and " " <= sign <= "~"):
        raise InputError(
            f"`{what}` is {sign!r}; expected one ASCII character, such as ',' or a tab"
        )


@dataclass(frozen=True)
class _Records:
    """Complete records of a file, after its header."""

    data: bytes
    first_line: int
    file: TextFile
    header: Sequence[str]
    dialect: Dialect

    def frame(self) -> pl.DataFrame:
        """Return all fields as strings, in columns named by their number."""
        require_polars_threads("reading a table")
        n_columns = len(self.header)
        schema = {str(i): pl.String for i in range(n_columns)}
        if self.data.startswith(codecs.BOM_UTF8):
            # The mark of the file was removed. polars would drop another one, but only at the start
            # of a block: the result would depend on the size of the blocks.
            return self._frame_by_csv(schema)
        if n_columns > 1 and not self.data.strip(b"\r\n"):
            return pl.DataFrame(schema=schema)  # blank lines
        n_cells = (self.data.count(b"\n") + 1) * n_columns
        n_separators = self.data.count(self.dialect.separator.encode())
        if n_cells > _MOST_CELLS or n_separators > max(_MOST_SEPARATORS, 4 * n_cells):
            # polars would fill lines that are too short with empty cells, and takes 500 bytes for
            # each field of a line that is too long.
            return self._frame_by_csv(schema)
        try:
            frame = pl.read_csv(
                self.data,
                has_header=False,
                schema=schema,
                separator=self.dialect.separator,
                quote_char=self.dialect.quote,
                empty_string_is_null=False,
            )
        except (pl.exceptions.PolarsError, pl.exceptions.PanicException):
            return self._frame_by_csv(schema)
        separator = self.dialect.separator
        inside = frame.select(pl.all().str.count_matches(separator, literal=True).sum()).row(0)
        if self.data.count(separator.encode()) != sum(inside) + (n_columns - 1) * frame.height:
            return self._frame_by_csv(schema)
        return frame

    def lines(self) -> list[int]:
        """Return the line of the file on which each record starts."""
        return [line for line, _ in self._read_by_csv()]

    def _frame_by_csv(self, schema: dict[str, Any]) -> pl.DataFrame:
        rows = [fields for _, fields in self._read_by_csv()]
        return pl.DataFrame(rows, schema=schema, orient="row")

    def _read_by_csv(self) -> Iterator[tuple[int, list[str]]]:
        reader = self.dialect.reader(self.data.decode())
        while True:
            line = self.first_line + reader.line_num
            fields = _next_record(reader, self.file, line)
            if fields is None:
                return
            if len(self.header) == 1:
                fields = fields or [""]  # a blank line is an empty field here
            elif len(fields) < 2 and not "".join(fields).strip():
                continue  # a blank line
            if len(fields) != len(self.header):
                raise InputError(
                    f"{self.file.path}, line {line} has {len(fields)} fields; expected "
                    f"{len(self.header)}, as in the header. Is a quote missing, or is "
                    f"`separator={self.dialect.separator!r}` wrong?"
                )
            yield line, fields


class Delimited(FileSet):
    """Files of separated fields. The first block decides which metadata columns are numbers.

    With `other_separators`, a file may have another separator than that of the dialect, with a
    warning.
    """

    def __init__(
        self,
        files: Sequence[TextFile],
        wanted: WantedColumns,
        dialect: Dialect | None = None,
        name: str = "",
        *,
        other_separators: bool = False,
    ) -> None:
        super().__init__(files, wanted, name)
        self.dialect: Dialect = dialect or Dialect()
        self.other_separators = other_separators
        self._has_warned = False

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all records of all files."""
        types: dict[str, Any] = {}
        for file in self.files:
            n_bytes = 0
            for records, n_more in self._records(file):
                n_bytes += n_more
                frame = records.frame()
                if not frame.height:
                    continue
                frame = frame.select(
                    pl.col(str(records.header.index(name))).alias(name)
                    for name in self.wanted.names
                )
                types = types or {name: _type_of(frame[name]) for name in self.wanted.others}
                columns = _typed(frame, types, records) if types else None
                yield TextChunk(frame[self.wanted.text], columns, n_bytes)
                n_bytes = 0

    def _records(self, file: TextFile) -> Iterator[tuple[_Records, int]]:
        header: list[str] | None = None
        dialect = self.dialect
        for block in file.blocks(dialect.after_last_record, "records of separated fields"):
            data, line = block.data, block.first_line
            if header is None:
                dialect = self._dialect_of(data, file)
                header, data = self._header(data, file, dialect)
                line += block.data.count(b"\n") - data.count(b"\n")
            if header is not None:
                yield _Records(data, line, file, header, dialect), block.n_bytes
        if header is None:
            raise InputError(f"{file.path} is empty; expected a header line and records")

    def _dialect_of(self, data: bytes, file: TextFile) -> Dialect:
        """Return another dialect if the header lacks the texts and another separator finds them.

        A header that is one field may have any other separator: the texts may have another name.
        """
        if not self.other_separators:
            return self.dialect
        text = data[:HEAD_BYTES].decode(errors="replace")
        try:
            header: list[str] = next(filter(None, self.dialect.reader(text)), [])
        except csv.Error:
            return self.dialect  # reported where the header is read
        if not header or self.wanted.text in header:
            return self.dialect
        whole = len(data) < HEAD_BYTES
        found = find_separator(text, whole, self.wanted.text, self.dialect.quote)
        if found is None and len(header) == 1:
            found = find_separator(text, whole, None, self.dialect.quote)
        if found is None or found == self.dialect.separator:
            return self.dialect
        if not self._has_warned:
            self._has_warned = True
            warnings.warn(
                f"{file.path} has the separator {found!r} and not {self.dialect.separator!r}; it "
                f"is read with that. To say so yourself, pass `separator={found!r}`.",
                ThalwegWarning,
                stacklevel=2,
            )
        return Dialect(found, self.dialect.quote)

    def _header(
        self, data: bytes, file: TextFile, dialect: Dialect
    ) -> tuple[list[str] | None, bytes]:
        """Return the first record that is not blank, and the bytes after it."""
        text = data.decode()
        reader = dialect.reader(text)
        header: list[str] | None = []
        while not header:
            header = _next_record(reader, file, 1 + reader.line_num)
            if header is None:
                return None, b""
        if len(header) > _MOST_COLUMNS:
            raise InputError(
                f"{file.path} has {len(header):,} columns; expected at most {_MOST_COLUMNS:,}. Is "
                f"`separator={dialect.separator!r}` wrong?"
            )
        self.wanted.check(header, str(file.path), lambda: _sample(header, reader))
        for name in self.wanted.names:
            if header.count(name) > 1:
                raise InputError(
                    f"{file.path} has several columns {name!r}; expected one. Rename the others."
                )
        rest = data
        for _ in range(reader.line_num):
            rest = rest.partition(b"\n")[2]
        return header, rest


def _sample(header: Sequence[str], reader: Any) -> dict[str, list[str]]:
    """Return the first values of each column."""
    try:
        rows = [row for row in islice(reader, _SAMPLE) if len(row) == len(header)]
    except csv.Error:
        rows = []
    return {name: [row[place] for row in rows] for place, name in enumerate(header)}


def _next_record(reader: Any, file: TextFile, line: int) -> list[str] | None:
    try:
        fields: list[str] | None = next(reader, None)
    except csv.Error as error:
        if "unexpected end" in str(error):
            problem = "a quote is opened and never closed"
        else:
            problem = str(error)
        raise InputError(
            f"{file.path}, line {line}: {problem}. Expected quotes around fields with separators, "
            "newlines or quotes, and a quote inside a field written twice."
        ) from None
    return fields


def _type_of(fields: pl.Series) -> Any:
    given = fields.filter(fields != "")
    if given.is_empty() or not given.str.contains(_NUMBER).all():
        return pl.String
    if not given.str.contains(_WHOLE).all():
        return pl.Float64
    return pl.Int64 if given.cast(pl.Int64, strict=False).null_count() == 0 else pl.String


def _typed(frame: pl.DataFrame, types: dict[str, Any], records: _Records) -> pl.DataFrame:
    columns = []
    for name, dtype in types.items():
        fields = frame[name]
        if dtype != pl.String:
            typed = fields.str.strip_chars().cast(dtype, strict=False)
            wrong = (typed.is_null() & (fields != "")).arg_true()
            if len(wrong):
                raise InputError(
                    f"{records.file.path}, line {records.lines()[wrong[0]]}: {name!r} is "
                    f"{fields[wrong[0]]!r}; expected a number, as in the lines before it. Give all "
                    "values of the column one type, or do not keep it."
                )
            fields = typed
        columns.append(fields)
    return pl.DataFrame(columns)
