"""StoreWriter: write a store part by part under a temporary name, and rename it at the end."""

from __future__ import annotations

import json
import os
from pathlib import Path
from types import TracebackType
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.documents import Documents
from thalweg.corpus.store import manifest as stored
from thalweg.corpus.store.reader import file_digest
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.files.atomic import storage_errors, synchronise
from thalweg.files.partial import PartialFolder
from thalweg.lazy_polars import pl, require_polars_threads


class StoreWriter:
    """Appends documents to a store, which appears when `finish` is called.

    Leaving the context without `finish` removes what was written. `rows_per_file` and
    `bytes_per_file` are the approximate sizes of the Parquet files of metadata.
    """

    def __init__(
        self, folder: Path, rows_per_file: int = 1 << 18, bytes_per_file: int = 1 << 26
    ) -> None:
        self.folder = folder
        refuse_existing(folder)
        with storage_errors(folder):
            folder.parent.mkdir(parents=True, exist_ok=True)
            self._partial_folder = PartialFolder(folder)
            self.partial: Path = self._partial_folder.path
            try:
                self._offsets = (self.partial / stored.OFFSETS).open("wb")
                self._words = (self.partial / stored.WORDS).open("wb")
                self._counts = _CountsFile(self.partial / stored.COUNTS)
            except OSError:
                self._partial_folder.discard()
                raise
        sizes = (rows_per_file, bytes_per_file)
        self._columns = _FrameFiles(self.partial, stored.COLUMNS, *sizes)
        self._texts = _FrameFiles(self.partial, stored.TEXTS, *sizes)
        self._offsets.write(np.zeros(1, dtype=stored.OFFSET_TYPE).tobytes())
        self._n_documents = 0
        self._n_entries = 0
        self._n_tokens = 0.0

    def __enter__(self) -> StoreWriter:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._close_arrays(ignore_errors=True)
        self._partial_folder.discard()

    def append(self, documents: Documents) -> None:
        """Add rows."""
        with storage_errors(self.folder):
            offsets = documents.offsets[1:] + self._n_entries
            self._offsets.write(offsets.astype(stored.OFFSET_TYPE).data)
            self._words.write(np.ascontiguousarray(documents.words, stored.WORD_TYPE).data)
            self._counts.write(documents.counts)
        self._n_documents += documents.n_documents
        self._n_entries += int(documents.offsets[-1])
        self._n_tokens += documents.n_tokens

    def append_metadata(self, columns: pl.DataFrame | None, texts: pl.Series | None) -> None:
        """Add metadata of further rows; at the end, all rows must have them or none."""
        with storage_errors(self.folder):
            if columns is not None:
                self._columns.write(columns)
            if texts is not None:
                self._texts.write(pl.DataFrame({"text": texts}))

    def finish(self, vocabulary: Vocabulary, text_settings: TextSettings | None = None) -> None:
        """Write the vocabulary and the manifest, and rename the store to its final name."""
        with storage_errors(self.folder):
            self._close_arrays()
            self._columns.flush()
            self._texts.flush()
            words = {"words": list(vocabulary), "retired": sorted(vocabulary.retired)}
            (self.partial / stored.VOCABULARY).write_text(json.dumps(words), encoding="utf-8")
            files = {}
            for path in sorted(self.partial.iterdir()):
                files[path.name] = {
                    "bytes": path.stat().st_size,
                    "sha256": file_digest(path),
                }
                synchronise(path)
            manifest: dict[str, Any] = {
                "format": stored.FORMAT,
                "version": stored.VERSION,
                "n_documents": self._n_documents,
                "n_words": len(vocabulary),
                "n_entries": self._n_entries,
                "n_tokens": self._n_tokens,
                "count_type": self._counts.dtype.str,
                "files": files,
            }
            if text_settings is not None:
                manifest["text_settings"] = text_settings.to_json()
            manifest["sha256"] = stored.digest(manifest)
            path = self.partial / stored.MANIFEST
            path.write_text(json.dumps(manifest, indent=1), encoding="utf-8")
            synchronise(path)
            synchronise(self.partial)
            self.partial.rename(self.folder)
            synchronise(self.folder.parent)

    def _close_arrays(self, *, ignore_errors: bool = False) -> None:
        for file in (self._offsets, self._words, self._counts):
            try:
                file.close()  # flushes the buffer, and the disk may be full
            except OSError:
                if not ignore_errors:
                    raise


def refuse_existing(folder: Path) -> None:
    """Raise InputError if the folder exists: a store never replaces anything."""
    with storage_errors(folder):
        if os.path.lexists(folder):  # also a link to a folder that does not exist
            raise InputError(
                f"{folder} already exists; expected a new folder. Choose another name, or remove "
                "it first."
            )


class _CountsFile:
    """Counts in the smallest type that holds all of them; rewritten when a larger one is needed."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file = path.open("wb")
        self.dtype = np.dtype(stored.COUNT_TYPES[0])

    def write(self, counts: NDArray[Any]) -> None:
        needed = _smallest_type(counts, self.dtype)
        if needed != self.dtype:
            self._widen(needed)
        self._file.write(np.ascontiguousarray(counts, self.dtype).data)

    def close(self) -> None:
        self._file.close()

    def _widen(self, dtype: np.dtype[Any]) -> None:
        self._file.close()
        narrow = self._path.with_suffix(".narrow")
        self._path.rename(narrow)
        self._file = self._path.open("wb")
        with narrow.open("rb") as old:
            while block := old.read(1 << 22):
                self._file.write(np.frombuffer(block, self.dtype).astype(dtype).data)
        narrow.unlink()
        self.dtype = dtype


class _FrameFiles:
    """Rows of a table, collected into Parquet files of a reasonable size."""

    def __init__(self, folder: Path, name: str, n_rows: int, n_bytes: int) -> None:
        self._folder = folder
        self._name = name
        self._rows_per_file = n_rows
        self._bytes_per_file = n_bytes
        self._waiting: list[pl.DataFrame] = []
        self._n_files = 0

    def write(self, frame: pl.DataFrame) -> None:
        self._waiting.append(frame)
        n_rows = sum(frame.height for frame in self._waiting)
        n_bytes = sum(frame.estimated_size() for frame in self._waiting)
        if n_rows >= self._rows_per_file or n_bytes >= self._bytes_per_file:
            self.flush()

    def flush(self) -> None:
        if self._waiting:
            path = self._folder / f"{self._name}-{self._n_files:05}.parquet"
            require_polars_threads("writing metadata or texts of a corpus")
            rows = pl.concat(self._waiting, how="vertical_relaxed")
            try:
                with path.open("wb") as file:
                    rows.write_parquet(file)
            except pl.exceptions.PolarsError as error:
                raise OSError(str(error)) from None
            self._waiting.clear()
            self._n_files += 1


def _smallest_type(counts: NDArray[Any], least: np.dtype[Any]) -> np.dtype[Any]:
    """Return the first count type, starting at `least`, that holds every count exactly."""
    for name in stored.COUNT_TYPES[stored.COUNT_TYPES.index(least.str) :]:
        dtype = np.dtype(name)
        if counts.dtype == dtype or np.can_cast(counts.dtype, dtype):
            return dtype
        with np.errstate(invalid="ignore", over="ignore"):
            if not counts.size or (counts.astype(dtype).astype(counts.dtype) == counts).all():
                return dtype
    return np.dtype(stored.COUNT_TYPES[-1])
