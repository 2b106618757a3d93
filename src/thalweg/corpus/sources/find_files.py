"""Find the files that a path, a folder, a glob pattern or a list of paths stands for."""

from __future__ import annotations

import glob
import os
import re
import warnings
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from thalweg.corpus.sources.text_file import BlockSizes
from thalweg.errors import InputError, ThalwegWarning
from thalweg.files.compressed import SUFFIXES as COMPRESSIONS

FORMATS = {
    ".jsonl": "jsonl",
    ".ndjson": "jsonl",
    ".json": "jsonl",
    ".csv": "csv",
    ".tsv": "tsv",
    ".tab": "tsv",
    ".parquet": "parquet",
    ".pq": "parquet",
    ".txt": "text",
    ".text": "text",
    ".xlsx": "excel",
    ".xlsm": "excel",
    ".xls": "excel",
    ".xlsb": "excel",
    ".ods": "excel",
    ".db": "sqlite",
    ".sqlite": "sqlite",
    ".sqlite3": "sqlite",
}
"""Formats by the suffix of a file name, without .gz or .zst."""

NAMES = ("jsonl", "csv", "tsv", "parquet", "excel", "sqlite", "text", "lines")
"""Values of `format`. "text" is one document per file, "lines" one document per line."""

RECOGNISE = "recognise"
"""Format of a pipe without a telling name, whose first bytes decide."""

STANDARD_INPUT = "/dev/stdin"

_SQLITE = "sqlite:///"
_ADDRESS = re.compile(r"([a-z][a-z0-9+]*)://", re.IGNORECASE)


@dataclass(frozen=True)
class FoundFiles:
    """Files of one format in reading order. Ids are paths relative to `root`."""

    paths: list[Path]
    format: str
    root: Path
    name: str
    sizes: BlockSizes | None = None  # None for the usual sizes


def find_files(source: str | os.PathLike[str] | Iterable[object], format: str | None) -> FoundFiles:
    """Return the files of a source; InputError if there are none."""
    if format is not None and format not in NAMES:
        raise InputError(
            f"`format` is {format!r}; expected one of {', '.join(NAMES)}, or a bag-of-words format"
        )
    if not isinstance(source, str | os.PathLike):
        return _of_list(list(source), format)
    path = Path(_decoded(source))
    if not _decoded(source):
        raise InputError("`source` is an empty string; expected a path or a pattern")
    if isinstance(source, str) and (address := _ADDRESS.match(source)):
        path = _path_of_address(source, address[1])
        format = "sqlite"
    try:
        if path.is_dir():
            return _of_folder(path, format)
        if path.exists():
            return _of_file(path, format)
    except InputError:
        raise
    except (OSError, ValueError) as error:  # too long, or a NUL in it
        reason = getattr(error, "strerror", None) or error
        raise InputError(
            f"{_quoted(source)} is not a valid path: {reason}. {_NOT_A_TEXT}"
        ) from None
    if glob.has_magic(str(path)):
        return _of_pattern(path, format)
    raise InputError(
        f"{_quoted(source)} does not exist; expected a file, a folder or a pattern such as "
        f"'folder/*.jsonl'.{_hint_about_texts(path)}"
    )


def _path_of_address(source: str, kind: str) -> Path:
    """Return the file of an SQLite address; InputError for others, which may hold a password."""
    if source.lower().startswith(_SQLITE):
        return Path(source[len(_SQLITE) :])
    if kind.lower() == "sqlite":
        raise InputError(f"`source` is {source!r}; expected sqlite:///FILE, with three slashes")
    raise InputError(
        f"`source` is an address that starts with {kind}://; expected a file, or sqlite:///FILE. "
        "Read another database with polars, in Python: "
        "thalweg.read(polars.read_database_uri(query, address)). Download a web page to a file."
    )


_NOT_A_TEXT = "A string is read as a path. Pass texts as a list: [text]."


def _hint_about_texts(path: Path) -> str:
    return f" {_NOT_A_TEXT}" if len(str(path).split()) > 2 else ""


def format_of(path: Path) -> str | None:
    """Return the format that the suffix stands for, None if it is unknown."""
    name = path.name.lower()
    for compression in COMPRESSIONS:
        name = name.removesuffix(compression)
    return FORMATS.get(os.path.splitext(name)[1])


