"""Lines of "number word:count word:count ...", as in svmlight and LDA-C files."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg import _core
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.file_errors import invalid_count, line_of, malformed, naming
from thalweg.corpus.formats._shared.vocabulary_file import Words, find_words, numbered_words
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.system.threads import default_threads


def read_pairs(
    body: bytes, path: Path, vocabulary: Words, *, first_id: int
) -> tuple[NDArray[np.float64], sparse.csr_array, Vocabulary]:
    """Return the first number of each line, the counts and the words; ids start at `first_id`."""
    try:
        heads, offsets, ids, counts = _core.parse_sparse_rows(body, n_threads=default_threads())
    except ValueError as error:
        place, what = error.args
        raise malformed(path, place + 1, what) from None
    if not heads.size:
        raise InputError(f"{path} is empty; expected one line per document")

    def line(entry: int) -> int:
        row = int(np.searchsorted(offsets, entry, side="right")) - 1
        return line_of(body, row) + 1

    if ids.size and ids.min() < first_id:
        entry = int(np.argmax(ids < first_id))
        raise malformed(
            path, line(entry), f"word {ids[entry]}; expected ids to start at {first_id}"
        )
    if invalid := invalid_count(counts):
        raise malformed(path, line(invalid[0]), invalid[1])
    n_words = int(ids.max()) + 1 - first_id if ids.size else 0
    words = find_words(vocabulary, path)
    if words is None:
        words = numbered_words(n_words, ids.size, path)
    elif len(words) < n_words:
        entry = int(np.argmax(ids >= len(words) + first_id))
        raise malformed(
            path,
            line(entry),
            f"word {ids[entry]}; the vocabulary has {len(words):,} words, from {first_id} to "
            f"{len(words) - 1 + first_id}",
        )
    with naming(path):
        matrix = sparse.csr_array((counts, ids - first_id, offsets), (heads.size, len(words)))
    return heads, matrix, words


def format_pairs(part: Corpus, *, first_id: int) -> Iterator[str]:
    """Yield " word:count word:count ..." for each document."""
    documents = part.documents()
    ids = (documents.words.astype(np.int64) + first_id).tolist()
    counts = documents.counts
    if counts.dtype.kind == "f":
        # as float64, because the shortest text of a float32 is another float64
        counts = counts.astype(np.int64 if (counts == np.trunc(counts)).all() else np.float64)
    pairs = [f" {word}:{count!r}" for word, count in zip(ids, counts.tolist(), strict=True)]
    offsets = documents.offsets.tolist()
    for first, last in itertools.pairwise(offsets):
        yield "".join(pairs[first:last])
