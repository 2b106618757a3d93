"""TextSearch: full text search in documents by SQLite FTS5, with filters by value and date.

The index is a file in a temporary folder. One thread adds documents; any thread may search in those
that are there already. Texts of a corpus in memory are not stored in it. Those of a corpus on disk
are, compressed: its Parquet files are made for reading many rows, and one row takes 10 ms or more.
"""

from __future__ import annotations

import json
import re
import sqlite3
import tempfile
import threading
import zlib
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any

from thalweg.analysis.groups.periods import as_days
from thalweg.corpus.corpus import Corpus
from thalweg.errors import InputError
from thalweg.explore.column_kinds import ColumnKinds, titles_of
from thalweg.lazy_polars import pl

BATCH = 2000
MAX_RANKED = 50_000
"""A query that more documents match is answered in the order of the documents."""
_TERM = re.compile(r'"([^"]*)"|(\S+)')
_EPOCH = date(1970, 1, 1).toordinal()


@dataclass(frozen=True)
class Matches:
    """Documents that match a query."""

    rows: list[int]
    is_ranked: bool
    """Whether the best matches come first; otherwise they are in the order of the documents."""


@dataclass(frozen=True)
class Filters:
    """Conditions on documents: values of columns, and a range of dates."""

    groups: Mapping[str, str]
    first: str | None = None
    last: str | None = None

    def is_empty(self) -> bool:
        """Whether all documents fulfil them."""
        return not self.groups and self.first is None and self.last is None


