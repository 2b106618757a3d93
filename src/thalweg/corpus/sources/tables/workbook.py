"""Workbook: a sheet of an Excel or OpenDocument file, which polars reads with fastexcel.

A workbook is a compressed archive, so a sheet is read as a whole; it has at most 1,048,576 rows.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.tables.table_slices import Table, table_chunks
from thalweg.corpus.sources.tables.workbook_size import refuse_unbounded
from thalweg.corpus.sources.text_file import BLOCK_BYTES
from thalweg.errors import InputError
from thalweg.files.compressed import stored_size
from thalweg.lazy_polars import pl, require_polars_threads
from thalweg.system.native_panics import without_panic_messages


class Workbook:
    """A sheet of one or several workbooks. The first decides the types of the columns."""

    repeatable = True
    n_replaced = 0

    def __init__(
        self, paths: Sequence[Path], wanted: WantedColumns, sheet: str | None = None, name: str = ""
    ) -> None:
        self.paths = paths
        self.wanted = wanted
        self.sheet = sheet
        self.name: str = name or str(paths[0])
        self.n_bytes: int = sum(stored_size(path) or 0 for path in paths)
        _fastexcel(paths[0])  # before any work

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all rows below the header of the sheet."""
        types: dict[str, Any] = {}
        for path in self.paths:
            frame = _frame(path, self.sheet, self.wanted)

            def rows(start: int, end: int, frame: pl.DataFrame = frame) -> pl.DataFrame:
                return frame[start:end]

            table = Table(str(path), frame.columns, frame.height, stored_size(path), rows)
            yield from table_chunks(table, self.wanted, types, BLOCK_BYTES)


def _fastexcel(path: Path) -> Any:
    try:
        return import_module("fastexcel")
    except ImportError:
        raise InputError(
            f"{path} is a spreadsheet, which needs the package fastexcel. Run pip install "
            "fastexcel, or save the sheet as CSV."
        ) from None


def _frame(path: Path, sheet: str | None, wanted: WantedColumns) -> pl.DataFrame:
    require_polars_threads("reading a spreadsheet")
    fastexcel = _fastexcel(path)
    refuse_unbounded(path)
    with without_panic_messages(), _readable(path, fastexcel):
        book = fastexcel.read_excel(str(path))
    names = list(book.sheet_names)
    chosen = names[0] if sheet is None and names else sheet
    if chosen not in names:
        raise InputError(
            f"`sheet` is {chosen!r}; expected one of the sheets of {path}: "
            f"{', '.join(map(repr, names)) or 'none'}"
        )
    with without_panic_messages(), _readable(path, fastexcel):
        sample = book.load_sheet(chosen, n_rows=100, dtypes="string").to_polars()
        where = str(path) if len(names) == 1 else f"the sheet {chosen!r} of {path}"
        wanted.check(sample.columns, where, sample.to_dict)
        # Texts that look like numbers or dates stay texts.
        loaded = book.load_sheet(
            chosen,
            use_columns=wanted.names,
            dtypes={wanted.text: "string"},
            schema_sample_rows=None,
        )
        frame: pl.DataFrame = loaded.to_polars()
        return _with_dates(frame.select(wanted.names))


@contextmanager
def _readable(path: Path, fastexcel: Any) -> Iterator[None]:
    try:
        yield
    except (fastexcel.FastExcelError, pl.exceptions.PolarsError, OSError) as error:
        reason = str(error).partition("\n")[0]
    except BaseException as error:
        if type(error).__name__ != "PanicException":  # fastexcel has its own, and hides it
            raise
        reason = "its values cannot be decoded"
    else:
        return
    raise InputError(f"{path} is not a spreadsheet, or is damaged: {reason}")


def _with_dates(frame: pl.DataFrame) -> pl.DataFrame:
    """Return days as dates: a spreadsheet stores them as midnight."""
    for name, dtype in frame.schema.items():
        if dtype == pl.Datetime:
            days = frame[name].dt.date()
            if (days.cast(dtype) == frame[name]).all():
                frame = frame.with_columns(days)
    return frame
