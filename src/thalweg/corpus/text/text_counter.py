"""TextCounter: count the words of texts with the native counter."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.text.markup import without_markup
from thalweg.corpus.text.token_lists import TokenLists
from thalweg.errors import InputError
from thalweg.lazy_polars import pl


@dataclass(frozen=True)
class TextCounter:
    """The native counter, preceded by what removes markup, and by the user's tokenizer if any."""

    native: _core.WordCounter
    tokenizer: Callable[[str], Iterable[str]] | None = None
    strip_markup: bool = False

    def splits(self, texts: Any) -> bool:
        """Return whether the native core splits these texts, and not a tokenizer of the user."""
        return self.tokenizer is None and not isinstance(texts, TokenLists)

    def count(
        self, texts: Any, n_threads: int
    ) -> tuple[NDArray[np.int64], NDArray[np.int32], NDArray[np.int32]]:
        """Return the word counts of the texts as CSR arrays, with the word ids of the counter.

        `TokenLists` are counted as they are, without the tokenizer.
        """
        texts = self._plain(texts)
        if self.splits(texts):
            return self.native.count(texts, n_threads=n_threads)
        with _unicode_tokens():
            return self.native.count_tokens(self.token_lists(texts), n_threads=n_threads)

    def in_order(self, texts: Any, n_threads: int) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """Return offsets and the words of all texts in their order; -1 is an unknown word.

        The words of text d are words[offsets[d]:offsets[d + 1]].
        """
        texts = self._plain(texts)
        if self.splits(texts):
            return self.native.in_order(texts, n_threads=n_threads)
        with _unicode_tokens():
            return self.native.tokens_in_order(self.token_lists(texts), n_threads=n_threads)

    def _plain(self, texts: Any) -> Any:
        """Return texts without markup if it is to be removed; tokens have none."""
        if not self.strip_markup or isinstance(texts, TokenLists):
            return texts
        return without_markup(texts)

    def token_lists(self, texts: Any) -> list[list[str]]:
        """Return the tokens of each text, as the tokenizer of the user splits them."""
        if isinstance(texts, TokenLists):
            return texts.lists
        if isinstance(texts, pl.Series):
            texts = texts.to_list()
        return [[] if text is None else self._tokens(text) for text in texts]

    def _tokens(self, text: str) -> list[str]:
        assert self.tokenizer is not None
        made = self.tokenizer(text)
        if isinstance(made, str) or not isinstance(made, Iterable):
            raise InputError(f"`tokenizer` returned {made!r}; expected a list of tokens")
        tokens = [token if type(token) is str else str(token) for token in made]
        return [token for token in tokens if token]


@contextmanager
def _unicode_tokens() -> Iterator[None]:
    try:
        yield
    except UnicodeEncodeError as error:
        raise InputError(f"there is a token that is not valid Unicode: {error}") from None
