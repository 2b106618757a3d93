"""LDA-C, the format of Blei's program: one line per document, "M word:count ..." with M pairs.

Ids start at 0. The words are in <name>.vocab.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.count_summary import CountSummary
from thalweg.corpus.formats._shared.file_errors import line_of, malformed, naming
from thalweg.corpus.formats._shared.id_count_pairs import format_pairs, read_pairs
from thalweg.corpus.formats._shared.line_per_document import write_lines
from thalweg.corpus.formats._shared.vocabulary_file import Words
from thalweg.files.compressed import read_whole


def read(path: str | Path, vocabulary: Words = None) -> Corpus:
    """Read an LDA-C file. The vocabulary may have words without documents."""
    path = Path(path)
    data = read_whole(path)
    sizes, counts, words = read_pairs(data, path, vocabulary, first_id=0)
    n_pairs = np.diff(counts.indptr)
    if (sizes != n_pairs).any():
        row = int(np.argmax(sizes != n_pairs))
        raise malformed(
            path,
            line_of(data, row) + 1,
            f"the line declares {sizes[row]:.15g} words, but has {n_pairs[row]}",
        )
    with naming(path):
        return Corpus(counts, words)


def write(corpus: Corpus, path: str | Path) -> None:
    """Write an LDA-C file, and the vocabulary file next to it."""
    CountSummary.of(corpus).refuse_fractions("LDA-C")
    write_lines(corpus, Path(path), _lines)


def _lines(part: Corpus) -> Iterator[str]:
    sizes = np.diff(part.documents().offsets).tolist()
    for size, pairs in zip(sizes, format_pairs(part, first_id=0), strict=True):
        yield f"{size}{pairs}"
