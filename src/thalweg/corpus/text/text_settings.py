"""TextSettings: what a token is, and how that is written down for later texts."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.text.stop_words import stop_words_of
from thalweg.errors import InputError
from thalweg.lazy_polars import pl


@dataclass(frozen=True)
class TextSettings:
    """From a text to its tokens.

    Tokens are runs of letters (with `digits` also of digits and underscores) of min_length to
    max_length characters; combining marks count as letters. A `tokenizer` of the user's own takes
    a text and returns its tokens; then only stop words, phrases and n-grams are applied.

    `stop_words` are what `read` takes, and are written like the tokens: with `lowercase` "The" is
    "the", with `strip_accents` "über" is "uber".
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

    def __post_init__(self) -> None:
        lengths = (self.min_length, self.max_length)
        if not all(map(is_whole, lengths)) or not 1 <= self.min_length <= self.max_length < 2**31:
            raise InputError(
                f"tokens of {self.min_length!r} to {self.max_length!r} characters; expected whole "
                "numbers, 1 <= min_length <= max_length"
            )
        try:
            low, high = self.ngram_range
            valid = is_whole(low) and is_whole(high) and 1 <= low <= high <= 8
        except (TypeError, ValueError):
            valid = False
        if not valid:
            raise InputError(
                f"ngram_range is {self.ngram_range!r}; expected two numbers, 1 <= low <= high <= 8"
            )
        # Plain values, also of numpy's: settings are compared and written down.
        object.__setattr__(self, "ngram_range", (int(low), int(high)))
        object.__setattr__(self, "stop_words", tuple(stop_words_of(self.stop_words)))
        object.__setattr__(self, "phrases", _pairs(self.phrases))
        if self.tokenizer is not None and not callable(self.tokenizer):
            raise InputError(f"tokenizer is {self.tokenizer!r}; expected a function of a text")

    def counter(self, vocabulary: Iterable[str] | None = None) -> TextCounter:
        """A counter of such tokens: of all, or of those in a vocabulary."""
        if isinstance(self.tokenizer, MissingTokenizer):
            self.tokenizer("")  # refuses now, and not at the first text
        native = _core.WordCounter(
            lowercase=bool(self.lowercase),
            fold_accents=bool(self.strip_accents),
            digits=bool(self.digits),
            min_length=int(self.min_length),
            max_length=int(self.max_length),
            ngrams=(int(self.ngram_range[0]), int(self.ngram_range[1])),
            stop_words=[*_unicode(self.stop_words, "a stop word"), *self._stop_words_as_tokens()],
            phrases=list(self.phrases),
            vocabulary=None if vocabulary is None else _unicode(vocabulary, _A_WORD),
        )
        return TextCounter(native, self.tokenizer)

    def to_json(self) -> dict[str, Any]:
        """Values that JSON can hold; a tokenizer of the user's own by its name."""
        return {
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
        """The settings that `to_json` wrote; one that is absent has its default.

        A tokenizer cannot come from there: counting by such settings is an error until
        `dataclasses.replace(settings, tokenizer=...)` gives it.
        """
        if not isinstance(values, dict):
            raise InputError(f"text settings are a {type(values).__name__}; expected an object")
        for name, value in values.items():
            if name not in _JSON_KINDS:
                raise InputError(
                    f"there is a text setting {name!r}; expected {', '.join(_JSON_KINDS)}. Was it "
                    "written by a newer thalweg?"
                )
            if not isinstance(value, _JSON_KINDS[name]):
                raise InputError(f"the text setting {name} is a {type(value).__name__}")
        name = values.get("tokenizer")
        return cls(**values | {"tokenizer": None if name is None else MissingTokenizer(name)})

    def _stop_words_as_tokens(self) -> list[str]:
        """Stop words as these settings write them; those that are no single token are left out."""
        if not self.stop_words or self.tokenizer is not None:
            return []
        plain = replace(self, stop_words=(), phrases=(), ngram_range=(1, 1), min_length=1)
        counter = plain.counter()
        words = pl.Series(self.stop_words, dtype=pl.String)
        offsets, ids, counts = counter.count(words, n_threads=1)
        tokens = counter.native.words()
        entries = offsets[:-1][np.diff(offsets) == 1]
        return [tokens[w] for w in ids[entries[counts[entries] == 1]].tolist()]


@dataclass(frozen=True)
class MissingTokenizer:
    """Stands for a tokenizer of which only the name was kept."""

    name: str

    def __call__(self, text: str) -> list[str]:
        """Refuse."""
        raise InputError(f"the texts were cut by {self.name}; give the same tokenizer")


_JSON_KINDS: dict[str, Any] = {
    "lowercase": bool,
    "strip_accents": bool,
    "digits": bool,
    "min_length": int,
    "max_length": int,
    "ngram_range": list,
    "stop_words": list,
    "phrases": list,
    "tokenizer": str | None,
}


def _qualified_name(tokenizer: Any) -> str:
    if isinstance(tokenizer, MissingTokenizer):
        return tokenizer.name
    named = tokenizer if hasattr(tokenizer, "__qualname__") else type(tokenizer)
    module = getattr(named, "__module__", None)
    return f"{module}.{named.__qualname__}" if module else str(named.__qualname__)


_A_WORD = "a word of the vocabulary"


def _unicode(words: Iterable[str], what: str) -> list[str]:
    """Words that can be looked for in texts: half a surrogate pair has no bytes."""
    words = list(words)
    try:
        "".join(words).encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{what} is not valid Unicode: {error}") from None
    return words


def _pairs(phrases: Any) -> tuple[tuple[str, str], ...]:
    try:
        pairs = tuple((first, second) for first, second in phrases)
        words = [word for pair in pairs for word in pair]
        valid = all(isinstance(word, str) for word in words)
    except (TypeError, ValueError):
        valid = False
    if not valid:
        raise InputError("the phrases are not all pairs of words; expected [(first, second), ...]")
    _unicode(words, "a word of a phrase")
    return pairs


@dataclass(frozen=True)
class TextCounter:
    """The native counter, behind the user's own tokenizer if there is one."""

    native: _core.WordCounter
    tokenizer: Callable[[str], Iterable[str]] | None = None

    def count(
        self, texts: Any, n_threads: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """CSR rows of the texts, under the counter's ids."""
        if self.tokenizer is None:
            return self.native.count(texts, n_threads=n_threads)
        with _tokens_in_unicode():
            return self.native.count_tokens(self._token_lists(texts), n_threads=n_threads)

    def in_order(self, texts: Any, n_threads: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The words as they stand: of text d, words[offsets[d]:offsets[d + 1]]; -1 is another."""
        if self.tokenizer is None:
            return self.native.in_order(texts, n_threads=n_threads)
        with _tokens_in_unicode():
            return self.native.tokens_in_order(self._token_lists(texts), n_threads=n_threads)

    def _token_lists(self, texts: Any) -> list[list[str]]:
        if isinstance(texts, pl.Series):
            texts = texts.to_list()
        return [[] if text is None else self._tokens(text) for text in texts]

    def _tokens(self, text: str) -> list[str]:
        assert self.tokenizer is not None
        made = self.tokenizer(text)
        if isinstance(made, str) or not isinstance(made, Iterable):
            raise InputError(
                f"the tokenizer made {made!r} of a text; expected a list of its tokens"
            )
        tokens = [token if type(token) is str else str(token) for token in made]
        return [token for token in tokens if token]


@contextmanager
def _tokens_in_unicode() -> Iterator[None]:
    try:
        yield
    except UnicodeEncodeError as error:
        raise InputError(f"the tokenizer made a token that is not Unicode: {error}") from None


def is_whole(value: Any) -> bool:
    """Whether it is a whole number, of Python's or of numpy's."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
