"""Words of topics and documents for a file: their topics, and the documents that contain them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.analysis.groups.periods import Period, as_days
from thalweg.corpus.corpus import Corpus
from thalweg.explore.run_status import Run
from thalweg.explore.topic_view import TopicView
from thalweg.lazy_polars import pl

LAMBDAS = tuple(step / 20 for step in range(21))
"""Those that the slider of the page has."""
MOST_WORDS = 24
"""Words that the page shows of a topic."""
_BATCH = 2000
_LEAST_SHARE = 0.005
_MOST_TOPICS = 12


def words_of_topics(view: TopicView) -> list[list[int]]:
    """Return the words of each topic that are among the best for some lambda."""
    found: list[set[int]] = [set() for _ in range(view.n_topics)]
    for relevance in LAMBDAS:
        for known, ids in zip(found, view.top(relevance, MOST_WORDS).tolist(), strict=True):
            known.update(ids)
    # A masked word has the weight zero, and no logarithm.
    return [
        sorted(w for w in known if view.weights[k, w] > 0 and view.overall[w] > 0)
        for k, known in enumerate(found)
    ]


def weighted_words(view: TopicView, k: int, ids: Sequence[int]) -> list[list[Any]]:
    """Return [word, p(w | k), p(w)] of some words."""
    in_topic = view.weights[k, ids] / view.totals[k]
    pairs = zip(ids, in_topic.tolist(), view.overall[ids].tolist(), strict=True)
    return [[view.names[w], short(p), short(q)] for w, p, q in pairs]


def word_answers(
    run: Run, view: TopicView, numbers: list[int], ids: list[int], with_trend: set[int]
) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """Return what the page shows of words, and the periods of their trends.

    Parameters
    ----------
    run : Run
        The documents.
    view : TopicView
        The topics.
    numbers : list of int
        The number of each topic.
    ids : list of int
        The words.
    with_trend : set of int
        Words that get the number of documents per period.
    """
    counted = _CountedWords.of(run, ids)
    ranks = _ranks(view.weights, ids)
    columns = view.weights[:, ids].astype(np.float64)
    by_topic = columns / np.maximum(columns.sum(axis=0), 1e-30)
    answers = []
    for place, w in enumerate(ids):
        order = np.argsort(-by_topic[:, place], kind="stable")[:_MOST_TOPICS].tolist()
        topics = [
            [
                numbers[k],
                short(by_topic[k, place]),
                short(columns[k, place] / view.totals[k]),
                int(ranks[k, place]),
            ]
            for k in order
            if by_topic[k, place] >= _LEAST_SHARE
        ]
        found = counted.found[:, place].tolist() if w in with_trend and counted.starts else None
        answers.append(
            {
                "word": view.names[w],
                "share": short(view.overall[w]),
                "n_documents": int(counted.n_documents[place]),
                "topics": topics,
                "found": found,
            }
        )
    return answers, counted.trend(run)


def short(number: Any) -> float:
    """Return a number with six digits, which is shorter as text."""
    return float(f"{float(number):.6g}")


def _ranks(weights: NDArray[np.float32], ids: list[int]) -> NDArray[np.int64]:
    """Return 1 + the number of words with a larger weight, (K, words)."""
    ranks = np.empty((len(weights), len(ids)), dtype=np.int64)
    for k, row in enumerate(weights):
        ranks[k] = 1 + row.size - np.searchsorted(np.sort(row), row[ids], side="right")
    return ranks


@dataclass(frozen=True)
class _CountedWords:
    """Documents with each word, in all and per period."""

    n_documents: NDArray[np.int64]
    found: NDArray[np.int64]
    every: str
    starts: list[Any]
    totals: NDArray[np.int64]

    @classmethod
    def of(cls, run: Run, ids: list[int]) -> _CountedWords:
        days = _days(run)
        every, starts = "", []
        if days is not None and len(known := days.drop_nulls().unique().sort()):
            period = Period.readable(known)
            starts = period.without_gaps(*period.starts(known).gather([0, len(known) - 1]))
            every = period.name
            days = period.starts(days)
        place_of = {start: place for place, start in enumerate(starts)}
        found = np.zeros((len(starts), len(ids)), dtype=np.int64)
        totals = np.zeros(len(starts), dtype=np.int64)
        n_documents = np.zeros(len(ids), dtype=np.int64)
        first = 0
        for batch in run.corpus.batches(_BATCH):
            contains = _contains(run, batch)[:, ids]
            n_documents += np.asarray(contains.sum(axis=0)).ravel()
            if days is not None and starts:
                dated = days.slice(first, batch.n_documents).to_list()
                periods = np.array([place_of.get(day, -1) for day in dated], dtype=np.int64)
                rows = np.flatnonzero(periods >= 0)
                ones = np.ones(rows.size, dtype=np.int64)
                shape = (len(starts), batch.n_documents)
                grouped = sparse.csr_array((ones, (periods[rows], rows)), shape=shape)
                found += (grouped @ contains).toarray()
                totals += np.bincount(periods[rows], minlength=len(starts))
            first += batch.n_documents
        return cls(n_documents, found, every, starts, totals)

    def trend(self, run: Run) -> dict[str, Any] | None:
        """Return the periods; None without dates."""
        if not self.starts:
            return None
        return {
            "column": run.columns.date,
            "every": self.every,
            "starts": [str(start) for start in self.starts],
            "n_documents": self.totals.tolist(),
        }


def _days(run: Run) -> pl.Series | None:
    name = run.columns.date
    return None if name is None else as_days(run.corpus.metadata[name], name)


def _contains(run: Run, batch: Corpus) -> sparse.csr_array:
    """Return whether each document contains each word of the model, as 0 and 1."""
    if run.model.vocabulary_ is not None:
        batch = batch.with_vocabulary(run.model.vocabulary_)
    counts = batch.documents().to_csr()
    ones = (counts.data > 0).astype(np.int64)
    return sparse.csr_array((ones, counts.indices, counts.indptr), shape=counts.shape)
