"""A safetensors file with one JSON object about its tensors, and a checksum over both.

It is written here, block by block: the package wants every tensor in one piece, which those with
padding are not. It is read by the package, which refuses tensors that overlap, leave gaps or reach
beyond the file, before anything is allocated.
"""

from __future__ import annotations

import hashlib
import json
import math
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray
from safetensors import SafetensorError, deserialize, safe_open

from thalweg.errors import InputError, MemoryLimitError, StorageError, ThalwegError

KEY = "thalweg"  # the one entry of the format's own metadata
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
_LONGEST_HEADER = 100_000_000  # the package reads no longer one
_ALIGNMENT = 64  # of the first tensor in the file
_BLOCK = 1 << 20


def can_hold(dtype: np.dtype[Any]) -> bool:
    """Whether arrays of this type can be tensors."""
    return dtype.newbyteorder("<") in _CODES


def write(stream: IO[bytes], about: dict[str, Any], tensors: Mapping[str, NDArray[Any]]) -> None:
    """Write arrays, which need not be contiguous, and JSON values about them."""
    about = parsed(spelled(about))  # as it will be read
    entries: dict[str, dict[str, Any]] = {}
    end = 0
    # Large items first keeps all aligned without the gaps that the format forbids.
    for name in sorted(tensors, key=lambda name: (-tensors[name].itemsize, name)):
        array = tensors[name]
        start, end = end, end + array.nbytes
        code = _CODES[array.dtype.newbyteorder("<")]
        entries[name] = {"dtype": code, "shape": list(array.shape), "data_offsets": [start, end]}
    layout = {name: (entry["dtype"], entry["shape"]) for name, entry in entries.items()}
    about["sha256"] = _digest(about, layout, lambda name: _blocks_of(tensors[name]))
    header = json.dumps({_METADATA: {KEY: spelled(about)}, **entries}, separators=(",", ":"))
    header += " " * (-(8 + len(header)) % _ALIGNMENT)
    if len(header) > _LONGEST_HEADER:
        raise InputError(
            f"what is to be saved about the model is {len(header):,} bytes of JSON; the format "
            f"holds {_LONGEST_HEADER:,}"
        )
    stream.write(len(header).to_bytes(8, "little"))
    stream.write(header.encode("ascii"))
    for name in entries:
        for block in _blocks_of(tensors[name]):
            stream.write(block.data)


def spelled(value: Any) -> str:
    """JSON, always the same for the same value."""
    try:
        return _spelling(value)
    except (TypeError, ValueError, RecursionError) as error:
        raise InputError(f"{str(value)[:80]} cannot be saved as JSON: {error}") from None


def parsed(text: str) -> Any:
    """The value of JSON in which every name stands once and numbers are finite, or ValueError."""
    return json.loads(text, object_pairs_hook=_unique, parse_float=_finite, parse_constant=_finite)


@dataclass(frozen=True)
class _Tensor:
    code: str
    shape: tuple[int, ...]
    rows: Callable[[slice], NDArray[Any]]


class TensorFile:
    """An open file: what is said about its tensors, and the tensors when they are asked for."""

    def __init__(self, name: str, about: dict[str, Any], tensors: dict[str, _Tensor]) -> None:
        self.name = name
        self.about = about
        self._tensors = tensors
        self._asked_for: set[str] = set()

    def names(self) -> set[str]:
        """The names of all tensors."""
        return set(self._tensors)

    def shape(self, name: str) -> tuple[int, ...]:
        """The shape of a tensor, which the file has room for."""
        if name not in self._tensors:
            raise self.damaged(f"{name} is missing")
        return self._tensors[name].shape

    def check_sum(self) -> None:
        """Compare the checksum with all tensors and all that is said about them."""
        about = {name: value for name, value in self.about.items() if name != "sha256"}
        layout = {name: (tensor.code, list(tensor.shape)) for name, tensor in self._tensors.items()}
        if self.about.get("sha256") != _digest(about, layout, self.blocks):
            raise self.damaged("its checksum does not fit its content")

    def read(
        self, name: str, dtypes: Iterable[Any] = _CODES, shape: tuple[int, ...] | None = None
    ) -> NDArray[Any]:
        """A tensor as an array of its own, if it has the expected type and shape."""
        self.require(name, dtypes, shape)
        tensor = self._tensors[name]
        array: NDArray[Any] = np.empty(tensor.shape, _TYPES[tensor.code])
        row = 0
        for block in self.blocks(name):
            array[row : row + len(block)] = block
            row += len(block)
        if array.dtype == np.bool_ and (array.view(np.uint8) > 1).any():
            raise self.damaged(f"{name} has bytes that are neither true nor false")
        return array

    def require(
        self, name: str, dtypes: Iterable[Any], shape: tuple[int, ...] | None = None
    ) -> None:
        """Refuse the file if a tensor is not there, or not of one of these types and this shape."""
        found = self.shape(name)
        self._asked_for.add(name)
        codes = [_CODES[np.dtype(dtype)] for dtype in dtypes]
        if self._tensors[name].code not in codes or not found:
            raise self.damaged(f"{name} is {self._tensors[name].code}{found}, not one of {codes}")
        if shape is not None and found != shape:
            raise self.damaged(f"{name} has shape {found}; expected {shape}")

    def require_no_others(self) -> None:
        """Refuse the file if it has tensors that nobody has asked for."""
        if others := self.names() - self._asked_for:
            raise self.damaged(f"{min(others)[:80]!r} is in it, which does not belong to the rest")

    def blocks(self, name: str) -> Iterator[NDArray[Any]]:
        """Rows of a tensor, some at a time."""
        tensor = self._tensors[name]
        if tensor.code not in _TYPES or not tensor.shape:
            raise self.damaged(f"{name} is {tensor.code}{tensor.shape}, which no model has")
        for rows in _row_blocks(tensor.shape, _TYPES[tensor.code].itemsize):
            yield tensor.rows(rows)

    def damaged(self, what: str) -> StorageError:
        """The error for a file that is not as it was written."""
        return StorageError(
            f"{self.name} is damaged or was changed: {what}. Use a copy, or train the model again."
        )


