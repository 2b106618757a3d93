"""TextSettings: what a token is, and how these settings are stored."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np

from thalweg import _core
from thalweg.checks import is_whole, whole_number
from thalweg.corpus.text.stop_words import StopWords, stop_words_of
from thalweg.corpus.text.text_counter import TextCounter
from thalweg.corpus.text.token_lists import TOKEN_LISTS, GivenTokens
from thalweg.errors import InputError
from thalweg.lazy_polars import pl
from thalweg.system.computed_once import computed_once

_MOST_WORDS_PER_NGRAM = 8


@dataclass(frozen=True)
class TextSettings:
    """How a text is split into tokens.

    Tokens are runs of letters; combining marks count as letters. With a `tokenizer`, only stop
    words, phrases and n-grams of these settings are applied.

    Parameters
    ----------
    lowercase : bool, default=True
        Convert tokens to lower case.
    strip_accents : bool, default=False
        Remove accents: "über" becomes "uber".
    digits : bool, default=False
        Treat digits and underscores as letters.
    min_length, max_length : int, default=3, 100
        Length of a token in characters. Other tokens are dropped.
    ngram_range : (int, int), default=(1, 1)
        Smallest and largest number of neighbouring tokens that are counted as one word.
    stop_words : sequence of str, default=()
        Words that are not counted; also "english", another language, a file or a list of these and
        of words, as in `read`. They are converted like the tokens: with `lowercase`, "The" stands
        for "the".
    phrases : sequence of (str, str), default=()
        Pairs of neighbouring words that are counted as one word: ("new", "york").
    tokenizer : callable, default=None
        Your own function from a text to its tokens.
    normalize : bool, default=True
        Compose letters and accents (the Unicode form NFC), so that "e" followed by an accent and
        "é" are the same.
    short_scripts : bool, default=True
        Keep words that are shorter than `min_length` in scripts with short words: one character of
        Han, two of Hiragana, Katakana, Hangul, Thai, Lao, Khmer or Burmese.
    strip_markup : bool, default=False
        Remove HTML and XML tags, and replace entities such as "&amp;" by their characters, before
        a text is split.

    Examples
    --------
    >>> import thalweg
    >>> settings = TextSettings(digits=True, min_length=1, stop_words=["the"])
    >>> corpus = thalweg.read(["The A4 road"], text_settings=settings, min_df=1, max_df=1.0)
    >>> list(corpus.vocabulary)
    ['a4', 'road']
    """

    lowercase: bool = True
    strip_accents: bool = False
    digits: bool = False
    min_length: int = 3
    max_length: int = 100
    ngram_range: tuple[int, int] = (1, 1)
    stop_words: Sequence[str] = ()
    phrases: Sequence[tuple[str, str]] = ()
    tokenizer: Callable[[str], Iterable[str]] | None = None
    normalize: bool = True
    short_scripts: bool = True
    strip_markup: bool = False

    def __post_init__(self) -> None:
        whole_number("min_length", self.min_length, least=1)
        whole_number("max_length", self.max_length, least=1)
        if not self.min_length <= self.max_length < 2**31:
            raise InputError(
                f"`max_length` is {self.max_length}; expected {self.min_length} (the value of "
                f"`min_length`) to {2**31 - 1:,}"
            )
        try:
            low, high = self.ngram_range
            valid = is_whole(low) and is_whole(high) and 1 <= low <= high <= _MOST_WORDS_PER_NGRAM
        except (TypeError, ValueError):
            valid = False
        if not valid:
            raise InputError(
                f"`ngram_range` is {self.ngram_range!r}; expected two whole numbers, "
                f"1 <= low <= high <= {_MOST_WORDS_PER_NGRAM}"
            )
        # Plain Python values, because settings are compared and stored.
        object.__setattr__(self, "ngram_range", (int(low), int(high)))
        object.__setattr__(self, "stop_words", stop_words_of(self.stop_words))
        object.__setattr__(self, "phrases", _pairs(self.phrases))
        if self.tokenizer is not None and not callable(self.tokenizer):
            raise InputError(
                f"`tokenizer` is {self.tokenizer!r}; expected a function from a text to its tokens"
            )

    def counter(self, vocabulary: Iterable[str] | None = None) -> TextCounter:
        """Return a counter of all tokens, or of those in a vocabulary."""
        if isinstance(self.tokenizer, MissingTokenizer):
            self.tokenizer("")  # raises now, and not at the first text
        words = None
        if vocabulary is not None:
            words = _unicode(vocabulary, "`vocabulary` has a word that")
        native = _core.WordCounter(
            lowercase=bool(self.lowercase),
            fold_accents=bool(self.strip_accents),
            digits=bool(self.digits),
            min_length=int(self.min_length),
            max_length=int(self.max_length),
            ngrams=(int(self.ngram_range[0]), int(self.ngram_range[1])),
            stop_words=[
                *_unicode(self.stop_words, "`stop_words` has a word that"),
                *self._stop_words_as_tokens,
            ],
            phrases=list(self.phrases),
            vocabulary=words,
            compose=bool(self.normalize),
            short_scripts=bool(self.short_scripts),
        )
        return TextCounter(native, self.tokenizer, bool(self.strip_markup))

    def to_json(self) -> dict[str, Any]:
        """Return values that JSON can hold; of a tokenizer, its name."""
        later = {name: True for name in _LATER_SETTINGS if getattr(self, name)}
        return later | {
            "lowercase": bool(self.lowercase),
            "strip_accents": bool(self.strip_accents),
            "digits": bool(self.digits),
            "min_length": int(self.min_length),
            "max_length": int(self.max_length),
            "ngram_range": list(self.ngram_range),
            "stop_words": list(self.stop_words),
            "phrases": [list(pair) for pair in self.phrases],
            "tokenizer": None if self.tokenizer is None else _qualified_name(self.tokenizer),
        }

    @classmethod
    def from_json(cls, values: Any) -> TextSettings:
        """Return the settings that `to_json` wrote; absent ones have their defaults.

        `normalize`, `short_scripts` and `strip_markup` are off if they are absent: the first files
        did not have them, and their texts are still split as they were.

        A tokenizer is not stored, only its name. Such settings cannot count texts until you set it
        with `dataclasses.replace(settings, tokenizer=...)`.
        """
        if not isinstance(values, dict):
            raise InputError(
                f"the text settings are of type {type(values).__name__}; expected a JSON object"
            )
        for name, value in values.items():
            if name not in _JSON_TYPES:
                raise InputError(
                    f"the text settings have the key {name!r}; expected "
                    f"{', '.join(_JSON_TYPES)}. Were they written by a newer version of thalweg?"
                )
            if not isinstance(value, _JSON_TYPES[name]):
                raise InputError(
                    f"the text setting {name!r} is of type {type(value).__name__}; expected "
                    f"{getattr(_JSON_TYPES[name], '__name__', _JSON_TYPES[name])}"
                )
        values = dict.fromkeys(_LATER_SETTINGS, False) | values
        if "stop_words" in values:  # words, of which none stands for a language
            values["stop_words"] = _stored_words(values["stop_words"])
        return cls(**values | {"tokenizer": _tokenizer_named(values.get("tokenizer"))})

    @computed_once
    def _stop_words_as_tokens(self) -> list[str]:
        """The stop words as these settings spell tokens, without those that are not one token."""
        if not self.stop_words or self.tokenizer is not None:
            return []
        plain = replace(
            self,
            stop_words=(),
            phrases=(),
            ngram_range=(1, 1),
            min_length=1,
            strip_markup=False,
        )
        counter = plain.counter()
        words = pl.Series(self.stop_words, dtype=pl.String)
        offsets, ids, counts = counter.count(words, n_threads=1)
        tokens = counter.native.words()
        entries = offsets[:-1][np.diff(offsets) == 1]
        return [tokens[w] for w in ids[entries[counts[entries] == 1]].tolist()]


@dataclass(frozen=True)
class MissingTokenizer:
    """Takes the place of a tokenizer of which only the name was stored."""

    name: str

    def __call__(self, text: str) -> list[str]:
        """Raise an error."""
        raise InputError(
            f"`tokenizer` is missing: the texts were split by {self.name}, and files store only "
            "its name. Pass the same tokenizer."
        )


_JSON_TYPES: dict[str, Any] = {
    "lowercase": bool,
    "strip_accents": bool,
    "digits": bool,
    "min_length": int,
    "max_length": int,
    "ngram_range": list,
    "stop_words": list,
    "phrases": list,
    "tokenizer": str | None,
    "normalize": bool,
    "short_scripts": bool,
    "strip_markup": bool,
}
_LATER_SETTINGS = ("normalize", "short_scripts", "strip_markup")


def _stored_words(words: list[Any]) -> StopWords:
    if not all(isinstance(word, str) for word in words):
        raise InputError("the text setting 'stop_words' has items that are not words")
    return StopWords(words)


def _tokenizer_named(name: str | None) -> Callable[[str], Iterable[str]] | None:
    if name is None:
        return None
    return GivenTokens() if name == TOKEN_LISTS else MissingTokenizer(name)


def _qualified_name(tokenizer: Any) -> str:
    if isinstance(tokenizer, MissingTokenizer):
        return tokenizer.name
    if isinstance(tokenizer, GivenTokens):
        return TOKEN_LISTS
    named = tokenizer if hasattr(tokenizer, "__qualname__") else type(tokenizer)
    module = getattr(named, "__module__", None)
    return f"{module}.{named.__qualname__}" if module else str(named.__qualname__)


def _unicode(words: Iterable[str], subject: str) -> list[str]:
    """Return the words; InputError for half of a surrogate pair, which no text contains."""
    words = list(words)
    try:
        "".join(words).encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{subject} is not valid Unicode: {error}") from None
    return words


def _pairs(phrases: Any) -> tuple[tuple[str, str], ...]:
    try:
        pairs = tuple((first, second) for first, second in phrases)
        words = [word for pair in pairs for word in pair]
        valid = all(isinstance(word, str) for word in words)
    except (TypeError, ValueError):
        valid = False
    if not valid:
        raise InputError("`phrases` are not all pairs of words; expected [(first, second), ...]")
    _unicode(words, "`phrases` have a word that")
    return pairs
