"""Seed words as a user writes them: which forms are accepted, and the one form they become."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, TypeAlias

from thalweg.checks import is_whole
from thalweg.errors import InputError
from thalweg.state.topic_names import checked_name

Word: TypeAlias = str | int
_PARTS = ("words", "exclude")


@dataclass(frozen=True)
class SeededTopic:
    """The seed words of one topic, and words that it must not contain."""

    name: str | None
    words: tuple[Word, ...]
    exclude: tuple[Word, ...] = ()

    @property
    def label(self) -> str:
        """How messages refer to the topic."""
        return "a topic without a name" if self.name is None else repr(self.name)


def as_seeded_topics(given: Any) -> list[SeededTopic]:
    """Return what a user passed as `seed_words`; InputError if it is something else.

    Examples
    --------
    >>> as_seeded_topics({"parking": ["garage", "valet"]})
    [SeededTopic(name='parking', words=('garage', 'valet'), exclude=())]
    """
    if given is None:
        return []
    if isinstance(given, Mapping):
        topics = [_topic(number, *item) for number, item in enumerate(given.items())]
    elif isinstance(given, Sequence) and not isinstance(given, str):
        topics = [_topic(number, None, words) for number, words in enumerate(given)]
    else:
        raise InputError(
            f"`seed_words` is of type {type(given).__name__}; expected a dict of topic names to "
            "lists of words, or a list of lists of words"
        )
    names = [topic.name.casefold() for topic in topics if topic.name is not None]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise InputError(
            f"`seed_words` has the name {twice[0]!r} twice; expected a different name for each "
            "topic (small and capital letters count as equal)"
        )
    return topics


def plain_seed_words(topics: Iterable[SeededTopic]) -> Any:
    """Return seed words as dicts and lists, as a user could have written them."""
    parts = [
        (
            topic.name,
            {"words": list(topic.words), "exclude": list(topic.exclude)}
            if topic.exclude
            else list(topic.words),
        )
        for topic in topics
    ]
    if any(name is None for name, _ in parts):
        return [words for _, words in parts]
    return dict(parts)


def checked_strength(name: str, strength: Any) -> float:
    """Return a strength as a float; InputError unless it is a number from 0 to 1."""
    is_number = isinstance(strength, Real) and not isinstance(strength, bool)
    if not is_number or not 0 <= strength <= 1:
        raise InputError(
            f"`{name}` is {strength!r}; expected a number from 0 (no effect) to 1 (the words are "
            "only in their topics)"
        )
    return float(strength)


def _topic(number: int, name: Any, given: Any) -> SeededTopic:
    if name is not None:
        if not isinstance(name, str) or not name.strip():
            raise InputError(
                f"`seed_words` has the topic {name!r}; expected a name in words, or a list of "
                "lists for topics without names"
            )
        name = checked_name(number, name)
    words, excluded = given, ()
    if isinstance(given, Mapping):
        if unknown := [part for part in given if part not in _PARTS]:
            raise InputError(
                f"`seed_words`, topic {name!r} has the part {unknown[0]!r}; expected words and "
                "exclude"
            )
        words, excluded = given.get("words", ()), given.get("exclude", ())
    topic = SeededTopic(name, _words(name, words), _words(name, excluded))
    if not topic.words and not topic.exclude:
        raise InputError(f"`seed_words`, {topic.label} has no words; expected at least one")
    if both := [word for word in topic.words if word in topic.exclude]:
        raise InputError(
            f"`seed_words`, {topic.label} has the word {both[0]!r} among its words and among those "
            "to exclude; expected it in one of them"
        )
    return topic


def _words(name: Any, given: Any) -> tuple[Word, ...]:
    if isinstance(given, str) or not isinstance(given, Iterable):
        raise InputError(
            f"`seed_words`, topic {name!r} has {str(given)[:80]!r}; expected a list of words"
        )
    words = list(given)
    for word in words:
        if not (isinstance(word, str) and word.strip()) and not is_whole(word):
            raise InputError(
                f"`seed_words`, topic {name!r} has the word {str(word)[:80]!r} of type "
                f"{type(word).__name__}; expected text, or the number of a column"
            )
    return tuple(dict.fromkeys(w.strip() if isinstance(w, str) else int(w) for w in words))
