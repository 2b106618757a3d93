"""Read whole files of UTF-8 text, which may be compressed."""

from __future__ import annotations

from pathlib import Path

from thalweg.errors import InputError
from thalweg.files.compressed import read_whole


def plain_name(path: Path) -> str:
    """Return the name of a file without .gz or .zst."""
    return path.name.removesuffix(".gz").removesuffix(".zst")


def read_text(path: Path) -> str:
    """Return the content of a UTF-8 file without NUL bytes."""
    data = read_whole(path)
    try:
        text = data.decode("utf-8")
        place = data.find(0)
    except UnicodeDecodeError as error:
        place = error.start
    if place >= 0:
        line = data.count(b"\n", 0, place) + 1
        raise InputError(f"{path}, line {line}: byte {data[place]:#04x}; expected text in UTF-8")
    return text


def read_lines(path: Path) -> list[bytes]:
    """Return the lines of a file that has one document per line, in UTF-8."""
    data = read_text(path).encode()
    if not data:
        raise InputError(f"{path} is empty; expected one line per document")
    return data.removesuffix(b"\n").split(b"\n")
