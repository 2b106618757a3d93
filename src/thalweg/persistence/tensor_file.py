"""Safetensors files with one JSON object about the tensors, and a checksum over both.

The safetensors package reads the files. It refuses tensors that overlap, leave gaps or reach beyond
the end of the file before it allocates memory. Files are written here, block by block: the package
needs contiguous arrays, and rows of topic counts are padded. See
docs/explanation/design/model-files.md.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import stat
import zlib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray
from safetensors import deserialize, safe_open

from thalweg.errors import InputError, StorageError
from thalweg.persistence import canonical_json
from thalweg.persistence.read_errors import damaged, read_errors

KEY = "thalweg"  # the only entry of the metadata: the package does not keep the order of several
_METADATA = "__metadata__"
_TYPES: dict[str, np.dtype[Any]] = {
    "F64": np.dtype("<f8"),
    "F32": np.dtype("<f4"),
    "F16": np.dtype("<f2"),
    "I64": np.dtype("<i8"),
    "I32": np.dtype("<i4"),
    "I16": np.dtype("<i2"),
    "I8": np.dtype("i1"),
    "U64": np.dtype("<u8"),
    "U32": np.dtype("<u4"),
    "U16": np.dtype("<u2"),
    "U8": np.dtype("u1"),
    "BOOL": np.dtype("?"),
}
_CODES = {dtype: code for code, dtype in _TYPES.items()}
_MAX_HEADER = 100_000_000  # bytes; the package reads no longer headers
_ALIGNMENT = 64  # of the first tensor in the file
_REMEDY = "Use a backup, or train the model again."
_BLOCK = 1 << 20  # bytes that are read or written at a time

Blocks = Callable[[str], Iterator[NDArray[Any]]]
Layout = Mapping[str, tuple[str, list[int]]]  # type code and shape by name


# ---------------------------------------------------------------------------- writing


def can_hold(dtype: np.dtype[Any]) -> bool:
    """Return whether arrays of this type can be stored."""
    return dtype.newbyteorder("<") in _CODES


def write(stream: IO[bytes], about: dict[str, Any], tensors: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays, which need not be contiguous, and a JSON object about them.

    Raises InputError if another thread changes an array at the same time.
    """
    about = canonical_json.loads(canonical_json.dumps(about))  # numbers of NumPy become Python's
    entries: dict[str, dict[str, Any]] = {}
    end = 0
    # Large items first: every tensor is aligned without gaps, which the format forbids.
    for name in sorted(tensors, key=lambda name: (-tensors[name].itemsize, name)):
        array = tensors[name]
        start, end = end, end + array.nbytes
        code = _CODES[array.dtype.newbyteorder("<")]
        entries[name] = {"dtype": code, "shape": list(array.shape), "data_offsets": [start, end]}
    crc_before, crc_written = dict.fromkeys(entries, 0), dict.fromkeys(entries, 0)
    layout = {name: (entry["dtype"], entry["shape"]) for name, entry in entries.items()}
    about["sha256"] = _checksum(about, layout, lambda name: _blocks(name, tensors, crc_before))
    stream.write(_header(about, entries))
    for name in entries:
        for block in _blocks(name, tensors, crc_written):
            stream.write(block.data)
    if crc_before != crc_written:
        raise InputError(
            "the model changed while it was saved. Wait until other threads have stopped training "
            "it, then save it again."
        )


def _header(about: dict[str, Any], entries: Mapping[str, Any]) -> bytes:
    metadata = {KEY: canonical_json.dumps(about)}
    header = json.dumps({_METADATA: metadata, **entries}, separators=(",", ":"))
    header += " " * (-(8 + len(header)) % _ALIGNMENT)
    if len(header) > _MAX_HEADER:
        raise InputError(
            f"the parameters and the history of the model are {len(header):,} bytes of JSON; a "
            f"model file can hold {_MAX_HEADER:,}. Shorten them, and save the model again."
        )
    return len(header).to_bytes(8, "little") + header.encode("ascii")


def _blocks(
    name: str, tensors: Mapping[str, NDArray[Any]], crcs: dict[str, int]
) -> Iterator[NDArray[Any]]:
    """Yield the rows of an array, some at a time, and update its CRC."""
    array = tensors[name]
    dtype = array.dtype.newbyteorder("<")
    for rows in _row_slices(array.shape, array.itemsize):
        block = np.ascontiguousarray(array[rows], dtype)
        crcs[name] = zlib.crc32(block.data, crcs[name])
        yield block


