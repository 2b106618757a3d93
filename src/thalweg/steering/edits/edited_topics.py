"""EditedTopics: what edits act on - the state, names and numbers of a model's topics."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import is_whole
from thalweg.errors import InputError
from thalweg.state.seed_words import Word
from thalweg.state.topic_state import TopicState
from thalweg.steering.word_lookup import WordLookup

_MOST_LISTED = 30


@dataclass
class EditedTopics:
    """The topics of a model, by permanent number."""

    state: TopicState
    lookup: WordLookup
    names: dict[int, str] = field(default_factory=dict)
    successors: dict[int, int | None] = field(default_factory=dict)
    """Numbers that are gone, and the topic that they were merged into, if any."""
    next_number: int = 0

    @property
    def numbers(self) -> NDArray[np.int64]:
        """The number of every column."""
        return self.state.topic_numbers

    def number(self, topic: Any) -> int:
        """Return the number of a topic given by number or name; InputError if there is none."""
        if isinstance(topic, str):
            for number, name in self.names.items():
                if name == topic:
                    return number
            if topic.isascii() and topic.isdigit():
                topic = int(topic)
        if is_whole(topic) and int(topic) in self.numbers:
            return int(topic)
        if is_whole(topic) and int(topic) in self.successors:
            into = self.successors[int(topic)]
            gone = "was deleted" if into is None else f"was merged into topic {into}"
            raise InputError(f"topic {int(topic)} {gone}; expected one of {self._listed()}")
        raise InputError(
            f"there is no topic {topic!r}; expected one of {self._listed()}, or the name of one"
        )

    def position(self, topic: Any) -> int:
        """Return the column of a topic given by number or name."""
        return int(np.flatnonzero(self.numbers == self.number(topic))[0])

    def positions(self, topics: Sequence[Any] | None, *, least: int = 1) -> list[int]:
        """Return the columns of different topics."""
        given = [] if topics is None else topics
        found = [self.position(topic) for topic in given]
        if len(found) < least or len(set(found)) < len(found):
            shown = ", ".join(map(str, given)) or "none"
            number = "one or more" if least == 1 else f"at least {least}"
            raise InputError(f"topics {shown}: expected {number} different topics")
        return found

    def words(self, words: Sequence[Word] | Word, parameter: str = "words") -> list[int]:
        """Return the ids of words; InputError if one is unknown or there are none."""
        given: Any = words if isinstance(words, list) else [words]
        if not given:
            raise InputError(f"`{parameter}` is empty; expected at least one word")
        for word in given:
            if not isinstance(word, str) and not is_whole(word):
                raise InputError(
                    f"`{parameter}` has {str(word)[:80]} of type {type(word).__name__}; expected "
                    "words of the model"
                )
        return list(dict.fromkeys(self.lookup.id(word, parameter) for word in given))

    def label(self, number: int) -> str:
        """Return the number of a topic, and its name if it has one."""
        name = self.names.get(number)
        return f"topic {number}" if name is None else f"topic {number} ({name})"

    def is_locked(self, position: int) -> bool:
        """Whether the counts of a topic must not change."""
        locked = self.state.prior.locked
        return locked is not None and bool(locked[position])

    def require_unlocked(self, position: int, what: str) -> None:
        """Raise InputError if a topic is locked."""
        if self.is_locked(position):
            number = int(self.numbers[position])
            raise InputError(
                f"{self.label(number)} is locked, and cannot be {what}. Unlock it first."
            )

    def _listed(self) -> str:
        numbers = self.numbers.tolist()
        if len(numbers) > _MOST_LISTED or numbers == list(range(len(numbers))):
            return f"{min(numbers)} to {max(numbers)}"
        return ", ".join(map(str, numbers))
