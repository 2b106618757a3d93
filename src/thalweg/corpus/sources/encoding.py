"""Convert files of any encoding to valid UTF-8; invalid bytes are replaced or raise an error."""

from __future__ import annotations

import codecs
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from thalweg.errors import InputError
from thalweg.files.compressed import StoredFile

_REPLACEMENT = "\N{REPLACEMENT CHARACTER}"
_REPLACEMENT_BYTES = _REPLACEMENT.encode()
# The mark of UTF-32 starts with that of UTF-16, so it comes first.
_MARKS = (
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LONGEST_MARK = 4


@dataclass(frozen=True)
class Encoding:
    """Name of an encoding that Python knows, and whether invalid bytes are replaced."""

    name: str = "utf-8"
    errors: str = "replace"

    def __post_init__(self) -> None:
        if self.errors not in ("replace", "strict"):
            raise InputError(f"`errors` is {self.errors!r}; expected 'replace' or 'strict'")
        try:
            self.incremental_decoder()
            "a".encode(self.name)  # fails for codecs that are not for text, such as hex
        except UnicodeError:
            return  # known, but it cannot encode this letter
        except (LookupError, TypeError, ValueError):
            raise InputError(
                f"`encoding` is {self.name!r}, which Python does not know; expected a name such as "
                "'utf-8', 'latin-1' or 'utf-16'"
            ) from None

    @property
    def is_utf8(self) -> bool:
        """Whether the bytes need no conversion, only a check."""
        return codecs.lookup(self.name).name == "utf-8"

    def incremental_decoder(self) -> Any:
        """Return a decoder that takes one piece at a time."""
        return codecs.getincrementaldecoder(self.name)(self.errors)


class Utf8Reader:
    """Reads a file as UTF-8. Bytes of UTF-8 files are not checked here, but by `valid_utf8`."""

    def __init__(self, stored: StoredFile, encoding: Encoding) -> None:
        self._stored = stored
        self._encoding = encoding
        self._decoder: Any = None if encoding.is_utf8 else encoding.incremental_decoder()
        self._at_start = True
        self._line = 1
        self._n_replaced = 0

    def read(self, n_bytes: int) -> bytes:
        """Return about `n_bytes` bytes; none only at the end of the file."""
        if self._decoder is None:
            if not self._at_start:
                return self._stored.read(n_bytes)
            self._at_start = False
            head = self._stored.read(max(n_bytes, _LONGEST_MARK))
            # A file that holds only a mark must not look like the end.
            return _without_mark(head, self._stored.path) or self._stored.read(n_bytes)
        while True:
            data = self._stored.read(n_bytes)
            text = self._decoded(data)
            if text or not data:
                return text

    def take_replaced(self) -> int:
        """Return how many errors were replaced since the last call."""
        n_replaced, self._n_replaced = self._n_replaced, 0
        return n_replaced

    def _decoded(self, data: bytes) -> bytes:
        try:
            text: str = self._decoder.decode(data, final=not data)
        except UnicodeError as error:
            reason = getattr(error, "reason", str(error))
            line = self._line + self._newlines_before(error, data)
            raise InputError(
                f"{self._stored.path}, line {line}: not {self._encoding.name} ({reason}). "
                "Pass the `encoding` of the file, or `errors='replace'`."
            ) from None
        # Replacement characters of the file itself are counted, too.
        self._n_replaced += text.count(_REPLACEMENT)
        self._line += text.count("\n")
        # Some codecs accept a lone surrogate, which UTF-8 cannot encode.
        return text.encode(errors="replace")

    def _newlines_before(self, error: UnicodeError, data: bytes) -> int:
        """Return the newlines before an error: the decoder can still decode the valid part."""
        if not isinstance(error, UnicodeDecodeError):
            return 0
        n_kept_back = len(error.object) - len(data)
        try:
            good: str = self._decoder.decode(data[: max(error.start - n_kept_back, 0)])
        except UnicodeError:
            return 0
        return good.count("\n")


def _without_mark(head: bytes, path: Path) -> bytes:
    for mark, name in _MARKS:
        if head.startswith(mark):
            raise InputError(
                f"{path} starts with the byte order mark of {name.upper()}; expected UTF-8. "
                f"Pass `encoding={name!r}`."
            )
    return head.removeprefix(codecs.BOM_UTF8)


def valid_utf8(data: bytes, errors: str, path: Path, first_line: int) -> tuple[bytes, int]:
    """Return the bytes with invalid ones replaced, and how many errors there were."""
    if data.isascii():
        return data, 0
    try:
        data.decode()
    except UnicodeDecodeError as error:
        if errors == "strict":
            line = first_line + data.count(b"\n", 0, error.start)
            column = error.start - data.rfind(b"\n", 0, error.start)
            raise InputError(
                f"{path}, line {line}, byte {column}: 0x{data[error.start]:02x} is not UTF-8 "
                f"({error.reason}). Pass the encoding of the file, such as `encoding='latin-1'`, "
                "or `errors='replace'`."
            ) from None
        text = data.decode(errors="replace")
        n_replaced = text.count(_REPLACEMENT) - data.count(_REPLACEMENT_BYTES)
        return text.encode(), n_replaced
    return data, 0
