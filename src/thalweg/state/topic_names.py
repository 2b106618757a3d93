"""Names of topics: which are accepted, and the columns that are called after them."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from thalweg.checks import is_whole
from thalweg.errors import InputError
from thalweg.visible_text import visible

MAX_LENGTH = 100  # characters: a name is a label of tables and figures

_LIKE_A_NUMBER = re.compile(r"topic[ _]?(\d+)", re.IGNORECASE | re.ASCII)


def changed_names(
    earlier: Mapping[int, str], given: Mapping[Any, Any], topics: int | Sequence[int]
) -> dict[int, str]:
    """Return the names of topics after a change, by topic; nothing is modified.

    Parameters
    ----------
    earlier : dict of int to str
        Names before the change.
    given : dict of int to str or None
        New names. None and "" remove a name.
    topics : int or sequence of int
        Number of topics of the model, or their permanent numbers.

    Examples
    --------
    >>> changed_names({0: "food", 2: "staff"}, {3: " parking", 0: None}, 4)
    {2: 'staff', 3: 'parking'}
    """
    changed = dict(earlier)
    numbers = range(topics) if isinstance(topics, int) else topics
    for topic, name in given.items():
        if not is_whole(topic) or int(topic) not in numbers:
            raise InputError(
                f"`names` has the topic {topic!r}; expected {expected_numbers(numbers)}"
            )
        checked = checked_name(int(topic), name)
        changed.pop(int(topic), None)
        if checked is not None:
            changed[int(topic)] = checked
    _require_different(changed)
    return dict(sorted(changed.items()))


def expected_numbers(numbers: Sequence[int]) -> str:
    """Return which numbers of topics are valid, in words."""
    if list(numbers) == list(range(len(numbers))):
        return f"a number from 0 to {len(numbers) - 1}"
    return f"one of {', '.join(map(str, numbers))}"


def checked_name(topic: int, name: Any) -> str | None:
    """Return a name without blanks around it, None if there is none; InputError if it is wrong."""
    if name is None:
        return None
    if not isinstance(name, str):
        raise InputError(
            f"`names`, topic {topic} is {str(name)[:80]!r} of type {type(name).__name__}; expected "
            "text, or None to remove the name"
        )
    name = name.strip()
    if visible(name) != name or "\t" in name or "\n" in name:
        raise InputError(
            f"`names`, topic {topic} is {name[:80]!r}, which has a line break or another control "
            "character; expected text on one line"
        )
    if len(name) > MAX_LENGTH:
        raise InputError(
            f"`names`, topic {topic} has a name of {len(name):,} characters, {name[:20]!r}...; "
            f"expected at most {MAX_LENGTH}"
        )
    match = _LIKE_A_NUMBER.fullmatch(name)
    if match is not None and match[1] != str(topic):
        raise InputError(
            f"`names`, topic {topic} is {name!r}, which reads as the number of another topic; "
            "expected a name in words"
        )
    return name or None


def restored_names(stored: Any, topics: int | Sequence[int]) -> dict[int, str]:
    """Return the names that a model file has; InputError if they are something else."""
    if not isinstance(stored, dict) or not all(re.fullmatch(r"[0-9]{1,9}", k) for k in stored):
        raise InputError(f"its topic names are {str(stored)[:80]}")
    return changed_names({}, {int(topic): name for topic, name in stored.items()}, topics)


def topic_columns(
    names: Mapping[int, str],
    topics: int | Sequence[int],
    *,
    prefix: str = "topic_",
    taken: Iterable[str] = (),
) -> list[str]:
    """Return the names of the columns of topics: that of the topic, or the prefix and its number.

    Columns have letters, digits and underscores only, so that they can be typed in queries and
    formulas. They are different, also if case is ignored, from each other and from those that are
    taken: a column that is not gets the number of its topic.

    Examples
    --------
    >>> topic_columns({0: "Room service", 2: "id"}, 3, taken=["id"])
    ['Room_service', 'topic_1', 'id_2']
    """
    numbers = range(topics) if isinstance(topics, int) else topics
    plain = {k: f"{prefix}{k}" for k in numbers}
    used = {name.casefold() for name in taken}
    used |= {name.casefold() for k, name in plain.items() if k not in names}
    columns = []
    for k in numbers:
        column = _spelled(names[k]) if k in names else ""
        if not column:
            columns.append(plain[k])
            continue
        while column.casefold() in used:
            column = f"{column}_{k}"
        used.add(column.casefold())
        columns.append(column)
    return columns


def _spelled(name: str) -> str:
    """Return a name with underscores in place of all but letters, their marks and digits."""
    spelled = "".join(
        c if c.isalnum() or unicodedata.category(c).startswith("M") else "_" for c in name
    )
    return re.sub("__+", "_", spelled).strip("_")


def _require_different(names: Mapping[int, str]) -> None:
    topics: dict[str, int] = {}
    for topic, name in sorted(names.items()):
        other = topics.setdefault(name.casefold(), topic)
        if other != topic:
            raise InputError(
                f"`names`: the topics {other} and {topic} would both be called {name!r}; expected "
                "a different name for each topic (small and capital letters count as equal)"
            )


def chosen_topics(
    topics: Any, labels: Sequence[str], numbers: Sequence[int] | None = None
) -> list[int]:
    """Return the places of topics that a user chose by number or by name; all for None.

    Parameters
    ----------
    topics : sequence of int or str, one of them, or None
        What the user passed as `topics`.
    labels : sequence of str
        A label for every topic, see `thalweg.state.of_model.topic_labels`.
    numbers : sequence of int, default=None
        The permanent number of every topic. None: its place.

    Examples
    --------
    >>> chosen_topics([2, "parking"], ["topic 0", "parking", "topic 2"])
    [2, 1]
    """
    if topics is None:
        return list(range(len(labels)))
    given = [topics] if isinstance(topics, str) or is_whole(topics) else list(topics)
    if not given:
        raise InputError("`topics` is empty; expected at least one topic")
    every = list(range(len(labels)) if numbers is None else map(int, numbers))
    places: list[int] = []
    for topic in given:
        if isinstance(topic, str) and topic in labels:
            place = list(labels).index(topic)
        elif is_whole(topic) and int(topic) in every:
            place = every.index(int(topic))
        else:
            is_plain = every == list(range(len(every)))
            listed = f"from 0 to {len(every) - 1}" if is_plain else f"such as {every[0]}"
            raise InputError(
                f"`topics` contains {topic!r}; expected numbers {listed}, or names of topics"
            )
        if place in places:
            raise InputError(f"`topics` contains {topic!r} twice; expected each topic once")
        places.append(place)
    return places
