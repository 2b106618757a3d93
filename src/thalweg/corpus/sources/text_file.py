"""TextFile: read a text file in blocks of whole records, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from thalweg.corpus.sources.encoding import Encoding, Utf8Reader, valid_utf8
from thalweg.errors import InputError
from thalweg.files.compressed import StoredFile, stored_size

BLOCK_BYTES = 8 << 20
"""Decompressed bytes that are parsed at a time."""

FIRST_BLOCK_BYTES = 1 << 20
"""The first block is smaller, so that progress is shown early."""

MAX_RECORD_BYTES = 128 << 20
"""Longer records are errors, because memory must hold a record several times."""


@dataclass(frozen=True)
class Block:
    """Whole records of a file."""

    data: bytes
    first_line: int  # in the file, from 1
    n_bytes: int  # of the stored file, since the previous block


@dataclass(frozen=True)
class BlockSizes:
    """Sizes of the first block and of later blocks, and of the longest record, in bytes."""

    first: int = FIRST_BLOCK_BYTES
    later: int = BLOCK_BYTES
    longest_record: int = MAX_RECORD_BYTES


def after_last_newline(data: bytes) -> int:
    """Return the end of the last complete line, 0 if there is none."""
    return data.rfind(b"\n") + 1


class TextFile:
    """A text file, which may be compressed and can be read repeatedly."""

    def __init__(
        self, path: Path, encoding: Encoding | None = None, sizes: BlockSizes | None = None
    ) -> None:
        self.path = path
        self.encoding: Encoding = encoding or Encoding()
        self.sizes: BlockSizes = sizes or BlockSizes()
        self.n_bytes: int | None = stored_size(path)
        self.n_replaced: int = 0  # in the last run
        self._opened: StoredFile | None = None

    def head(self, n_bytes: int) -> bytes:
        """Return the first bytes as UTF-8, decompressed. `blocks` still yields them, once."""
        self._opened = StoredFile(self.path)
        data = self._opened.peek(n_bytes)
        if self.encoding.is_utf8:
            return data
        return data.decode(self.encoding.name, errors="replace").encode(errors="replace")

    def blocks(
        self,
        record_end: Callable[[bytes], int] = after_last_newline,
        expected: str = "one document per line",
    ) -> Iterator[Block]:
        """Yield all bytes in order; `record_end` finds the end of the last complete record."""
        self.n_replaced = 0
        opened, self._opened = self._opened, None
        with opened or StoredFile(self.path) as stored:
            text = Utf8Reader(stored, self.encoding)
            pending, line, position, size = b"", 1, 0, self.sizes.first
            while True:
                # Double what is read while a record continues, up to the limit.
                room = self.sizes.longest_record + 1 - len(pending)
                more = text.read(max(size - len(pending), min(len(pending), room), 1))
                pending += more
                end = record_end(pending) if more else len(pending)
                if end:
                    data, n_replaced = self._checked(pending[:end], line)
                    self.n_replaced += n_replaced + text.take_replaced()
                    yield Block(data, line, stored.position - position)
                    line += pending.count(b"\n", 0, end)
                    pending, position, size = pending[end:], stored.position, self.sizes.later
                elif len(pending) > self.sizes.longest_record:
                    raise InputError(self._too_long(pending, line, expected))
                if not more:
                    return

    def _checked(self, data: bytes, line: int) -> tuple[bytes, int]:
        nul = data.find(b"\0")
        if nul >= 0:
            raise InputError(
                f"{self.path}, line {line + data.count(10, 0, nul)} contains a NUL byte; expected "
                "text. Is it a binary file, or UTF-16? For UTF-16 pass `encoding='utf-16'`."
            )
        if not self.encoding.is_utf8:
            return data, 0
        return valid_utf8(data, self.encoding.errors, self.path, line)

    def _too_long(self, pending: bytes, line: int, expected: str) -> str:
        if pending.lstrip()[:1] == b"[":
            hint = "Is it one large JSON array? Convert it to one object per line: jq -c '.[]'"
        elif b'"' in pending:
            hint = "Is a quote never closed, or is `format` wrong?"
        else:
            hint = "Is `format` right?"
        mib = self.sizes.longest_record / (1 << 20)
        return (
            f"{self.path}: the record that starts on line {line} is longer than {mib:g} MiB; "
            f"expected {expected}. {hint}"
        )
