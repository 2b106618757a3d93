"""Index files: one vector per document, with its id and the beginning of its text.

The file is in safetensors format, so that opening it executes no code. Documents are appended as
they arrive: the header, which contains their number, has a fixed place and is written last. Values
are read when they are needed, and not by mapping the file into memory, because a process that reads
a map of a file that was truncated is killed. See docs/explanation/design/answers.md.
"""

from __future__ import annotations

import hashlib
import json
import os
import tempfile
import threading
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any, Self

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, safe_open

from thalweg.errors import InputError, StorageError
from thalweg.persistence import canonical_json
from thalweg.persistence.read_errors import damaged, read_errors

FORMAT = "thalweg index"
VERSION = 1
BEGINNING = b'{"__metadata__":{"thalweg_index":'  # of the header, after its length
_KEY = "thalweg_index"
_HEADER_BYTES = 4096  # with the eight bytes of its length
_COPY_BYTES = 1 << 22
_REMEDY = "Build the index again."
_TYPES = {"vectors": "F32", "ids": "I64"}  # others: bytes and offsets of strings
_SIZES = {"F32": 4, "I64": 8, "U8": 1}


class IndexWriter:
    """Writes documents to a stream that can seek. Use it in a `with` statement."""

    def __init__(self, stream: IO[bytes], n_topics: int) -> None:
        self._stream = stream
        self._n_topics = n_topics
        self._n_documents = 0
        self._ids: _Numbers | _Strings | None = None
        self._texts: _Strings | None = None
        self._digest = hashlib.sha256()
        stream.write(b" " * _HEADER_BYTES)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        for column in (self._ids, self._texts):
            if column is not None:
                column.close()

    def append(
        self,
        vectors: NDArray[np.float32],
        ids: Sequence[int] | Sequence[str],
        texts: Sequence[str] | None,
    ) -> None:
        """Append some documents. Ids are all integers, or all strings."""
        if not len(vectors):
            return
        if self._ids is None:
            is_number = isinstance(ids[0], int)
            self._ids = _Numbers("ids") if is_number else _Strings("ids")
            self._texts = None if texts is None else _Strings("texts")
        self._write(np.ascontiguousarray(vectors, "<f4").data)
        self._ids.append(ids)
        if self._texts is not None:
            self._texts.append(texts or [""] * len(vectors))
        self._n_documents += len(vectors)

    def finish(self, fingerprint: str) -> None:
        """Write ids and texts after the vectors, and then the header."""
        entries = {"vectors": ("F32", [self._n_documents, self._n_topics])}
        self._ids = self._ids or _Strings("ids")
        for column in (self._ids, self._texts):
            if column is not None:
                entries |= column.copy_to(self._write)
        about = {
            "format": FORMAT,
            "version": VERSION,
            "model": fingerprint,
            "n_documents": self._n_documents,
            "n_topics": self._n_topics,
            "sha256": self._digest.hexdigest(),
        }
        header: dict[str, Any] = {"__metadata__": {_KEY: canonical_json.dumps(about)}}
        end = 0
        for name, (code, shape) in entries.items():
            start, end = end, end + _SIZES[code] * int(np.prod(shape, dtype=np.int64))
            header[name] = {"dtype": code, "shape": shape, "data_offsets": [start, end]}
        text = json.dumps(header, separators=(",", ":")).ljust(_HEADER_BYTES - 8)
        self._stream.seek(0)
        self._stream.write((_HEADER_BYTES - 8).to_bytes(8, "little") + text.encode("ascii"))
        self._stream.seek(0, os.SEEK_END)
        self._stream.flush()

    def _write(self, block: memoryview | bytes) -> None:
        self._digest.update(block)
        self._stream.write(block)


class _Column:
    """A column in temporary files, until all documents are known."""

    def __init__(self, name: str, n_files: int) -> None:
        self._name = name
        self._files: list[IO[bytes]] = [tempfile.TemporaryFile() for _ in range(n_files)]  # noqa: SIM115

    def _copy(self, file: IO[bytes], write: Callable[[bytes], None]) -> int:
        file.seek(0)
        n_bytes = 0
        while block := file.read(_COPY_BYTES):
            write(block)
            n_bytes += len(block)
        return n_bytes

    def close(self) -> None:
        for file in self._files:
            file.close()


