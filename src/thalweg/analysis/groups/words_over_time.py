"""Words over time: how the words that a topic uses change from period to period."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.analysis.groups.document_columns import DocumentColumn
from thalweg.analysis.groups.periods import Period, as_days
from thalweg.analysis.groups.topics_over_time import periods_of
from thalweg.checks import whole_number
from thalweg.lazy_polars import pl, require_polars_threads
from thalweg.results import PeriodWord, WordTimeTable
from thalweg.state.most_probable import most_probable_words
from thalweg.state.topic_state import TopicState

# Words that are counted: the most probable of the topic. Rarer ones have no visible trend.
MAX_WORDS = 2000
# How many tokens with the overall shares are added to each half before odds are taken.
PRIOR_TOKENS = 100.0
_SLICE = 1 << 20  # numbers of a temporary array

Floats = NDArray[np.float64]


def words_over_time(
    batches: Iterable[DocumentTopics],
    state: TopicState,
    names: Sequence[str],
    topic: int,
    date: DocumentColumn,
    every: str | None = None,
    n_words: int = 10,
) -> WordTimeTable:
    """Return the expected counts of a topic's words in every period.

    A token of word w in document j belongs to topic k with the probability

        gamma_jwk = phi_wk theta_jk / sum_l phi_wl theta_jl

    and n_jw gamma_jwk is the expected count of the word. Its share is this count over the expected
    count of all words of the topic.

    Parameters
    ----------
    batches : iterable of DocumentTopics
        The documents, as `infer_stream` yields them. They are read once.
    state : TopicState
        State of the model.
    names : sequence of str
        Name of each word, by its id.
    topic : int
        Number of the topic.
    date : DocumentColumn
        Dates, text such as 2024-05-31, or years.
    every : str, default=None
        Length of the periods. None: chosen by the span of the dates.
    n_words : int, default=10
        Number of the most frequent words; as many words that rise, and that fall, are added.
    """
    require_polars_threads("grouping documents")
    whole_number("n_words", n_words, least=1)
    period = None if every is None else Period.of(every)
    phi = state.weights()
    phi /= phi.sum(axis=0, dtype=np.float64).astype(np.float32)
    candidates = most_probable_words(phi[:, [topic]].T, MAX_WORDS)[0]
    place_of = np.full(state.n_words, -1, dtype=np.int64)
    place_of[candidates] = np.arange(candidates.size)
    counts: dict[Any, Floats] = {}  # by day or period: counts of the candidates, and of all words
    n_documents = 0
    for batch in batches:
        days = as_days(date.of(batch), date.name)
        starts = days if period is None else period.starts(days)
        n_documents += len(batch)
        for start, row in _counts(batch, starts, phi, topic, state.prior.doc_topic, place_of):
            counts[start] = counts.get(start, 0.0) + row
    date.check_length(n_documents)
    days = pl.Series(list(counts), dtype=pl.Date)
    period, starts_of_periods, places = periods_of(days, period, date.name, 3 * n_words)
    table = np.zeros((len(starts_of_periods), candidates.size + 1))
    for place, row in zip(places.tolist(), counts.values(), strict=True):
        table[place] += row
    return _table(table, starts_of_periods, [names[w] for w in candidates.tolist()], n_words)


def _counts(
    batch: DocumentTopics,
    starts: pl.Series,
    phi: NDArray[np.float32],
    topic: int,
    alpha: Floats,
    place_of: NDArray[np.int64],
) -> Iterable[tuple[Any, Floats]]:
    """Yield the dates of a batch with the expected counts of words, and of all words at the end."""
    documents = batch.documents.documents()
    used = starts.is_not_null().to_numpy() & (documents.lengths > 0)
    if not used.any():
        return
    rows_of_dates, codes = np.unique(
        starts.to_physical().fill_null(0).to_numpy()[used], return_inverse=True
    )
    code_of = np.full(len(batch), -1, dtype=np.int64)
    code_of[used] = codes.reshape(-1)
    row_of = np.repeat(np.arange(len(batch)), np.diff(documents.offsets))
    chosen = np.flatnonzero((place_of[documents.words] >= 0) & used[row_of])
    rows, words = row_of[chosen], documents.words[chosen]
    expected = documents.counts[chosen].astype(np.float64)
    theta, step = batch.shares, max(1, _SLICE // phi.shape[1])
    for first in range(0, chosen.size, step):
        part = slice(first, first + step)
        both = np.einsum("ek,ek->e", phi[words[part]], theta[rows[part]], dtype=np.float64)
        own = phi[words[part], topic].astype(np.float64) * theta[rows[part], topic]
        expected[part] *= np.divide(own, both, out=np.zeros_like(own), where=both > 0)
    n_candidates = int((place_of >= 0).sum())
    shape = (rows_of_dates.size, n_candidates + 1)
    # All words of the topic: N_jk = theta_jk (n_j + sum alpha) - alpha_k.
    lengths = documents.lengths[used]
    of_topic = np.maximum(theta[used, topic] * (lengths + alpha.sum()) - alpha[topic], 0.0)
    at = (
        np.concatenate([code_of[rows], codes.reshape(-1)]),
        np.concatenate([place_of[words], np.full(of_topic.size, n_candidates)]),
    )
    found = sparse.coo_array((np.concatenate([expected, of_topic]), at), shape).toarray()
    dates = pl.Series(rows_of_dates, dtype=pl.Int32).cast(pl.Date).to_list()
    yield from zip(dates, found, strict=True)


def _table(
    counts: Floats, starts: Sequence[Any], names: Sequence[str], n_words: int
) -> WordTimeTable:
    words, totals = counts[:, :-1], counts[:, -1]
    early, late, z = _trends(words, totals)
    frequent = np.argsort(-words.sum(axis=0), kind="stable")[:n_words]
    rising = [w for w in np.argsort(-z, kind="stable")[:n_words].tolist() if z[w] > 0]
    falling = [w for w in np.argsort(z, kind="stable")[:n_words].tolist() if z[w] < 0]
    rows = []
    for w in dict.fromkeys([*frequent.tolist(), *rising, *falling]):
        trend = (float(early[w]), float(late[w]), float(z[w]))
        for start, n, total in zip(starts, words[:, w].tolist(), totals.tolist(), strict=True):
            share = n / total if total > 0 else None
            rows.append(PeriodWord(start, names[w], n, share, *trend))
    return WordTimeTable(rows)


def _trends(words: Floats, totals: Floats) -> tuple[Floats, Floats, Floats]:
    """Return the shares of words in the first and the last half of the periods, and z.

    With the counts n of a half, the overall share p and a = PRIOR_TOKENS:

        m~ = (n_w + a p_w) / (n + a),   V = 1 / ((n + a) m~ (1 - m~))
        z  = (logit m~_late - logit m~_early) / sqrt(V_late + V_early)
    """
    half = (len(totals) + 1) // 2
    overall = words.sum(axis=0) / max(totals.sum(), 1e-300)
    shares, odds, variance = [], [], np.zeros(words.shape[1])
    for part in (slice(0, half), slice(half, None)):
        n_w, n = words[part].sum(axis=0), totals[part].sum()
        shares.append(n_w / n if n > 0 else np.zeros_like(n_w))
        smooth = np.clip((n_w + PRIOR_TOKENS * overall) / (n + PRIOR_TOKENS), 1e-12, 1 - 1e-12)
        odds.append(np.log(smooth) - np.log1p(-smooth))
        variance += 1 / ((n + PRIOR_TOKENS) * smooth * (1 - smooth))
    return shares[0], shares[1], (odds[1] - odds[0]) / np.sqrt(variance)
