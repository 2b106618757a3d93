"""Held-out scores of documents as a column of their table of topics."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.evaluation._document_fit import document_scores
from thalweg.lazy_polars import pl
from thalweg.state.topic_state import TopicState


def with_scores(
    batches: Iterable[DocumentTopics], state: TopicState, n_threads: int = 1
) -> Iterator[DocumentTopics]:
    """Yield the batches with a column `score`, null for documents without a scored token."""
    for batch in batches:
        scores, _ = document_scores(state, batch.documents.documents(), n_threads=n_threads)
        column = pl.Series("score", scores).fill_nan(None).round(6)
        yield replace(batch, added=column.to_frame())
