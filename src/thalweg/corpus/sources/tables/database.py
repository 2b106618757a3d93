"""Database: a table or a query of an SQLite file, read row by row with Python's sqlite3."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path
from typing import Any
from urllib.parse import quote

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.iterables import IterableSource
from thalweg.corpus.sources.text_file import BlockSizes
from thalweg.errors import InputError

_ROWS_AT_A_TIME = 1000
_SAMPLE = 100


class Database:
    """The rows of a table or a query. The file is opened for reading only."""

    n_bytes = None  # of the rows: unknown before the query runs
    n_replaced = 0
    repeatable = True

    def __init__(
        self,
        path: Path,
        wanted: WantedColumns,
        table: str | None = None,
        query: str | None = None,
        sizes: BlockSizes | None = None,
    ) -> None:
        if table is not None and query is not None:
            raise InputError("`table` and `query` are both given; expected one of them")
        self.path = path
        self.name: str = str(path)
        self.wanted = wanted
        self.sizes = sizes
        self.query: str = query or self._select(table)

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all rows in the order of the query."""
        rows = IterableSource(self._rows(), self.wanted, self.sizes)
        rows.name = self.name
        yield from rows.chunks()

    def _rows(self) -> Iterator[dict[str, Any]]:
        with closing(self._open()) as connection:
            cursor = self._run(connection, self.query)
            names = [column[0] for column in cursor.description or ()]
            if not names:
                raise InputError("`query` returns no table; expected a SELECT statement")
            first = self._rows_of(cursor, _SAMPLE)
            columns = list(zip(*first, strict=True)) or [()] * len(names)
            self.wanted.check(
                names, self.name, lambda: dict(zip(names, map(list, columns), strict=True))
            )
            places = [(name, names.index(name)) for name in self.wanted.names]
            while first:
                for row in first:
                    values = {name: row[place] for name, place in places}
                    yield values | {self.wanted.text: self._text(values[self.wanted.text])}
                first = self._rows_of(cursor, _ROWS_AT_A_TIME)

    def _text(self, value: Any) -> str | None:
        """Return a text: SQLite stores what was given, also a number in a column of texts."""
        if isinstance(value, bytes):
            raise InputError(
                f"{self.name}: column {self.wanted.text!r} holds bytes; expected texts"
            )
        return value if value is None else str(value)

    def _select(self, table: str | None) -> str:
        with closing(self._open()) as connection:
            cursor = self._run(
                connection,
                "select name from sqlite_master where type in ('table', 'view') and name not like "
                "'sqlite_%' order by name",
            )
            names = [name for (name,) in self._rows_of(cursor)]
        listed = ", ".join(map(repr, names)) or "none"
        if table is None and len(names) != 1:
            raise InputError(
                f"{self.path} has {len(names)} tables: {listed}; expected one. Pass the table that "
                f"holds the texts, such as `table={names[0] if names else 'reviews'!r}`, or a "
                "`query`."
            )
        chosen = names[0] if table is None else table
        if chosen not in names:
            raise InputError(f"`table` is {chosen!r}; expected one of {listed} in {self.path}")
        escaped = chosen.replace('"', '""')
        return f'select * from "{escaped}"'

    def _open(self) -> sqlite3.Connection:
        address = f"file:{quote(str(self.path.absolute()))}?mode=ro"
        try:
            # A generator may be closed on another thread than the one that it ran on.
            return sqlite3.connect(address, uri=True, check_same_thread=False)
        except sqlite3.Error as error:
            raise self._unreadable(error) from None

    def _run(self, connection: sqlite3.Connection, query: str) -> sqlite3.Cursor:
        try:
            return connection.execute(query)
        except sqlite3.DatabaseError as error:
            if "not a database" in str(error):
                raise self._unreadable(error) from None
            raise InputError(f"{self.path}: {error}. The query was: {query}") from None
        except (sqlite3.Warning, ValueError) as error:
            raise InputError(f"`query` cannot be run: {error}") from None

    def _rows_of(self, cursor: sqlite3.Cursor, n_rows: int | None = None) -> list[Any]:
        """Return the next rows, or all: damage may be found in any of them."""
        try:
            return cursor.fetchall() if n_rows is None else cursor.fetchmany(n_rows)
        except sqlite3.Error as error:
            raise self._unreadable(error) from None
        except MemoryError:
            raise InputError(
                f"{self.path} has a value that is larger than the memory. Is it damaged?"
            ) from None

    def _unreadable(self, error: Exception) -> InputError:
        return InputError(f"{self.path} cannot be read as an SQLite database: {error}")