def _of_file(path: Path, format: str | None) -> FoundFiles:
    if format is None and format_of(path) == "text":
        format = "lines"  # one document per file would be a corpus of one document
    format = format or format_of(path)
    if format is None and (str(path) == STANDARD_INPUT or not path.is_file()):
        format = RECOGNISE
    if format is None:
        raise InputError(
            f"{path} has the unknown suffix {path.suffix!r}; expected {', '.join(FORMATS)}, the "
            "text formats also with .gz or .zst. For other names pass `format='lines'` or another "
            f"format ({', '.join(NAMES[:-1])})."
        )
    name = "standard input" if str(path) == STANDARD_INPUT else str(path)
    return FoundFiles([path], format, path.parent, name)


def _of_folder(folder: Path, format: str | None) -> FoundFiles:
    unreadable: list[OSError] = []
    paths: list[Path] = []
    for place, subfolders, names in os.walk(folder, onerror=unreadable.append):
        subfolders[:] = [name for name in subfolders if not name.startswith(".")]
        files = (Path(place, name) for name in names if not name.startswith("."))
        paths += [path for path in files if path.is_file()]
    paths.sort()
    if unreadable:
        first = f"{unreadable[0].filename}: {unreadable[0].strerror}"
        warnings.warn(
            f"subfolders of {folder} cannot be read, so their files are missing: {len(unreadable)} "
            f"(the first is {first}). Give yourself permission to read them, or remove them.",
            ThalwegWarning,
            stacklevel=2,
        )
    return _of_one_format(paths, format, folder, f"the folder {folder}")


def _of_pattern(pattern: Path, format: str | None) -> FoundFiles:
    paths = sorted(
        path for path in map(Path, glob.glob(str(pattern), recursive=True)) if path.is_file()
    )
    if not paths:
        raise InputError(
            f"the pattern {_quoted(pattern)} matches no files.{_hint_about_texts(pattern)}"
        )
    return _of_one_format(paths, format, _common_folder(paths), f"the pattern {pattern}")


def _of_list(items: list[object], format: str | None) -> FoundFiles:
    paths = []
    for position, item in enumerate(items):
        if not isinstance(item, str | os.PathLike):
            raise InputError(
                f"`source`, item {position} is of type {type(item).__name__}; expected a path"
            )
        path = Path(_decoded(item))
        if not path.is_file():
            raise InputError(f"`source`, item {position}: {path} is not a file")
        paths.append(path)
        if format is None and format_of(path) != format_of(paths[0]):
            raise InputError(
                f"{paths[0]} and {path} have different formats; expected one format in a list. "
                "Read them separately, or pass `format`."
            )
    if len({path.is_absolute() for path in paths}) > 1:
        paths = [path.absolute() for path in paths]
    # All files of a list are read.
    format = format or format_of(paths[0]) or "text"
    return FoundFiles(paths, format, _common_folder(paths), f"a list of {len(paths)} paths")


def _of_one_format(paths: list[Path], format: str | None, root: Path, name: str) -> FoundFiles:
    if not paths:
        raise InputError(f"{name} has no files; expected texts or tables")
    kinds = Counter(kind for kind in map(format_of, paths) if kind)
    if format is None and len(kinds) > 1:
        listed = ", ".join(f"{n} {kind}" for kind, n in kinds.most_common())
        raise InputError(
            f"{name} has files of several formats: {listed}; expected one. Pass "
            f"`format={next(iter(kinds))!r}`, or a pattern such as 'folder/*.jsonl'."
        )
    # Files with unknown suffixes are read as texts if there are no others.
    format = format or next(iter(kinds), "text")
    look_for = "text" if format == "lines" else format
    if kinds[look_for]:
        paths = [path for path in paths if format_of(path) == look_for]
    return FoundFiles(paths, format, root, name)


def _common_folder(paths: list[Path]) -> Path:
    return Path(os.path.commonpath([path.parent for path in paths]))


def _decoded(path: str | os.PathLike[str]) -> str:
    return os.fsdecode(path)


def _quoted(source: str | os.PathLike[str]) -> str:
    """Return a path in quotes, shortened if it is probably a text."""
    written = repr(_decoded(source))
    return written if len(written) <= 300 else written[:297] + "..."
