"""Where the words of a text are: the model's words with their places in the original text.

The native counter knows words, but not where they were. Here a text is first divided into runs of
letters, as the native tokenizer does. The native tokenizer then spells each run by itself (lower
case, composed form, accents, length), and stop words, phrases and n-grams follow its rules. This is
for the few texts that people look at: it takes microseconds per word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import groupby
from typing import Final, NamedTuple

from thalweg.corpus.text.text_counter import TextCounter
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.text.token_lists import TokenLists
from thalweg.corpus.vocabulary import UNKNOWN, Vocabulary

_MOST_SKIPPED: Final = 100  # characters between two tokens of a user's tokenizer
_LETTERS: Final = re.compile("[A-Za-z]+")
_LETTERS_AND_DIGITS: Final = re.compile("[A-Za-z0-9_]+")


class PlacedWord(NamedTuple):
    """A word of a text, and the part text[start:end] that it was made from."""

    word: str
    """The word as a vocabulary spells it, for example new_york."""
    id: int
    """Its number in the vocabulary; -1 if the vocabulary lacks it."""
    start: int | None
    """None: a tokenizer of the user made a word that is not in the text, such as a lemma."""
    end: int | None


class _Token(NamedTuple):
    word: str
    start: int | None
    end: int | None


class WordPlaces:
    """Finds the words of a vocabulary in texts, each with its place.

    Parameters
    ----------
    vocabulary : Vocabulary
        The words to find.
    settings : TextSettings
        How texts are split into words.

    Examples
    --------
    >>> settings = TextSettings(stop_words=["the"], phrases=[("new", "york")])
    >>> places = WordPlaces(Vocabulary(["new_york", "river"]), settings)
    >>> [(each.word, each.id, each.start, each.end) for each in places.find("The River, New York")]
    [('river', 1, 4, 9), ('new_york', 0, 11, 19)]
    """

    def __init__(self, vocabulary: Vocabulary, settings: TextSettings) -> None:
        self.vocabulary: Vocabulary = vocabulary
        self.settings: TextSettings = settings
        self._phrases = frozenset(settings.phrases)
        self._stop_words = frozenset((*settings.stop_words, *settings._stop_words_as_tokens))
        self._spelling = replace(settings, stop_words=(), phrases=(), ngram_range=(1, 1))

    def find(self, text: str | Sequence[str]) -> list[PlacedWord]:
        """Return the words of a text or of its tokens, in order, without stop words.

        The places in a list of tokens are those in the tokens joined by spaces.
        """
        if not isinstance(text, str):
            tokens = _given_tokens(text)
        elif self.settings.tokenizer is not None:
            tokens = self._own_tokens(text)
        else:
            tokens = self._letter_runs(text)
        kept = [token for token in tokens if token.word not in self._stop_words]
        return list(self._words(self._joined(kept)))

    def _letter_runs(self, text: str) -> list[_Token]:
        """Return the tokens of a text as the native tokenizer spells them."""
        runs = list(_runs(text, self.settings.digits))
        counter = self._spelling.counter()
        offsets, ids, _ = counter.count([text[a:b] for a, b in runs], n_threads=1)
        spelled = counter.native.words()
        # A run is one token, or none if it is too short or too long.
        return [
            _Token(spelled[ids[first]], *run)
            for run, first, last in zip(runs, offsets[:-1], offsets[1:], strict=True)
            if last > first
        ]

    def _own_tokens(self, text: str) -> list[_Token]:
        """Return the tokens of the user's tokenizer, found in the text one after the other."""
        counter = TextCounter(self._spelling.counter().native, self.settings.tokenizer)
        lower = text.lower()
        lower = lower if len(lower) == len(text) else text
        tokens, position = [], 0
        for token in counter.token_lists([text])[0]:
            start = _find(token.lower() if lower is not text else token, lower, position)
            if start is None:
                tokens.append(_Token(token, None, None))
                continue
            position = start + len(token)
            tokens.append(_Token(token, start, position))
        return tokens

    def _joined(self, tokens: list[_Token]) -> list[_Token]:
        """Return the tokens with phrases joined, greedily from left to right."""
        if not self._phrases:
            return tokens
        joined: list[_Token] = []
        place = 0
        while place < len(tokens):
            pair = tokens[place : place + 2]
            is_phrase = len(pair) == 2 and (pair[0].word, pair[1].word) in self._phrases
            joined.append(_span(pair, "_") if is_phrase else pair[0])
            place += 2 if is_phrase else 1
        return joined

    def _words(self, tokens: list[_Token]) -> Iterator[PlacedWord]:
        shortest, longest = self.settings.ngram_range
        for first in range(len(tokens)):
            for n in range(shortest, min(longest, len(tokens) - first) + 1):
                token = tokens[first] if n == 1 else _span(tokens[first : first + n], " ")
                yield PlacedWord(token.word, self._id(token.word), token.start, token.end)

    def _id(self, word: str) -> int:
        if word not in self.vocabulary:
            return UNKNOWN
        found = self.vocabulary.id(word)
        return UNKNOWN if found in self.vocabulary.retired else found


def word_places(vocabulary: Vocabulary, settings: TextSettings) -> WordPlaces:
    """Return the finder of a vocabulary's words, which is kept with the vocabulary."""
    kept: WordPlaces | None = vocabulary.__dict__.get("_places")
    if kept is None or (kept.settings is not settings and kept.settings != settings):
        kept = vocabulary.__dict__["_places"] = WordPlaces(vocabulary, settings)
    return kept


def _find(token: str, text: str, position: int) -> int | None:
    """Return where a token begins soon after a position, not within a longer word of Latin letters.

    A lemma may not be in the text. It must not be found in a later word: the tokens between would
    lose their places.
    """
    last = position + len(token) + _MOST_SKIPPED
    start = text.find(token, position, last)
    while start >= 0:
        before, after = text[start - 1 : start], text[start + len(token) : start + len(token) + 1]
        if not (_is_latin(before + token[:1]) or _is_latin(token[-1:] + after)):
            return start
        start = text.find(token, start + 1, last)
    return None


def _is_latin(pair: str) -> bool:
    """Whether these are two letters without a word border between them."""
    return len(pair) == 2 and all(c.isascii() and c.isalpha() for c in pair)


def _runs(text: str, digits: bool) -> Iterator[tuple[int, int]]:
    """Yield the runs of letters and marks and, with `digits`, of numerals and underscores."""
    if text.isascii():
        pattern = _LETTERS_AND_DIGITS if digits else _LETTERS
        yield from (match.span() for match in pattern.finditer(text))
        return
    wanted = "LMN" if digits else "LM"
    start = 0
    for inside, run in groupby(text, lambda c: _is_inside(c, wanted)):
        end = start + sum(1 for _ in run)
        if inside:
            yield start, end
        start = end


def _is_inside(character: str, wanted: str) -> bool:
    if unicodedata.category(character)[0] in wanted:
        return True
    return character == "_" and "N" in wanted


def _given_tokens(given: Sequence[str]) -> list[_Token]:
    tokens, position = [], 0
    for word in TokenLists.check([given], "a list of tokens").lists[0]:
        tokens.append(_Token(word, position, position + len(word)))
        position += len(word) + 1
    return [token for token in tokens if token.word]


def _span(tokens: Sequence[_Token], between: str) -> _Token:
    """Return several tokens as one; its place is from the first to the last of them."""
    word = between.join(token.word for token in tokens)
    start, end = tokens[0].start, tokens[-1].end
    return _Token(word, start, end) if None not in (start, end) else _Token(word, None, None)
