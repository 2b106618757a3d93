"""Options that figures share: title, size and the topics to draw."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from thalweg.errors import InputError
from thalweg.state.of_model import topic_labels, topic_numbers
from thalweg.state.topic_names import chosen_topics

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from thalweg.model import TopicModel
    from thalweg.results import Topic

Size = tuple[float, float]

MIN_INCHES, MAX_INCHES = 2.0, 200.0


def checked_size(size: Any, default: Size) -> Size:
    """Return the width and height in inches that the user gave, or the default."""
    if size is None:
        return default
    try:
        width, height = (float(length) for length in size)
    except (TypeError, ValueError):
        width = height = math.nan
    if not (MIN_INCHES <= width <= MAX_INCHES and MIN_INCHES <= height <= MAX_INCHES):
        raise InputError(
            f"`size` is {size!r}; expected width and height in inches, each from {MIN_INCHES:.0f} "
            f"to {MAX_INCHES:.0f}, such as (10, 5.6)"
        )
    return width, height


@dataclass(frozen=True)
class DrawnTopics:
    """The topics that a figure shows, and how many it leaves out."""

    topics: list[Topic]
    """The topics, in the order in which they are drawn."""
    labels: list[str]
    """Their names, or "topic 3"."""
    named: list[bool]
    """Whether the user named them."""
    n_others: int
    """Number of topics that are left out."""
    others_share: float
    """Share of all tokens that belong to the topics that are left out."""

    @property
    def others(self) -> str:
        """What is left out, as in "the other 60 topics"; "" if nothing is."""
        if not self.n_others:
            return ""
        return "the other topic" if self.n_others == 1 else f"the other {self.n_others} topics"

    @property
    def note(self) -> str:
        """What is left out and its share, as in "not drawn: the other 60 topics, 34.0%"."""
        return f"not drawn: {self.others}, {self.others_share:.1%}" if self.n_others else ""


def choose_topics(
    model: TopicModel,
    *,
    topics: Sequence[int | str] | None,
    n_topics: int | None,
    n_words: int,
    default: int,
    room: Callable[[int], int],
) -> DrawnTopics:
    """Return the topics to draw: those that the user chose, or the largest.

    Parameters
    ----------
    model
        A trained model.
    topics, n_topics, n_words
        What the user asked for.
    default
        Number of topics to draw if the user asked for no number.
    room
        Function that returns how many of so many topics the figure has room for.
    """
    every = list(model.topics(n_words))
    if topics is not None:
        if n_topics is not None:
            raise InputError(
                f"`n_topics` is {n_topics}, but `topics` are given as well; expected one of them"
            )
        places = chosen_topics(topics, topic_labels(model), topic_numbers(model))
        wanted = [every[place] for place in places]
        asked = "topics"
    else:
        wanted = sorted(every, key=lambda topic: -topic.share)[: n_topics or default]
        asked = "n_topics"
    has_room = room(len(wanted))
    if has_room < len(wanted):
        if has_room < 1 or topics is not None or n_topics is not None:
            raise InputError(
                f"`size` has room for {has_room} topics, but `{asked}` asks for {len(wanted)}; "
                "expected a larger size, fewer topics or fewer words"
            )
        wanted = wanted[:has_room]
    labels = dict(zip(topic_numbers(model), topic_labels(model), strict=True))
    return DrawnTopics(
        topics=wanted,
        labels=[labels[topic.topic] for topic in wanted],
        named=[labels[topic.topic] != f"topic {topic.topic}" for topic in wanted],
        n_others=len(every) - len(wanted),
        others_share=max(0.0, 1 - sum(topic.share for topic in wanted)),
    )
