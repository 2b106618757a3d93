"""EditedDocuments: the documents of `thalweg edit --corpus`."""

from collections.abc import Sequence
from functools import cached_property

from thalweg.cli.input_files import read_for_model
from thalweg.cli.options.reading_options import FileOptions
from thalweg.corpus.corpus import Corpus
from thalweg.errors import InputError
from thalweg.model import TopicModel


class EditedDocuments:
    """Documents for edits and reports; they are read when they are needed."""

    def __init__(self, model: TopicModel, path: str, files: FileOptions) -> None:
        self._model, self._path, self._files = model, path, files

    @cached_property
    def corpus(self) -> Corpus:
        """All documents."""
        return read_for_model(self._model, [self._path], self._files)

    def chosen(self, ids: Sequence[str]) -> Corpus:
        """Return the documents with these ids or, if there is no such id, with this row."""
        rows = [self._rows.get(name, int(name) if name.isdecimal() else -1) for name in ids]
        n = len(self.corpus)
        if unknown := [name for name, row in zip(ids, rows, strict=True) if not 0 <= row < n]:
            raise InputError(
                f"there is no document {unknown[0]!r}; expected the id of one of the {n:,} "
                f"documents of {self._path}, or a row from 0 to {n - 1:,}. Name the column of ids "
                "with --metadata id"
            )
        return self.corpus[rows]

    @cached_property
    def _rows(self) -> dict[str, int]:
        ids = map(str, self.corpus.ids.to_list())
        return {name: row for row, name in enumerate(ids)}
