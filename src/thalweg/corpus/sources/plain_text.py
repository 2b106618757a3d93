"""Plain text files: one document per line, or one document per file."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.file_set import FileSet
from thalweg.corpus.sources.text_file import TextFile
from thalweg.lazy_polars import pl

FILE_COLUMNS = ("id", "folder")
"""Columns of documents that are files: the path, and the folder in it."""


class Lines(FileSet):
    """One document per line. A blank line is an empty document."""

    def __init__(self, files: Sequence[TextFile], wanted: WantedColumns, name: str = "") -> None:
        super().__init__(files, wanted, name)
        wanted.refuse_others(f"{self.name} (one document per line)")

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all lines of all files."""
        for file in self.files:
            for block in file.blocks():
                lines = _lines(block.data.decode())
                yield TextChunk(pl.Series("text", lines, dtype=pl.String), None, block.n_bytes)


class TextFiles(FileSet):
    """One document per file. Its id is its path relative to `root`."""

    def __init__(
        self, files: Sequence[TextFile], wanted: WantedColumns, root: Path, name: str = ""
    ) -> None:
        super().__init__(files, wanted, name or str(root))
        self.root = root
        wanted.refuse_others(f"{self.name} (one document per file)", FILE_COLUMNS)

    def chunks(self) -> Iterator[TextChunk]:
        """Yield all files, in chunks of about a block of text."""
        paths: list[Path] = []
        texts: list[str] = []
        n_bytes = n_text = 0
        limit = self.files[0].sizes.first
        for file in self.files:
            blocks = file.blocks(record_end=_whole_file, expected="one document per file")
            text = b"".join(block.data for block in blocks)
            paths.append(file.path)
            texts.append(text.decode())
            n_text += len(text)
            n_bytes += file.n_bytes or 0
            if n_text >= limit or len(texts) >= _MOST_FILES:
                yield self._chunk(paths, texts, n_bytes)
                paths, texts, n_bytes, n_text = [], [], 0, 0
                limit = file.sizes.later
        if texts:
            yield self._chunk(paths, texts, n_bytes)

    def _chunk(self, paths: list[Path], texts: list[str], n_bytes: int) -> TextChunk:
        below = [path.relative_to(self.root) for path in paths]
        known = {
            "id": [_readable(path) for path in below],
            "folder": [_readable(path.parent) for path in below],
        }
        columns = pl.DataFrame({name: known[name] for name in self.wanted.others})
        return TextChunk(
            pl.Series("text", texts, dtype=pl.String),
            columns if self.wanted.others else None,
            n_bytes,
        )


def _lines(text: str) -> list[str]:
    """Return lines without their ends, which may be those of Windows.

    Without polars, whose threads a forked process does not have.
    """
    if "\r" not in text:
        lines = text.split("\n")
    else:
        lines = text.split("\r\n")
        if len(lines) <= text.count("\n"):  # some lines end without "\r"
            lines = [line.removesuffix("\r") for line in text.split("\n")]
        elif not text.endswith("\n"):
            lines[-1] = lines[-1].removesuffix("\r")
    if text.endswith("\n"):
        lines.pop()  # the last newline ends the last line
    return lines


# In a chunk: opening a small file takes longer than reading it.
_MOST_FILES = 4096


def _readable(path: Path) -> str:
    """Return a path as text; on some systems names need not be UTF-8."""
    return os.fsencode(path.as_posix()).decode(errors="replace")


def _whole_file(_: bytes) -> int:
    return 0
