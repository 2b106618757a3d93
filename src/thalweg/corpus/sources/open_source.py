"""open_source: return the reader for any source of texts."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from thalweg.corpus.sources.chunk import TextSource
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.delimited import Delimited, Dialect
from thalweg.corpus.sources.encoding import Encoding
from thalweg.corpus.sources.find_files import RECOGNISE, FoundFiles, find_files, format_of
from thalweg.corpus.sources.frames import open_frame
from thalweg.corpus.sources.iterables import IterableSource, TokenListSource
from thalweg.corpus.sources.json_lines import JsonLines
from thalweg.corpus.sources.plain_text import Lines, TextFiles
from thalweg.corpus.sources.recognise import HEAD_BYTES, recognise_format
from thalweg.corpus.sources.tables.database import Database
from thalweg.corpus.sources.tables.parquet import Parquet
from thalweg.corpus.sources.tables.workbook import Workbook
from thalweg.corpus.sources.text_file import BlockSizes, TextFile
from thalweg.corpus.text.given_documents import DocumentKind, document_kind
from thalweg.errors import InputError

_SEPARATORS = {"csv": ",", "tsv": "\t"}
_LONGEST_PATH = 4096


def open_source(
    source: Any,
    *,
    column: str = "text",
    columns: Sequence[str] = (),
    format: str | None = None,
    encoding: str = "utf-8",
    errors: str = "replace",
    separator: str | None = None,
    quote: str | None = '"',
    sheet: str | None = None,
    table: str | None = None,
    query: str | None = None,
    sizes: BlockSizes | None = None,
) -> TextSource:
    """Return the reader for a source. A string is a path or a pattern, never a text.

    `column` holds the texts of a table, `columns` are kept as metadata. A single file of plain text
    has one document per line; in a folder or a list, every such file is a document.
    """
    wanted = WantedColumns.of(column, columns)
    reading = Encoding(encoding, errors)
    found = None
    if isinstance(source, FoundFiles | str | os.PathLike) or _is_list_of_paths(source):
        found = source if isinstance(source, FoundFiles) else find_files(source, format)
    _refuse_other_parts(None if found is None else found.format, sheet, table, query)
    if found is not None:
        if found.format == "parquet":
            return Parquet(found.paths, wanted, found.name)
        if found.format == "excel":
            return Workbook(found.paths, wanted, sheet, found.name)
        if found.format == "sqlite":
            return _database(found, wanted, table, query, sizes)
        files = [TextFile(path, reading, sizes or found.sizes) for path in found.paths]
        if found.format == RECOGNISE:
            head = files[0].head(HEAD_BYTES)
            found = replace(found, format=recognise_format(head, column, found.paths[0]))
        if found.format in _SEPARATORS:
            guess = separator is None
            dialect = Dialect(_SEPARATORS[found.format] if separator is None else separator, quote)
            return Delimited(files, wanted, dialect, found.name, other_separators=guess)
        return _text_source(files, wanted, found)
    kind = document_kind(source)
    if kind is DocumentKind.TOKEN_LISTS:
        return TokenListSource(source, wanted)
    if kind is DocumentKind.BAGS_OF_WORDS:
        raise InputError(
            "`source` holds bags of words, lists of (id, count); expected texts. Use from_gensim "
            "of thalweg.corpus.formats.gensim_corpus, or pass the bags to LDA.fit."
        )
    frame = open_frame(source, wanted)
    if frame is not None:
        return frame
    if isinstance(source, bytes | bytearray | memoryview) or not isinstance(source, Iterable):
        raise InputError(
            f"`source` is of type {type(source).__name__}; expected a path, a table, or an "
            "iterable of texts"
        )
    return IterableSource(source, wanted, sizes)


def _refuse_other_parts(
    format: str | None, sheet: str | None, table: str | None, query: str | None
) -> None:
    for name, given, of in (
        ("sheet", sheet, "excel"),
        ("table", table, "sqlite"),
        ("query", query, "sqlite"),
    ):
        if given is not None and not isinstance(given, str):
            raise InputError(f"`{name}` is {given!r}; expected a str")
        if given is not None and format != of:
            kind = "a spreadsheet" if of == "excel" else "an SQLite database"
            raise InputError(f"`{name}` is {given!r}, but `source` is not {kind}; leave it out")


def _database(
    found: FoundFiles,
    wanted: WantedColumns,
    table: str | None,
    query: str | None,
    sizes: BlockSizes | None,
) -> Database:
    if len(found.paths) > 1:
        raise InputError(f"{found.name} has several databases; expected one. Read each of them.")
    return Database(found.paths[0], wanted, table, query, sizes)


def _text_source(files: list[TextFile], wanted: WantedColumns, found: FoundFiles) -> TextSource:
    if found.format == "jsonl":
        return JsonLines(files, wanted, found.name)
    if found.format == "lines":
        return Lines(files, wanted, found.name)
    return TextFiles(files, wanted, found.root, found.name)


def _is_list_of_paths(source: Any) -> bool:
    """Whether all items are Path objects, or names of existing files with a known suffix."""
    return isinstance(source, list | tuple) and bool(source) and all(map(_is_path, source))


def _is_path(item: Any) -> bool:
    if not isinstance(item, str):
        return isinstance(item, os.PathLike)
    is_short = len(item) < _LONGEST_PATH and "\0" not in item
    return is_short and format_of(Path(item)) is not None and os.path.isfile(item)