def _row_slices(shape: tuple[int, ...], itemsize: int) -> Iterator[slice]:
    n_rows, row_bytes = shape[0], itemsize * math.prod(shape[1:])
    if row_bytes:
        step = max(1, _BLOCK // row_bytes)
        for first in range(0, n_rows, step):
            yield slice(first, min(first + step, n_rows))


def _checksum(about: dict[str, Any], layout: Layout, blocks: Blocks) -> str:
    """Return the SHA-256 of the JSON object, of names, types and shapes, and of all tensors."""
    digest = hashlib.sha256(canonical_json.dumps([about, layout]).encode("ascii"))
    for name in sorted(layout):
        for block in blocks(name):
            digest.update(block.data)
    return digest.hexdigest()


# ---------------------------------------------------------------------------- reading


@dataclass(frozen=True)
class _Tensor:
    code: str
    shape: tuple[int, ...]
    rows: Callable[[slice], NDArray[Any]]


class TensorFile:
    """An open file: the JSON object, and the tensors, which are read on request."""

    def __init__(self, name: str, about: dict[str, Any], tensors: dict[str, _Tensor]) -> None:
        self.name = name
        self.about = about
        self._tensors = tensors
        self._expected: set[str] = set()

    def names(self) -> set[str]:
        """Return the names of all tensors."""
        return set(self._tensors)

    def shape(self, name: str) -> tuple[int, ...]:
        """Return the shape of a tensor; the file is at least as large as this shape requires."""
        if name not in self._tensors:
            raise self.damaged(f"{name} is missing")
        return self._tensors[name].shape

    def verify_checksum(self) -> None:
        """Raise StorageError if the content does not match the checksum."""
        about = {name: value for name, value in self.about.items() if name != "sha256"}
        layout = {name: (tensor.code, list(tensor.shape)) for name, tensor in self._tensors.items()}
        if self.about.get("sha256") != _checksum(about, layout, self.blocks):
            raise self.damaged("its content does not match its checksum")

    def read(
        self, name: str, dtypes: Iterable[Any] = _CODES, shape: tuple[int, ...] | None = None
    ) -> NDArray[Any]:
        """Return a tensor as a new array; StorageError unless type and shape are as expected."""
        self.expect(name, dtypes, shape)
        tensor = self._tensors[name]
        array: NDArray[Any] = np.empty(tensor.shape, _TYPES[tensor.code])
        self.read_into(array, name)
        if array.dtype == np.bool_ and (array.view(np.uint8) > 1).any():
            raise self.damaged(f"{name} has bytes that are neither true nor false")
        return array

    def read_into(self, array: NDArray[Any], name: str) -> None:
        """Copy a tensor into an array, block by block."""
        row = 0
        for block in self.blocks(name):
            array[row : row + len(block)] = block
            row += len(block)

    def expect(
        self, name: str, dtypes: Iterable[Any], shape: tuple[int, ...] | None = None
    ) -> None:
        """Raise StorageError unless a tensor has one of these types and this shape."""
        found = self.shape(name)
        self._expected.add(name)
        codes = [_CODES[np.dtype(dtype)] for dtype in dtypes]
        if self._tensors[name].code not in codes or not found:
            raise self.damaged(f"{name} is {self._tensors[name].code}{found}, not one of {codes}")
        if shape is not None and found != shape:
            raise self.damaged(f"{name} has shape {found}; expected {shape}")

    def refuse_unexpected(self) -> None:
        """Raise StorageError if the file has tensors that were never expected."""
        if others := self.names() - self._expected:
            raise self.damaged(f"it has a tensor {min(others)[:80]!r}, which is not expected")

    def blocks(self, name: str) -> Iterator[NDArray[Any]]:
        """Yield the rows of a tensor, some at a time."""
        tensor = self._tensors[name]
        if tensor.code not in _TYPES or not tensor.shape:
            raise self.damaged(f"{name} is {tensor.code}{tensor.shape}, which models do not use")
        for rows in _row_slices(tensor.shape, _TYPES[tensor.code].itemsize):
            yield tensor.rows(rows)

    def damaged(self, fault: str) -> StorageError:
        """Return the error for a file with this fault."""
        return damaged(self.name, fault, _REMEDY)


@contextmanager
def opened(path: Path) -> Iterator[TensorFile]:
    """Open a file; everything that can be wrong with it is raised as a ThalwegError."""
    with read_errors(str(path), "a saved model", _REMEDY):
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise InputError(f"{path} is not a file; expected a saved model")
        with path.open("rb") as file:
            about = _about(str(path), file.read, os.fstat(file.fileno()).st_size)
        with safe_open(path, framework="np") as handle:
            tensors = {}
            names: list[str] = handle.keys()
            for name in names:
                part = handle.get_slice(name)
                tensors[name] = _Tensor(part.get_dtype(), tuple(part.get_shape()), part.__getitem__)
            yield TensorFile(str(path), about, tensors)


@contextmanager
def opened_bytes(data: bytes, name: str) -> Iterator[TensorFile]:
    """Open the content of a file; `name` stands for it in errors."""
    with read_errors(name, "a saved model", _REMEDY):
        view, position = memoryview(data), 0

        def read(n_bytes: int) -> bytes:
            nonlocal position
            position += n_bytes
            return bytes(view[position - n_bytes : position])

        about = _about(name, read, len(data))
        tensors = {}
        for key, entry in deserialize(data):  # type: ignore[no-untyped-call]
            shape, code = tuple(entry["shape"]), entry["dtype"]
            values: NDArray[Any] = np.frombuffer(entry["data"], np.uint8)
            if code in _TYPES:
                values = values.view(_TYPES[code]).reshape(shape)
            tensors[key] = _Tensor(code, shape, values.__getitem__)
        yield TensorFile(name, about, tensors)


def _about(name: str, read: Callable[[int], bytes], n_bytes: int) -> dict[str, Any]:
    """Return the JSON object in the header of a file."""
    start = read(min(9, n_bytes))
    length = int.from_bytes(start[:8], "little")
    if start[8:] != b"{" or length > _MAX_HEADER:
        raise InputError(f"{name} is not a model file; expected a model that thalweg saved")
    if length > n_bytes - 8:
        raise StorageError(f"{name} is damaged: it ends inside its header. Use a backup.")
    header = canonical_json.loads((start[8:] + read(length - 1)).decode("utf-8"))
    metadata = header.get(_METADATA)
    if not isinstance(metadata, dict) or list(metadata) != [KEY]:
        raise InputError(
            f"{name} is a safetensors file without a thalweg model; expected a model that thalweg "
            "saved"
        )
    text = metadata[KEY]
    if not isinstance(text, str) or not isinstance(about := canonical_json.loads(text), dict):
        raise ValueError("its metadata is not a JSON object")
    return about
