"""Formats that contain the words themselves, separated by whitespace."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

from thalweg.corpus.formats._shared.file_errors import malformed
from thalweg.corpus.formats._shared.vocabulary_file import Words, find_words
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.lazy_polars import pl

# Where bytes.split() splits; other whitespace of Unicode may be part of a word.
BLANKS = r" \t\n\r\v\f\0"


class _NewIds(dict[bytes, int]):
    """Gives the next id to a word that is looked up for the first time."""

    def __missing__(self, word: bytes) -> int:
        self[word] = w = len(self)
        return w


class SpelledRows:
    """Collects documents as rows of words and counts."""

    def __init__(self, path: Path, vocabulary: Words) -> None:
        self._path = path
        self._given = find_words(vocabulary, path)
        self._ids: dict[bytes, int] = _NewIds()
        if self._given is not None:
            words = (word.encode("utf-8", "surrogatepass") for word in self._given)
            self._ids = {word: w for w, word in enumerate(words)}
        self._offsets = array("q", [0])
        self._words = array("i")
        self._counts = array("d")

    def append(self, words: Sequence[bytes], counts: Iterable[float], line: int) -> None:
        """Add the document of a line, counted from 1."""
        try:
            self._words.extend(map(self._ids.__getitem__, words))
        except KeyError as error:
            raise malformed(
                self._path,
                line,
                f"the word {error.args[0].decode()!r} is not in the vocabulary. Read the file "
                "with all of its words, and use Corpus.with_vocabulary on the result.",
            ) from None
        self._counts.extend(counts)
        self._offsets.append(len(self._words))

    def finish(self) -> tuple[sparse.csr_array, Vocabulary]:
        """Return counts and words; the order is that of the vocabulary, or of code points."""
        words = np.array(self._words, dtype=np.int32)
        vocabulary = self._given
        if vocabulary is None:
            names = sorted(self._ids)  # UTF-8 sorts like code points
            vocabulary = Vocabulary(name.decode() for name in names)
            place = np.empty(len(names), dtype=np.int32)
            place[[self._ids[name] for name in names]] = np.arange(len(names), dtype=np.int32)
            words = place[words]
        counts = np.array(self._counts)
        if not (counts % 1).any():
            counts = counts.astype(np.int32)
        shape = len(self._offsets) - 1, len(vocabulary)
        return sparse.csr_array((counts, words, np.array(self._offsets)), shape=shape), vocabulary


def check_names(names: Iterable[str], what: str, form: str, forbidden: str = BLANKS) -> None:
    """Raise InputError for a name that readers of the format would misread."""
    allowed = re.compile(f"[^{forbidden}]+")
    for name in names:
        if not allowed.fullmatch(name):
            raise InputError(
                f"the {what} {name!r} cannot be written: in {form} it must not be empty or contain "
                f"any of the characters {forbidden.replace(' ', 'space, ', 1)}. Rename it, or use "
                "Corpus.save."
            )


def as_text(column: pl.Series, form: str) -> pl.Series:
    """Return ids or labels as they are written."""
    try:
        return column.cast(pl.String)
    except Exception as error:  # lists, objects and other types
        raise InputError(
            f"the column {column.name!r}, of type {column.dtype}, cannot be written in {form}: "
            f"{error}. Convert the column, or remove it."
        ) from None
