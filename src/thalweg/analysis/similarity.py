"""Documents most like one: those whose topic proportions are nearest."""

from __future__ import annotations

import heapq
from collections.abc import Iterable
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.errors import InputError
from thalweg.results import SimilarDocument, SimilarTable


def hellinger(p: ArrayLike, q: ArrayLike) -> NDArray[np.float64]:
    """H(p, q) = sqrt(1 - sum_k sqrt(p_k q_k)) of the rows of p and those of q, all of sum one.

    Zero for equal proportions, one where no topic is shared. It is a metric, knows no infinities
    (as Kullback-Leibler's divergence does), and weighs a change of 0.01 to 0.02 more than one of
    0.51 to 0.52, which differences of proportions do not.
    """
    affinity = np.sqrt(np.asarray(p, np.float64)) @ np.sqrt(np.asarray(q, np.float64)).T
    return np.asarray(np.sqrt(np.maximum(1 - affinity, 0)))


def most_similar(
    shares: ArrayLike,
    documents: Iterable[DocumentTopics],
    n_documents: int = 10,
    *,
    except_row: int | None = None,
) -> SimilarTable:
    """The n documents nearest to given topic proportions, nearest first.

    Documents come batch by batch (`infer_stream`); the n best so far are all that is kept.
    `except_row` leaves out one document: the one that the proportions are of.
    """
    wanted = np.asarray(shares, dtype=np.float64)
    if n_documents < 1:
        raise InputError(f"n_documents is {n_documents}; expected at least 1")
    best: list[tuple[float, int, Any]] = []
    for batch in documents:
        if batch.shares.shape[1:] != wanted.shape:
            raise InputError(
                f"the proportions are {wanted.shape} numbers, the documents' "
                f"{batch.shares.shape[1]} topics; expected those of one model"
            )
        distances = hellinger(batch.shares, wanted)
        near = np.argsort(distances, kind="stable")[: n_documents + 1]  # equal ones: the earlier
        found = [
            (float(distances[j]), batch.first + j, batch.ids[j])
            for j in near.tolist()
            if batch.first + j != except_row
        ]
        best = heapq.nsmallest(n_documents, best + found, key=lambda document: document[:2])
    return SimilarTable(SimilarDocument(row, name, distance) for distance, row, name in best)
