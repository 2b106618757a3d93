"""Lines of "document word count", numbered from 1, as in UCI and Matrix Market files."""

from __future__ import annotations

from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg import _core
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import Documents
from thalweg.corpus.formats._shared.file_errors import (
    check_size,
    invalid_count,
    line_of,
    malformed,
    naming,
)
from thalweg.errors import InputError
from thalweg.lazy_polars import pl, require_polars_threads
from thalweg.system.threads import default_threads

# Entries that are converted to text at a time.
_ENTRIES_AT_A_TIME = 1 << 20
# Ids are int32, and one more than the largest id must be one, too.
_LARGEST_SIZE = 2**31 - 2


def read_triples(
    body: bytes | memoryview, path: Path, line: int, shape: tuple[int, int], n_entries: int
) -> Documents:
    """Return counts of the given shape from a body that starts at `line`.

    Shape and number of entries come from a header. No memory is allocated for them before the
    entries confirm them. Entries can be in any order; duplicates are added up.
    """
    try:
        documents, words, counts = _core.parse_triples(body, n_threads=default_threads())
    except ValueError as error:
        place, what = error.args
        raise malformed(path, line + place, what) from None
    if counts.size != n_entries:
        raise malformed(
            path,
            line - 1,
            f"the header declares {n_entries:,} entries, but the file has {counts.size:,}. Is it "
            "complete?",
        )
    for ids, name, largest in ((documents, "document", shape[0]), (words, "word", shape[1])):
        if ids.size and (ids.min() < 1 or ids.max() > largest):
            entry = int(np.argmax((ids < 1) | (ids > largest)))
            what = f"{name} {ids[entry]}; expected 1 to {largest:,}, as the header declares"
            raise malformed(path, line + line_of(body, entry), what)
    if invalid := invalid_count(counts):
        raise malformed(path, line + line_of(body, invalid[0]), invalid[1])
    for n, things in zip(shape, ("documents", "words"), strict=True):
        if n > _LARGEST_SIZE:
            raise InputError(f"{path} declares {n:,} {things}; expected at most {_LARGEST_SIZE:,}")
    check_size(path, shape[0], "documents", n_entries)
    with naming(path):
        return Documents.check(_matrix(documents, words, counts, shape))


def _matrix(
    documents: NDArray[np.int32],
    words: NDArray[np.int32],
    counts: NDArray[Any],
    shape: tuple[int, int],
) -> sparse.csr_array | sparse.coo_array:
    """Return the matrix; documents that are in order, as usual, need no sorting."""
    words -= 1
    if (documents[1:] >= documents[:-1]).all():
        offsets = np.searchsorted(documents, np.arange(1, shape[0] + 2, dtype=np.int32))
        return sparse.csr_array((counts, words, offsets), shape=shape)
    documents -= 1
    return sparse.coo_array((counts, (documents, words)), shape=shape)


def write_triples(corpus: Corpus, file: IO[bytes], *, whole: bool) -> None:
    """Write one line per entry; `whole` counts have no decimal point."""
    require_polars_threads("writing this format")
    first = 1
    for part in corpus.parts(_ENTRIES_AT_A_TIME):
        documents = np.arange(first, first + part.n_documents)
        lines = pl.DataFrame(
            {
                "document": np.repeat(documents, np.diff(part.offsets)),
                "word": part.words.astype(np.int64) + 1,
                # as float64, because the shortest text of a float32 is another float64
                "count": part.counts.astype(np.int64 if whole else np.float64),
            }
        )
        lines.write_csv(file, include_header=False, separator=" ")
        first += part.n_documents
