"""Store: a corpus on disk, a folder of raw arrays with a manifest.

The format is described in docs/explanation/design/corpus-store.md.

Stores are opened read-only, by any number of processes. Arrays are mapped into memory only while a
part of them is read, so a process holds a part of the corpus at a time.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.corpus.metadata import DocumentMetadata
from thalweg.corpus.rows import gather
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError, StorageError
from thalweg.lazy_polars import pl

FORMAT = "thalweg corpus"
VERSION = 1
MANIFEST = "manifest.json"
VOCABULARY = "vocabulary.json"
OFFSETS, WORDS, COUNTS = "offsets.bin", "words.bin", "counts.bin"
COLUMNS, TEXTS = "columns", "texts"  # columns-00000.parquet, ...
OFFSET_TYPE, WORD_TYPE = "<i8", "<i4"
COUNT_TYPES = ("|u1", "<u2", "<i4", "<f4", "<f8")


@dataclass(frozen=True)
class Store:
    """Contents of the folder of a store."""

    rows: StoredRows
    vocabulary: Vocabulary
    metadata: DocumentMetadata
    n_tokens: float
    text_settings: TextSettings | None


def open_store(folder: Path, *, verify: bool) -> Store:
    """Read the manifest and the vocabulary, and check the files that the manifest lists."""
    folder = folder.absolute()  # remains valid if the process changes its working folder
    manifest = _read_manifest(folder)
    for name, expected in manifest["files"].items():
        _check_file(folder / name, expected, verify=verify or name == VOCABULARY)
    n_documents, n_words = manifest["n_documents"], manifest["n_words"]
    n_entries, count_type = manifest["n_entries"], manifest["count_type"]
    for name, dtype, n in (
        (OFFSETS, OFFSET_TYPE, n_documents + 1),
        (WORDS, WORD_TYPE, n_entries),
        (COUNTS, count_type, n_entries),
    ):
        n_bytes = np.dtype(dtype).itemsize * n
        if manifest["files"].get(name, {}).get("bytes") != n_bytes:
            raise _damaged(folder / name, f"expected {n_bytes:,} bytes for {n:,} values")
    listed = json.loads((folder / VOCABULARY).read_bytes())
    vocabulary = Vocabulary(listed["words"], retired=listed["retired"])
    if len(vocabulary) != n_words:
        raise _damaged(folder / VOCABULARY, f"{len(vocabulary)} words; expected {n_words}")
    frames = {
        kind: [folder / name for name in sorted(manifest["files"]) if name.startswith(kind)]
        for kind in (COLUMNS, TEXTS)
    }
    metadata = DocumentMetadata(
        _scan(frames[COLUMNS]) if frames[COLUMNS] else None,
        _scan(frames[TEXTS]) if frames[TEXTS] else None,
        n_documents if frames[COLUMNS] or frames[TEXTS] else None,
    )
    rows = StoredRows(folder, n_documents, n_words, n_entries, count_type)
    settings = _text_settings(manifest, folder)
    return Store(rows, vocabulary, metadata, manifest["n_tokens"], settings)


def _text_settings(manifest: dict[str, Any], folder: Path) -> TextSettings | None:
    """Return the text settings; None for counts, and for stores that predate them."""
    if manifest.get("text_settings") is None:
        return None
    try:
        return TextSettings.from_json(manifest["text_settings"])
    except InputError as error:
        raise InputError(f"{folder / MANIFEST}: {error}") from None


def _scan(paths: list[Path]) -> pl.LazyFrame:
    """Return the tables as one; the first may have only nulls in a column, and no type."""
    return pl.concat([pl.scan_parquet(path, glob=False) for path in paths], how="vertical_relaxed")


@dataclass(frozen=True)
class StoredRows:
    """Counts in the files of a store."""

    folder: Path
    n_documents: int
    n_words: int
    n_entries: int
    count_type: str

    def sizes(self, first: int, last: int) -> NDArray[np.int64]:
        """Return the number of entries of each row."""
        return np.diff(self._offsets(first, last))

    def read(self, first: int, last: int) -> Documents:
        """Return rows first..last-1, mapped into memory as long as the result exists."""
        return self._checked(self._mapped(first, last))

    def take(self, rows: NDArray[np.int64]) -> Documents:
        """Return any rows; only the pages of these rows are read from disk."""
        if not rows.size:
            return self.read(0, 0)
        low, high = int(rows.min()), int(rows.max()) + 1
        return self._checked(gather(self._mapped(low, high), rows - low))

    def _mapped(self, first: int, last: int) -> Documents:
        offsets = self._offsets(first, last)
        start, n = int(offsets[0]), int(offsets[-1] - offsets[0])
        words = self._map(WORDS, WORD_TYPE, start, n)
        counts = self._map(COUNTS, self.count_type, start, n)
        return Documents(offsets - start, words, counts, self.n_words)

    def _offsets(self, first: int, last: int) -> NDArray[np.int64]:
        offsets = np.array(self._map(OFFSETS, OFFSET_TYPE, first, last - first + 1))
        if offsets[0] < 0 or offsets[-1] > self.n_entries or (np.diff(offsets) < 0).any():
            raise _damaged(self.folder / OFFSETS, f"offsets {first} to {last} are not in order")
        return offsets

    def _checked(self, documents: Documents) -> Documents:
        """Check word ids, which the kernel relies on: the store may have been opened unverified."""
        words = documents.words
        if words.size and (words.min() < 0 or words.max() >= self.n_words):
            raise _damaged(
                self.folder / WORDS,
                f"word ids from {words.min()} to {words.max()}; expected 0 to {self.n_words - 1}",
            )
        return documents

    def _map(self, name: str, dtype: str, first: int, n: int) -> NDArray[Any]:
        if not n:
            return np.zeros(0, dtype=dtype)
        start = first * np.dtype(dtype).itemsize
        path = self.folder / name
        try:
            return np.memmap(path, dtype=dtype, mode="r", offset=start, shape=(n,))
        except (OSError, ValueError) as error:
            raise StorageError(f"{path} cannot be read: {error}") from None


def digest(manifest: dict[str, Any]) -> str:
    """Return the checksum of a manifest: of all its other entries, in a canonical form."""
    others = {name: value for name, value in manifest.items() if name != "sha256"}
    canonical = json.dumps(others, sort_keys=True, separators=(",", ":"))
    return hashlib.sha256(canonical.encode()).hexdigest()


def file_digest(path: Path) -> str:
    """Return the SHA-256 checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _read_manifest(folder: Path) -> dict[str, Any]:
    path = folder / MANIFEST
    try:
        manifest = json.loads(path.read_bytes())
    except (FileNotFoundError, NotADirectoryError):
        what = "no such folder" if not folder.exists() else f"it has no {MANIFEST}"
        raise InputError(
            f"{folder} is not a saved corpus: {what}. Expected a folder that Corpus.save or "
            "read(..., out=folder) wrote."
        ) from None
    except (ValueError, RecursionError) as error:
        raise _damaged(path, f"not JSON: {error}") from None
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error}") from None
    if not isinstance(manifest, dict) or manifest.get("format") != FORMAT:
        raise _damaged(path, f"not the manifest of a {FORMAT}")
    if manifest.get("version") != VERSION:
        raise InputError(
            f"{folder} has version {manifest.get('version')!r} of the format; expected version "
            f"{VERSION}. Use the version of thalweg that wrote it, or a newer one."
        )
    if manifest.get("sha256") != digest(manifest):
        raise _damaged(path, "its checksum is wrong")
    return manifest


def _check_file(path: Path, expected: dict[str, Any], *, verify: bool) -> None:
    try:
        n_bytes = path.stat().st_size
        if n_bytes != expected["bytes"]:
            raise _damaged(path, f"{n_bytes:,} bytes; the manifest lists {expected['bytes']:,}")
        if verify and file_digest(path) != expected["sha256"]:
            raise _damaged(path, "its checksum differs from the manifest")
    except FileNotFoundError:
        raise _damaged(path, "it is missing") from None
    except PermissionError as error:
        raise StorageError(f"{path} cannot be read: {error}") from None


def _damaged(path: Path, what: str) -> StorageError:
    return StorageError(f"{path} is damaged or was changed: {what}. Build the corpus again.")
