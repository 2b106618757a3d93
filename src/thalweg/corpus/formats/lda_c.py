"""Blei's LDA-C: a line a document, "M word:count ..." with M pairs, ids from 0; <name>.vocab."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.lines import write_lines
from thalweg.corpus.formats._shared.malformed import line_of, malformed, naming
from thalweg.corpus.formats._shared.sparse_rows import pairs_of_documents, read_sparse_rows
from thalweg.corpus.formats._shared.survey import Survey
from thalweg.corpus.formats._shared.words_beside import Words
from thalweg.files.compressed import read_whole


def read(path: str | Path, vocabulary: Words = None) -> Corpus:
    """Read an LDA-C file; the vocabulary may have words that no document has."""
    path = Path(path)
    data = read_whole(path)
    sizes, counts, words = read_sparse_rows(data, path, vocabulary, first_id=0)
    n_pairs = np.diff(counts.indptr)
    if (sizes != n_pairs).any():
        row = int(np.argmax(sizes != n_pairs))
        raise malformed(
            path,
            line_of(data, row) + 1,
            f"the line promises {sizes[row]:.15g} words; it has {n_pairs[row]}",
        )
    with naming(path):
        return Corpus(counts, words)


def write(corpus: Corpus, path: str | Path) -> None:
    """Write an LDA-C file, and the vocabulary beside it."""
    Survey.of(corpus).refuse_fractions("LDA-C's format")
    write_lines(corpus, Path(path), _lines)


def _lines(part: Corpus) -> Iterator[str]:
    sizes = np.diff(part.documents().offsets).tolist()
    for size, pairs in zip(sizes, pairs_of_documents(part, first_id=0), strict=True):
        yield f"{size}{pairs}"