class TextSearch:
    """An index of the words of documents.

    Parameters
    ----------
    corpus : Corpus
        The documents. Without texts, the words of their counts are indexed.
    columns : ColumnKinds
        The columns that can be filtered by.
    """

    def __init__(self, corpus: Corpus, columns: ColumnKinds) -> None:
        self._corpus, self._columns = corpus, columns
        self._folder = tempfile.TemporaryDirectory(prefix="thalweg-explore-")
        self._path = Path(self._folder.name, "search.sqlite")
        self._local = threading.local()
        self._open: list[tuple[sqlite3.Connection, threading.Lock]] = []
        self._lock = threading.Lock()
        self.n_indexed: int = 0
        self._is_closed = False
        groups = "".join(f", g{i} TEXT" for i in range(len(columns.groups)))
        with self._using() as connection:
            connection.executescript(
                "PRAGMA journal_mode=WAL; PRAGMA synchronous=OFF;"
                f"CREATE TABLE documents (row INTEGER PRIMARY KEY, day INTEGER{groups});"
                "CREATE VIRTUAL TABLE words USING fts5(text, content='', detail='full', "
                "tokenize='unicode61 remove_diacritics 0');"
                "CREATE TABLE copies (row INTEGER PRIMARY KEY, id TEXT, text BLOB, title TEXT);"
                "CREATE VIRTUAL TABLE terms USING fts5vocab('words', 'row');"
            )

    @property
    def is_complete(self) -> bool:
        """Whether all documents are in the index."""
        return self.n_indexed >= self._corpus.n_documents

    def build(self) -> None:
        """Add all documents; ends early after `close`."""
        first = 0
        marks = ", ".join("?" * (2 + len(self._columns.groups)))
        for batch in self._corpus.batches(BATCH):
            if self._is_closed:
                return
            rows = range(first, first + batch.n_documents)
            texts = zip(rows, _texts(batch), strict=True)
            copies = () if self._corpus.in_memory else zip(rows, *_copies(batch), strict=True)
            about = zip(rows, *self._values(batch), strict=True)
            try:
                with self._using() as connection, connection:
                    connection.executemany("INSERT INTO words(rowid, text) VALUES (?, ?)", texts)
                    connection.executemany(f"INSERT INTO documents VALUES ({marks})", about)
                    connection.executemany("INSERT INTO copies VALUES (?, ?, ?, ?)", copies)
            except (InputError, sqlite3.OperationalError):
                if self._is_closed:
                    return
                raise
            first += batch.n_documents
            self.n_indexed = first
        try:
            with self._using() as connection, connection:
                for i in range(len(self._columns.groups)):
                    connection.execute(f"CREATE INDEX by_g{i} ON documents(g{i})")
                connection.execute("CREATE INDEX by_day ON documents(day)")
        except (InputError, sqlite3.OperationalError):
            if not self._is_closed:
                raise

    def find(self, query: str, filters: Filters, n: int) -> Matches:
        """Return the rows of documents that contain all words of the query; best first.

        Words in quotes must follow each other. The last word may be the beginning of a word.
        """
        match = match_expression(query)
        where, values = self._where(filters)
        if match is None:
            if filters.is_empty():
                return Matches([], True)
            sql = f"SELECT row FROM documents d WHERE {where} ORDER BY row LIMIT ?"
            return Matches(self._rows(sql, [*values, n]), False)
        is_ranked = self._n_matches_at_most(query) <= MAX_RANKED
        order = "ORDER BY words.rank" if is_ranked else "ORDER BY words.rowid"
        join = "" if filters.is_empty() else "JOIN documents d ON d.row = words.rowid"
        sql = (
            f"SELECT words.rowid FROM words {join} WHERE words MATCH ? AND {where} {order} LIMIT ?"
        )
        return Matches(self._rows(sql, [match, *values, n]), is_ranked)

    def passing(self, rows: Sequence[int], filters: Filters) -> list[int]:
        """Return those of some documents that fulfil the filters, in the given order."""
        where, values = self._where(filters)
        marks = ", ".join("?" * len(rows))
        sql = f"SELECT row FROM documents d WHERE {where} AND row IN ({marks})"
        found = set(self._rows(sql, [*values, *rows]))
        return [row for row in rows if row in found]

    def count(self, query: str) -> int:
        """Return the number of documents that contain all words of the query."""
        match = match_expression(query, prefix=False)
        if match is None:
            return 0
        sql = "SELECT count(*) FROM words WHERE words MATCH ?"
        return int(self._fetch(sql, [match])[0][0])

    def days(self, query: str | None = None) -> dict[date, int]:
        """Return the number of documents per day; with a query, of those that match it."""
        sql = "SELECT day, count(*) FROM documents GROUP BY day"
        values: list[Any] = []
        if query is not None:
            sql = (
                "SELECT d.day, count(*) FROM words JOIN documents d ON d.row = words.rowid "
                "WHERE words MATCH ? GROUP BY d.day"
            )
            values = [match_expression(query, prefix=False) or '""']
        counted = self._fetch(sql, values)
        return {date.fromordinal(day + _EPOCH): n for day, n in counted if day is not None}

    def documents(self, rows: Sequence[int]) -> dict[int, tuple[Any, str | None, str | None]]:
        """Return id, text and title of those of some documents that are stored in the index."""
        marks = ", ".join("?" * len(rows))
        sql = f"SELECT row, id, text, title FROM copies WHERE row IN ({marks})"
        return {
            row: (json.loads(id), None if text is None else zlib.decompress(text).decode(), title)
            for row, id, text, title in self._fetch(sql, list(rows))
        }

    def close(self) -> None:
        """Remove the index."""
        with self._lock:
            self._is_closed = True
            for connection, in_use in self._open:
                with suppress(sqlite3.ProgrammingError):
                    connection.interrupt()
                with in_use:  # a connection must not be closed while a thread uses it
                    connection.close()
            self._open.clear()
        self._folder.cleanup()

    def _where(self, filters: Filters) -> tuple[str, list[Any]]:
        conditions: list[str] = ["1"]
        values: list[Any] = []
        for name, value in filters.groups.items():
            if name not in self._columns.groups:
                known = ", ".join(self._columns.groups) or "none"
                raise InputError(f"`groups` has the column {name!r}; expected one of: {known}")
            conditions.append(f"d.g{self._columns.groups.index(name)} = ?")
            values.append(value)
        for sign, day in ((">=", filters.first), ("<=", filters.last)):
            if day is not None:
                conditions.append(f"d.day {sign} ?")
                values.append(_day(day))
        return " AND ".join(conditions), values

    def _n_matches_at_most(self, query: str) -> int:
        """Return the number of documents with the rarest word of the query; it bounds matches."""
        sql = "SELECT coalesce(sum(doc), 0) FROM terms WHERE term = ?"
        words = [word for term in _terms(query) for word in re.findall(r"\w+", term.casefold())]
        known = [int(self._fetch(sql, [word])[0][0]) for word in words]
        return min((n for n in known if n), default=0)

    def _rows(self, sql: str, values: Sequence[Any]) -> list[int]:
        return [row for (row,) in self._fetch(sql, values)]

    def _fetch(self, sql: str, values: Sequence[Any]) -> list[Any]:
        with self._using() as connection:
            return connection.execute(sql, values).fetchall()

    @contextmanager
    def _using(self) -> Iterator[sqlite3.Connection]:
        """The connection of this thread, which is not closed meanwhile."""
        mine: tuple[sqlite3.Connection, threading.Lock] | None
        mine = getattr(self._local, "connection", None)
        if mine is None:
            with self._lock:
                self._require_open()
                connection = sqlite3.connect(self._path, check_same_thread=False, timeout=30.0)
                mine = connection, threading.Lock()
                self._open.append(mine)
            self._local.connection = mine
        with mine[1]:
            self._require_open()
            yield mine[0]

    def _require_open(self) -> None:
        if self._is_closed:
            raise InputError("the explorer has been closed")

    def _values(self, batch: Corpus) -> list[list[Any]]:
        frame, n = batch.metadata, batch.n_documents
        days: list[Any] = [None] * n
        if self._columns.date is not None:
            try:
                dates = as_days(frame[self._columns.date], "date").to_list()
            except InputError:  # the first documents had dates, some of these have not
                dates = days
            days = [_number(day) for day in dates]
        groups = [frame[name].cast(pl.String).to_list() for name in self._columns.groups]
        return [days, *groups]


