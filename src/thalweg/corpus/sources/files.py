"""A text file in blocks of valid UTF-8 that end where a record ends, in bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from thalweg.corpus.sources.encoding import Encoding, Utf8Reader, valid_utf8
from thalweg.errors import InputError
from thalweg.files.compressed import StoredFile, stored_size

BLOCK_BYTES = 8 << 20
"""How much decompressed text is parsed at a time."""

FIRST_BLOCK_BYTES = 1 << 20
"""The first block is smaller, so that something happens soon."""

MAX_RECORD_BYTES = 128 << 20
"""A longer record is taken for a mistake: memory must hold it several times."""


@dataclass(frozen=True)
class Block:
    """Whole records of a file."""

    data: bytes
    first_line: int  # in the file, from 1
    n_bytes: int  # of the file as stored, since the block before


@dataclass(frozen=True)
class BlockSizes:
    """How much is read at a time; tests make it tiny to cross every border."""

    first: int = FIRST_BLOCK_BYTES
    later: int = BLOCK_BYTES
    longest_record: int = MAX_RECORD_BYTES


def after_last_newline(data: bytes) -> int:
    """Where the last complete line ends, 0 if there is none."""
    return data.rfind(b"\n") + 1


class TextFile:
    """A file of text, perhaps compressed, that can be read again and again."""

    def __init__(
        self, path: Path, encoding: Encoding | None = None, sizes: BlockSizes | None = None
    ) -> None:
        self.path = path
        self.encoding = encoding or Encoding()
        self.sizes = sizes or BlockSizes()
        self.n_bytes = stored_size(path)
        self.n_replaced = 0  # in the last run

    def blocks(
        self,
        record_end: Callable[[bytes], int] = after_last_newline,
        expected: str = "one document a line",
    ) -> Iterator[Block]:
        """All bytes in order; `record_end` finds the end of the last complete record."""
        self.n_replaced = 0
        with StoredFile(self.path) as stored:
            text = Utf8Reader(stored, self.encoding)
            pending, line, position, size = b"", 1, 0, self.sizes.first
            while True:
                # Twice as much where the record goes on, but not far beyond the limit.
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
                "text. Is it a binary file, or UTF-16 (pass encoding='utf-16')?"
            )
        if not self.encoding.is_utf8:
            return data, 0
        return valid_utf8(data, self.encoding.errors, self.path, line)

    def _too_long(self, pending: bytes, line: int, expected: str) -> str:
        if pending.lstrip()[:1] == b"[":
            hint = "Is it one large JSON array? Write an object a line (jq -c '.[]' does it)."
        elif b'"' in pending:
            hint = "Is a quote never closed, or the format wrong?"
        else:
            hint = "Is the format right?"
        mib = self.sizes.longest_record / (1 << 20)
        return (
            f"{self.path}: the record that starts on line {line} is longer than {mib:g} MiB; "
            f"expected {expected}. {hint}"
        )
