"""Junk words: what is left of markup, and fillers, which are frequent in most topics.

They are frequent but say nothing about a topic. A false alarm costs more than a miss, because a
reader who follows it loses a word of the subject. So a word that could also be one of the subject
(the amp of a guitar) is only reported if it is among the top words of three topics, or if a word
that can be nothing else (nbsp) is next to it.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import whole_number
from thalweg.results import JunkTable, JunkWord
from thalweg.state.most_probable import most_probable_words

MARKUP: Final = "markup"
WEB_ADDRESS: Final = "part of a web address"
CONTRACTION: Final = "part of a contraction"
LETTER: Final = "a single letter"
FILLER: Final = "filler"

_ENOUGH_TOPICS: Final = 3
_LEAST_TOPICS_OF_FILLER: Final = 5
# What a word that is in half of the topics only says about the topic, in nats.
_INFORMATION_OF_HALF: Final = float(np.log(2))

Places = Mapping[str, Sequence[int]]
"""The topics that have a word among their top words, by word."""


@dataclass(frozen=True)
class Remains:
    """Words that are left of something that is not text."""

    reason: str
    certain: str
    """Words that are nothing else."""
    possible: str
    """Words that may also be words of a subject."""

    def among(self, places: Places) -> Iterator[str]:
        """Yield the words of this kind among the top words of topics."""
        known, possible = set(self.certain.split()), set(self.possible.split())
        certain = [word for word in places if word.lower() in known]
        yield from certain
        beside = {topic for word in certain for topic in places[word]}
        for word, topics in places.items():
            if word.lower() in possible and (
                len(topics) >= _ENOUGH_TOPICS or beside.intersection(topics)
            ):
                yield word


_ENTITIES_AND_TAGS: Final = """
    nbsp quot apos rsquo lsquo ldquo rdquo laquo raquo mdash ndash hellip middot zwnj
    eacute egrave agrave ccedil ouml uuml auml szlig aacute oacute iacute uacute ntilde
    href nofollow noopener blockquote cellpadding cellspacing colspan rowspan
"""
_CONTRACTIONS: Final = """
    doesn didn isn wasn weren aren couldn wouldn shouldn hasn haven hadn mustn
    dont doesnt didnt isnt wasnt couldnt wouldnt
"""
_REMAINS: Final = (
    Remains(MARKUP, _ENTITIES_AND_TAGS, "amp img src div span gt lt br li ul td tr px"),
    Remains(WEB_ADDRESS, "https www", "http com org html htm php"),
    Remains(CONTRACTION, _CONTRACTIONS, "don ain ll ve"),
)


def junk_words(
    components: NDArray[Any], shares: NDArray[np.float64], names: Sequence[str], n_words: int = 20
) -> JunkTable:
    """Return the words among the top words of topics that say nothing about them.

    Parameters
    ----------
    components : array of shape (n_topics, n_words)
        Weights of words, N^Phi + eta.
    shares : array of shape (n_topics,)
        Share of each topic of all tokens.
    names : sequence of str
        Name of each word, by its id.
    n_words : int, default=20
        Number of most probable words of each topic to look at.
    """
    whole_number("n_words", n_words, least=1)
    ids: dict[str, int] = {}
    places: dict[str, list[int]] = defaultdict(list)
    for k, words in enumerate(most_probable_words(components, n_words).tolist()):
        for word in words:
            if components[k, word] >= 1:  # at least one token: the rest is the prior
                ids[names[word]] = word
                places[names[word]].append(k)
    reasons: dict[str, str] = {}
    for kind in _REMAINS:
        reasons |= dict.fromkeys(kind.among(places), kind.reason)
    for word, topics in places.items():
        if len(word) == 1 and word.isascii() and word.isalpha() and len(topics) >= _ENOUGH_TOPICS:
            reasons.setdefault(word, LETTER)
        elif _is_filler(components[:, ids[word]], shares, len(topics)):
            reasons.setdefault(word, FILLER)
    found = [JunkWord(word, reason, places[word]) for word, reason in reasons.items()]
    return JunkTable(sorted(found, key=lambda row: (-len(row.topics), row.word)))


def _is_filler(weights: NDArray[Any], shares: NDArray[np.float64], n_topics_with_word: int) -> bool:
    """Whether half of the topics have a word among their top words, and it says little.

    The information gain about the topic is sum_k p(k|w) log(p(k|w) / p(k)).
    """
    if n_topics_with_word < max(_LEAST_TOPICS_OF_FILLER, shares.size / 2):
        return False
    given_word = weights / weights.sum(dtype=np.float64)
    used = (given_word > 0) & (shares > 0)
    information = np.sum(given_word[used] * np.log(given_word[used] / shares[used]))
    return bool(information < _INFORMATION_OF_HALF)
