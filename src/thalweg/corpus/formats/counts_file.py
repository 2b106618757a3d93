"""CountsFile: a path that holds word counts and not texts."""

from __future__ import annotations

import os
from dataclasses import dataclass
from pathlib import Path

from thalweg.corpus import formats
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.vocabulary_file import Words
from thalweg.corpus.store.manifest import MANIFEST
from thalweg.corpus.vocabulary import Vocabulary


@dataclass(frozen=True)
class CountsFile:
    """A bag-of-words file, or the folder of a saved corpus."""

    path: Path
    format: str | None = None  # None: a saved corpus
    stream_entries: int = 1 << 20  # of a chunk in a stream; about as many as a chunk of texts has

    def read(self, vocabulary: Words = None) -> Corpus:
        """Return the corpus.

        `vocabulary` says which words of a saved corpus to keep; for a bag-of-words file, it says
        what its words are.
        """
        if self.format is not None:
            return formats.read_counts(self.path, self.format, vocabulary)
        corpus = Corpus.open(self.path)
        if vocabulary is None:
            return corpus
        return corpus.with_vocabulary(Vocabulary.of(vocabulary))


def find_counts(path: str | os.PathLike[str], format: str | None = None) -> CountsFile | None:
    """Return the file of counts that a path stands for; None if it holds texts."""
    path = Path(path)
    if os.path.isfile(path / MANIFEST):  # False if it cannot be a path
        return CountsFile(path)
    found = formats.detect(path) if format is None else format
    return CountsFile(path, found) if found in formats.FORMATS else None
