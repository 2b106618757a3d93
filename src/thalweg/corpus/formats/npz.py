"""npz, the format of scipy.sparse.save_npz: a sparse matrix, documents x words.

All sparse layouts can be read. CSR is written, array by array and part by part. The words are in
<name>.vocab.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable
from pathlib import Path
from typing import IO, Any

import numpy as np
from numpy.lib import format as npy
from numpy.typing import NDArray
from scipy import sparse

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.count_summary import CountSummary
from thalweg.corpus.formats._shared.file_errors import check_size, naming
from thalweg.corpus.formats._shared.text_lines import plain_name
from thalweg.corpus.formats._shared.vocabulary_file import (
    Words,
    find_words,
    numbered_words,
    vocabulary_path,
)
from thalweg.errors import InputError, MemoryLimitError
from thalweg.files.atomic import write_atomically
from thalweg.files.compressed import read_whole


def read(path: str | Path, vocabulary: Words = None) -> Corpus:
    """Read a sparse matrix. Pickled objects are rejected."""
    path = Path(path)
    matrix = _load(path)
    n_documents, n_words = matrix.shape
    check_size(path, n_documents, "documents", matrix.nnz)
    words = find_words(vocabulary, path)
    if words is None:
        words = numbered_words(n_words, matrix.nnz, path)
    elif len(words) != n_words:
        raise InputError(
            f"{path}: the matrix has {n_words:,} columns, but there are {len(words):,} words"
        )
    with naming(path):
        return Corpus(matrix, words)


def _load(path: Path) -> Any:
    data = read_whole(path)
    try:
        matrix = sparse.load_npz(io.BytesIO(data))
    except MemoryError:
        raise MemoryLimitError(f"{path} does not fit into memory") from None
    except Exception as error:  # zip, zlib, npy and scipy have their own
        raise InputError(
            f"{path} is not a sparse matrix that scipy.sparse.save_npz wrote, or is damaged: "
            f"{type(error).__name__}: {error}"
        ) from None
    if matrix.ndim != 2:
        raise InputError(f"{path} has {matrix.ndim} dimensions; expected documents x words")
    return matrix


def write(corpus: Corpus, path: str | Path) -> None:
    """Write int32 counts, or float64 if one is not whole, and the vocabulary file next to them."""
    path = Path(path)
    if path.name != plain_name(path):
        raise InputError(f"{path} would be compressed twice; expected a name that ends in .npz")
    summary = CountSummary.of(corpus)
    words = corpus.vocabulary.as_lines()
    count_type = np.dtype("<i4" if summary.whole else "<f8")
    with write_atomically(path, vocabulary_path(path)) as (file, words_file):
        words_file.write(words)
        with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
            indices = (part.words for part in corpus.parts())
            _write_array(archive, "indices", np.dtype("<i4"), summary.n_entries, indices)
            _write_array(archive, "indptr", np.dtype("<i8"), corpus.n_documents + 1, _ends(corpus))
            counts = (part.counts for part in corpus.parts())
            _write_array(archive, "data", count_type, summary.n_entries, counts)
            for name, value in (
                ("format", np.array(b"csr")),
                ("shape", np.array(corpus.shape, dtype="<i8")),
                ("_is_array", np.array(True)),
            ):
                with _member(archive, name) as member:
                    npy.write_array(member, value, allow_pickle=False)


def _ends(corpus: Corpus) -> Iterable[NDArray[np.int64]]:
    yield np.zeros(1, dtype=np.int64)
    n_entries = 0
    for part in corpus.parts():
        yield part.offsets[1:] + n_entries
        n_entries += int(part.offsets[-1])


def _write_array(
    archive: zipfile.ZipFile,
    name: str,
    dtype: np.dtype[Any],
    n: int,
    parts: Iterable[NDArray[Any]],
) -> None:
    with _member(archive, name) as member:
        header = {"descr": dtype.str, "fortran_order": False, "shape": (n,)}
        npy.write_array_header_1_0(member, header)
        for part in parts:
            member.write(np.ascontiguousarray(part, dtype).data)


def _member(archive: zipfile.ZipFile, name: str) -> IO[bytes]:
    """Open a file in the archive; with a fixed time, equal corpora give equal bytes."""
    info = zipfile.ZipInfo(f"{name}.npy", date_time=(1980, 1, 1, 0, 0, 0))
    info.compress_type = zipfile.ZIP_DEFLATED
    return archive.open(info, "w", force_zip64=True)
