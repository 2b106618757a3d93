"""Similar documents: those with the nearest topic proportions."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.checks import whole_number
from thalweg.errors import InputError
from thalweg.results import SimilarDocument, SimilarTable
from thalweg.state.topic_distance import hellinger


def most_similar(
    shares: ArrayLike,
    documents: Iterable[DocumentTopics],
    n_documents: int = 10,
    *,
    except_row: int | None = None,
) -> SimilarTable:
    """Return the documents whose topic proportions are nearest to given ones, nearest first.

    The distance is the Hellinger distance. Of documents at the same distance, the earlier one comes
    first.

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
    wanted = np.asarray(shares, dtype=np.float64)
    whole_number("n_documents", n_documents, least=1)
    best: list[tuple[float, int, Any]] = []
    for batch in documents:
        if batch.shares.shape[1:] != wanted.shape:
            raise InputError(
                f"`shares` has the shape {wanted.shape}, and the documents have "
                f"{batch.shares.shape[1]} topics; expected one share per topic of the same model"
            )
        distances = hellinger(batch.shares, wanted)
        nearest = np.argsort(distances, kind="stable")[: n_documents + 1]
        found = [
            (float(distances[j]), batch.first + j, batch.ids[j])
            for j in nearest.tolist()
            if batch.first + j != except_row
        ]
        best = heapq.nsmallest(n_documents, best + found, key=lambda document: document[:2])
    return SimilarTable(SimilarDocument(row, name, distance) for distance, row, name in best)
