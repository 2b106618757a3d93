"""Token lists: documents that are already split into tokens, the input that gensim takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from thalweg.errors import InputError

TOKEN_LISTS = "thalweg.token_lists"  # takes the place of a tokenizer's name in files


@dataclass(frozen=True)
class TokenLists:
    """Documents as lists of tokens, in the form that the native counter takes."""

    lists: list[list[str]]

    @classmethod
    def check(cls, documents: Iterable[Any], name: str) -> TokenLists:
        """Check documents, each a list of tokens; None is an empty document."""
        lists: list[list[str]] = []
        for place, document in enumerate(documents):
            tokens = [] if document is None else document
            if isinstance(tokens, str) or not isinstance(tokens, Iterable):
                raise InputError(
                    f"item {place} of {name} is of type {type(document).__name__}; expected a list "
                    "of tokens, as in the items before it"
                )
            lists.append(list(tokens))
            if not all(isinstance(token, str) for token in lists[-1]):
                wrong = next(token for token in lists[-1] if not isinstance(token, str))
                raise InputError(
                    f"item {place} of {name} has the token {wrong!r} of type "
                    f"{type(wrong).__name__}; expected tokens of type str"
                )
        return cls(lists)

    def joined(self) -> list[str]:
        """Return each document as a text, its tokens separated by spaces."""
        return [" ".join(tokens) for tokens in self.lists]


@dataclass(frozen=True)
class GivenTokens:
    """Takes the place of a tokenizer where documents were given as lists of tokens."""

    def __call__(self, text: str) -> list[str]:
        """Raise an error: how a text would be split is not known."""
        raise InputError(
            "the documents were given as lists of tokens before, so it is not known how a text is "
            f"split; got the text {text[:40]!r}. Expected lists of tokens."
        )