@contextmanager
def opened(path: Path) -> Iterator[TensorFile]:
    """A file to read tensors from; whatever goes wrong with it is a ThalwegError."""
    with _faults(str(path)):
        if not stat.S_ISREG(os.stat(path).st_mode):
            raise InputError(f"{path} is not a file; expected a model that was saved")
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
    """The same for the bytes of a file."""
    with _faults(name):
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
    """The JSON object of a file, from its header."""
    start = read(min(9, n_bytes))
    length = int.from_bytes(start[:8], "little")
    if start[8:] != b"{" or length > _LONGEST_HEADER:
        raise InputError(f"{name} is not a model file; expected one that thalweg saved")
    if length > n_bytes - 8:
        raise StorageError(f"{name} is damaged: it ends within its header. Use a copy.")
    header = parsed((start[8:] + read(length - 1)).decode("utf-8"))
    metadata = header.get(_METADATA)
    if not isinstance(metadata, dict) or list(metadata) != [KEY]:
        raise InputError(
            f"{name} is a safetensors file, but not of a thalweg model; expected one that thalweg "
            "saved"
        )
    if not isinstance(metadata[KEY], str) or not isinstance(about := parsed(metadata[KEY]), dict):
        raise ValueError("what is said about the tensors is no JSON object")
    return about


@contextmanager
def _faults(name: str) -> Iterator[None]:
    """Whatever can go wrong with a file that others wrote, told in one way."""
    try:
        yield
    except ThalwegError:
        raise
    except FileNotFoundError:
        raise InputError(f"{name} does not exist; expected a model that was saved") from None
    except OSError as error:
        raise StorageError(f"{name} cannot be read: {error}") from None
    except MemoryError:
        raise MemoryLimitError(
            f"{name} does not fit into the memory of this machine; open it on a larger one"
        ) from None
    except (SafetensorError, ValueError, RecursionError) as error:
        raise StorageError(
            f"{name} is damaged or was changed: {error}. Use a copy, or train the model again."
        ) from None


def _digest(
    about: dict[str, Any],
    layout: Mapping[str, tuple[str, list[int]]],
    blocks: Callable[[str], Iterator[NDArray[Any]]],
) -> str:
    digest = hashlib.sha256(_spelling([about, layout]).encode("ascii"))
    for name in sorted(layout):
        for block in blocks(name):
            digest.update(block.data)
    return digest.hexdigest()


def _blocks_of(array: NDArray[Any]) -> Iterator[NDArray[Any]]:
    dtype = array.dtype.newbyteorder("<")
    for rows in _row_blocks(array.shape, array.itemsize):
        yield np.ascontiguousarray(array[rows], dtype)


def _row_blocks(shape: tuple[int, ...], itemsize: int) -> Iterator[slice]:
    n_rows, row_bytes = shape[0], itemsize * math.prod(shape[1:])
    if row_bytes:
        step = max(1, _BLOCK // row_bytes)
        for first in range(0, n_rows, step):
            yield slice(first, min(first + step, n_rows))


def _spelling(value: Any) -> str:
    return json.dumps(
        value, sort_keys=True, separators=(",", ":"), allow_nan=False, default=_plain_number
    )


def _plain_number(value: Any) -> Any:
    if isinstance(value, np.generic):
        return value.item()
    raise TypeError(f"it has a {type(value).__name__} in it")


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    names = dict(pairs)
    if len(names) < len(pairs):
        raise ValueError("JSON with the same name twice")
    return names


def _finite(text: str) -> float:
    if not math.isfinite(number := float(text)):
        raise ValueError(f"JSON with {text[:40]}, which is no finite number")
    return number
