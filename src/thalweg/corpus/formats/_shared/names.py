"""Formats that spell words out: a word, an id or a label is what stands between blanks."""

from __future__ import annotations

import re
from array import array
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np
from scipy import sparse

from thalweg.corpus.formats._shared.malformed import malformed
from thalweg.corpus.formats._shared.words_beside import Words, find_words
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.lazy_polars import pl

# What bytes.split() splits at; Unicode's other blanks may be part of a word.
BLANKS = r" \t\n\r\v\f\0"


class _NewIds(dict[bytes, int]):
    """A word that is looked up for the first time gets the next id."""

    def __missing__(self, word: bytes) -> int:
        self[word] = w = len(self)
        return w


class NamedRows:
    """Collects documents as rows of words by name and their counts."""

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
        """Add the document of a line, counted from one."""
        try:
            self._words.extend(map(self._ids.__getitem__, words))
        except KeyError as error:
            raise malformed(
                self._path,
                line,
                f"the word {error.args[0].decode()!r} is not in the vocabulary. Read the file "
                "under its own words, and choose among them with Corpus.with_vocabulary.",
            ) from None
        self._counts.extend(counts)
        self._offsets.append(len(self._words))

    def finish(self) -> tuple[sparse.csr_array, Vocabulary]:
        """Counts and words; without a given vocabulary these are in the order of code points."""
        words = np.array(self._words, dtype=np.int32)
        vocabulary = self._given
        if vocabulary is None:
            names = sorted(self._ids)  # the order of UTF-8's bytes is that of code points
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
    """Refuse to write a name that the format's readers would take for something else."""
    allowed = re.compile(f"[^{forbidden}]+")
    for name in names:
        if not allowed.fullmatch(name):
            raise InputError(
                f"the {what} {name!r} cannot be written: in {form} it may not be empty or have "
                f"any of the characters {forbidden.replace(' ', 'blank, ', 1)}. Rename it, or save "
                "the corpus as a store."
            )


def as_text(column: pl.Series, form: str) -> pl.Series:
    """Ids or labels as they are written."""
    try:
        return column.cast(pl.String)
    except Exception as error:  # lists, objects, whatever a user keeps in a column
        raise InputError(
            f"the column {column.name!r}, of type {column.dtype}, cannot be written in {form}: "
            f"{error}. Change it, or leave the column out."
        ) from None
