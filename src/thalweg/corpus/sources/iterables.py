"""IterableSource and TokenListSource: iterables of strings, of rows (mappings), of token lists."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.tables.table_slices import keep_types
from thalweg.corpus.sources.text_file import BlockSizes
from thalweg.corpus.text.token_lists import TokenLists
from thalweg.errors import InputError
from thalweg.lazy_polars import pl

# Ends chunks of empty texts.
_MOST_ITEMS = 1 << 16
_TOKEN_LISTS_AT_A_TIME = 1 << 14


class IterableSource:
    """A list, a generator or a streaming dataset. Iterators can be read only once."""

    n_bytes = None

    def __init__(
        self,
        items: Iterable[Any],
        wanted: WantedColumns | None = None,
        sizes: BlockSizes | None = None,
    ) -> None:
        self.items = items
        self.wanted: WantedColumns = wanted or WantedColumns()
        self.sizes: BlockSizes = sizes or BlockSizes()
        self.name: str = f"a {type(items).__name__}"
        self.repeatable: bool = not isinstance(items, Iterator)
        self.n_replaced: int = 0

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all items; exceptions of the iterable are not caught."""
        self.n_replaced = 0
        types: dict[str, Any] = {}
        items: list[Any] = []
        length, limit, start = 0, self.sizes.first, 0
        for position, item in enumerate(self.items):
            text = self._text(item, position)
            items.append((text, item))
            length += len(text or "")
            if length >= limit or len(items) >= _MOST_ITEMS:
                yield self._chunk(items, start, types)
                items, length, limit, start = [], 0, self.sizes.later, position + 1
        if items:
            yield self._chunk(items, start, types)

    def _text(self, item: Any, position: int) -> str | None:
        if isinstance(item, Mapping):
            self.wanted.check(item, f"item {position} of {self.name}")
            item = item[self.wanted.text]
        elif self.wanted.others:
            self.wanted.refuse_others(f"item {position} of {self.name}")
        if item is None or isinstance(item, str):
            return item
        raise InputError(
            f"`source`: item {position} of {self.name} is of type {type(item).__name__}; expected "
            "a text (str), or a row (dict) with a text in its column"
        )

    def _chunk(self, items: list[Any], start: int, types: dict[str, Any]) -> TextChunk:
        columns = None
        if self.wanted.others:
            columns = self._columns([row for _, row in items], start, types)
            keep_types(types, columns)
        return TextChunk(self._strings([text for text, _ in items]), columns, 0)

    def _columns(self, rows: list[Any], start: int, types: dict[str, Any]) -> pl.DataFrame:
        columns = []
        for name in self.wanted.others:
            try:
                values = pl.Series(name, [row[name] for row in rows], dtype=types.get(name))
            except (TypeError, ValueError, OverflowError, pl.exceptions.PolarsError) as error:
                raise InputError(
                    f"column {name!r} of {self.name}, items {start} to {start + len(rows) - 1}: "
                    f"{str(error).partition(chr(10))[0]}. Expected one type in the whole column."
                ) from None
            columns.append(values)
        return pl.DataFrame(columns)

    def _strings(self, texts: list[str | None]) -> pl.Series:
        try:
            return pl.Series("text", texts, dtype=pl.String)
        except UnicodeEncodeError:  # half of a surrogate pair, which UTF-8 cannot encode
            return pl.Series("text", [self._replaced(text) for text in texts], dtype=pl.String)

    def _replaced(self, text: str | None) -> str | None:
        if text is None:
            return None
        data = text.encode("utf-16-le", "surrogatepass")
        whole = data.decode("utf-16-le", "replace")
        self.n_replaced += whole.count("\N{REPLACEMENT CHARACTER}") - text.count(
            "\N{REPLACEMENT CHARACTER}"
        )
        return whole


class TokenListSource:
    """Documents that are lists of tokens already."""

    n_bytes = None
    n_replaced = 0
    repeatable = True

    def __init__(self, documents: Any, wanted: WantedColumns) -> None:
        self.name: str = f"a {type(documents).__name__}"
        wanted.refuse_others(self.name)
        self._documents = list(documents)

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all documents."""
        for first in range(0, len(self._documents), _TOKEN_LISTS_AT_A_TIME):
            documents = self._documents[first : first + _TOKEN_LISTS_AT_A_TIME]
            yield TextChunk(TokenLists.check(documents, self.name), None, 0)
