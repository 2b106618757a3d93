"""Topics by group: the mean share of every topic in the documents of every group."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.groups.document_columns import DocumentColumn
from thalweg.analysis.groups.grouped_sums import GroupedSums, Key, merged
from thalweg.analysis.groups.share_intervals import log_odds_against_the_rest, share_intervals
from thalweg.analysis.groups.topic_columns import TopicColumns
from thalweg.checks import whole_number
from thalweg.errors import InputError
from thalweg.lazy_polars import pl
from thalweg.results import (
    GroupingInfo,
    GroupTable,
    GroupTopic,
    NestedGroupTable,
    NestedGroupTopic,
)

OTHER = "(other)"
MAX_ROWS = 2_000_000
_NUMBERS = re.compile(r"(\d{1,18})")


def group_columns(column: Any) -> list[DocumentColumn]:
    """Return one or two columns from what a user passed: names, or values of each document.

    A list or tuple of two items is two columns; a single name or sequence is one column.
    """
    is_list = isinstance(column, list | tuple)
    if is_list and len(column) == 2 and (_is_column(column[0]) and _is_column(column[1])):
        columns = [DocumentColumn(each, "column") for each in column]
        if columns[0].name == columns[1].name:
            for place, each in enumerate(columns, 1):
                if each.metadata:
                    raise InputError(
                        f"`column` is {column!r}; expected two different columns for nested groups"
                    )
                each.name = f"{each.name} {place}"
        return columns
    if is_list and len(column) == 1 and isinstance(column[0], str):
        return [DocumentColumn(column[0], "column")]
    return [DocumentColumn(column, "column")]


def topics_by_group(
    batches: Iterable[DocumentTopics],
    columns: Sequence[DocumentColumn],
    topics: TopicColumns,
    *,
    min_documents: int = 1,
    max_groups: int | None = None,
) -> GroupTable:
    """Return the mean share of every topic in every group, with 95% intervals.

    Parameters
    ----------
    batches : iterable of DocumentTopics
        The documents, as `infer_stream` yields them. They are read once.
    columns : sequence of DocumentColumn
        One or two columns with the groups of the documents.
    topics : TopicColumns
        The topics of the table.
    min_documents : int, default=1
        Groups with fewer documents are put together in a group (other).
    max_groups : int, default=None
        Largest number of groups; the smallest are put together in a group (other).
    """
    whole_number("min_documents", min_documents, least=1)
    if max_groups is not None:
        whole_number("max_groups", max_groups, least=2)
    grouped = GroupedSums(topics, "column")
    grouped.add_all(batches, columns, _checked)
    if not grouped.keys:
        names = " and ".join(column.name for column in columns)
        raise InputError(
            f"`column` is {names!r}, but no document has both a value in this column and a word "
            "that the model knows; expected at least one. Check the column and the documents."
        )
    keys = _same_types(grouped.keys)
    sizes = grouped.sums.n_documents
    small = sizes < min_documents
    if max_groups is not None and len(set(keys)) > max_groups:
        # Of groups of the same size, those that were seen first are kept.
        small[np.argsort(-sizes, kind="stable")[max_groups - 1 :]] = True
    n_folded = int(small.sum())
    if n_folded == 1 and not min_documents > 1:
        n_folded, small = 0, np.zeros_like(small)
    if n_folded:
        other: Key = (OTHER,) * len(columns)
        keys = [
            other if folded else tuple(map(str, key))
            for key, folded in zip(keys, small.tolist(), strict=True)
        ]
    in_order = sorted(set(keys), key=_natural_order)
    numbers = {key: place for place, key in enumerate(in_order)}
    places = np.array([numbers[key] for key in keys], dtype=np.int64)
    if len(in_order) * len(topics.topics) > MAX_ROWS:
        raise InputError(
            f"`column` has {len(in_order):,} groups, which gives a table of "
            f"{len(in_order) * len(topics.topics):,} rows; expected at most {MAX_ROWS:,}. Put "
            "small groups together with `max_groups=1000`, or choose `topics`."
        )
    sums = merged(grouped.sums, places)
    about = GroupingInfo(
        tuple(column.name for column in columns),
        grouped.n_without_value,
        grouped.n_without_words,
        n_folded,
    )
    measured = [sums.shares, *share_intervals(sums), *log_odds_against_the_rest(sums)]
    return _table(in_order, sums.n_documents, topics, measured, about)


def _table(
    keys: Sequence[Key],
    n_documents: NDArray[np.int64],
    topics: TopicColumns,
    measured: Sequence[NDArray[np.float64]],
    about: GroupingInfo,
) -> GroupTable:
    rows: list[GroupTopic] = []
    about_topics = list(zip(topics.topics, topics.names, topics.words, strict=True))
    has_rest = len(keys) > 1
    for g, (key, n) in enumerate(zip(keys, n_documents.tolist(), strict=True)):
        numbers = zip(*(values[g].tolist() for values in measured), strict=True)
        for (topic, name, words), values in zip(about_topics, numbers, strict=True):
            share, low, high, elsewhere, log_odds, z = values
            row = (
                key[0],
                topic,
                name,
                n,
                share,
                low,
                high,
                elsewhere if has_rest else None,
                log_odds,
                z,
                words,
            )
            rows.append(GroupTopic(*row) if len(key) == 1 else NestedGroupTopic(*row, key[1]))
    kind = GroupTable if len(about.columns) == 1 else NestedGroupTable
    return kind(rows, about)


def _is_column(given: Any) -> bool:
    """Whether this is the name of a column or a sequence, and not the value of one document."""
    return isinstance(given, str) or (hasattr(given, "__len__") and not isinstance(given, bytes))


def _checked(values: pl.Series) -> pl.Series:
    if values.dtype.is_nested() or values.dtype in (pl.Object, pl.Binary):
        raise InputError(
            f"`column` is {values.name!r}, a column of type {values.dtype}; expected one value per "
            "document: text, numbers, dates or booleans"
        )
    if values.dtype == pl.String:  # an empty cell of a CSV file
        return values.set(values.str.strip_chars() == "", None)
    if values.dtype in (pl.Categorical, pl.Enum):
        return values.cast(pl.String)
    return values


def _same_types(keys: list[Key]) -> list[Key]:
    """Return keys whose columns have one type each: in a stream, files may differ in it."""
    columns = []
    for column in zip(*keys, strict=True):
        kinds = {type(value) for value in column}
        columns.append(column if len(kinds) == 1 else tuple(map(_plain, column)))
    return list(zip(*columns, strict=True))


def _plain(value: Any) -> str:
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


def _natural_order(key: Key) -> tuple[Any, ...]:
    """Return what groups are sorted by: numbers in text count as numbers, (other) comes last.

    Examples
    --------
    >>> sorted([("10",), ("9",), ("(other)",), ("a2",)], key=_natural_order)
    [('9',), ('10',), ('a2',), ('(other)',)]
    """
    parts: list[Any] = []
    for value in key:
        if isinstance(value, str):
            pieces = _NUMBERS.split(value.casefold())
            # Text is at even places, digits at odd ones.
            split = [int(piece) if odd % 2 else piece for odd, piece in enumerate(pieces)]
            parts.append((value == OTHER, split, value))
        else:
            parts.append((False, value))
    return tuple(parts)
