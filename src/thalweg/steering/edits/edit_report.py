"""EditReport: what an edit changed, for people."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.state.most_probable import largest
from thalweg.steering.edits.draft import Draft
from thalweg.steering.edits.edited_topics import EditedTopics
from thalweg.visible_text import visible

_N_WORDS = 10
_MOST_TOPICS = 10  # that are listed because they give or get words
_AT_ONCE = 16  # topics whose words are looked at together
_NOTABLE = 0.005  # of the counts of a topic
_OF_ETA = 2.0  # a word with less than this, in multiples of eta, is not a word of the topic


@dataclass(frozen=True)
class TopicChange:
    """A topic before and after edits."""

    topic: int
    """Number of the topic."""
    name: str | None
    """Its name after the edits."""
    before: list[str]
    """Most probable words before; empty for a new topic."""
    after: list[str]
    """Most probable words after; empty if the topic is gone."""
    share_before: float
    """Share of all tokens before."""
    share_after: float
    """Share of all tokens after."""

    @property
    def entered(self) -> list[str]:
        """Words that are among the most probable now."""
        return [word for word in self.after if word not in self.before]

    @property
    def left(self) -> list[str]:
        """Words that are no longer among the most probable."""
        return [word for word in self.before if word not in self.after]


@dataclass(frozen=True)
class EditReport:
    """What edits changed: words, and with documents also main topics and the held-out score."""

    edits: list[str]
    """The edits, in words."""
    topics: list[TopicChange]
    """Topics that differ, in the order after the edits; topics that are gone come last."""
    warnings: list[str]
    """Why an edit may be against what the documents say."""
    n_topics: int
    """Number of topics after the edits."""
    n_documents: int | None = None
    """Documents that were compared, if any were given."""
    n_changed_documents: int | None = None
    """Documents whose largest topic is another one than before."""
    score_before: float | None = None
    """Held-out log-likelihood per token before."""
    score_after: float | None = None
    """Held-out log-likelihood per token after."""

    def __str__(self) -> str:
        lines = [*self.edits]
        for change in self.topics:
            label = f"topic {change.topic}" + (f" ({change.name})" if change.name else "")
            if not change.before:
                lines.append(f"  {label}, new: {' '.join(change.after)}")
            elif not change.after:
                lines.append(f"  {label} is gone")
            else:
                entered = " ".join(f"+{word}" for word in change.entered)
                left = " ".join(f"-{word}" for word in change.left)
                moved = " ".join(filter(None, (entered, left))) or "the same top words"
                lines.append(
                    f"  {label}: {change.share_before:.1%} -> {change.share_after:.1%} of tokens; "
                    f"{moved}"
                )
        if self.n_documents is not None:
            lines.append(
                f"  {self.n_changed_documents:,} of {self.n_documents:,} documents have another "
                "main topic"
            )
        if self.score_before is not None and self.score_after is not None:
            lines.append(
                f"  held-out score {self.score_before:.4f} -> {self.score_after:.4f} per token"
            )
        return visible("\n".join([*lines, *(f"  warning: {text}" for text in self.warnings)]))


class BeforeEdits:
    """What a report needs from the topics before they change."""

    def __init__(self, topics: EditedTopics) -> None:
        self._topics = topics
        self._shares = _shares(topics)
        self._words: dict[int, list[str]] = {}
        self._touched: set[int] = set()
        self._said: list[str] = []
        self._warnings: list[str] = []

    def note(self, said: str) -> None:
        """Note what is going to be done."""
        self._said.append(said)

    def look(self, draft: Draft) -> None:
        """Look at the topics that a plan changes."""
        self._warnings += draft.notes
        numbers = {int(self._topics.numbers[k]) for k in _changed_most(draft)}
        changed = draft.touched | draft.gone | numbers
        self._touched |= changed
        new = [n for n in sorted(changed) if n in self._shares and n not in self._words]
        self._words |= _top_words(self._topics, new)

    def report(self) -> EditReport:
        """Compare with the topics as they are now."""
        topics, shares = self._topics, _shares(self._topics)
        order = [n for n in shares if n in self._touched]
        gone = sorted(n for n in self._touched if n not in shares and n in self._shares)
        words = _top_words(topics, order)
        changes = [
            TopicChange(
                n,
                topics.names.get(n),
                self._words.get(n, []),
                words.get(n, []),
                self._shares.get(n, 0.0),
                shares.get(n, 0.0),
            )
            for n in [*order, *gone]
        ]
        return EditReport(self._said, changes, self._warnings, topics.state.n_topics)


def _changed_most(draft: Draft) -> NDArray[np.int64]:
    """Return the positions of topics whose counts of words change most, relative to their size.

    Of those that change little, only the first.
    """
    change = draft.moved_counts() / np.maximum(draft.topics.state.topic_counts, 1e-300)
    order = np.argsort(-change, kind="stable")[:_MOST_TOPICS]
    return np.asarray(order[change[order] >= min(_NOTABLE, max(change.max(), 1e-12))])


def _shares(topics: EditedTopics) -> dict[int, float]:
    counts = topics.state.topic_counts
    shares = counts / max(float(counts.sum()), 1e-300)
    return {int(n): float(share) for n, share in zip(topics.numbers, shares, strict=True)}


def _top_words(topics: EditedTopics, numbers: list[int]) -> dict[int, list[str]]:
    """Return the most probable words of topics, by number."""
    place = {number: k for k, number in enumerate(topics.numbers.tolist())}
    least = _OF_ETA * float(topics.state.prior.topic_word.mean())
    found = {}
    for first in range(0, len(numbers), _AT_ONCE):  # columns that share cache lines
        some = numbers[first : first + _AT_ONCE]
        weights = topics.state.weights(topics=np.array([place[n] for n in some]))
        for number, column in zip(some, weights.T, strict=True):
            top = largest(column, _N_WORDS)
            found[number] = topics.lookup.names(top[column[top] > least])
    return found
