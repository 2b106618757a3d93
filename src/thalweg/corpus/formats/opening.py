"""Opens the files of a format: compressed or not, read whole, and written beside and renamed."""

from __future__ import annotations

import gzip
import io
import os
import secrets
import zlib
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from types import ModuleType
from typing import IO, Any

from thalweg.errors import InputError, MemoryLimitError, StorageError

_GZIP_MAGIC = b"\x1f\x8b"
_ZSTD_MAGIC = b"\x28\xb5\x2f\xfd"


def plain_name(path: Path) -> str:
    """The name of a file without what says that it is compressed."""
    return path.name.removesuffix(".gz").removesuffix(".zst")


def read_bytes(path: Path) -> bytes:
    """All of a file, decompressed."""
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        raise InputError(f"there is no file {path}") from None
    except IsADirectoryError:
        raise InputError(f"{path} is a folder; expected a file") from None
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        raise InputError(f"{path} cannot be read: {error}") from None
    try:
        if path.name.endswith(".gz") or data.startswith(_GZIP_MAGIC):
            return _decompress_gzip(data, path)
        if path.name.endswith(".zst") or data.startswith(_ZSTD_MAGIC):
            return _decompress_zstd(data, path)
    except MemoryError:
        raise MemoryLimitError(f"{path} does not fit into memory when it is unpacked") from None
    return data


def read_text(path: Path) -> str:
    """All of a file of text, which is UTF-8 without NUL bytes."""
    data = read_bytes(path)
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


def _decompress_gzip(data: bytes, path: Path) -> bytes:
    try:
        return gzip.decompress(data)
    except EOFError:
        raise InputError(
            f"{path} ends in the middle of its compressed data; it was cut short. Fetch it again."
        ) from None
    except (OSError, zlib.error) as error:
        raise InputError(f"{path} is not a whole gzip file: {error}. Fetch it again.") from None


def _decompress_zstd(data: bytes, path: Path) -> bytes:
    zstd = _zstd_module(path)
    try:
        with zstd.ZstdFile(io.BytesIO(data)) as file:
            unpacked: bytes = file.read()
            return unpacked
    except EOFError:
        raise InputError(
            f"{path} ends in the middle of its compressed data; it was cut short. Fetch it again."
        ) from None
    except zstd.ZstdError as error:
        raise InputError(f"{path} is not a whole zstd file: {error}. Fetch it again.") from None


def _zstd_module(path: Path) -> ModuleType:
    """Python's own since 3.14, before that a package of the same interface."""
    for name in ("compression.zstd", "backports.zstd"):
        with suppress(ImportError):
            return __import__(name, fromlist=["ZstdFile"])
    raise InputError(
        f"{path} is compressed with zstd, which this Python cannot read or write. Run "
        "`pip install backports.zstd`, or use gzip."
    )


@contextmanager
def write_beside_and_rename(*paths: Path) -> Iterator[list[IO[bytes]]]:
    """Files to write, compressed as their names say; all appear when all are whole, or none."""
    for path in paths:
        if os.path.isdir(path):  # False for a name that is too long
            raise InputError(f"{path} is a folder; expected the name of a file to write")
    pending: list[_PendingFile] = []
    try:
        try:
            for path in paths:
                pending.append(_PendingFile(path))
            yield [file.stream for file in pending]
            for file in pending:
                file.complete()
            for file in pending:
                file.beside.replace(file.path)
        except StorageError:
            raise
        except OSError as error:
            raise StorageError(
                f"{paths[0]} cannot be written: {error}. Nothing of it was left behind; make room "
                "or choose another place."
            ) from error
    finally:
        for file in pending:
            file.discard()


class _PendingFile:
    """A file under a name of its own until it is whole."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}.partial")
        self._raw = self.beside.open("xb")
        self.stream: IO[bytes] | Any = self._raw
        try:
            if path.name.endswith(".gz"):  # no name and no time: the same corpus, the same bytes
                self.stream = gzip.GzipFile(
                    filename="", fileobj=self._raw, mode="wb", compresslevel=6, mtime=0
                )
            elif path.name.endswith(".zst"):
                self.stream = _zstd_module(path).ZstdFile(self._raw, "wb")
        except BaseException:
            self.discard()
            raise

    def complete(self) -> None:
        """Write what is buffered, for which there may be no room."""
        if self.stream is not self._raw:
            self.stream.close()
        self._raw.flush()
        os.fsync(self._raw.fileno())
        self._raw.close()

    def discard(self) -> None:
        for stream in (self.stream, self._raw):
            with suppress(OSError, ValueError):
                stream.close()
        with suppress(OSError):
            self.beside.unlink()
