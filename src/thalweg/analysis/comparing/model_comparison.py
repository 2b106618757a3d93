"""Which topics of one model are which topics of another: matched, split, merged, new, vanished."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.comparing.mixtures import mixtures
from thalweg.analysis.comparing.topic_sets import (
    TopicSet,
    distance_of,
    distances_between,
    named,
)
from thalweg.results import ComparisonTable, TopicChange
from thalweg.state.topic_distance import match

# Measured on two runs of the same data and within models; see docs/explanation/design/answers.md.
SMALLEST_LIMIT, LARGEST_LIMIT = 0.4, 0.65
_LIMIT_QUANTILE = 0.05
LEAST_PART = 0.15
"""Least share of a topic that a part of it has."""
LEAST_BELONGING = 0.6
"""Least weight of the whole among the topics that a part comes from."""
GREATEST_RATIO = 0.75
"""Distance of the parts together, divided by that of the nearest single topic."""
_GAINED = 0.004  # nats: smaller contributions to the divergence are noise
_GAINED_RATIO = 1.5
_N_GAINED = 4


@dataclass(frozen=True)
class Division:
    """A topic of one model that several topics of the other are parts of."""

    whole: int
    parts: tuple[int, ...]
    weights: tuple[float, ...]
    ratio: float
    """Distance of the parts together, divided by that of the nearest single topic."""


def compare(
    before: TopicSet, after: TopicSet, n_words: int = 8, max_distance: float | None = None
) -> ComparisonTable:
    """Return what became of the topics of a model; both have the same words.

    Parameters
    ----------
    before, after : TopicSet
        Topics over the same words.
    n_words : int, default=8
        Number of words per topic.
    max_distance : float, default=None
        Largest distance of topics that are the same. None: see `distance_limit`.
    """
    limit = distance_limit(before, after) if max_distance is None else max_distance
    distances = distances_between(before, after)
    of_before, of_after = mixtures(before, after)
    splits = divisions(before, after, distances, of_before, of_after, limit)
    merges = divisions(after, before, distances.T, of_after, of_before, limit)
    rows: list[TopicChange] = []
    used_before: set[int] = set()
    used_after: set[int] = set()
    events = [(each, False) for each in splits] + [(each, True) for each in merges]
    for event, is_merge in sorted(events, key=lambda pair: pair[0].ratio):
        wholes, parts = (used_after, used_before) if is_merge else (used_before, used_after)
        if event.whole in wholes or parts & set(event.parts):
            continue  # a better explanation has taken one of the topics
        wholes.add(event.whole)
        parts |= set(event.parts)
        for part, weight in zip(event.parts, event.weights, strict=True):
            pair = (part, event.whole) if is_merge else (event.whole, part)
            row = _change("merged" if is_merge else "split", before, after, *pair, n_words)
            rows.append(replace(row, part=weight))
    rows += _matched(before, after, distances, limit, used_before, used_after, n_words)
    for a in sorted(set(range(len(before))) - used_before):
        rows.append(_change("vanished", before, after, a, None, n_words))
    for b in sorted(set(range(len(after))) - used_after):
        rows.append(_change("new", before, after, None, b, n_words))
    return ComparisonTable(sorted(rows, key=_order), limit=limit)


def distance_limit(before: TopicSet, after: TopicSet) -> float:
    """Return the distance below which two topics are the same.

    The topics of one model are different from each other by construction. The limit is the 5%
    quantile of the distances of each topic to the nearest other topic of its own model, at least
    0.4 and at most 0.65: a new subject seems to be an old one as rarely as two topics of one model
    are so near.
    """
    nearest = []
    for topics in (before, after):
        if len(topics) > 1:
            distances = distances_between(topics, topics)
            np.fill_diagonal(distances, np.inf)
            nearest.append(distances.min(axis=1))
    if not nearest:
        return LARGEST_LIMIT
    quantile = float(np.quantile(np.concatenate(nearest), _LIMIT_QUANTILE))
    return min(max(quantile, SMALLEST_LIMIT), LARGEST_LIMIT)


def divisions(
    wholes: TopicSet,
    parts: TopicSet,
    distances: NDArray[np.float64],
    of_wholes: NDArray[np.float64],
    of_parts: NDArray[np.float64],
    limit: float,
) -> list[Division]:
    """Return the topics that several topics of the other model are parts of.

    Topic a is divided into the topics b if each b is a notable part of a, if each b comes mainly
    from a and not from another topic, and if the mixture of all b is much nearer to a than the
    nearest single topic of the other model is.
    """
    home = of_parts.argmax(axis=1)
    at_home = of_parts[np.arange(len(parts)), home]
    found = []
    for a, weights in enumerate(of_wholes):
        belongs = (home == a) & (at_home >= LEAST_BELONGING) & (weights >= LEAST_PART)
        chosen = np.flatnonzero(belongs)
        if chosen.size < 2:
            continue
        chosen = chosen[np.argsort(-weights[chosen], kind="stable")]
        share = weights[chosen] / weights[chosen].sum()
        together = distance_of(wholes.phi[a], share @ parts.phi[chosen])
        ratio = together / max(float(distances[a].min()), 1e-12)
        if ratio <= GREATEST_RATIO and together <= limit:
            found.append(Division(a, tuple(chosen.tolist()), tuple(share.tolist()), ratio))
    return found


def _matched(
    before: TopicSet,
    after: TopicSet,
    distances: NDArray[np.float64],
    limit: float,
    used_before: set[int],
    used_after: set[int],
    n_words: int,
) -> list[TopicChange]:
    """Match the topics that are left one to one; those that are too far apart stay unmatched."""
    left = [k for k in range(len(before)) if k not in used_before]
    right = [k for k in range(len(after)) if k not in used_after]
    # Beyond the limit all distances count the same: a pair that is not a match must not push
    # apart one that is.
    capped = np.minimum(distances[np.ix_(left, right)], limit)
    rows = []
    for i, j in zip(*match(capped), strict=True):
        if capped[i, j] < limit:
            a, b = left[i], right[j]
            used_before.add(a)
            used_after.add(b)
            rows.append(_change("matched", before, after, a, b, n_words))
    return rows


def _change(
    change: str, before: TopicSet, after: TopicSet, a: int | None, b: int | None, n_words: int
) -> TopicChange:
    words = before.top_words(a, n_words) if b is None and a is not None else []
    if b is not None:
        words = after.top_words(b, n_words)
    distance, gained, lost = None, [], []
    if a is not None and b is not None:
        p, q = before.phi[a], after.phi[b]
        distance = distance_of(p, q)
        gained, lost = _gained(before.words, p, q), _gained(before.words, q, p)
    return TopicChange(
        change=change,
        topic_before=a,
        topic_after=b,
        label_before=None if a is None else before.labels[a],
        label_after=None if b is None else after.labels[b],
        distance=distance,
        part=None,
        share_before=None if a is None else float(before.shares[a]),
        share_after=None if b is None else float(after.shares[b]),
        words=words,
        gained=gained,
        lost=lost,
    )


def _gained(words: Sequence[str], p: NDArray[np.float32], q: NDArray[np.float32]) -> list[str]:
    """Return the words that q has more of than p: those with the largest q log(q / p)."""
    q, p = q.astype(np.float64), np.maximum(p.astype(np.float64), 1e-12)
    grown = q > _GAINED_RATIO * p
    gains = np.zeros(q.size)
    gains[grown] = q[grown] * np.log(q[grown] / p[grown])
    gains[gains < _GAINED] = 0
    return named(words, gains, _N_GAINED)


_ORDER = {"matched": 0, "split": 1, "merged": 2, "new": 3, "vanished": 4}


def _order(row: TopicChange) -> tuple[int, int, int]:
    """Order rows by kind; topics that belong together stay together."""
    first, second = row.topic_before, row.topic_after
    if row.change == "merged" or first is None:
        first, second = second, first
    return _ORDER[row.change], -1 if first is None else first, -1 if second is None else second
