"""Refuse workbooks for which fastexcel would allocate memory without limit, which ends the process.

It allocates as many strings as an .xlsx file declares, and the whole rectangle from the first to
the last filled cell: one cell in the last column of the last row asks for 550 GB. So both are
compared with what the file contains. Other formats (.xls, .xlsb, .ods) are not checked.
"""

from __future__ import annotations

import re
import zipfile
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import IO, Final

from thalweg.errors import InputError

_SMALLEST_STRING: Final = len("<si/>")
_MOST_COMPRESSED: Final = 1032  # bytes that a byte of a deflate stream can stand for
_MOST_PLACES: Final = 8  # of the rectangle, for each filled cell
_ANY_RECTANGLE: Final = 1 << 26  # cells that are accepted, however many are filled: 2 GB
_BLOCK: Final = 1 << 20
_OVERLAP: Final = 64  # longer than a reference to a cell

_TABLE_OF_STRINGS: Final = re.compile(rb"<(?:[\w.-]+:)?sst\b([^>]*)>")
_N_STRINGS: Final = re.compile(rb"uniqueCount\s*=\s*[\"'](\d+)")
# Only a sheet with a column AA can have such a rectangle.
_WIDE: Final = re.compile(rb"r(?:=|\s+=)\s*[\"'][A-Za-z]{2,3}\d")
_PLACE: Final = re.compile(rb"\br\s*=\s*[\"']([A-Za-z]{1,3})(\d{1,7})")


def refuse_unbounded(path: Path) -> None:
    """Raise InputError if a workbook asks for much more memory than it can fill."""
    if not zipfile.is_zipfile(path):
        return  # another format, or damaged
    try:
        with zipfile.ZipFile(path) as archive:
            for member in archive.infolist():
                name = member.filename.lower()
                if name.endswith("sharedstrings.xml"):
                    _check_strings(path, archive, member)
                elif not name.startswith("xl/media/"):
                    _check_cells(path, archive, member)
    except InputError:
        raise
    except (zipfile.BadZipFile, zlib.error, EOFError, OSError, RuntimeError, ValueError) as error:
        raise InputError(f"{path} is not a spreadsheet, or is damaged: {error}") from None


def _check_strings(path: Path, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
    with archive.open(member) as file:
        start = _TABLE_OF_STRINGS.search(file.read(_BLOCK))
    if start is None:
        raise InputError(f"{path} is damaged: {member.filename} has no table of strings")
    declared = _N_STRINGS.search(start[1])
    n_strings = 0 if declared is None else int(declared[1][:30])
    n_bytes = min(member.file_size, member.compress_size * _MOST_COMPRESSED)
    if n_strings * _SMALLEST_STRING > n_bytes:
        raise InputError(
            f"{path} is damaged: {member.filename} declares {n_strings:,} strings in {n_bytes:,} "
            "bytes"
        )


def _check_cells(path: Path, archive: zipfile.ZipFile, member: zipfile.ZipInfo) -> None:
    with archive.open(member) as file:
        if not any(map(_WIDE.search, _blocks(file))):
            return
    n_cells = n_columns = n_rows = 0
    with archive.open(member) as file:
        for block in _blocks(file):
            places = _PLACE.findall(block)
            n_cells += len(places)
            n_columns = max([n_columns, *map(_number, {letters for letters, _ in places})])
            n_rows = max([n_rows, *map(int, {digits for _, digits in places})])
    if n_columns * n_rows > max(_ANY_RECTANGLE, _MOST_PLACES * n_cells):
        raise InputError(
            f"{path}: {member.filename} has {n_cells:,} cells in {n_columns:,} columns and "
            f"{n_rows:,} rows, so nearly all are empty. Delete cells that are far from the table, "
            "or save the sheet as CSV."
        )


def _blocks(file: IO[bytes]) -> Iterator[bytes]:
    """Yield blocks that overlap, so that no reference to a cell is cut in all of them."""
    end = b""
    while block := file.read(_BLOCK):
        yield end + block
        end = block[-_OVERLAP:]


def _number(letters: bytes) -> int:
    """Return the number of a column: A is 1, AA is 27."""
    number = 0
    for letter in letters.upper():
        number = 26 * number + letter - ord("A") + 1
    return number
