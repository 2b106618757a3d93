"""Draft: collects what an edit changes, in expected counts, and makes a patch of it.

A draft never modifies the state that it is made for, so an edit can be refused at any point.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import partial
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError
from thalweg.state.most_probable import largest
from thalweg.state.priors import Prior
from thalweg.steering.edits import sparse_pairs
from thalweg.steering.edits.edited_topics import EditedTopics
from thalweg.steering.edits.inserted_topics import InsertedTopics
from thalweg.steering.edits.patch import Floats32, Patch, Small

Floats = NDArray[np.float64]
TOP_WORDS = 5  # held for each part of a merged or split topic
CANDIDATES = 50  # the most frequent words, among which the top words are


class Draft:
    """The counts and priors of a model after an edit, as far as they differ from those before."""

    def __init__(self, topics: EditedTopics) -> None:
        state = topics.state
        self.topics = topics
        self.names: dict[int, str] = dict(topics.names)
        self.successors: dict[int, int | None] = dict(topics.successors)
        self.next_number: int = topics.next_number
        self.notes: list[str] = []
        self.touched: set[int] = set()
        """Numbers of topics whose words have changed: they take larger steps for a while."""
        self.gone: set[int] = set()
        """Numbers of topics that the edit removes."""
        self.origins: dict[int, int | None] = {}
        """Numbers of new topics, and the topic that each was a part of."""
        self.corpus_tokens: float = state.corpus_tokens
        self._prior = state.prior
        self._scale = state.scale[: state.n_topics].copy()
        self._totals = state.totals[: state.n_topics].copy()
        self._rows: dict[int, Floats] = {}
        # Words in ascending order, their rows and what topics have given, as long as no other rows
        # change: often thousands.
        self._taken: tuple[NDArray[np.int64], Floats, Floats] | None = None
        self._columns: dict[int, Floats32] = {}
        self._inserted = InsertedTopics()
        self._order = list(range(state.n_topics))  # positions; -1 - i: the i-th inserted column

    # ------------------------------------------------------------------ reading

    @property
    def shape(self) -> tuple[int, int]:
        """W and K of the state before the edit."""
        return self.topics.state.n_words, self.topics.state.n_topics

    def row(self, word: int) -> Floats:
        """Return N_w, (K,), with the changes so far."""
        if word in self._rows:
            return self._rows[word].copy()
        counts = self.topics.state.scaled_counts[word, : self.shape[1]]
        row: Floats = counts * self.topics.state.scale[: self.shape[1]]
        for k, column in self._columns.items():
            row[k] = column[word]
        return row

    def rows(self, words: NDArray[np.int64]) -> Floats:
        """Return N_w of several words, (n_words, K), with the changes so far."""
        state, n_topics = self.topics.state, self.shape[1]
        rows: Floats = state.scaled_counts[words, :n_topics] * state.scale[:n_topics]
        for k, column in self._columns.items():
            rows[:, k] = column[words]
        if self._rows:
            for i, w in enumerate(words.tolist()):
                if w in self._rows:
                    rows[i] = self._rows[w]
        return rows

    def column(self, position: int) -> Floats32:
        """Return N_k, (W,), with the changes so far."""
        if position in self._columns:
            return self._columns[position].copy()
        scale = np.float32(self._scale[position])
        column: Floats32 = self.topics.state.scaled_counts[:, position] * scale
        for word, row in self._rows.items():
            column[word] = row[position]
        return column

    @property
    def prior(self) -> Prior:
        """The prior with the changes so far."""
        return self._prior

    @property
    def eta(self) -> Floats:
        """Eta, (1,) or (W,)."""
        return self._prior.topic_word

    def masked(self, word: int) -> NDArray[np.bool_]:
        """Return which topics a word is masked in, (K,)."""
        return np.asarray(sparse_pairs.row(self._prior.masked, word, self.shape[1]) != 0)

    def held(self, word: int) -> Floats:
        """Return the shares of a word that are held in topics, (K,)."""
        return np.asarray(sparse_pairs.row(self._prior.held, word, self.shape[1]))

    def _any_masked(self, words: NDArray[np.int64]) -> NDArray[np.bool_]:
        if self._prior.masked is None:
            return np.zeros(words.size, dtype=bool)
        return np.asarray(np.diff(self._prior.masked.indptr)[words] > 0)

    def any_held(self, words: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Return which of some words are held in a topic."""
        if self._prior.held is None:
            return np.zeros(words.size, dtype=bool)
        return np.asarray(np.diff(self._prior.held.indptr)[words] > 0)

    @property
    def locked(self) -> NDArray[np.bool_]:
        """Which topics are locked, (K,)."""
        locked = self._prior.locked
        return np.zeros(self.shape[1], dtype=bool) if locked is None else locked

    @property
    def alpha(self) -> Floats:
        """Alpha, (K,)."""
        return self._prior.doc_topic

    # ------------------------------------------------------------------ counts

    def set_row(self, word: int, counts: Floats) -> None:
        """Set N_w; locked topics keep their counts."""
        before = self.row(word)
        after = np.where(self.locked, before, np.maximum(counts, 0.0))
        self._totals += after - before
        for k, column in self._columns.items():
            column[word] = after[k]
        self._rows[word] = after
        self._taken = None

    def set_column(self, position: int, counts: Floats32) -> None:
        """Set N_k; it is stored with scale 1."""
        for word, row in self._rows.items():
            row[position] = counts[word]
        self._columns[position] = np.maximum(counts, np.float32(0))
        self._scale[position] = 1.0
        self._totals[position] = float(self._columns[position].sum(dtype=np.float64))

    def free_counts(self, words: NDArray[np.int64], rows: Floats) -> Floats:
        """Return what topics can give of words with these counts, (n_words, K).

        That is what a topic has beyond its held share, N_wk - h_wk n_w, unless it is locked.
        """
        free = np.where(self.locked, 0.0, rows) if self.locked.any() else rows
        if self._prior.held is None:
            return free
        held = np.flatnonzero(self.any_held(words))
        if held.size:
            shares = self._prior.held[words[held]].toarray()
            kept = shares * rows[held].sum(axis=1, keepdims=True)
            free = free.copy()
            free[held] = np.maximum(free[held] - kept, 0.0)
        return free

    def restore_held(self, word: int) -> None:
        """Give topics what they lack of their held shares, from what others have beyond theirs.

        Counts of locked topics are not divided, so n_w is the sum over the others.
        """
        before, held = self.row(word), np.where(self.locked, 0.0, self.held(word))
        beyond = np.where(self.locked, 0.0, before) - held * before[~self.locked].sum()
        missing = np.maximum(-beyond, 0.0)
        if missing.sum() > 0:
            given = np.maximum(beyond, 0.0)
            part = missing.sum() / max(float(given.sum()), 1e-300)
            self.set_row(word, before + missing - given * part)

    def move_to(self, word: int, position: int, n_tokens: float) -> None:
        """Move so many counts of a word into a topic, from the others in proportion."""
        before = self.row(word)
        free = self.free_counts(np.array([word]), before[None])[0].copy()
        free[position] = 0
        moved = free * min(n_tokens / max(float(free.sum()), 1e-300), 1.0)
        after = before - moved
        after[position] += moved.sum()
        self.set_row(word, after)

    def take(
        self, words: NDArray[np.int64], share: float | None, counts: Floats | None
    ) -> Floats32:
        """Take a share of words, or so many counts of each, from all topics that can give them.

        The words are in ascending order.
        """
        rows = self.rows(words)
        free = self.free_counts(words, rows)
        if counts is None:
            counts = float(share or 0) * rows[:, ~self.locked].sum(axis=1)
        part = np.minimum(counts / np.maximum(free.sum(axis=1), 1e-300), 1.0)
        taken = free * part[:, None]
        given = taken.sum(axis=0)
        self._totals -= given
        rows -= taken
        self._taken = None if self._rows else (words, rows, given)
        self._rows |= dict(zip(words.tolist(), rows, strict=True))
        return np.asarray(taken.sum(axis=1), dtype=np.float32)

    def insert(self, counts: Floats32, alpha: float, origin: int | None = None) -> int:
        """Append a topic with these counts, a part of topic `origin` if it is one of one topic.

        Return its number. Its held words come later.
        """
        number = self.next_number
        self.origins[number] = origin
        self.next_number += 1
        self._inserted.append(number, counts, alpha)
        self._order.append(-len(self._inserted))
        self.touched.add(number)
        return number

    def drop(self, position: int, into: int | None) -> None:
        """Remove a topic; its number points to another one, or to none."""
        self._order.remove(position)
        number = int(self.topics.numbers[position])
        self.successors[number] = into
        for gone, target in self.successors.items():
            if target == number:
                self.successors[gone] = into
        self.names.pop(number, None)
        self.touched.discard(number)
        self.gone.add(number)

    def reorder(self, positions: Sequence[int]) -> None:
        """Put the columns into another order."""
        self._order = list(positions)

    # ------------------------------------------------------------------ priors

    def set_alpha(self, alpha: Floats) -> None:
        """Replace alpha of the present topics."""
        self._prior = replace(self._prior, doc_topic=alpha)

    def lock(self, locked: NDArray[np.bool_]) -> None:
        """Replace the locks."""
        self._prior = replace(self._prior, locked=locked if locked.any() else None)

    def hold(self, words: Iterable[int], positions: Any, shares: Any) -> None:
        """Hold shares of words in topics; zero lets go."""
        held = sparse_pairs.with_pairs(
            self._prior.held, self.shape, list(words), positions, shares, np.float32
        )
        self._prior = replace(self._prior, held=held)

    def divide_held(self, position: int, number: int, shares: Floats32) -> None:
        """Divide what a topic holds of words between it and the topic that this draft inserts."""
        if self._prior.held is None:
            return
        held = self._prior.held[:, [position]].toarray().ravel()
        words = np.flatnonzero(held)
        if words.size:
            moved = held[words] * shares[words]
            self.hold(words.tolist(), position, held[words] - moved)
            self.hold_new(words.tolist(), number, moved.tolist())

    def hold_new(self, words: Iterable[int], number: int, shares: Sequence[float]) -> None:
        """Hold shares of words in a topic that this draft inserts."""
        self._inserted.holds.append((list(words), number, list(shares)))

    def copy_masks(self, position: int, number: int, but: Sequence[int] = ()) -> None:
        """Mask in a topic that this draft inserts what is masked in another one, but some words."""
        if self._prior.masked is not None:
            masked = self._prior.masked[:, [position]].toarray().ravel()
            masked[list(but)] = False
            self._inserted.masks.append((np.flatnonzero(masked), number))

    def mask(self, words: Any, positions: Any, masked: bool = True) -> None:
        """Mask pairs, or allow them again."""
        pairs = sparse_pairs.with_pairs(
            self._prior.masked, self.shape, words, positions, masked, bool
        )
        self._prior = replace(self._prior, masked=pairs)

    def require_room(self, word: int, position: int | None, share: float) -> None:
        """Raise InputError if a word cannot be held in one more topic with a share."""
        held = self.held(word)
        if position is not None:
            held[position] = 0
        if held.sum() + share > 1 + 1e-6:
            others = [self.topics.label(int(n)) for n in self.topics.numbers[held > 0]]
            raise InputError(
                f"{held.sum():.0%} of {self.topics.lookup.name(word)!r} is held in "
                f"{' and '.join(others)}, and {share:.0%} more would be over 100%. Use a smaller "
                "strength, or allow the word there first."
            )

    def require_free_topic(self) -> None:
        """Raise InputError if all topics would be locked."""
        locked = self.locked
        if locked.any() and all(k >= 0 and locked[k] for k in self._order):
            raise InputError(
                "all topics would be locked; expected at least one that can learn. Unlock one "
                "first."
            )

    def top_words(self, counts: Floats32, among: NDArray[np.int64] | None = None) -> list[int]:
        """Return words that a topic with these counts has more of than the others do.

        The largest N_wk log(N_wk n / (N_k n_w)) of its most frequent words, without those that are
        held or masked already.
        """
        frequent = np.sort(largest(counts, CANDIDATES) if among is None else among)
        total, all_tokens = float(counts.sum(dtype=np.float64)), float(self._totals.sum())
        own = counts[frequent].astype(np.float64)
        is_free = (own > 0) & ~self.any_held(frequent) & ~self._any_masked(frequent)
        frequent, own = frequent[is_free], own[is_free]
        everywhere = np.maximum(self.rows(frequent).sum(axis=1), own)
        gains = own * np.log(own * all_tokens / (total * everywhere))
        order = np.argsort(-gains, kind="stable")[:TOP_WORDS]
        return [int(w) for w, gain in zip(frequent[order], gains[order], strict=True) if gain > 0]

    # ------------------------------------------------------------------ result

    def changed_rows(self) -> tuple[NDArray[np.int64], Floats]:
        """Return the words whose rows change, in ascending order, and N_w of each."""
        if self._taken is not None:
            return self._taken[:2]
        words = np.array(sorted(self._rows), dtype=np.int64)
        every = [np.zeros(0), *(self._rows[w] for w in words.tolist())]
        return words, np.concatenate(every).reshape(-1, self.shape[1])

    def moved_counts(self) -> Floats:
        """Return how many counts of the words whose rows change each topic gives or gets, (K,)."""
        if self._taken is not None:
            return self._taken[2]
        words, after = self.changed_rows()
        state, n_topics = self.topics.state, self.shape[1]
        before = state.scaled_counts[words, :n_topics] * state.scale[:n_topics]
        return np.asarray(np.abs(after - before).sum(axis=0))

    def patch(self) -> tuple[Patch, Floats32]:
        """Return the patch, and N_w of the words whose rows change, in its order, (n_words, K).

        The draft must not be used afterwards.
        """
        state, (n_words, n_topics) = self.topics.state, self.shape
        words, rows_after = self.changed_rows()
        rows = np.empty(rows_after.shape, np.float32)
        scale_of_rows = np.where(self._scale > 0, self._scale, 1.0)
        np.divide(rows_after, scale_of_rows, out=rows, casting="same_kind")
        is_moved = self._order != list(range(n_topics))
        order = tuple(self._order)
        prior, scale, totals = self._prior, self._scale, self._totals
        numbers = self.topics.numbers
        clocks = np.full(n_topics, -np.inf) if state.edited_at is None else state.edited_at
        if is_moved:
            new, n_new = self._inserted, len(self._inserted)
            laid_out = partial(new.laid_out, order=order)
            scale = laid_out(scale, np.ones(n_new))
            totals = laid_out(totals, new.totals)
            numbers = laid_out(numbers, np.array(new.numbers, dtype=np.int64))
            clocks = laid_out(clocks, np.full(n_new, -np.inf))
            locked = laid_out(self.locked, np.zeros(n_new, dtype=bool))
            prior = replace(
                prior,
                doc_topic=laid_out(prior.doc_topic, np.array(new.alpha)),
                added=sparse_pairs.with_columns(prior.added, order, n_words),
                masked=sparse_pairs.with_columns(prior.masked, order, n_words),
                held=sparse_pairs.with_columns(prior.held, order, n_words),
                locked=locked if locked.any() else None,
            )
            prior = new.masked(self._prior, prior, numbers)
        if self.touched:
            clocks = np.where(
                np.isin(numbers, list(self.touched)), float(state.n_tokens_seen), clocks
            )
        small = Small(
            scale,
            np.maximum(totals, 0.0),
            self._inserted.held(prior, numbers, n_words),
            None if (numbers == np.arange(numbers.size)).all() else numbers,
            None if np.isneginf(clocks).all() else clocks,
            self.corpus_tokens,
        )
        patch = Patch(
            small,
            words,
            rows,
            self._columns,
            order if is_moved else None,
            tuple(self._inserted.columns),
        )
        return patch, rows_after.astype(np.float32)
