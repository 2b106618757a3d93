"""FileSet: one or several text files of the same format, read one after the other."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence

from thalweg.corpus.sources.chunk import TextChunk
from thalweg.corpus.sources.columns import WantedColumns
from thalweg.corpus.sources.text_file import TextFile


class FileSet(ABC):
    """Properties that all sources of text files share; subclasses add `chunks`."""

    def __init__(
        self, files: Sequence[TextFile], wanted: WantedColumns | None = None, name: str = ""
    ) -> None:
        self.files = files
        self.wanted: WantedColumns = wanted or WantedColumns()
        self.name: str = name or str(files[0].path)

    @property
    def n_bytes(self) -> int | None:
        """Size of all files as stored; None if one is a pipe."""
        sizes = [file.n_bytes for file in self.files]
        return None if None in sizes else sum(size or 0 for size in sizes)

    @property
    def repeatable(self) -> bool:
        """Whether the files can be read again. A pipe cannot."""
        return self.n_bytes is not None

    @property
    def n_replaced(self) -> int:
        """Number of encoding errors that became U+FFFD in the last run."""
        return sum(file.n_replaced for file in self.files)

    @abstractmethod
    def chunks(self) -> Iterator[TextChunk]:
        """Yield all texts from the start."""
