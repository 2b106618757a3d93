"""Files opened for reading, decompressed on the way; they know how much of them was read."""

from __future__ import annotations

import gzip
import io
import os
import stat
import zlib
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any

from thalweg.errors import InputError, MemoryLimitError

SUFFIXES = (".gz", ".zst")
_GZIP_MAGIC = b"\x1f\x8b"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"
# Larger reads of the stored file were not faster.
_BUFFER = 1 << 20


class StoredFile:
    """Bytes of a file as they were before gzip or zstd; use it in a `with`."""

    def __init__(self, path: Path) -> None:
        self.path = path
        with _file_faults(path):
            self._raw = _CountedFile(path)
        self._stored = io.BufferedReader(self._raw, _BUFFER)
        try:
            with _file_faults(path):
                head = self._stored.peek(4)
            open_stored, self._damage = _decompressor(head, path)
            self._bytes = open_stored(self._stored)
        except BaseException:
            self._stored.close()
            raise

    def __enter__(self) -> StoredFile:
        return self

    def __exit__(self, *_: object) -> None:
        self._bytes.close()
        self._stored.close()  # a decompressor leaves it open

    @property
    def position(self) -> int:
        """How many bytes of the file as stored were read."""
        return self._raw.n_read

    def read_all(self) -> bytes:
        """All decompressed bytes, before any other reading."""
        with _file_faults(self.path, self._damage):
            if self._bytes is self._stored and stored_size(self.path) is not None:
                return self.path.read_bytes()  # in one piece, which is far faster
            data: bytes = self._bytes.read()
        return data

    def read(self, n_bytes: int) -> bytes:
        """As many decompressed bytes; fewer only at the end."""
        with _file_faults(self.path, self._damage):
            data: bytes = self._bytes.read(n_bytes)
            while len(data) < n_bytes:
                more = self._bytes.read(n_bytes - len(data))
                if not more:
                    break
                data += more
        return data


def read_whole(path: Path) -> bytes:
    """All of a file, decompressed."""
    with StoredFile(path) as stored:
        try:
            return stored.read_all()
        except MemoryError:
            raise MemoryLimitError(f"{path} does not fit into memory when unpacked") from None


def stored_size(path: Path) -> int | None:
    """The size of a file, None where it is a pipe or a device."""
    with _file_faults(path):
        status = os.stat(path)
    return status.st_size if stat.S_ISREG(status.st_mode) else None


class _CountedFile(io.FileIO):
    n_read = 0

    def readinto(self, buffer: Any, /) -> int | None:
        n = super().readinto(buffer)
        self.n_read += n or 0
        return n


_Open = Callable[[Any], Any]
_Faults = tuple[type[Exception], ...]


def _decompressor(head: bytes, path: Path) -> tuple[_Open, _Faults]:
    """By the first bytes and not by the name: downloads are often renamed or unpacked.

    With it come the exceptions by which it says that a file is cut or damaged.
    """
    if head.startswith(_GZIP_MAGIC):
        return _gzip()
    if head.startswith(_ZSTD_MAGIC):
        return _zstd(path)
    if path.suffix.lower() in SUFFIXES:
        raise InputError(
            f"{path} does not start like a {path.suffix} file: it is cut or damaged, or it is not "
            f"compressed. Fetch it again, or take {path.suffix} off its name."
        )
    return (lambda stored: stored), ()


def _gzip() -> tuple[_Open, _Faults]:
    """The package isal where it is installed.

    78 MB of text, decompressed MB/s on one core: gzip 181, zlib.decompressobj on blocks of 4 MB
    233, isal.igzip 528. Bare zlib gains too little for doing gzip's work over several members.
    """
    try:
        igzip, isal_zlib = import_module("isal.igzip"), import_module("isal.isal_zlib")
    except ImportError:
        return gzip.open, (EOFError, gzip.BadGzipFile, zlib.error)
    return igzip.open, (EOFError, gzip.BadGzipFile, isal_zlib.error)


def _zstd(path: Path) -> tuple[_Open, _Faults]:
    zstd = zstd_module(path)
    return zstd.open, (EOFError, zstd.ZstdError)


def zstd_module(path: Path) -> Any:
    """Python's own since 3.14, before that a package of the same interface."""
    for name in ("compression.zstd", "backports.zstd"):
        try:
            return import_module(name)
        except ImportError:
            continue
    raise InputError(
        f"{path} is compressed with zstd, which this Python cannot do by itself. Run "
        '`pip install "thalweg[zstd]"`, or use gzip.'
    )


@contextmanager
def _file_faults(path: Path, damage: _Faults = ()) -> Iterator[None]:
    try:
        yield
    except InputError:
        raise
    except damage as error:
        raise InputError(f"{path} is cut or damaged: {error}. Fetch or write it again.") from None
    except FileNotFoundError:
        raise InputError(f"{path} does not exist; expected a file") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder; expected a file") from None
    except OSError as error:
        raise InputError(f"{path} cannot be read: {error.strerror or error}") from None
    except ValueError as error:  # a NUL in the path
        raise InputError(f"{str(path)!r} is no path: {error}") from None
