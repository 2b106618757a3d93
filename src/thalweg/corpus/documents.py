"""Documents: the one checked form of every document-word matrix that a user passes.

It is a CSR matrix with sorted indices and finite counts, without zeros and duplicates. All other
code relies on that.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.errors import InputError, InputTypeError
from thalweg.system.computed_once import computed_once

# A float32 accumulator adds ones exactly up to here.
LARGEST_COUNT = 2**24
_NATIVE_COUNTS = tuple(np.dtype(t) for t in ("f4", "f8", "i4", "i8", "u1", "u2"))


@dataclass(frozen=True)
class Documents:
    """Rows of word counts; offsets, words and counts are the indptr, indices and data of CSR."""

    offsets: NDArray[np.int64]
    words: NDArray[Any]
    counts: NDArray[Any]
    n_words: int

    @classmethod
    def check(cls, X: Any) -> Documents:
        """Check a scipy sparse matrix or array, or anything that NumPy converts to a 2D array."""
        matrix = _as_csr(X)
        _check_indices(matrix)
        n_entries = int(matrix.indptr[-1])  # unused memory may follow them
        least = _check_counts(matrix.data[:n_entries])
        if not matrix.has_canonical_format:  # duplicates are added up, words put in order
            matrix = matrix.astype(_wide(matrix.dtype), copy=True)
            matrix.sum_duplicates()
            least = _check_counts(matrix.data)  # a sum may be too large
        if least == 0:
            matrix = matrix.copy()
            matrix.eliminate_zeros()
        n_entries = int(matrix.indptr[-1])
        counts = matrix.data[:n_entries]
        if counts.dtype not in _NATIVE_COUNTS:
            counts = counts.astype(np.float32)
        return cls(
            offsets=matrix.indptr.astype(np.int64),  # copied: the kernel relies on them
            words=matrix.indices[:n_entries],
            counts=counts,
            n_words=matrix.shape[1],
        )

    @property
    def n_documents(self) -> int:
        """Number of documents, D."""
        return self.offsets.size - 1

    @computed_once
    def lengths(self) -> NDArray[np.float64]:
        """Number of tokens of each document, C_j."""
        lengths, has_words = np.zeros(self.n_documents), np.diff(self.offsets) > 0
        first = self.offsets[:-1][has_words]  # reduceat wants at least one entry each
        lengths[has_words] = np.add.reduceat(self.counts, first, dtype=np.float64)
        return lengths

    @property
    def n_tokens(self) -> float:
        """Number of tokens, C."""
        return float(self.counts.sum(dtype=np.float64))

    @property
    def native(self) -> tuple[NDArray[np.int64], NDArray[Any], NDArray[Any]]:
        """The three arrays in the order in which the kernel expects them."""
        return self.offsets, self.words, self.counts

    def __getitem__(self, rows: slice | NDArray[Any]) -> Documents:
        part = self.to_csr()[rows]
        return Documents(
            part.indptr.astype(np.int64, copy=False), part.indices, part.data, self.n_words
        )

    def between(self, first: int, end: int) -> Documents:
        """Return documents first..end-1 without copying their counts."""
        start, stop = self.offsets[first], self.offsets[end]
        offsets = self.offsets[first : end + 1] - start
        return Documents(offsets, self.words[start:stop], self.counts[start:stop], self.n_words)

    def only(self, kept: NDArray[np.bool_]) -> Documents:
        """Return the same documents with the entries where `kept` is true."""
        offsets = np.append(0, np.cumsum(kept))[self.offsets]
        return Documents(offsets, self.words[kept], self.counts[kept], self.n_words)

    def in_single_precision(self) -> Documents:
        """Return float64 counts as the core sees them, so that sums of them are the same here.

        Not copied if nothing changes, as with whole numbers; nor if a count would become zero.
        """
        counts = self.counts
        if counts.dtype != np.float64:
            return self
        rows = 1 << 20  # in slices: whole numbers need no second array of this size
        slices = (counts[first : first + rows] for first in range(0, counts.size, rows))
        if not any((part.astype(np.float32) != part).any() for part in slices):
            return self
        rounded = counts.astype(np.float32)
        return replace(self, counts=rounded) if rounded.all() else self

    def to_csr(self) -> sparse.csr_array:
        """Return the same counts as a scipy array, without copying them."""
        offsets = self.offsets
        if offsets[-1] <= np.iinfo(self.words.dtype).max:  # scipy copies indices of another type
            offsets = offsets.astype(self.words.dtype, copy=False)
        return sparse.csr_array(
            (self.counts, self.words, offsets), shape=(self.n_documents, self.n_words)
        )


def _as_csr(X: Any) -> Any:
    if sparse.issparse(X):
        matrix: Any = X
        if matrix.ndim != 2:
            raise InputError(f"`X` has {matrix.ndim} dimensions; expected documents x words")
        if matrix.format in ("csc", "bsr"):  # scipy's conversion trusts the indices
            try:
                matrix.check_format(full_check=True)
            except ValueError as error:
                raise InputError(f"`X` is not a valid {matrix.format} matrix: {error}") from None
        # tocsr() adds up the duplicates of a COO matrix in the type of the matrix.
        if matrix.format == "csr":
            return matrix
        return matrix.astype(_wide(matrix.dtype), copy=False).tocsr()
    if isinstance(X, str):
        raise InputError(
            "`X` is one text; expected a list of texts, word counts or a Corpus. Pass [text], or "
            "thalweg.read(path) for the texts of a file."
        )
    try:
        array = _columns_of(X) if _is_polars_frame(X) else np.asarray(X)
    except ValueError as error:
        raise InputError(f"`X` cannot be read as documents x words: {error}") from None
    if array.dtype.kind in "OUS":
        if any(isinstance(item, str | bytes) for item in array.ravel()):
            raise InputError(
                "`X` contains text; expected word counts (documents x words) or a Corpus. Pass "
                "thalweg.read(texts), or put a vectorizer before this step in a Pipeline."
            )
        try:
            array = array.astype(np.float64)
        except TypeError as error:
            raise InputTypeError(f"`X` cannot be read as numbers: {error}") from None
        except ValueError as error:
            raise InputError(f"`X` cannot be read as numbers: {error}") from None
    if array.dtype.kind == "c":
        raise InputError("Complex data not supported: `X` contains complex numbers")
    if array.dtype.kind not in "buifc":
        raise InputError(f"`X` has values of type {array.dtype}; expected numbers")
    if array.dtype == np.float16:  # scipy.sparse does not support it
        array = array.astype(np.float32)
    if array.ndim != 2:
        raise InputError(
            f"Expected 2D array, got {array.ndim}D array instead; `X` is documents x words. "
            "Reshape your data: X.reshape(1, -1) if it is a single document."
        )
    return sparse.csr_array(array)


def _is_polars_frame(X: Any) -> bool:
    return type(X).__module__.startswith("polars.") and type(X).__name__ == "DataFrame"


def _columns_of(frame: Any) -> NDArray[Any]:
    """Return a polars data frame as an array, without the threads that a forked process lacks."""
    if not frame.width:
        return np.empty(frame.shape)
    return np.array([column.to_numpy() for column in frame.get_columns()]).T


def _check_indices(matrix: Any) -> None:
    indptr, indices = matrix.indptr, matrix.indices
    if indptr.size != matrix.shape[0] + 1:
        raise InputError(
            f"`X` is not a valid CSR matrix: indptr has {indptr.size} entries; expected "
            f"{matrix.shape[0] + 1}"
        )
    if indices.size != matrix.data.size or indptr[0] != 0 or indptr[-1] > indices.size:
        raise InputError(
            "`X` is not a valid CSR matrix: the sizes of indptr, indices and data do not agree"
        )
    if (np.diff(indptr) < 0).any():
        raise InputError("`X` is not a valid CSR matrix: indptr decreases")
    if indices.size and (indices.min() < 0 or indices.max() >= matrix.shape[1]):
        raise InputError(
            f"`X` has word indices from {indices.min()} to {indices.max()}; expected 0 to "
            f"{matrix.shape[1] - 1}"
        )


def _wide(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """Return a type in which duplicates can be added up without overflow."""
    if dtype.kind == "b":
        return np.dtype(np.int64)
    if dtype.kind in "iu" and dtype.itemsize < 8:
        return np.dtype(np.int64)
    return np.dtype(np.float32) if dtype == np.float16 else dtype


def _check_counts(counts: NDArray[Any]) -> float:
    """Return the smallest count; InputError if a value cannot be a count."""
    if counts.dtype.kind not in "buif":
        raise InputError(f"`X` has counts of type {counts.dtype}; expected numbers")
    if not counts.size:
        return 1.0
    least, most = counts.min().item(), counts.max().item()
    if not np.isfinite(least) or not np.isfinite(most):
        what = "NaN" if np.isnan(least) or np.isnan(most) else "infinity"
        raise InputError(f"`X` contains {what}; expected finite counts. Remove or replace it.")
    if least < 0:
        raise InputError(
            f"Negative values in data passed to LDA: the smallest count in `X` is {least}; "
            "expected counts of at least 0"
        )
    if most > LARGEST_COUNT:
        raise InputError(
            f"`X` contains a count of {most}; expected at most {LARGEST_COUNT}, the largest that "
            "can be added exactly. Is this a column of ids? Otherwise scale the counts down."
        )
    return float(least)
