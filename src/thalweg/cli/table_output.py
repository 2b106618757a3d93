"""Where a command puts its table: on the terminal, or in a JSON, CSV or Parquet file."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Annotated, Any, Final

import typer

from thalweg.cli.destinations import OutputKind, check_file
from thalweg.cli.options.common_options import AsJson, Force, ForSpreadsheet
from thalweg.cli.output import STANDARD_OUTPUT, console, note, open_result, print_json

if TYPE_CHECKING:
    import polars as pl
    from rich.text import Text

    from thalweg.results import Column, Table


class TableFormat(StrEnum):
    """Formats of files that hold a table."""

    CSV = "csv"
    JSONL = "jsonl"
    PARQUET = "parquet"


_SUFFIXES: Final = MappingProxyType(
    {
        ".csv": TableFormat.CSV,
        ".jsonl": TableFormat.JSONL,
        ".ndjson": TableFormat.JSONL,
        ".parquet": TableFormat.PARQUET,
    }
)


@dataclass(frozen=True)
class TableOptions:
    """Options of commands whose result is a table."""

    out: Annotated[
        str | None,
        typer.Option(
            "--out",
            "-o",
            metavar="FILE",
            help="Write the table to this .csv, .jsonl or .parquet file instead of printing it.",
            show_default=False,
        ),
    ] = None
    force: Force = False
    as_json: AsJson = False
    spreadsheet: ForSpreadsheet = False

    def check(self, kind: "type[Table[Any]]", inputs: Iterable[str | Path]) -> None:
        """Raise an error if the table cannot be written; to be called before any work."""
        if self.out is not None:
            check_table(self.out, kind, inputs=inputs, force=self.force)

    def show(self, table: "Table[Any]") -> None:
        """Print the table, or write it to the file."""
        if self.as_json:
            print_json(table.to_dicts())
        elif self.out is None:
            print_table(table)
        if self.out is not None:
            self.write(table)

    def write(self, table: "Table[Any]") -> None:
        """Write the table to the file of --out."""
        assert self.out is not None
        write_table(table, self.out, spreadsheet=self.spreadsheet)
        note(f"wrote {self.out}: {len(table):,} rows")


def change_between(table: Any, pair: tuple[Any, Any]) -> "Table[Any]":
    """Return how topics change between the two groups or periods of --compare."""
    from thalweg.errors import InputError

    try:
        changes: Table[Any] = table.change(*pair)
    except InputError as error:
        message = re.sub("^`(first|second|last)` is", "--compare has", str(error))
        raise InputError(message) from None
    return changes


def check_table(
    out: str | Path,
    *kinds: "type[Table[Any]]",
    option: str = "--out",
    inputs: Iterable[str | Path] = (),
    force: bool = False,
) -> None:
    """Raise an error if a table of one of these kinds cannot be written to a file."""
    file_format = format_from_name(str(out), option)
    own = _recognise([kind.column_names() for kind in kinds], file_format)
    check_file(out, own, option=option, inputs=inputs, force=force)


def print_table(table: "Table[Any]") -> None:
    """Print a table as wide as the terminal; its last column of text wraps.

    A table without rows prints only its footer, if it has one.
    """
    from rich import box
    from rich.table import Table as TerminalTable

    from thalweg.visible_text import visible

    shown = TerminalTable(box=box.SIMPLE_HEAD, pad_edge=False)
    for header, column in zip(table.headers, table.shown_columns, strict=True):
        justify: Any = "left" if column.left else "right"
        shown.add_column(visible(header), justify=justify, no_wrap=not column.left, overflow="fold")
    for row, cells in zip(table, table.cells(), strict=True):
        places = zip(table.shown_columns, cells, strict=True)
        shown.add_row(*(_highlighted(column, row, cell) for column, cell in places))
    if len(table) or not table.footer:
        console().print(shown)
    if table.footer:
        console().print(visible(table.footer))


def _highlighted(column: "Column", row: Any, cell: str) -> "str | Text":
    if column.spans is None:
        return cell
    from thalweg.cli.highlighted_text import highlighted

    return highlighted(column.text(row), column.spans(row))


def write_table(table: "Table[Any]", out: str, *, spreadsheet: bool = False) -> None:
    """Write a table to a file, in the format that its name shows."""
    file_format = format_from_name(out)
    frame = table.to_polars()
    with open_result(out) as file:
        if file_format is TableFormat.CSV:
            _without_lists(frame, spreadsheet).write_csv(file)
        elif file_format is TableFormat.JSONL:
            frame.write_ndjson(file)
        else:
            frame.write_parquet(file)


def format_from_name(out: str, option: str = "--out") -> TableFormat:
    """Return the format of a table from the name of its file; CSV for standard output."""
    if out == STANDARD_OUTPUT:
        return TableFormat.CSV
    suffixes = [suffix.lower() for suffix in Path(out).suffixes]
    if suffixes and suffixes[-1] in (".gz", ".zst"):
        suffixes.pop()
    if suffixes and suffixes[-1] in _SUFFIXES:
        return _SUFFIXES[suffixes[-1]]
    raise typer.BadParameter(
        f"cannot infer the format of the table from {out!r}; expected a name that ends in "
        f"{', '.join(_SUFFIXES)}",
        param_hint=option,
    )


def _without_lists(frame: "pl.DataFrame", spreadsheet: bool) -> "pl.DataFrame":
    """Return what CSV can hold: lists of words as one text, and no formulas for a spreadsheet."""
    import polars as pl

    from thalweg.files.spreadsheet import without_formula

    lists = pl.selectors.by_dtype(pl.List)
    frame = frame.with_columns(lists.cast(pl.List(pl.String)).list.join(" "))
    if spreadsheet:
        texts = pl.selectors.string()
        frame = frame.with_columns(texts.map_elements(without_formula, return_dtype=pl.String))
    return frame


def _recognise(tables: Sequence[list[str]], file_format: TableFormat) -> OutputKind:
    """Return how tables with these columns are recognised, so that they can be replaced."""
    headers = tuple(",".join(names).encode() + b"\n" for names in tables)
    starts = tuple(f'{{"{names[0]}":'.encode() for names in tables)

    def is_own(first: bytes, last: bytes) -> bool:
        if first.startswith(b"PAR1"):
            return any(all(name.encode() in last for name in names) for names in tables)
        return first.startswith(headers + starts)

    return OutputKind(
        "a table of the same command", is_own, compressible=file_format is not TableFormat.PARQUET
    )
