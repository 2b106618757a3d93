"""Store: a corpus on disk, a folder of raw arrays with a manifest.

The format is described in docs/explanation/design/corpus-store.md.

Stores are opened read-only, by any number of processes. A process holds a part of the corpus at a
time.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from pathlib import Path

from thalweg.corpus.metadata import DocumentMetadata
from thalweg.corpus.store.manifest import (
    COLUMNS,
    MANIFEST,
    TEXTS,
    VOCABULARY,
    Manifest,
    StoredFile,
    damaged,
)
from thalweg.corpus.store.stored_rows import StoredRows
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError, StorageError
from thalweg.lazy_polars import pl


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
    manifest = Manifest.read(folder)
    for name, expected in manifest.files.items():
        _check_file(folder / name, expected, verify=verify or name == VOCABULARY)
    vocabulary = _vocabulary(folder / VOCABULARY, manifest.n_words)
    frames = {
        kind: [folder / name for name in sorted(manifest.files) if name.startswith(kind)]
        for kind in (COLUMNS, TEXTS)
    }
    metadata = DocumentMetadata(
        _scan(frames[COLUMNS]) if frames[COLUMNS] else None,
        _scan(frames[TEXTS]) if frames[TEXTS] else None,
        manifest.n_documents if frames[COLUMNS] or frames[TEXTS] else None,
    )
    rows = StoredRows(
        folder, manifest.n_documents, manifest.n_words, manifest.n_entries, manifest.count_type
    )
    settings = _text_settings(manifest, folder)
    return Store(rows, vocabulary, metadata, manifest.n_tokens, settings)


def file_digest(path: Path) -> str:
    """Return the SHA-256 checksum of a file."""
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()


def _vocabulary(path: Path, n_words: int) -> Vocabulary:
    try:
        listed = json.loads(path.read_bytes())
        vocabulary = Vocabulary(listed["words"], retired=listed["retired"])
    except (ValueError, KeyError, TypeError, RecursionError, OverflowError) as error:
        raise damaged(path, f"not a vocabulary ({type(error).__name__}: {error})") from None
    if len(vocabulary) != n_words:
        raise damaged(path, f"{len(vocabulary)} words; expected {n_words}")
    return vocabulary


def _text_settings(manifest: Manifest, folder: Path) -> TextSettings | None:
    """Return the text settings; None for counts, and for stores that predate them."""
    if manifest.text_settings is None:
        return None
    try:
        return TextSettings.from_json(manifest.text_settings)
    except InputError as error:
        raise InputError(f"{folder / MANIFEST}: {error}") from None


def _scan(paths: list[Path]) -> pl.LazyFrame:
    """Return the tables as one; the first may have only nulls in a column, and no type."""
    return pl.concat([pl.scan_parquet(path, glob=False) for path in paths], how="vertical_relaxed")


def _check_file(path: Path, expected: StoredFile, *, verify: bool) -> None:
    try:
        n_bytes = path.stat().st_size
        if n_bytes != expected.n_bytes:
            raise damaged(path, f"{n_bytes:,} bytes; the manifest lists {expected.n_bytes:,}")
        if verify and file_digest(path) != expected.sha256:
            raise damaged(path, "its checksum differs from the manifest")
    except FileNotFoundError:
        raise damaged(path, "it is missing") from None
    except StorageError:
        raise
    except OSError as error:
        raise StorageError(f"{path} cannot be read: {error}") from None
