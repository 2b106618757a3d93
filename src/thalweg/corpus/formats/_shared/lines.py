"""Formats that have a line for each document, and no header that could tell an empty corpus."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterable
from pathlib import Path

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.words_beside import encoded, vocabulary_path
from thalweg.errors import InputError
from thalweg.files.atomic import write_beside_and_rename

# Entries that are turned to text at a time.
ENTRIES_AT_A_TIME = 1 << 18


def write_lines(corpus: Corpus, path: Path, lines: Callable[[Corpus], Iterable[str]]) -> None:
    """Write the lines of each part of the corpus, and the vocabulary beside."""
    if not corpus.n_documents:
        raise InputError(
            f"the corpus has no documents, and {path} would be an empty file. Save it as a store, "
            "or write UCI's format, Matrix Market or npz."
        )
    words = corpus.vocabulary.as_lines()
    bounds = corpus.part_bounds(ENTRIES_AT_A_TIME).tolist()
    with write_beside_and_rename(path, vocabulary_path(path)) as (file, words_file):
        words_file.write(words)
        for first, last in itertools.pairwise(bounds):
            text = "".join(f"{line}\n" for line in lines(corpus[first:last]))
            file.write(encoded(text))
