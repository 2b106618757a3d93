"""svmlight (libsvm): a line a document, "label word:count ... # comment", words in <name>.vocab.

Ids start at 1, as in the original; files whose ids start at 0 are read with `zero_based=True`.
Nothing is guessed, since a file that does not use word 0 looks like either.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.lines import write_lines
from thalweg.corpus.formats._shared.malformed import naming
from thalweg.corpus.formats._shared.sparse_rows import pairs_of_documents, read_sparse_rows
from thalweg.corpus.formats._shared.words_beside import Words
from thalweg.errors import InputError
from thalweg.files.compressed import read_whole
from thalweg.lazy_polars import pl

LABEL = "label"


def read(path: str | Path, vocabulary: Words = None, *, zero_based: bool = False) -> Corpus:
    """Read documents and their column `label`; without a vocabulary up to the largest id."""
    path = Path(path)
    first_id = 0 if zero_based else 1
    labels, counts, words = read_sparse_rows(read_whole(path), path, vocabulary, first_id=first_id)
    with naming(path):
        return Corpus(counts, words, {LABEL: labels})


def write(corpus: Corpus, path: str | Path, *, zero_based: bool = False) -> None:
    """Write documents with their column `label`, or 0 where there is none; words go beside."""

    def lines(part: Corpus) -> Iterator[str]:
        pairs = pairs_of_documents(part, first_id=0 if zero_based else 1)
        return (f"{label}{row}" for label, row in zip(_labels(part), pairs, strict=True))

    write_lines(corpus, Path(path), lines)


def _labels(part: Corpus) -> list[str]:
    columns = part.metadata
    if LABEL not in columns.columns:
        return ["0"] * part.n_documents
    try:
        labels = columns[LABEL].cast(pl.Float64).to_numpy()
    except pl.exceptions.PolarsError:
        labels = np.array([np.nan])
    if not np.isfinite(labels).all():
        raise InputError(
            f"the column {LABEL!r} has values that are not numbers, or has none for some "
            "documents; svmlight's labels are numbers. Change it, or leave the column out."
        )
    return [repr(int(x)) if x.is_integer() else repr(x) for x in labels.tolist()]