def match_expression(query: str, *, prefix: bool = True) -> str | None:
    """Return an FTS5 expression for what a user typed; None if it has no word.

    Every word is quoted, so that nothing in the query is an operator.

    Examples
    --------
    >>> match_expression('river "new york" flo')
    '"river" "new york" "flo"*'
    """
    terms = [term for term in _terms(query) if re.search(r"\w", term)]
    if not terms:
        return None
    quoted = [f'"{term}"' for term in terms]
    is_open = prefix and not query.rstrip().endswith('"') and len(terms[-1]) > 2
    return " ".join(quoted) + ("*" if is_open else "")


def _terms(query: str) -> list[str]:
    found = (match[1] or match[2] or "" for match in _TERM.finditer(query.replace("\0", " ")))
    return [term.replace('"', " ").replace("_", " ") for term in found]


def _texts(batch: Corpus) -> list[str]:
    texts = batch.texts
    if texts is not None:
        return [text or "" for text in texts.to_list()]
    documents, words = batch.documents(), batch.vocabulary
    matrix = documents.to_csr()
    return [
        " ".join(words[w] for w in matrix.indices[a:b].tolist())
        for a, b in zip(matrix.indptr[:-1].tolist(), matrix.indptr[1:].tolist(), strict=True)
    ]


def _copies(batch: Corpus) -> tuple[list[str], list[bytes | None], list[str | None]]:
    """Return the ids of documents as JSON, their texts, compressed, and their titles, or None."""
    titles = titles_of(batch)
    ids = [json.dumps(plain_value(each)) for each in batch.ids.to_list()]
    texts = batch.texts
    if texts is None:
        return ids, [None] * len(ids), titles
    return ids, [zlib.compress((text or "").encode(), 1) for text in texts.to_list()], titles


def plain_value(value: Any) -> Any:
    """Return a value of a column as JSON has it; dates and lists as text."""
    return value if isinstance(value, str | int | float | bool | None) else str(value)


def _number(day: date | None) -> int | None:
    return None if day is None else day.toordinal() - _EPOCH


def _day(text: str) -> int:
    try:
        return date.fromisoformat(text).toordinal() - _EPOCH
    except ValueError:
        raise InputError(f"`dates` has {text!r}; expected a date such as 2024-05-31") from None
