"""Outliers: documents that do not fit a model, by their words or by unknown words.

The log-likelihood l_j per token of a document with n_j tokens, given its topics, is compared with
the E_j that is expected of it (see `_document_fit`). With r_j = l_j - E_j,

    z_j = (r_j - median r) / sqrt(V_j / n_j + tau^2 + (b_j / (3 n_j))^2)

- V_j / n_j: chance. The likelihoods of short documents vary more.
- tau^2: how much documents differ in addition, estimated from the spread of all r_j (from the
  median absolute deviation, which a few outliers do not change). No model is right, and long
  documents would be outliers otherwise.
- b_j: how much one word can lower the sum at most. With this term one unlikely word alone, however
  unlikely, does not give z < -3; the normal approximation is poor for a few tokens.

Unknown words are counted in the same way. With u_j the share of unknown words among m_j words and
q the median of all u_j,

    z_j = -(u_j - q) / sqrt(q (1 - q) / m_j + tau_u^2 + (1 / (3 m_j))^2)

where tau_u is at least 0.05: a few more unknown words are usual, however many documents have none.

A document is as unusual as the smaller of its two z.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus
from thalweg.evaluation._document_fit import FitOfDocuments
from thalweg.results.outlier_tables import UNKNOWN_WORDS, UNLIKELY_WORDS

_OF_ONE_WORD = 3.0  # standard errors that one word can make at most
_NORMAL = 1.4826  # standard deviation of a normal distribution over its median deviation
_LEAST_SPREAD = 0.05  # of the share of unknown words
_FEWEST_KEPT = 1000  # documents of which id and text are kept, to be ranked at the end


@dataclass(frozen=True)
class ScoredBatch:
    """Documents of a stream, and how many words of them a model knows."""

    documents: Corpus
    shares: NDArray[np.float32]
    """theta of the documents."""
    first: int
    """Row of the first document."""
    n_words: NDArray[np.float64] | None
    """Number of words per document, unknown ones included. None: this is not known."""


@dataclass(frozen=True)
class FoundOutlier:
    """A document that does not fit."""

    document: int
    id: Any
    text: str | None
    z: float
    reason: str
    log_likelihood: float | None
    expected: float | None
    unknown_share: float | None


@dataclass(frozen=True)
class Outliers:
    """Documents that do not fit, the worst first."""

    found: list[FoundOutlier]
    n_outliers: int
    n_documents: int


def find_outliers(
    batches: Iterable[ScoredBatch], fit: FitOfDocuments, n_documents: int, threshold: float
) -> Outliers:
    """Return the documents with the smallest z, at most -threshold.

    Memory holds a few numbers per document, and the ids and texts of the likeliest outliers.
    """
    measured = _Measured()
    kept: dict[int, tuple[Any, str | None]] = {}
    n_kept = max(_FEWEST_KEPT, 20 * n_documents)
    for batch in batches:
        measured.append(batch, fit)
        rows = np.array([*kept, *range(batch.first, measured.n_documents)], dtype=np.int64)
        z = measured.standardized(rows).smallest
        best = np.argsort(z, kind="stable")[:n_kept]
        likeliest = np.sort(rows[best[~np.isnan(z[best])]])
        new = likeliest[likeliest >= batch.first] - batch.first
        ids, texts = batch.documents.ids, batch.documents.texts
        for j in new.tolist():
            kept[batch.first + j] = ids[j], None if texts is None else texts[j]
        kept = {row: kept[row] for row in likeliest.tolist()}
    measured.calibrate()
    every = measured.standardized(np.arange(measured.n_documents))
    is_outlier = every.smallest <= -threshold
    worst = np.argsort(every.smallest, kind="stable").tolist()
    chosen = [row for row in worst if is_outlier[row] and row in kept][:n_documents]
    likelihood, expected = measured.rows()[:2]
    unknown = measured.rows()[6]
    found = [
        FoundOutlier(
            row,
            *kept[row],
            float(every.smallest[row]),
            UNLIKELY_WORDS if every.by_likelihood[row] == every.smallest[row] else UNKNOWN_WORDS,
            _or_none(likelihood[row]),
            _or_none(expected[row]),
            _or_none(unknown[row]),
        )
        for row in chosen
    ]
    return Outliers(found, int(is_outlier.sum()), measured.n_documents)


@dataclass(frozen=True)
class _Standardized:
    by_likelihood: NDArray[np.float64]
    by_unknown: NDArray[np.float64]

    @property
    def smallest(self) -> NDArray[np.float64]:
        """The smaller z of each document; NaN if neither is known."""
        return np.fmin(self.by_likelihood, self.by_unknown)


@dataclass(frozen=True)
class _Usual:
    """What is usual among documents: the median of a quantity, and its variance besides chance."""

    middle: float = 0.0
    extra: float = 0.0

    @classmethod
    def of(
        cls, r: NDArray[np.float64], chance: NDArray[np.float64], least_extra: float = 0.0
    ) -> _Usual:
        known = ~np.isnan(r)
        if not known.any():
            return cls()
        middle = float(np.median(r[known]))
        spread = _NORMAL * float(np.median(np.abs(r[known] - middle)))
        extra = spread**2 - float(np.median(chance[known]))
        return cls(middle, max(extra, least_extra))

    def z(
        self, r: NDArray[np.float64], chance: NDArray[np.float64], of_one: NDArray[np.float64]
    ) -> NDArray[np.float64]:
        """Return how far r is from the median in standard errors."""
        error = np.sqrt(chance + self.extra + (of_one / _OF_ONE_WORD) ** 2)
        return np.asarray((r - self.middle) / error)


class _Measured:
    """Numbers of all documents so far, a column per document, and what is usual among them."""

    def __init__(self) -> None:
        self.n_documents = 0
        self._columns = np.empty((7, 0))  # with room for more documents
        self._n_calibrated = 0
        self._likelihood, self._unknown, self._q = _Usual(), _Usual(), 0.5

    def append(self, batch: ScoredBatch, fit: FitOfDocuments) -> None:
        documents = batch.documents.documents()
        of_batch = fit.of(documents, batch.shares)
        n_known = documents.lengths
        n_words = np.full(n_known.size, np.nan) if batch.n_words is None else batch.n_words
        first, last = self.n_documents, self.n_documents + n_known.size
        if last > self._columns.shape[1]:
            larger = np.empty((7, 2 * last))
            larger[:, :first] = self._columns[:, :first]
            self._columns = larger
        self._columns[:, first:last] = [
            of_batch.log_likelihood,
            of_batch.expected,
            of_batch.variance,
            of_batch.n_tokens,
            of_batch.expected - of_batch.least,
            n_words,
            1.0 - n_known / _or_nan(n_words),
        ]
        self.n_documents = last
        if self.n_documents >= 2 * self._n_calibrated:
            self.calibrate()

    def rows(self, chosen: NDArray[np.int64] | None = None) -> NDArray[np.float64]:
        """Return l, E, V, n, b, m, and the share of unknown words."""
        columns = self._columns[:, : self.n_documents]
        return columns if chosen is None else columns[:, chosen]

    def calibrate(self) -> None:
        """Find out what is usual among the documents so far."""
        likelihood, E, V, n, _, m, u = self.rows()
        self._n_calibrated = self.n_documents
        self._likelihood = _Usual.of(likelihood - E, V / _or_nan(n))
        if not np.isnan(u).all():
            # At least half a word in a usual document: the next word can always be unknown.
            self._q = float(max(np.nanmedian(u), 0.5 / np.nanmedian(_or_nan(m))))
        self._unknown = _Usual.of(-u, self._q * (1 - self._q) / _or_nan(m), _LEAST_SPREAD**2)

    def standardized(self, rows: NDArray[np.int64]) -> _Standardized:
        likelihood, E, V, n, b, m, u = self.rows(rows)
        n, m = _or_nan(n), _or_nan(m)
        by_likelihood = self._likelihood.z(likelihood - E, V / n, b / n)
        return _Standardized(by_likelihood, self._unknown.z(-u, self._q * (1 - self._q) / m, 1 / m))


def _or_nan(n: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.where(n > 0, n, np.nan)


def _or_none(value: float) -> float | None:
    return None if np.isnan(value) else float(value)
