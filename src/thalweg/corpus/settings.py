"""What a token is (TextSettings), and which words a vocabulary keeps (WordLimits)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

import numpy as np
import polars as pl
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.stop_words import stop_words_of
from thalweg.errors import InputError


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
        object.__setattr__(self, "stop_words", tuple(stop_words_of(self.stop_words)))
        if self.tokenizer is not None and not callable(self.tokenizer):
            raise InputError(f"tokenizer is {self.tokenizer!r}; expected a function of a text")

    def counter(self, vocabulary: Iterable[str] | None = None) -> TextCounter:
        """A counter of such tokens: of all, or of those in a vocabulary."""
        native = _core.WordCounter(
            lowercase=bool(self.lowercase),
            fold_accents=bool(self.strip_accents),
            digits=bool(self.digits),
            min_length=int(self.min_length),
            max_length=int(self.max_length),
            ngrams=(int(self.ngram_range[0]), int(self.ngram_range[1])),
            stop_words=[*self.stop_words, *self._as_tokens(self.stop_words)],
            phrases=list(self.phrases),
            vocabulary=None if vocabulary is None else _unicode(vocabulary),
        )
        return TextCounter(native, self.tokenizer)

    def _as_tokens(self, words: Sequence[str]) -> list[str]:
        """Words as these settings write them; those that are no single token are left out."""
        if not words or self.tokenizer is not None:
            return []
        plain = replace(self, stop_words=(), phrases=(), ngram_range=(1, 1), min_length=1)
        counter = plain.counter()
        try:
            offsets, ids, counts = counter.count(pl.Series(words, dtype=pl.String), n_threads=1)
        except UnicodeEncodeError as error:
            raise InputError(f"a stop word is not valid Unicode: {error}") from None
        tokens = counter.native.words()
        entries = offsets[:-1][np.diff(offsets) == 1]
        return [tokens[w] for w in ids[entries[counts[entries] == 1]].tolist()]


def _unicode(words: Iterable[str]) -> list[str]:
    """Words that can be looked for in texts: half a surrogate pair has no bytes."""
    words = list(words)
    try:
        "".join(words).encode()
    except UnicodeEncodeError as error:
        raise InputError(f"a word of the vocabulary is not valid Unicode: {error}") from None
    return words


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
        if isinstance(texts, pl.Series):
            texts = texts.to_list()
        tokens = [[] if text is None else self._tokens(text) for text in texts]
        try:
            return self.native.count_tokens(tokens, n_threads=n_threads)
        except UnicodeEncodeError as error:
            raise InputError(f"the tokenizer made a token that is not Unicode: {error}") from None

    def _tokens(self, text: str) -> list[str]:
        assert self.tokenizer is not None
        made = self.tokenizer(text)
        if isinstance(made, str) or not isinstance(made, Iterable):
            raise InputError(
                f"the tokenizer made {made!r} of a text; expected a list of its tokens"
            )
        tokens = [token if type(token) is str else str(token) for token in made]
        return [token for token in tokens if token]


@dataclass(frozen=True)
class WordLimits:
    """Which words stay: seen in enough documents, not in too many, and the most frequent ones.

    `min_df` and `max_df` are numbers of documents if whole, shares if fractions.
    """

    min_df: float = 1
    max_df: float = 1.0
    max_features: int | None = None

    def __post_init__(self) -> None:
        for name in ("min_df", "max_df"):
            value = getattr(self, name)
            whole = is_whole(value) and value >= 0
            share = isinstance(value, float | np.floating) and 0 <= value <= 1
            if not (whole or share):
                raise InputError(
                    f"{name} is {value!r}; expected a number of documents (whole) or a share of "
                    "them (0.0 to 1.0)"
                )
        most = self.max_features
        if most is not None and (not is_whole(most) or most < 1):
            raise InputError(f"max_features is {most!r}; expected a whole number above 0, or None")

    def bounds(self, n_documents: int) -> tuple[float, float]:
        """Least and greatest document frequency that stay."""
        low, high = (
            value if is_whole(value) else value * n_documents
            for value in (self.min_df, self.max_df)
        )
        return float(low), float(high)

    def choose(
        self,
        document_frequencies: NDArray[np.int64],
        term_frequencies: NDArray[Any],
        n_documents: int,
        words_of: Callable[[NDArray[np.int64]], Sequence[str]],
    ) -> tuple[NDArray[np.int64], list[str]]:
        """Ids of the words that stay, and the words, in the order of their code points."""
        low, high = self.bounds(n_documents)
        stays = (document_frequencies >= max(low, 1)) & (document_frequencies <= high)
        ids = np.flatnonzero(stays)
        if not ids.size:
            raise InputError(self._nothing_left(document_frequencies, n_documents, low, high))
        words = words_of(ids)
        order = np.array(sorted(range(len(words)), key=words.__getitem__))
        if self.max_features is not None and order.size > self.max_features:
            by_frequency = np.argsort(-term_frequencies[ids[order]], kind="stable")
            order = order[np.sort(by_frequency[: self.max_features])]
        return ids[order], [words[place] for place in order.tolist()]

    def _nothing_left(
        self, frequencies: NDArray[np.int64], n_documents: int, low: float, high: float
    ) -> str:
        n_words = int((frequencies > 0).sum())
        if not n_words:
            return f"there are no words in {n_documents:,} documents; expected text"
        return (
            f"no word is left: {n_words:,} words in {n_documents:,} documents, none of them in "
            f"{low:g} to {high:g} documents. Lower min_df (now {self.min_df}) or raise max_df (now "
            f"{self.max_df})."
        )


def is_whole(value: Any) -> bool:
    """Whether it is a whole number, of Python's or of numpy's."""
    return isinstance(value, int | np.integer) and not isinstance(value, bool)
