"""WordLookup: the ids of words that a user names."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.state.seed_words import Word


@dataclass
class WordLookup:
    """The words of a model by name, or by number if it knows only numbers."""

    n_words: int
    words: Sequence[str] | None = None
    settings: TextSettings | None = None
    _ids: dict[str, int] = field(default_factory=dict, repr=False)

    @classmethod
    def of_documents(cls, X: Any, n_words: int) -> WordLookup:
        """Return the words of documents before training: of a Corpus, or columns of a frame."""
        if isinstance(X, Corpus):
            return cls(n_words, X.vocabulary, X.text_settings)
        columns = getattr(X, "columns", None)
        return cls(n_words, None if columns is None else [str(name) for name in columns])

    def find(self, word: Word) -> int | None:
        """Return the id of a word, None if it is unknown.

        Text is also found in the spelling of the vocabulary: in lower case if the texts were, and
        phrases with underscores.
        """
        if not isinstance(word, str):
            return word if 0 <= word < self.n_words else None
        if (found := self._id(word)) is not None:
            return found
        for spelling in self._spellings(word)[1:]:
            if (found := self._id(spelling)) is not None:
                return found
        return None

    def id(self, word: Word, parameter: str) -> int:
        """Return the id of a word; InputError with similar words if it is unknown."""
        found = self.find(word)
        if found is None:
            raise InputError(f"`{parameter}` has the word {word!r}. {self.why_unknown(word)}")
        return found

    def ids(self, words: Sequence[Word], parameter: str) -> list[int]:
        """Return the ids of words as `id` does; quick for many words in their own spelling."""
        known: Any = self.words
        if known is None and words and set(map(type, words)) == {str} and all(words):
            texts: Any = words
            digits = "".join(texts)
            if digits.isascii() and digits.isdigit() and max(map(len, texts)) < 10:
                numbers = list(map(int, texts))
                if max(numbers) < self.n_words:
                    return numbers
        if isinstance(known, Vocabulary) and not known.retired and all(w in known for w in words):
            return list(map(known.id, map(str, words)))
        return [self.id(word, parameter) for word in words]

    def name(self, w: int) -> str:
        """Return the name of a word by its id."""
        return str(w) if self.words is None else self.words[w]

    def names(self, ids: NDArray[np.int64]) -> list[str]:
        """Return the names of words by their ids."""
        if self.words is None:
            return list(map(str, ids.tolist()))
        return [self.words[w] for w in ids.tolist()]

    def why_unknown(self, word: Word) -> str:
        """Return a sentence about a word that the vocabulary does not have."""
        if self.words is None or not isinstance(word, str):
            return f"The model knows words by number only; expected 0 to {self.n_words - 1}."
        spelled = self._spellings(word)[-1]
        if self.settings is not None and spelled in self.settings.stop_words:
            return f"{word!r} is a stop word."
        near = difflib.get_close_matches(spelled, list(self.words), cutoff=0.7)
        hint = f" Similar words: {', '.join(near)}." if near else ""
        return f"{word!r} is not in the vocabulary, or in too few or too many documents.{hint}"

    def _spellings(self, word: str) -> list[str]:
        spellings = [word, word.replace(" ", "_")]
        if self.settings is None or self.settings.lowercase:
            spellings += [spelling.lower() for spelling in spellings]
        return list(dict.fromkeys(spellings))

    def _id(self, word: str) -> int | None:
        if isinstance(self.words, Vocabulary):
            found = self.words.id(word) if word in self.words else None
            return None if found in self.words.retired else found
        if self.words is None:
            is_number = word.isascii() and word.isdigit() and len(word) < 10
            return int(word) if is_number and int(word) < self.n_words else None
        if not self._ids:
            self._ids = {str(name): w for w, name in enumerate(self.words)}
        return self._ids.get(word)
