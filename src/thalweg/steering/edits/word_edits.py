"""Edits of the words of topics: add, remove, allow, stop."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from thalweg.errors import InputError
from thalweg.state.seed_words import Word, checked_strength
from thalweg.steering.edits.draft import Draft
from thalweg.steering.edits.edit import Edit
from thalweg.steering.edits.edited_topics import EditedTopics
from thalweg.steering.seeds import DEFAULT_STRENGTH

_FOREIGN = 0.02  # share of a word below which holding it in a topic is against the documents
_SHORTFALL = 0.01  # of a word
_AT_HOME = 0.9  # share of a word above which removing it from a topic is against the documents


@dataclass(frozen=True)
class _WordsOfTopic(Edit):
    """An edit of some words in one topic."""

    topic: int | str
    words: Sequence[Word] | Word


@dataclass(frozen=True)
class AddWords(_WordsOfTopic):
    """Hold words in a topic, or promote words that it already has.

    Parameters
    ----------
    topic : int or str
        Number or name of the topic.
    words : list of str
        Words of the model.
    strength : float, default=0.8
        Share of each word that stays in the topic.
    """

    name: ClassVar[str] = "add"
    strength: float = DEFAULT_STRENGTH

    def plan(self, topics: EditedTopics) -> Draft:
        """Return h_wk = s, and N_w with this share."""
        draft, position = Draft(topics), topics.position(self.topic)
        strength = checked_strength("strength", self.strength)
        number = topics.number(self.topic)
        topics.require_unlocked(position, "given words")
        words = topics.words(self.words)
        for w in words:
            name = topics.lookup.name(w)
            if draft.masked(w)[position]:
                raise InputError(
                    f"{name!r} was removed from {topics.label(number)}, and cannot be added. Allow "
                    "it first."
                )
            draft.require_room(w, position, strength)
            before = draft.row(w)
            n_w = before.sum()
            if n_w > 0 and before[position] < _FOREIGN * n_w:
                home = int(np.argmax(before))
                draft.notes.append(
                    f"{name!r} is used with other words: {before[position] / n_w:.0%} of it was in "
                    f"{topics.label(number)}, and {before[home] / n_w:.0%} in "
                    f"{topics.label(int(topics.numbers[home]))}"
                )
            missing = strength * n_w - before[position]
            if missing > 0:
                draft.move_to(w, position, missing)
                share = draft.row(w)[position] / n_w
                if share < strength - _SHORTFALL:
                    draft.notes.append(
                        f"only {share:.0%} of {name!r} is in {topics.label(number)}: the rest is "
                        "in topics that are locked"
                    )
        draft.hold(words, position, strength)
        draft.touched.add(number)
        return draft


@dataclass(frozen=True)
class RemoveWords(_WordsOfTopic):
    """Give words a probability of exactly zero in a topic.

    Parameters
    ----------
    topic : int or str
        Number or name of the topic.
    words : list of str
        Words of the model.
    """

    name: ClassVar[str] = "remove"

    def plan(self, topics: EditedTopics) -> Draft:
        """Return the masks, and N_wk divided between the other topics by N_wl + eta."""
        draft, position = Draft(topics), topics.position(self.topic)
        number = topics.number(self.topic)
        topics.require_unlocked(position, "changed")
        words = topics.words(self.words)
        for w in words:
            name, masked = topics.lookup.name(w), draft.masked(w)
            masked[position] = True
            open_ = ~masked & ~draft.locked
            if not open_.any():
                raise InputError(
                    f"{name!r} would have no topic left; expected at least one topic that is not "
                    "locked and has not lost it. To remove it everywhere, stop it."
                )
            before = draft.row(w)
            eta = float(draft.eta[0] if draft.eta.size == 1 else draft.eta[w])
            weights = np.where(open_, before + eta, 0.0)
            after = before + before[position] * weights / weights.sum()
            after[position] = 0
            if before[position] > _AT_HOME * before.sum() > 0:
                draft.notes.append(
                    f"{before[position] / before.sum():.0%} of {name!r} was in "
                    f"{topics.label(number)}: no other topic has much use for it"
                )
            draft.set_row(w, after)
        draft.mask(words, position)
        draft.hold(words, position, 0)
        draft.touched.add(number)
        return draft


@dataclass(frozen=True)
class AllowWords(_WordsOfTopic):
    """Let the documents decide again about words that were added to or removed from a topic.

    Parameters
    ----------
    topic : int or str
        Number or name of the topic.
    words : list of str
        Words of the model.
    """

    name: ClassVar[str] = "allow"

    def plan(self, topics: EditedTopics) -> Draft:
        """Return the prior without held shares and masks of these pairs."""
        draft, position = Draft(topics), topics.position(self.topic)
        topics.require_unlocked(position, "changed")
        words = topics.words(self.words)
        for w in words:
            if not draft.masked(w)[position] and not draft.held(w)[position]:
                raise InputError(
                    f"{topics.lookup.name(w)!r} was neither added to nor removed from "
                    f"{topics.label(topics.number(self.topic))}; there is nothing to allow"
                )
        draft.mask(words, position, False)
        draft.hold(words, position, 0)
        draft.touched.add(topics.number(self.topic))
        return draft


@dataclass(frozen=True)
class StopWords(Edit):
    """Ignore words everywhere, like stop words.

    Parameters
    ----------
    words : list of str
        Words of the model.
    """

    name: ClassVar[str] = "stop"
    words: Sequence[Word] | Word

    def plan(self, topics: EditedTopics) -> Draft:
        """Return masks in all topics, and N_w = 0."""
        draft = Draft(topics)
        words, positions = topics.words(self.words), np.arange(topics.state.n_topics)
        if draft.locked.any():
            locked = topics.label(int(topics.numbers[int(np.argmax(draft.locked))]))
            raise InputError(f"{locked} is locked, and would lose a word. Unlock it first.")
        left = topics.state.n_words - len(words)
        if topics.state.prior.masked is not None:
            n_masked = np.diff(topics.state.prior.masked.indptr)
            n_masked[words] = 0
            left -= int((n_masked == positions.size).sum())
        if left < 2:
            raise InputError("no words would be left; expected at least two that are not stopped")
        for w in words:
            draft.set_row(w, np.zeros(positions.size))
        grid = np.repeat(np.array(words), positions.size)
        draft.mask(grid, np.tile(positions, len(words)))
        draft.hold(grid.tolist(), np.tile(positions, len(words)), 0)
        return draft
