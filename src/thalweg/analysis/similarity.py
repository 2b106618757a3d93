"""Similar documents: those with the nearest topic proportions."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.documents.snippets import beginning
from thalweg.checks import is_whole, whole_number
from thalweg.errors import InputError
from thalweg.results import SimilarDocument, SimilarTable

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus

_TIED = 1e-6  # affinities in float32 that differ by less are compared again
_MAX_TIED = 64


def root_proportions(shares: ArrayLike) -> NDArray[np.float32]:
    """Return sqrt(theta), rows of unit length: a dot product of two rows is their affinity."""
    return np.sqrt(np.asarray(shares, dtype=np.float32))


def nearest_rows(
    roots: NDArray[np.float32], wanted: NDArray[np.float32], n_rows: int
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Return the n rows nearest to one, nearest first, and their Hellinger distances.

    H(p, q) = |sqrt(p) - sqrt(q)| / sqrt(2) = sqrt(1 - sqrt(p) . sqrt(q))

    One product of matrix and vector finds the candidates. Their distances are then computed from
    the differences in float64, because 1 - affinity loses the digits of small distances. Of rows
    at the same distance, the earlier one comes first.
    """
    affinity = roots @ wanted
    n_rows = min(n_rows, affinity.size)
    if not n_rows:
        return np.zeros(0, np.int64), np.zeros(0)
    best = np.argpartition(-affinity, n_rows - 1)[:n_rows]
    tied = np.flatnonzero(affinity >= affinity[best].min() - _TIED)[: n_rows + _MAX_TIED]
    candidates = np.union1d(best, tied)
    difference = roots[candidates].astype(np.float64) - wanted
    distances = np.sqrt(np.einsum("ij,ij->i", difference, difference) / 2)
    order = np.argsort(distances, kind="stable")[:n_rows]
    return candidates[order], np.minimum(distances[order], 1.0)


def most_similar(
    shares: ArrayLike,
    documents: Iterable[DocumentTopics],
    n_documents: int = 10,
    *,
    except_row: int | None = None,
) -> SimilarTable:
    """Return the documents whose topic proportions are nearest to given ones, nearest first.

    The distance is the Hellinger distance. Of documents at the same distance, the earlier one comes
    first. Documents whose texts are known have the beginning of their text.

    Parameters
    ----------
    shares : array of shape (n_topics,)
        Topic proportions to compare with.
    documents : iterable of DocumentTopics
        Batches of documents, as `infer_stream` yields them. Only the best documents so far are kept
        in memory.
    n_documents : int, default=10
        Number of documents to return.
    except_row : int, default=None
        Row of a document to leave out, usually the one whose proportions are given.
    """
    wanted = root_proportions(shares)
    whole_number("n_documents", n_documents, least=1)
    best: list[tuple[float, int, Any, str | None]] = []
    for batch in documents:
        if batch.shares.shape[1:] != wanted.shape:
            raise InputError(
                f"`shares` has the shape {wanted.shape}, and the documents have "
                f"{batch.shares.shape[1]} topics; expected one share per topic of the same model"
            )
        rows, distances = nearest_rows(root_proportions(batch.shares), wanted, n_documents + 1)
        ids, texts = batch.ids, batch.documents[rows].texts
        found = [
            (distance, batch.first + j, ids[j], None if texts is None else beginning(texts[place]))
            for place, (j, distance) in enumerate(
                zip(rows.tolist(), distances.tolist(), strict=True)
            )
            if batch.first + j != except_row
        ]
        best = heapq.nsmallest(n_documents, best + found, key=lambda document: document[:2])
    return SimilarTable(
        SimilarDocument(row, name, distance, text) for distance, row, name, text in best
    )


def find_document(corpora: Iterable[Corpus], wanted: Any) -> tuple[int, Corpus] | None:
    """Return the row and the document with this id or, if there is none, with this row.

    A number or its digits may be a row, counted from 0. None if there is no such document.
    """
    name, first = str(wanted), 0
    row = int(wanted) if is_whole(wanted) or name.isdecimal() else -1
    by_row: tuple[int, Corpus] | None = None
    for corpus in corpora:
        ids = [str(each) for each in corpus.ids.to_list()]
        if name in ids:
            place = ids.index(name)
            return first + place, corpus[[place]]
        if first <= row < first + len(ids):
            by_row = row, corpus[[row - first]]
        first += len(ids)
    return by_row
