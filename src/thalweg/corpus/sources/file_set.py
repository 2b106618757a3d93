"""One or several text files of the same kind, read one after the other as a single source."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.files import TextFile


class FileSet(ABC):
    """What a source of files tells about itself; the kinds add how they are read."""

    def __init__(
        self, files: Sequence[TextFile], wanted: WantedColumns | None = None, name: str = ""
    ) -> None:
        self.files = files
        self.wanted = wanted or WantedColumns()
        self.name = name or str(files[0].path)

    @property
    def n_bytes(self) -> int | None:
        """Of all files as stored."""
        sizes = [file.n_bytes for file in self.files]
        return None if None in sizes else sum(size or 0 for size in sizes)

    @property
    def repeatable(self) -> bool:
        """A pipe can be read once."""
        return self.n_bytes is not None

    @property
    def n_replaced(self) -> int:
        """Faults of the encoding that became U+FFFD in the last run."""
        return sum(file.n_replaced for file in self.files)

    @abstractmethod
    def chunks(self) -> Iterator[TextChunk]:
        """All texts from the start."""
