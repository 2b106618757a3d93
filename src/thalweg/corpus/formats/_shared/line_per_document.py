"""Write formats with one line per document. They have no header, so a corpus must not be empty."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from pathlib import Path

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.vocabulary_file import vocabulary_path
from thalweg.errors import InputError
from thalweg.files.atomic import write_atomically
from thalweg.files.utf8 import encode_utf8

# Entries that are converted to text at a time.
ENTRIES_AT_A_TIME = 1 << 18


def write_lines(corpus: Corpus, path: Path, lines: Callable[[Corpus], Iterable[str]]) -> None:
    """Write the lines of each part of the corpus, and the vocabulary file next to them."""
    if not corpus.n_documents:
        raise InputError(
            f"{path} would be an empty file, because the corpus has no documents. Use Corpus.save, "
            "or write UCI, Matrix Market or npz."
        )
    words = corpus.vocabulary.as_lines()
    bounds = corpus.part_bounds(ENTRIES_AT_A_TIME).tolist()
    with write_atomically(path, vocabulary_path(path)) as (file, words_file):
        words_file.write(words)
        for first, last in itertools.pairwise(bounds):
            text = "".join(f"{line}\n" for line in lines(corpus[first:last]))
            file.write(encode_utf8(text))
