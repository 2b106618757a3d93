"""Opens the files of a format, compressed or not, whole."""

from __future__ import annotations

from pathlib import Path

from thalweg.errors import InputError
from thalweg.files.compressed import read_whole


def plain_name(path: Path) -> str:
    """The name of a file without what says that it is compressed."""
    return path.name.removesuffix(".gz").removesuffix(".zst")


def read_text(path: Path) -> str:
    """All of a file of text, which is UTF-8 without NUL bytes."""
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
    """The lines of a file of text with a document each, in UTF-8."""
    data = read_text(path).encode()
    if not data:
        raise InputError(f"{path} is empty; expected a line for each document")
    return data.removesuffix(b"\n").split(b"\n")
