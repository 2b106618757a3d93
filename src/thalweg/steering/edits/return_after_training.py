"""Take an edit back after further training: the prior exactly, counts as far as they are known.

A are the topics before the edit, B those after it, N the present counts. What the edit moved goes
back in the proportions that it had; what it dropped returns in proportion to the size of the
corpus. See docs/explanation/design/steering.md for the rules.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState
from thalweg.steering.edits import sparse_pairs
from thalweg.steering.edits.patch import Patch, Small

Floats = NDArray[np.float64]
_SAME = 1e-6  # relative differences below this are rounding
_LEAST_COUNT = 0.5  # tokens: smaller counts of a topic are returned by scaling, not word by word


@dataclass(frozen=True)
class AfterEdit:
    """What is remembered of the topics after an edit."""

    numbers: NDArray[np.int64]
    alpha: Floats
    corpus_tokens: float
    total: float
    rows: NDArray[np.float32]
    """N_w of the words of the patch in the columns of A, (n_words, K)."""
    successors: dict[int, int | None]
    origins: dict[int, int | None]
    """Numbers of new topics, and the topic that each was a part of."""
    touched: frozenset[int]


def returning_patch(
    before: Patch, after: AfterEdit, state: TopicState, retired: NDArray[np.int64]
) -> Patch:
    """Return the patch that takes an edit back from a state that has been trained since then."""
    return _Return(before, after, state, retired).patch()


class _Return:
    def __init__(
        self, before: Patch, after: AfterEdit, state: TopicState, retired: NDArray[np.int64]
    ) -> None:
        self.before, self.after, self.state, self.retired = before, after, state, retired
        small = before.small
        self.n_topics = small.scale.size
        self.numbers = np.arange(self.n_topics) if small.numbers is None else small.numbers
        self.place = {int(n): k for k, n in enumerate(self.numbers)}
        now = {int(n): k for k, n in enumerate(state.topic_numbers)}
        self.now = now
        self.source = np.array([now.get(int(n), -1) for n in self.numbers])
        self.prior = self._prior()
        self.free = np.ones(self.n_topics, bool) if small.prior.locked is None else ~self._locked
        self.columns: dict[int, Floats] = {}
        self.rows: dict[int, Floats] = {}
        self.grown = state.corpus_tokens / max(after.corpus_tokens, 1e-300)

    @property
    def _locked(self) -> NDArray[np.bool_]:
        locked = self.before.small.prior.locked
        assert locked is not None
        return locked

    # ------------------------------------------------------------------ reading

    def _present(self, number: int) -> Floats:
        k = self.now[number]
        counts: Floats = self.state.scaled_counts[:, k] * self.state.scale[k]
        return counts

    def _remembered(self, k: int) -> Floats:
        """Return a column of A that the edit changed or removed, with zeros for newer words."""
        place = k if self.before.layout is None else self.before.layout[k]
        known = self.before.inserted[-1 - place] if place < 0 else self.before.columns[k]
        column = np.zeros(self.state.n_words)
        column[: known.size] = known * self.before.small.scale[k]
        column[self.retired] = 0
        return column

    def _matrix(self, words: NDArray[np.int64]) -> Floats:
        """Return N of words in the columns of A, with the changes so far."""
        counts = np.zeros((words.size, self.n_topics))
        there = np.flatnonzero(self.source >= 0)
        sources = self.source[there]
        counts[:, there] = (
            self.state.scaled_counts[np.ix_(words, sources)] * self.state.scale[sources]
        )
        for k, column in self.columns.items():
            counts[:, k] = column[words]
        for i, w in enumerate(words.tolist()):
            if w in self.rows:
                counts[i] = self.rows[w]
        return counts

    def _set(self, words: NDArray[np.int64], counts: Floats) -> None:
        self.rows |= dict(zip(words.tolist(), counts, strict=True))

    def _spread(self, words: NDArray[np.int64], counts: Floats, mass: Floats) -> Floats:
        """Divide mass of words between topics that may have them, in proportion to N + eta."""
        eta = self.prior.topic_word
        weights = counts + (eta[0] if eta.size == 1 else eta[words][:, None])
        weights[:, ~self.free] = 0
        if self.prior.masked is not None:
            weights[self.prior.masked[words].toarray()] = 0
        sums = weights.sum(axis=1)
        return counts + weights * (mass / np.where(sums > 0, sums, 1.0))[:, None]

    # ------------------------------------------------------------------ counts

    def _unmerge(self) -> None:
        """N_wl = N_ws A_wl / (A_ws + sum of A_wl over the topics that were merged into s)."""
        merged: dict[int, list[int]] = {}
        for k in np.flatnonzero(self.source < 0).tolist():
            into = self.after.successors.get(int(self.numbers[k]))
            if into is not None and into in self.now:
                merged.setdefault(into, []).append(k)
        for into, gone in merged.items():
            places = [self.place[into], *gone]
            parts = np.stack([self._remembered(k) for k in places])
            sums = parts.sum(axis=0)
            usual = parts.sum(axis=1) / max(float(parts.sum()), 1e-300)
            shares = np.where(sums > 0, parts / np.where(sums > 0, sums, 1.0), usual[:, None])
            now = self._present(into)
            for k, share in zip(places, shares, strict=True):
                self.columns[k] = now * share

    def _unsplit(self) -> list[int]:
        """Add new topics to those that they were a part of; return new topics of no other one."""
        loose = []
        for number in (n for n in self.now if n not in self.place):
            origin = self.after.origins.get(number)
            if origin is None or origin not in self.place:
                loose.append(number)
                continue
            k = self.place[origin]
            whole = self.columns[k] if k in self.columns else self._present(origin)
            self.columns[k] = whole + self._present(number)
        return loose

    def _return_words(self, loose: Floats | None) -> None:
        """Return the share of each count that an edit of words moved, to where it came from."""
        words = self.before.words
        if not words.size:
            return
        old, new = self.before.rows * self.before.small.scale, self.after.rows.astype(np.float64)
        change = np.where(np.abs(new - old) > _SAME * np.maximum(new, old), new - old, 0.0)
        received, given = np.maximum(change, 0.0), np.maximum(-change, 0.0)
        now = self._matrix(words)
        returned = now * received / np.where(new > 0, new, 1.0)
        pool = returned.sum(axis=1)
        lost = np.zeros(words.size)
        if loose is None:
            lost = np.maximum(given.sum(axis=1) - received.sum(axis=1), 0.0) * self.grown
            lost[np.isin(words, self.retired)] = 0
        else:
            pool = pool + loose[words]
        sums = given.sum(axis=1)
        was_given = sums > 0
        shares = given / np.where(was_given, sums, 1.0)[:, None]
        counts = now - returned + shares * (pool + lost)[:, None]
        counts = self._spread(words, counts, np.where(was_given, 0.0, pool))
        self._set(words, counts)

    def _return_new_topics(self, loose: Floats) -> None:
        """Divide what new topics have of other words between the topics that stay."""
        other = loose >= _LEAST_COUNT
        other[self.before.words] = False
        words = np.flatnonzero(other)
        self._set(words, self._spread(words, self._matrix(words), loose[words]))

    def _return_deleted(self, total: float) -> None:
        """Restore deleted topics; words that have come back in other topics leave these."""
        gone = [k for k in np.flatnonzero(self.source < 0).tolist() if k not in self.columns]
        if not gone:
            return
        restored = {k: self.grown * self._remembered(k) for k in gone}
        wanted = np.sum(list(restored.values()), axis=0)
        missing = min(max(total - self._total, 0.0), float(wanted.sum()))
        share = 1 - missing / max(float(wanted.sum()), 1e-300)
        words = np.flatnonzero(wanted >= _LEAST_COUNT)
        counts = self._matrix(words)
        sums = counts[:, self.free].sum(axis=1)
        taken = np.minimum(share * wanted[words] / np.where(sums > 0, sums, 1.0), 1.0)
        counts[:, self.free] *= (1 - taken)[:, None]
        for k, column in restored.items():
            counts[:, k] = column[words]
        self._set(words, counts)
        self.columns |= restored

    def _constrain(self) -> None:
        """Make the counts obey the masks and the held shares of A."""
        pairs = [m for m in (self.prior.masked, self.prior.held) if m is not None]
        if not pairs:
            return
        words = np.flatnonzero(np.sum([np.diff(m.indptr) for m in pairs], axis=0))
        counts = before = self._matrix(words)
        if self.prior.masked is not None:
            masked = self.prior.masked[words].toarray()
            freed = np.where(masked, counts, 0.0).sum(axis=1)
            counts = self._spread(words, np.where(masked, 0.0, counts), freed)
        if self.prior.held is not None:
            held = self.prior.held[words].toarray() * self.free
            sums = counts[:, self.free].sum(axis=1, keepdims=True)
            short = (counts < held * sums * (1 - _SAME)).any(axis=1, keepdims=True) & self.free
            rest = np.maximum(1 - held.sum(axis=1, keepdims=True), 0.0)
            counts = np.where(short, rest * counts + held * sums, counts)
        differs = (counts != before).any(axis=1)
        self._set(words[differs], counts[differs])

    @property
    def _total(self) -> float:
        return float(self.state.totals.sum())

    def _target(self, corpus_tokens: float) -> float:
        """Return the total: the present one, and what the edit dropped if it is still missing."""
        small = self.before.small
        total = float(small.totals.sum())
        difference = (total - self.after.total) * self.grown
        if abs(difference) <= _SAME * total:
            return self._total
        usual = corpus_tokens * total / max(small.corpus_tokens, 1e-300)
        bounds = sorted((self._total, self._total + difference))
        return min(max(usual, bounds[0]), bounds[1])

    # ------------------------------------------------------------------ result

    def patch(self) -> Patch:
        small, state = self.before.small, self.state
        corpus_tokens = state.corpus_tokens + small.corpus_tokens - self.after.corpus_tokens
        target = self._target(corpus_tokens)
        self._unmerge()
        numbers = self._unsplit()
        loose = np.sum([self._present(n) for n in numbers], axis=0) if numbers else None
        self._return_words(loose)
        if loose is not None:
            self._return_new_topics(loose)
        self._return_deleted(target)
        self._constrain()
        words = np.array(sorted(self.rows), dtype=np.int64)
        rows = np.array([self.rows[w] for w in words.tolist()]).reshape(words.size, self.n_topics)
        self.rows = {}
        is_there = self.source >= 0
        totals = np.where(is_there, state.totals[self.source], 0.0)
        scale = np.where(is_there, state.scale[self.source], 1.0)
        for k, column in self.columns.items():
            totals[k], scale[k] = column.sum(), 1.0
        totals = np.maximum(totals + (rows - self._matrix(words)).sum(axis=0), 0.0)
        scaled = rows / np.where(scale > 0, scale, 1.0)
        sums = float(totals[self.free].sum())
        factor = (target - float(totals[~self.free].sum())) / max(sums, 1e-300)
        if factor > 0 and abs(factor - 1) > _SAME:
            totals[self.free] *= factor
            scale[self.free] *= factor
        gone = [k for k in range(self.n_topics) if not is_there[k]]
        layout = [
            int(place) if place >= 0 else -1 - gone.index(k) for k, place in enumerate(self.source)
        ]
        is_moved = layout != list(range(state.n_topics))
        columns = {k: column.astype(np.float32) for k, column in self.columns.items()}
        return Patch(
            Small(scale, totals, self.prior, small.numbers, self._clocks(), corpus_tokens),
            words,
            scaled.astype(np.float32),
            {k: column for k, column in columns.items() if is_there[k]},
            tuple(layout) if is_moved else None,
            tuple(columns[k] for k in gone),
            layout_first=True,
        )

    def _clocks(self) -> NDArray[np.float64] | None:
        """Topics that the edit had changed take larger steps again."""
        at = self.state.edited_at
        clocks = np.full(self.n_topics, -np.inf)
        if at is not None:
            clocks = np.where(self.source >= 0, at[self.source], -np.inf)
        touched = np.isin(self.numbers, list(self.after.touched))
        clocks = np.where(touched, float(self.state.n_tokens_seen), clocks)
        return None if np.isneginf(clocks).all() else clocks

    def _prior(self) -> Prior:
        """Return the prior of A; eta as it is now, and alpha of other topics as it was learned."""
        old, now = self.before.small.prior, self.state.prior
        alpha = old.doc_topic
        if not np.array_equal(now.doc_topic, self.after.alpha):
            kept = dict(zip(self.after.numbers.tolist(), self.after.alpha.tolist(), strict=True))
            ratio = float(now.doc_topic.sum() / self.after.alpha.sum())
            alpha = np.array(
                [
                    now.doc_topic[self.now[n]] if kept.get(n) == a else a * ratio
                    for n, a in zip(self.numbers.tolist(), alpha.tolist(), strict=True)
                ]
            )
        n_words, pairs = self.state.n_words, dict[str, Any]()
        for name in ("added", "masked", "held"):
            matrix = getattr(old, name)
            pairs[name] = sparse_pairs.with_new_words(
                matrix, getattr(now, name), (n_words, self.n_topics), self.source
            )
        return replace(now, doc_topic=alpha, locked=old.locked, **pairs)
