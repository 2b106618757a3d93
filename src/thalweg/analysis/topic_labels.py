"""Names for topics, made of their distinctive words and phrases."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.topic_words import RELEVANCE_LAMBDA, top_words
from thalweg.checks import whole_number
from thalweg.errors import InputError
from thalweg.results import LabelTable, TopicLabel
from thalweg.state.topic_names import MAX_LENGTH

_PHRASE: Final = "_"  # joins the words of a phrase
_ENDINGS: Final = ("ingly", "edly", "ings", "ing", "ers", "ed", "er", "ly", "es", "s")
_SHORTEST_STEM: Final = 3


@dataclass(frozen=True)
class LabelMethod:
    """How the words of a name are chosen."""

    weight: float
    """Lambda of the relevance, see `thalweg.analysis.topic_words.top_words`."""
    n_for_phrase: int
    """A phrase comes first if it is among this number of top words per word of the name."""
    only_phrases: bool = False
    """Whether a name consists of phrases only, if the topic has any."""

    def orders(self, candidates: Sequence[str], n_words: int) -> Iterator[Sequence[str]]:
        """Yield the words for a name of a topic, first choice first, from its top words.

        If all names of the first order are used by other topics, the second is tried.
        """
        first = candidates[: self.n_for_phrase * n_words]
        phrases = [word for word in first if _PHRASE in word.strip(_PHRASE)]
        if self.only_phrases:
            yield phrases
        yield phrases + [word for word in candidates if word not in phrases]


LABEL_METHODS: Final = MappingProxyType(
    {
        "relevance": LabelMethod(RELEVANCE_LAMBDA, n_for_phrase=2),
        "probability": LabelMethod(1.0, n_for_phrase=2),
        "phrases": LabelMethod(RELEVANCE_LAMBDA, n_for_phrase=10, only_phrases=True),
    }
)
"""Methods by name."""


def topic_labels_of(
    components: NDArray[Any],
    topic_counts: NDArray[np.float64],
    names: Sequence[str],
    method: str = "relevance",
    n_words: int = 3,
    *,
    taken: Collection[str] = (),
    junk: Collection[str] = (),
    numbers: Sequence[int] | None = None,
) -> LabelTable:
    """Return a name for every topic, made of its most distinctive words.

    Names are different. A word of which another form is in the name already (room, rooms) is left
    out, and so are the words of a phrase that is in it. Larger topics choose first.

    Parameters
    ----------
    components : array of shape (n_topics, n_words)
        Weights of words, N^Phi + eta.
    topic_counts : array of shape (n_topics,)
        Tokens of each topic. A topic with less than one token gets no name.
    names : sequence of str
        Name of each word, by its id.
    method : {"relevance", "probability", "phrases"}, default="relevance"
        How words are chosen: frequent in the topic and less frequent in others, or only frequent in
        the topic; "phrases" takes phrases only, for topics that have some.
    n_words : int, default=3
        Largest number of words of a name.
    taken : collection of str
        Names that topics must not get.
    junk : collection of str
        Words that names must not have.
    numbers : sequence of int, default=None
        Permanent numbers of topics; None: their places.
    """
    every = range(components.shape[0]) if numbers is None else numbers
    whole_number("n_words", n_words, least=1)
    if method not in LABEL_METHODS:
        raise InputError(f"`method` is {method!r}; expected one of {', '.join(LABEL_METHODS)}")
    chosen = LABEL_METHODS[method]
    shares = topic_counts / topic_counts.sum()
    top = top_words(components, shares, 10 * (n_words + 2), chosen.weight)
    used = {_words_in(name) for name in taken}
    rows = {}
    for k in np.argsort(-topic_counts, kind="stable").tolist():
        if topic_counts[k] < 1:
            rows[k] = TopicLabel(every[k], None, [])
            continue
        possible = components[k, top[k]] > 0  # not masked
        candidates = [names[w] for w in top[k][possible].tolist() if names[w] not in junk]
        orders = chosen.orders(candidates, n_words)
        found = (_unused_name(_different_words(order), n_words, used) for order in orders)
        name, parts = next(filter(None, found), (f"topic {every[k]}", []))
        used.add(_words_in(name))
        rows[k] = TopicLabel(every[k], name, parts)
    return LabelTable(rows[k] for k in sorted(rows))


def distinct_name(name: str, words: Iterable[str], used: Collection[str]) -> str:
    """Return a name, with a word of the topic in brackets if another topic is called the same.

    Examples
    --------
    >>> distinct_name("service", ["service", "waiter"], {"service"})
    'service (waiter)'
    """
    if name.casefold() not in used:
        return name
    known = {_stem(part) for part in name.casefold().split()}
    others = [_readable(word) for word in words if _stem(word.casefold()) not in known]
    numbers = (str(number) for number in range(2, len(used) + 3))
    for addition in chain(others, numbers):
        longer = f"{name} ({addition})"
        if longer.casefold() not in used and len(longer) <= MAX_LENGTH:
            return longer
    return name  # reported as a duplicate


def _unused_name(
    words: Iterator[str], n_words: int, used: Collection[frozenset[str]]
) -> tuple[str, list[str]] | None:
    """Return a name of the first words; if it is used, with a later word in place of the last."""
    parts: list[str] = []
    for word in words:
        if len(parts) == n_words:
            parts.pop()
        parts.append(word)
        name = _joined(parts)
        if len(name) > MAX_LENGTH:
            parts.pop()
        elif len(parts) == n_words and _words_in(name) not in used:
            return name, parts
    name = _joined(parts)  # there are not more words
    return (name, parts) if parts and _words_in(name) not in used else None


def _joined(words: Iterable[str]) -> str:
    return ", ".join(map(_readable, words))


def _words_in(name: str) -> frozenset[str]:
    """Return the words of a name: the same ones in another order are not another name."""
    return frozenset(name.casefold().split(", "))


def _readable(word: str) -> str:
    return word.strip(_PHRASE).replace(_PHRASE, " ")


def _different_words(words: Iterable[str]) -> Iterator[str]:
    """Yield words without those that are a form or a part of an earlier one."""
    stems: set[str] = set()
    for word in words:
        parts = {_stem(part) for part in word.casefold().strip(_PHRASE).split(_PHRASE)}
        if not any(_are_forms(part, stem) for part in parts for stem in stems):
            stems |= parts
            yield word


def _are_forms(one: str, other: str) -> bool:
    """Whether two stems have the same beginning: israel and israeli, class and classifi.

    Endings differ between languages. A false hit costs little: the name has the next word instead.
    """
    if one == other:
        return True
    shorter = min(len(one), len(other))
    pairs = zip(one, other, strict=False)
    n_common = next((place for place, (a, b) in enumerate(pairs) if a != b), shorter)
    if n_common < shorter:
        return n_common >= 6
    return n_common >= 5 or (n_common == 4 and abs(len(one) - len(other)) <= 2)


def _stem(word: str) -> str:
    """Return what the forms of a word have in common. It need not be a word.

    Examples
    --------
    >>> [_stem(word) for word in ("city", "cities", "park", "parking", "runs", "running")]
    ['citi', 'citi', 'park', 'park', 'run', 'run']
    """
    for ending in _ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and len(stem) >= _SHORTEST_STEM and not stem.endswith(("s", "u")):
            word = stem
            break
    if len(word) > _SHORTEST_STEM and word[-1] == word[-2]:
        word = word[:-1]
    if len(word) > _SHORTEST_STEM and word[-1] == "e":
        word = word[:-1]
    return f"{word[:-1]}i" if len(word) > _SHORTEST_STEM and word[-1] == "y" else word
