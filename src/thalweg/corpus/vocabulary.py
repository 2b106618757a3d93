"""Vocabulary: words and their ids, looked up in both directions."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import Any, overload

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError
from thalweg.files.atomic import write_atomically
from thalweg.files.compressed import read_whole
from thalweg.files.utf8 import encode_utf8
from thalweg.notebook_html import html_table
from thalweg.system.computed_once import computed_once

UNKNOWN = -1


class Vocabulary(Sequence[str]):
    """The words of a corpus: `vocabulary[id]` is a word, `vocabulary.id(word)` is its id.

    A vocabulary is immutable. `extended` and `merge` return a larger one in which every word keeps
    its id.

    Parameters
    ----------
    words : iterable of str, default=()
        The words in the order of their ids. Each may occur once.
    retired : iterable of int, default=()
        Ids of words that are no longer counted. They keep their id.

    Examples
    --------
    >>> vocabulary = Vocabulary(["river", "bank"])
    >>> vocabulary[1], vocabulary.id("river"), "money" in vocabulary
    ('bank', 0, False)
    >>> merged, ids = vocabulary.merge(Vocabulary(["money", "bank"]))
    >>> list(merged), ids.tolist()
    (['river', 'bank', 'money'], [2, 1])
    """

    def __init__(self, words: Iterable[str] = (), *, retired: Iterable[int] = ()) -> None:
        if isinstance(words, str) or not isinstance(words, Iterable):
            raise InputError(f"`vocabulary` is {words!r}; expected a list of words")
        self._words = list(words)
        self.retired: frozenset[int] = frozenset(map(int, retired))
        """Ids of words that are no longer counted. They keep their id."""
        if not set(map(type, self._words)) <= {str}:  # perhaps NumPy's strings
            for place, word in enumerate(self._words):
                if not isinstance(word, str):
                    raise InputError(f"`vocabulary`, word {place} is {word!r}; expected a string")
            self._words = list(map(str, self._words))
        if len(set(self._words)) < len(self._words):
            twice = next(word for w, word in enumerate(self._words) if self._ids[word] != w)
            raise InputError(f"`vocabulary` has the word {twice!r} twice; expected each word once")
        if self.retired and not all(0 <= w < len(self._words) for w in self.retired):
            raise InputError(
                f"`retired` has ids other than 0 to {len(self._words) - 1}; expected ids of words"
            )

    @classmethod
    def of(cls, words: Vocabulary | Iterable[str] | str | Path) -> Vocabulary:
        """Return a vocabulary as it is, a list of words as one, or read one from a file."""
        if isinstance(words, Vocabulary):
            return words
        return cls.load(words) if isinstance(words, str | Path) else cls(words)

    @classmethod
    def numbered(cls, n_words: int) -> Vocabulary:
        """Return a vocabulary in which every word is its own number, for counts without words."""
        return _NumberedWords(n_words)

    @computed_once
    def _ids(self) -> dict[str, int]:
        return {word: w for w, word in enumerate(self._words)}

    def __getstate__(self) -> dict[str, Any]:
        """Return what pickle and copy store: the words, without tables that are made on use."""
        made_on_use = ("_ids", "_counter", "_places")
        return {name: value for name, value in self.__dict__.items() if name not in made_on_use}

    def __len__(self) -> int:
        return len(self._words)

    def __iter__(self) -> Iterator[str]:
        return iter(self._words)

    def __contains__(self, word: object) -> bool:
        return word in self._ids

    @overload
    def __getitem__(self, place: int) -> str: ...
    @overload
    def __getitem__(self, place: slice) -> list[str]: ...
    def __getitem__(self, place: int | slice) -> str | list[str]:
        return self._words[place]

    def __eq__(self, other: object) -> bool:
        if self is other:
            return True
        return (
            isinstance(other, Vocabulary)
            and self._words == other._words
            and self.retired == other.retired
        )

    def __hash__(self) -> int:
        return hash((len(self), self._words[0] if self._words else None))

    def __repr__(self) -> str:
        shown = ", ".join(map(repr, self._words[:4]))
        return f"Vocabulary({len(self):,} words: {shown}{', ...' if len(self) > 4 else ''})"

    def _repr_html_(self) -> str:
        head, tail = (0, len(self)) if len(self) <= 20 else (5, 5)
        shown = [*range(head), *range(len(self) - tail, len(self))]
        rows = [[f"{w:,}", self._words[w]] for w in shown]
        if head:
            rows.insert(head, ["...", "..."])
        retired = f", {len(self.retired):,} of them retired" if self.retired else ""
        return html_table(["id", "word"], rows, f"{len(self):,} words{retired}")

    def id(self, word: str) -> int:
        """Return the id of a word; KeyError if it is unknown."""
        return self._ids[word]

    def ids(self, words: Iterable[str]) -> NDArray[np.int32]:
        """Return the ids of many words, -1 for unknown words."""
        return np.array([self._ids.get(word, UNKNOWN) for word in words], dtype=np.int32)

    def to_numpy(self) -> NDArray[Any]:
        """Return the words as an array of objects, like scikit-learn's feature names."""
        return np.array(self._words, dtype=object)

    def extends(self, other: Vocabulary) -> bool:
        """Return whether every word of `other` has the same id here."""
        return len(self) >= len(other) and self._words[: len(other)] == other._words

    def extended(self, words: Iterable[str]) -> Vocabulary:
        """Return a vocabulary with further words at the end; known words are skipped."""
        new = dict.fromkeys(word for word in words if word not in self._ids)
        return Vocabulary([*self._words, *new], retired=self.retired)

    def merge(self, other: Vocabulary) -> tuple[Vocabulary, NDArray[np.int32]]:
        """Return the words of both vocabularies, and the new id of each word of `other`."""
        merged = self.extended(other)
        return merged, merged.ids(other)

    def save(self, path: str | Path) -> None:
        """Write a text file with one word per line, like the vocab files of UCI.

        The file does not say which words are retired; a saved corpus does.
        """
        lines = self.as_lines()
        with write_atomically(Path(path)) as (file,):
            file.write(lines)

    def as_lines(self) -> bytes:
        """Return the content of a vocabulary file."""
        text = "".join(f"{word}\n" for word in self._words)
        if text.count("\n") > len(self) or "\r" in text or "\0" in text:
            w, word = next((w, x) for w, x in enumerate(self._words) if set(x) & set("\n\r\0"))
            raise InputError(
                f"word {w} of the vocabulary is {word!r}; expected words without line breaks and "
                "NUL characters, which a file with one word per line cannot hold. Use Corpus.save."
            )
        return encode_utf8(text)

    @classmethod
    def load(cls, path: str | Path) -> Vocabulary:
        """Read a file with one word per line, which may be compressed."""
        path = Path(path)
        data = read_whole(path)
        if (nul := data.find(0)) >= 0:
            line = data.count(b"\n", 0, nul) + 1
            raise InputError(f"{path}, line {line}: NUL byte; expected a word") from None
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise InputError(f"{path}, line {line}: not UTF-8; expected a word") from None
        words = text.replace("\r\n", "\n").removesuffix("\n").split("\n") if text else []
        try:
            return cls(words)
        except InputError as error:
            raise InputError(f"{path}: {error}") from None


class _NumberedWords(Vocabulary):
    """Numbers as words, which are created when one is first used."""

    def __init__(self, n_words: int) -> None:
        self._n_words = n_words
        self.retired = frozenset()

    @computed_once
    def _words(self) -> list[str]:  # type: ignore[override]
        return list(map(str, range(self._n_words)))

    def __len__(self) -> int:
        return self._n_words