class _Numbers(_Column):
    def __init__(self, name: str) -> None:
        super().__init__(name, 1)

    def append(self, values: Sequence[Any]) -> None:
        self._files[0].write(np.asarray(values, "<i8").tobytes())

    def copy_to(self, write: Callable[[bytes], None]) -> dict[str, tuple[str, list[int]]]:
        return {self._name: ("I64", [self._copy(self._files[0], write) // 8])}


class _Strings(_Column):
    """UTF-8 of all strings, and where each one ends."""

    def __init__(self, name: str) -> None:
        super().__init__(name, 2)
        self._end = 0

    def append(self, values: Sequence[Any]) -> None:
        encoded = [str(value).encode("utf-8", "replace") for value in values]
        ends = self._end + np.cumsum([len(each) for each in encoded], dtype="<i8")
        self._files[0].write(b"".join(encoded))
        self._files[1].write(ends.astype("<i8").tobytes())
        self._end = int(ends[-1]) if len(ends) else self._end

    def copy_to(self, write: Callable[[bytes], None]) -> dict[str, tuple[str, list[int]]]:
        data, ends = (self._copy(file, write) for file in self._files)
        return {f"{self._name}.utf8": ("U8", [data]), f"{self._name}.ends": ("I64", [ends // 8])}


@dataclass(frozen=True)
class _Stored:
    """Where the values of an array are in the file."""

    start: int  # in bytes
    shape: tuple[int, ...]
    dtype: np.dtype[Any]

    def __len__(self) -> int:
        return self.shape[0]


class IndexFile:
    """An open index, from which vectors, ids and texts are read on request."""

    def __init__(self, stream: IO[bytes], name: str) -> None:
        self.name = name
        self._stream = stream
        self._turn = threading.Lock()  # where a read has to move the position of the file
        with _errors(name):
            size = os.fstat(stream.fileno()).st_size
            start = _check_beginning(stream, size, name)
            header = canonical_json.loads(self._bytes_at(8, start - 8).decode("utf-8"))
            about = canonical_json.loads(header.pop("__metadata__")[_KEY])
            self.fingerprint: str = str(about["model"])
            self._sha256 = about["sha256"]
            self._arrays = {
                key: self._array(key, entry, start, size) for key, entry in header.items()
            }
            self._check_lengths()
            self.n_documents: int = self._arrays["vectors"].shape[0]
            self.n_topics: int = self._arrays["vectors"].shape[1]

    @classmethod
    def open(cls, path: Path) -> IndexFile:
        """Open a file; everything that can be wrong with it is raised as a ThalwegError."""
        with _errors(str(path)):
            if not path.is_file():
                raise FileNotFoundError
            stream = path.open("rb")
            try:
                index = cls(stream, str(path))
                with safe_open(path, framework="np"):
                    return index  # the package refuses tensors that overlap or leave gaps
            except BaseException:
                stream.close()
                raise

    def verify_checksum(self) -> None:
        """Raise StorageError if the documents do not match the checksum; reads the whole file."""
        digest = hashlib.sha256()
        with _errors(self.name):
            self._stream.seek(_HEADER_BYTES)
            while block := self._stream.read(_COPY_BYTES):
                digest.update(block)
        if digest.hexdigest() != self._sha256:
            raise self._damaged("its content does not match its checksum")

    def vectors(self, first: int, end: int) -> NDArray[np.float32]:
        """Return the vectors of documents first..end-1."""
        end = min(end, self.n_documents)
        numbers: NDArray[np.float32] = self._numbers("vectors", first, end)
        return numbers.reshape(end - first, self.n_topics)

    def ids(self, rows: Sequence[int]) -> list[Any]:
        """Return the ids of some documents."""
        if "ids" in self._arrays:
            return [int(self._numbers("ids", row, row + 1)[0]) for row in rows]
        return self._strings("ids", rows)

    def texts(self, rows: Sequence[int]) -> list[str] | None:
        """Return the beginnings of the texts of some documents; None if they are not stored."""
        return self._strings("texts", rows) if "texts.ends" in self._arrays else None

    def row_of(self, wanted: Any) -> int | None:
        """Return the row of the document with this id; None if there is none."""
        n = self.n_documents
        if "ids" in self._arrays:
            if not str(wanted).removeprefix("-").isdecimal():
                return None
            found = np.flatnonzero(self._numbers("ids", 0, n) == int(wanted))
            return int(found[0]) if found.size else None
        encoded = str(wanted).encode()
        ends = self._numbers("ids.ends", 0, n)
        starts = np.concatenate([np.zeros(1, np.int64), ends[:-1]])[:n]
        candidates = np.flatnonzero(ends - starts == len(encoded)).tolist()
        return next((j for j in candidates if self._bytes("ids", j) == encoded), None)

    def copy_to(self, stream: IO[bytes]) -> None:
        """Write the whole file to a stream."""
        size = os.fstat(self._stream.fileno()).st_size
        for start in range(0, size, _COPY_BYTES):
            stream.write(self._bytes_at(start, min(_COPY_BYTES, size - start)))

    def _strings(self, name: str, rows: Sequence[int]) -> list[str]:
        return [self._bytes(name, row).decode("utf-8", "replace") for row in rows]

    def _bytes(self, name: str, row: int) -> bytes:
        data = self._arrays[f"{name}.utf8"]
        start, end = (0, *self._numbers(f"{name}.ends", max(row - 1, 0), row + 1).tolist())[-2:]
        if not 0 <= start <= end <= len(data):
            raise self._damaged(f"{name} of document {row} reaches beyond its end")
        return self._bytes_at(data.start + start, end - start)

    def _numbers(self, name: str, first: int, end: int) -> NDArray[Any]:
        """Return rows first..end-1 of an array, flat."""
        stored = self._arrays[name]
        row_bytes = stored.dtype.itemsize * int(np.prod(stored.shape[1:], dtype=np.int64))
        data = self._bytes_at(stored.start + first * row_bytes, (end - first) * row_bytes)
        return np.frombuffer(data, stored.dtype)

    def _bytes_at(self, start: int, n: int) -> bytes:
        """Return n bytes of the file."""
        parts = []
        with _errors(self.name):
            while n > 0:
                if hasattr(os, "pread"):
                    part = os.pread(self._stream.fileno(), min(n, _COPY_BYTES), start)
                else:  # Windows
                    with self._turn:
                        self._stream.seek(start)
                        part = self._stream.read(min(n, _COPY_BYTES))
                if not part:
                    raise self._damaged(f"it ends {n:,} bytes too early")
                parts.append(part)
                start, n = start + len(part), n - len(part)
        return parts[0] if len(parts) == 1 else b"".join(parts)

    def _array(self, name: str, entry: Any, start: int, size: int) -> _Stored:
        code = _TYPES.get(name, "I64" if name.endswith(".ends") else "U8")
        shape, (first, last) = tuple(map(int, entry["shape"])), map(int, entry["data_offsets"])
        n_bytes = _SIZES[code]
        for length in shape:
            n_bytes *= length
        if entry["dtype"] != code or min(shape, default=-1) < 0 or n_bytes != last - first:
            raise self._damaged(f"{name} does not have the type and shape of an index")
        if not 0 <= first <= last <= size - start:
            raise self._damaged(f"{name} reaches beyond the end of the file")
        dtype = {"F32": "<f4", "I64": "<i8", "U8": "u1"}[code]
        return _Stored(start + first, shape, np.dtype(dtype))

    def _check_lengths(self) -> None:
        vectors = self._arrays["vectors"]
        per_document = [a for key, a in self._arrays.items() if not key.endswith(".utf8")]
        if len(vectors.shape) != 2 or any(len(array) != len(vectors) for array in per_document):
            raise self._damaged("its columns have different lengths")
        for name in ("ids", "texts"):
            pair = [f"{name}.utf8" in self._arrays, f"{name}.ends" in self._arrays]
            if pair[0] != pair[1] or (name == "ids" and not pair[0] and "ids" not in self._arrays):
                raise self._damaged(f"{name} are missing")

    def _damaged(self, fault: str) -> StorageError:
        return damaged(self.name, fault, _REMEDY)


def is_index(path: str | Path) -> bool:
    """Return whether a file begins as an index does."""
    try:
        with open(path, "rb") as file:
            return os.path.isfile(path) and file.read(8 + len(BEGINNING))[8:] == BEGINNING
    except (OSError, ValueError):
        return False


def _check_beginning(stream: IO[bytes], size: int, name: str) -> int:
    """Return where the data begin; an error unless this is an index of this version."""
    stream.seek(0)
    beginning = stream.read(8 + len(BEGINNING))
    if beginning[8:] != BEGINNING:
        raise InputError(
            f"{name} is not an index of documents; expected a file that `thalweg index` or "
            "`DocumentIndex.save` wrote"
        )
    start = 8 + int.from_bytes(beginning[:8], "little")
    if start > size or start > _HEADER_BYTES:
        raise damaged(name, "it ends inside its header", _REMEDY)
    stream.seek(8)
    about = canonical_json.loads(stream.read(start - 8).decode("utf-8"))["__metadata__"][_KEY]
    version = canonical_json.loads(about).get("version")
    if version != VERSION:
        raise InputError(
            f"{name} is an index of version {version!r}; expected {VERSION}. Build it again with "
            "this version of thalweg, or open it with the version that wrote it."
        )
    return start


def _errors(name: str) -> AbstractContextManager[None]:
    # The last three: a header that is JSON, but not that of an index.
    faults = (SafetensorError, ValueError, RecursionError, KeyError, TypeError, AttributeError)
    return read_errors(name, "an index of documents", _REMEDY, faults)
