"""svmlight (libsvm): one line per document, "label word:count ... # comment".

Ids start at 1, as in the original program. Read files whose ids start at 0 with `zero_based=True`;
this cannot be detected, because a file may not use the first word. The words are in <name>.vocab.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.file_errors import naming
from thalweg.corpus.formats._shared.id_count_pairs import format_pairs, read_pairs
from thalweg.corpus.formats._shared.line_per_document import write_lines
from thalweg.corpus.formats._shared.vocabulary_file import Words
from thalweg.errors import InputError
from thalweg.files.compressed import read_whole
from thalweg.lazy_polars import pl

LABEL = "label"


def read(path: str | Path, vocabulary: Words = None, *, zero_based: bool = False) -> Corpus:
    """Read documents and their column `label`. Without a vocabulary, the largest id decides."""
    path = Path(path)
    first_id = 0 if zero_based else 1
    labels, counts, words = read_pairs(read_whole(path), path, vocabulary, first_id=first_id)
    with naming(path):
        return Corpus(counts, words, {LABEL: labels})


def write(corpus: Corpus, path: str | Path, *, zero_based: bool = False) -> None:
    """Write documents and their column `label` (0 if absent), and the vocabulary file."""

    def lines(part: Corpus) -> Iterator[str]:
        pairs = format_pairs(part, first_id=0 if zero_based else 1)
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
            f"the column {LABEL!r} has missing values, or values that are not numbers; expected "
            "numbers for svmlight. Convert the column, or remove it."
        )
    return [repr(int(x)) if x.is_integer() else repr(x) for x in labels.tolist()]
