"""GroupedSums: sums of topic shares by group, from batches of documents in any order."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Sequence
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.groups.document_columns import DocumentColumn
from thalweg.analysis.groups.share_intervals import ShareSums
from thalweg.analysis.groups.topic_columns import TopicColumns
from thalweg.errors import InputError
from thalweg.lazy_polars import pl, require_polars_threads

MAX_SUMS = 1 << 24  # groups x topics that are kept in memory: two arrays of 128 MB

Key = tuple[Hashable, ...]
"""The values of a group, one for each column that groups are made from."""
Prepare: TypeAlias = "Callable[[pl.Series], pl.Series]"
"""Turns the values of a column into those that groups are made from, such as months."""


class GroupedSums:
    """Number of documents, sums and sums of squares of topic shares, by group.

    Documents without a word that the model knows, and documents without a value, are left out and
    counted.

    Parameters
    ----------
    topics : TopicColumns
        The topics of the sums.
    parameter : str
        Name of the user's parameter with the columns, for errors.
    """

    def __init__(self, topics: TopicColumns, parameter: str) -> None:
        self.topics = topics
        self.n_without_words: int = 0
        self.n_without_value: int = 0
        self._parameter = parameter
        self._places: dict[Key, int] = {}
        self._n = np.zeros(0, dtype=np.int64)
        self._sums = np.zeros((0, len(topics.topics)))
        self._squares = np.zeros((0, len(topics.topics)))

    @property
    def keys(self) -> list[Key]:
        """The groups, in the order in which they were first seen."""
        return list(self._places)

    @property
    def sums(self) -> ShareSums:
        """The sums of the groups, in the order of `keys`."""
        n = len(self._places)
        return ShareSums(self._n[:n], self._sums[:n], self._squares[:n])

    def add_all(
        self,
        batches: Iterable[DocumentTopics],
        columns: Sequence[DocumentColumn],
        prepare: Prepare = lambda values: values,
    ) -> None:
        """Add batches of documents, grouped by the values of their columns."""
        require_polars_threads("grouping documents")
        n_documents = 0
        for batch in batches:
            n_documents += len(batch)
            self._add(batch, [prepare(column.of(batch)) for column in columns])
        for column in columns:
            column.check_length(n_documents)

    def _add(self, batch: DocumentTopics, values: Sequence[pl.Series]) -> None:
        lengths = batch.documents.documents().lengths
        has_words = lengths > 0
        has_value = np.all([_has_value(each) for each in values], axis=0)
        used = np.flatnonzero(has_words & has_value)
        self.n_without_words += int((~has_words).sum())
        self.n_without_value += int((has_words & ~has_value).sum())
        if not used.size:
            return
        codes, firsts = _codes([each.gather(used) for each in values])
        keys = zip(*(each.gather(used[firsts]).to_list() for each in values), strict=True)
        places = np.array([self._place(key) for key in keys])
        self._make_room()
        shares = self.topics.shares(batch.shares[used], lengths[used])
        # An indicator matrix, groups x documents: a product with it adds the rows of each group.
        shape = (places.size, used.size)
        of_group = sparse.csr_array((np.ones(used.size), (codes, np.arange(used.size))), shape)
        self._n[places] += np.bincount(codes, minlength=places.size)
        self._sums[places] += of_group @ shares
        np.square(shares, out=shares)
        self._squares[places] += of_group @ shares

    def _place(self, key: Key) -> int:
        return self._places.setdefault(key, len(self._places))

    def _make_room(self) -> None:
        n_groups, n_topics = len(self._places), self._sums.shape[1]
        if n_groups * n_topics > MAX_SUMS:
            raise InputError(
                f"`{self._parameter}` has more than {n_groups - 1:,} different values, too many "
                f"for {n_topics} topics; expected a column of categories or dates, not of ids"
            )
        if n_groups > self._n.size:
            added = max(n_groups, 2 * self._n.size) - self._n.size
            self._n = np.append(self._n, np.zeros(added, dtype=np.int64))
            self._sums = np.vstack([self._sums, np.zeros((added, n_topics))])
            self._squares = np.vstack([self._squares, np.zeros((added, n_topics))])


def merged(sums: ShareSums, places: NDArray[np.int64]) -> ShareSums:
    """Return sums of groups of groups: group g becomes a part of group places[g]."""
    n_groups = int(places.max()) + 1 if places.size else 0
    shape = (n_groups, places.size)
    joined = sparse.csr_array((np.ones(places.size), (places, np.arange(places.size))), shape)
    counts = np.bincount(places, weights=sums.n_documents, minlength=n_groups)
    totals, squares = np.asarray(joined @ sums.sums), np.asarray(joined @ sums.squares)
    return ShareSums(counts.astype(np.int64), totals, squares)


def _has_value(values: pl.Series) -> NDArray[np.bool_]:
    found = values.is_not_null()
    if values.dtype.is_float():
        found &= values.is_not_nan().fill_null(False)
    return np.asarray(found.to_numpy())


def _codes(values: Sequence[pl.Series]) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return the number of each row's group, and the first row of each group."""
    codes: Any = np.zeros(len(values[0]), dtype=np.int64)
    for column in values:
        ranks = column.rank("dense").to_numpy().astype(np.int64)
        codes = codes * (int(ranks.max()) + 1) + ranks
    _, firsts, codes = np.unique(codes, return_index=True, return_inverse=True)
    return codes.reshape(-1), firsts
