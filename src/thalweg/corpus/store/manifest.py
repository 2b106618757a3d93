"""Manifest: what the manifest.json of a store says, checked before anything else is read.

A manifest may come from anywhere. Its checksum shows that it was not damaged, not that its values
make sense.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from thalweg.corpus.documents import LARGEST_COUNT
from thalweg.errors import InputError, StorageError

FORMAT = "thalweg corpus"
VERSION = 1
MANIFEST = "manifest.json"
VOCABULARY = "vocabulary.json"
OFFSETS, WORDS, COUNTS = "offsets.bin", "words.bin", "counts.bin"
COLUMNS, TEXTS = "columns", "texts"  # columns-00000.parquet, ...
OFFSET_TYPE, WORD_TYPE = "<i8", "<i4"
COUNT_TYPES = ("|u1", "<u2", "<i4", "<f4", "<f8")
_MOST = 2**48  # values of any file: far more than a disk holds, and no sum of sizes overflows
_MOST_WORDS = 2**31 - 1


@dataclass(frozen=True)
class StoredFile:
    """Size and checksum of a file of a store."""

    n_bytes: int
    sha256: str


@dataclass(frozen=True)
class Manifest:
    """The checked content of a manifest."""

    n_documents: int
    n_words: int
    n_entries: int
    n_tokens: float
    count_type: str
    files: dict[str, StoredFile]
    text_settings: Any

    @classmethod
    def read(cls, folder: Path) -> Manifest:
        """Read and check the manifest of a store."""
        path = folder / MANIFEST
        values = _read_json(folder)
        if not isinstance(values, dict) or values.get("format") != FORMAT:
            raise damaged(path, f"not the manifest of a {FORMAT}")
        if values.get("version") != VERSION:
            raise InputError(
                f"{folder} has version {values.get('version')!r} of the format; expected version "
                f"{VERSION}. Use the version of thalweg that wrote it, or a newer one."
            )
        if values.get("sha256") != digest(values):
            raise damaged(path, "its checksum is wrong")
        manifest = cls(
            n_documents=_whole(path, values, "n_documents", _MOST),
            n_words=_whole(path, values, "n_words", _MOST_WORDS),
            n_entries=_whole(path, values, "n_entries", _MOST),
            n_tokens=_number(path, values, "n_tokens"),
            count_type=_count_type(path, values),
            files=_files(path, values.get("files")),
            text_settings=values.get("text_settings"),
        )
        manifest._require_sizes(folder)
        return manifest

    def _require_sizes(self, folder: Path) -> None:
        """Raise StorageError unless the arrays have room for what the manifest promises."""
        for name, dtype, n in (
            (OFFSETS, OFFSET_TYPE, self.n_documents + 1),
            (WORDS, WORD_TYPE, self.n_entries),
            (COUNTS, self.count_type, self.n_entries),
        ):
            n_bytes = np.dtype(dtype).itemsize * n
            if name not in self.files or self.files[name].n_bytes != n_bytes:
                raise damaged(folder / name, f"expected {n_bytes:,} bytes for {n:,} values")
        if self.n_tokens > self.n_entries * LARGEST_COUNT:
            raise damaged(
                folder / MANIFEST,
                f"n_tokens is {self.n_tokens:g}; expected at most {LARGEST_COUNT} for each of "
                f"{self.n_entries:,} entries",
            )
        if VOCABULARY not in self.files:
            raise damaged(folder / MANIFEST, f"it does not list {VOCABULARY}")


def digest(manifest: dict[str, Any]) -> str:
    """Return the checksum of a manifest: of all its other entries, in a canonical form."""
    others = {name: value for name, value in manifest.items() if name != "sha256"}
    canonical = json.dumps(others, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def damaged(path: Path, what: str) -> StorageError:
    """Return the error for a file of a store that is not as it was written."""
    return StorageError(f"{path} is damaged or was changed: {what}. Build the corpus again.")


def _read_json(folder: Path) -> Any:
    path = folder / MANIFEST
    try:
        return json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        what = "no such folder" if not folder.exists() else f"it has no {MANIFEST}"
        raise InputError(
            f"{folder} is not a saved corpus: {what}. Expected a folder that Corpus.save or "
            "read(..., out=folder) wrote."
        ) from None
    except (ValueError, RecursionError) as error:
        raise damaged(path, f"not JSON: {error}") from None
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error}") from None


def _whole(path: Path, values: dict[str, Any], name: str, most: int) -> int:
    value = values.get(name)
    if type(value) is not int or not 0 <= value <= most:
        raise damaged(path, f"{name} is {_short(value)}; expected a whole number up to {most}")
    return value


def _number(path: Path, values: dict[str, Any], name: str) -> float:
    value: Any = values.get(name)
    if type(value) not in (int, float) or not 0 <= value < 1e300:
        raise damaged(path, f"{name} is {_short(value)}; expected a number of at least 0")
    return float(value)


def _count_type(path: Path, values: dict[str, Any]) -> str:
    value = values.get("count_type")
    if not isinstance(value, str) or value not in COUNT_TYPES:
        raise damaged(path, f"count_type is {_short(value)}; expected {' or '.join(COUNT_TYPES)}")
    return value


def _files(path: Path, listed: Any) -> dict[str, StoredFile]:
    if not isinstance(listed, dict):
        raise damaged(path, f"files is {_short(listed)}; expected a list of files by name")
    files = {}
    for name, about in listed.items():
        if (
            not name
            or Path(name).name != name
            or name in (MANIFEST, "..")
            or "\\" in name
            or "\0" in name
        ):
            raise damaged(path, f"it lists the file {_short(name)}; expected a name in the folder")
        if not isinstance(about, dict) or not isinstance(about.get("sha256"), str):
            raise damaged(path, f"the entry of {name} is {_short(about)}; expected size and sha256")
        files[name] = StoredFile(_whole(path, about, "bytes", 16 * _MOST), about["sha256"])
    return files


def _short(value: Any) -> str:
    text = repr(value)
    return text if len(text) <= 60 else f"{text[:57]}..."
