"""Edits of whole topics: merge, delete, lock, name, order, number."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import whole_number
from thalweg.errors import InputError, MemoryLimitError
from thalweg.random_streams import Stream, generator
from thalweg.state.native import padded
from thalweg.state.seed_words import checked_strength
from thalweg.state.topic_names import changed_names
from thalweg.state.topic_state import TopicState
from thalweg.steering.edits.draft import Draft
from thalweg.steering.edits.edit import Edit
from thalweg.steering.edits.edited_topics import EditedTopics
from thalweg.system.memory import free_memory

_FAR = 0.8  # Hellinger distance of topics that share about a third of their words
_LARGE = 2.0  # times the mean share: a topic that is not junk
HOLDING = 0.5  # strength with which the top words of merged and split topics are held
_MOST_NAMED = 5  # words that a note lists
_FREQUENT = 2048  # words that decide which topics are nearest
_SMALL_PRODUCT = 1 << 18  # multiplications that OpenBLAS does without threads: on a busy machine,
# waiting for its threads takes a hundred times longer than multiplying
_FEW, _MANY = 16, 1024  # words whose products are added at once
_PER_TOPIC = 1000  # bytes of a topic besides its counts
_NOISE_SHARE = 0.5  # of the mean mass of a topic, for topics that SetTopicCount adds


@dataclass(frozen=True)
class Merge(Edit):
    """Make one topic of several; the first one stays, and the others point to it.

    Parameters
    ----------
    topics : list of int or str
        Numbers or names of at least two topics.
    strength : float, default=0.5
        Share of the top words of each topic that stays in the merged one.
    """

    name: ClassVar[str] = "merge"
    topics: Sequence[int | str]
    strength: float = HOLDING

    def plan(self, topics: EditedTopics) -> Draft:
        """Return the sum of the columns and of alpha, and held top words."""
        draft = Draft(topics)
        strength = checked_strength("strength", self.strength)
        positions = topics.positions(self.topics, least=2)
        for position in positions:
            topics.require_unlocked(position, "merged")
        merge_into(draft, positions, strength, topics)
        _note_distance(draft, topics, positions)
        return draft


def merge_into(
    draft: Draft, positions: Sequence[int], strength: float, topics: EditedTopics
) -> None:
    """Add the columns of topics to the first one, and drop the others."""
    first, *others = positions
    number = int(topics.numbers[first])
    columns = [draft.column(k) for k in positions]
    found = {w for column in columns for w in draft.top_words(column)} if strength else set()
    merged = np.asarray(np.sum(columns, axis=0, dtype=np.float32))
    tops = {w: strength * float(merged[w] / draft.row(w).sum()) for w in sorted(found)}
    draft.set_column(first, merged)
    alpha = draft.alpha.copy()
    alpha[first] = alpha[list(positions)].sum()
    draft.set_alpha(alpha)
    _merge_constraints(draft, positions)
    if tops:
        draft.hold(tops.keys(), first, list(tops.values()))
    for k in others:
        name = draft.names.get(int(topics.numbers[k]))
        draft.drop(k, into=number)
        if name is not None and number not in draft.names:
            draft.names[number] = name
    draft.touched.add(number)


def _merge_constraints(draft: Draft, positions: Sequence[int]) -> None:
    """Hold in the merged topic what was held in one of them; mask what was masked in all."""
    prior, first = draft.prior, positions[0]
    chosen = list(positions)
    if prior.held is not None:
        shares = np.asarray(prior.held[:, chosen].sum(axis=1)).ravel()
        words = np.flatnonzero(shares)
        if words.size:
            draft.hold(words.tolist(), first, np.minimum(shares[words], 1.0))
    if prior.masked is not None:
        n_masked = np.asarray(prior.masked[:, chosen].astype(np.int64).sum(axis=1)).ravel()
        some = np.flatnonzero((n_masked > 0) & (n_masked < len(chosen)))
        if some.size:
            draft.mask(some, first, False)
            _note_returned(draft, some, first)


def _note_returned(draft: Draft, words: NDArray[np.int64], position: int) -> None:
    column = draft.column(position)
    back = words[column[words] > 0]
    if back.size:
        shown = ", ".join(map(repr, draft.topics.lookup.names(back[:_MOST_NAMED])))
        more = "" if back.size <= _MOST_NAMED else f" and {back.size - _MOST_NAMED} more"
        label = draft.topics.label(int(draft.topics.numbers[position]))
        draft.notes.append(
            f"{shown}{more} had been removed from one of the topics, but not from all; {label} has "
            "the words again"
        )


def _note_distance(draft: Draft, topics: EditedTopics, positions: Sequence[int]) -> None:
    first, *others = positions
    columns = [draft.topics.state.weights(topics=np.array([k]))[:, 0] for k in positions]
    roots = [np.sqrt(column / float(column.sum(dtype=np.float64))) for column in columns]
    for k, root in zip(others, roots[1:], strict=True):
        distance = float(np.sqrt(max(0.0, 1 - float((roots[0] * root).sum(dtype=np.float64)))))
        if distance > _FAR:
            draft.notes.append(_far(topics, first, k, distance))


def _far(topics: EditedTopics, one: int, other: int, distance: float) -> str:
    labels = [topics.label(int(topics.numbers[k])) for k in (one, other)]
    return f"{' and '.join(labels)} have few words in common (distance {distance:.2f} of 1)"


@dataclass(frozen=True)
class Delete(Edit):
    """Remove a topic. Its words go to other topics when training continues.

    Parameters
    ----------
    topic : int or str
        Number or name of the topic.
    """

    name: ClassVar[str] = "delete"
    topic: int | str

    def plan(self, topics: EditedTopics) -> Draft:
        """Return the model without the column."""
        draft, position = Draft(topics), topics.position(self.topic)
        topics.require_unlocked(position, "deleted")
        if topics.state.n_topics == 1:
            raise InputError("the last topic cannot be deleted; expected a model with two or more")
        share = topics.state.totals[position] / topics.state.totals.sum()
        if share > _LARGE / topics.state.n_topics:
            draft.notes.append(
                f"{topics.label(topics.number(self.topic))} had {share:.0%} of all tokens; its "
                "words will return in other topics"
            )
        masked = topics.state.prior.masked
        if masked is not None:
            others = np.delete(np.arange(topics.state.n_topics), position)
            n_masked = np.asarray(masked[:, others].astype(np.int64).sum(axis=1)).ravel()
            own = np.asarray(masked[:, [position]].toarray()).ravel()
            left = np.flatnonzero((n_masked == others.size) & ~own)
            if left.size:
                raise InputError(
                    f"{topics.lookup.name(int(left[0]))!r} has been removed from all other topics; "
                    f"expected it to be allowed in one of them before "
                    f"{topics.label(topics.number(self.topic))} is deleted"
                )
        draft.drop(position, into=None)
        return draft


@dataclass(frozen=True)
class Lock(Edit):
    """Keep the counts of topics as they are while training goes on.

    Parameters
    ----------
    topics : list of int or str
        Numbers or names of topics.
    """

    name: ClassVar[str] = "lock"
    topics: Sequence[int | str]

    def plan(self, topics: EditedTopics) -> Draft:
        """Return the locks."""
        draft, positions = Draft(topics), topics.positions(self.topics)
        locked = draft.locked.copy()
        locked[positions] = True
        if locked.all():
            raise InputError("all topics would be locked; expected at least one that can learn")
        draft.lock(locked)
        return draft


@dataclass(frozen=True)
class Unlock(Edit):
    """Let locked topics learn again.

    Parameters
    ----------
    topics : list of int or str
        Numbers or names of topics.
    """

    name: ClassVar[str] = "unlock"
    topics: Sequence[int | str]

    def plan(self, topics: EditedTopics) -> Draft:
        """Return the locks."""
        draft, positions = Draft(topics), topics.positions(self.topics)
        locked = draft.locked.copy()
        for position in positions:
            if not locked[position]:
                number = int(topics.numbers[position])
                raise InputError(f"{topics.label(number)} is not locked")
        locked[positions] = False
        draft.lock(locked)
        return draft


@dataclass(frozen=True)
class Rename(Edit):
    """Name a topic; None or "" removes the name.

    Parameters
    ----------
    topic : int or str
        Number or name of the topic.
    new_name : str or None
        The name.
    """

    name: ClassVar[str] = "name"
    topic: int | str
    new_name: str | None

    def plan(self, topics: EditedTopics) -> Draft:
        """Return the names."""
        draft, number = Draft(topics), topics.number(self.topic)
        draft.names = changed_names(draft.names, {number: self.new_name}, topics.numbers.tolist())
        return draft

    def to_json(self) -> dict[str, Any]:
        """Return the edit as JSON values, also without a name."""
        return super().to_json() | {"new_name": self.new_name}


@dataclass(frozen=True)
class Reorder(Edit):
    """Put topics into another order in tables and arrays; their numbers stay.

    Parameters
    ----------
    topics : list of int or str
        Numbers or names. Topics that are not listed follow in their present order.
    """

    name: ClassVar[str] = "reorder"
    topics: Sequence[int | str]

    def plan(self, topics: EditedTopics) -> Draft:
        """Return the columns in the new order."""
        draft, first = Draft(topics), topics.positions(self.topics)
        others = [k for k in range(topics.state.n_topics) if k not in first]
        draft.reorder([*first, *others])
        return draft


def _distances(state: TopicState) -> NDArray[np.float64]:
    """Return Hellinger distances between topics, (K, K), over their most frequent words.

    Words that are rare in all topics hardly change which topics are nearest.
    """
    scale = state.scale[: state.n_topics].astype(np.float32)
    frequent = np.einsum("wk,k->w", state.scaled_counts[:, : state.n_topics], scale)
    n = min(_FREQUENT, state.n_words)
    words = np.sort(np.argpartition(-frequent, n - 1)[:n])
    weights = state.weights(words)
    roots = _exact_roots(weights)
    affinity = np.zeros((state.n_topics, state.n_topics))
    n_small = _SMALL_PRODUCT // state.n_topics**2
    n_at_once = n_small if n_small >= _FEW else _MANY
    for first in range(0, n, n_at_once):
        some = roots[first : first + n_at_once]
        affinity += some.T @ some
    return np.asarray(np.sqrt(np.maximum(1 - affinity, 0)))


def _exact_roots(weights: NDArray[np.float32]) -> NDArray[np.float64]:
    """Return the roots of distributions, (words, topics), rounded to multiples of 2^-26.

    Sums of their products are then multiples of 2^-52 of about one, which float64 has without
    rounding: a product of matrices has the same bits in any order of additions, on any number of
    threads.
    """
    roots = np.sqrt(weights / weights.sum(axis=0))
    return np.asarray(np.rint(roots.astype(np.float64) * 2**26) / 2**26)


def _require_memory(state: TopicState, n_new: int) -> None:
    """Raise MemoryLimitError unless there is room for so many topics, before they are allocated.

    New columns and all counts in their new layout exist at the same time.
    """
    free = free_memory()
    if free is None:
        return
    column = 4 * state.n_words
    most = (free - column * padded(state.n_topics + 8)) // (2 * column + _PER_TOPIC)
    if n_new > most:
        raise MemoryLimitError(
            f"`n_topics` is {state.n_topics + n_new:,}, and {free / 1e9:,.1f} GB of memory are "
            f"available, enough for {state.n_topics + max(most, 0):,} topics of "
            f"{state.n_words:,} words. Use a smaller number."
        )


@dataclass(frozen=True)
class SetTopicCount(Edit):
    """Change the number of topics: merge the nearest ones, or add topics that start as noise.

    Parameters
    ----------
    n_topics : int
        The number of topics after the edit.
    """

    name: ClassVar[str] = "topics"
    n_topics: int

    def plan(self, topics: EditedTopics) -> Draft:
        """Return the model with merged or added columns."""
        draft, state = Draft(topics), topics.state
        wanted = whole_number("n_topics", self.n_topics, least=1)
        if wanted == state.n_topics:
            raise InputError(f"the model has {wanted} topics already; there is nothing to change")
        if wanted > state.n_topics:
            _require_memory(state, wanted - state.n_topics)
            self._add_noise(draft, wanted - state.n_topics)
        else:
            self._merge_nearest(draft, state.n_topics - wanted)
        return draft

    def _add_noise(self, draft: Draft, n_new: int) -> None:
        """Add columns of n_w / K, each value times a random number from 0 to 1."""
        state = draft.topics.state
        n_words, n_topics = draft.shape
        weights = (state.scale[:n_topics] * (_NOISE_SHARE / n_topics)).astype(np.float32)
        # Not a product of matrices: BLAS may add in another order on other machines.
        mean = np.einsum("wk,k->w", state.scaled_counts[:, :n_topics], weights)
        if state.prior.held is not None:  # held shares stay what they are
            mean[np.diff(state.prior.held.indptr) > 0] = 0
        for _ in range(n_new):
            rng = generator(Stream.EDITED_TOPICS, state.seed, draft.next_number)
            noise = rng.random(n_words, dtype=np.float32) * 2
            draft.insert(mean * noise, float(draft.alpha.mean()))

    def _merge_nearest(self, draft: Draft, n_fewer: int) -> None:
        topics, state = draft.topics, draft.topics.state
        distances = _distances(state)
        np.fill_diagonal(distances, np.inf)
        locked = draft.locked
        distances[locked] = distances[:, locked] = np.inf
        sizes = state.topic_counts
        for _ in range(n_fewer):
            first, second = np.unravel_index(int(np.argmin(distances)), distances.shape)
            if not np.isfinite(distances[first, second]):
                raise InputError(
                    f"`n_topics` is {self.n_topics}, but locked topics cannot be merged; expected "
                    "a larger number. Unlock some of them first."
                )
            k, gone = sorted((int(first), int(second)))
            if distances[k, gone] > _FAR:
                draft.notes.append(_far(topics, k, gone, distances[k, gone]))
            merge_into(draft, [k, gone], 0.0, topics)
            # Average linkage: the distance of a merged topic is the mean of its parts.
            mean = np.average(distances[[k, gone]], axis=0, weights=sizes[[k, gone]] + 1e-9)
            distances[k] = distances[:, k] = mean
            distances[gone] = distances[:, gone] = distances[k, k] = np.inf
            sizes[k] += sizes[gone]
