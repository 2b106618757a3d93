"""The vocabulary file next to a file of counts, with one word per line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from thalweg.corpus.formats._shared.file_errors import check_size
from thalweg.corpus.formats._shared.text_lines import plain_name
from thalweg.corpus.vocabulary import Vocabulary

Words: TypeAlias = Vocabulary | Iterable[str] | str | Path | None


def vocabulary_path(path: Path) -> Path:
    """Return the vocabulary file of `path`: vocab.x.txt for docword.x.txt, else <name>.vocab."""
    name = plain_name(path)
    if name.startswith("docword") and name.endswith(".txt"):
        return path.with_name("vocab" + name.removeprefix("docword"))
    return path.with_name(name + ".vocab")


def find_words(vocabulary: Words, path: Path) -> Vocabulary | None:
    """Return the given vocabulary, else that of the file next to `path`, else None."""
    if vocabulary is not None:
        return Vocabulary.of(vocabulary)
    words = vocabulary_path(path)
    return Vocabulary.load(words) if words.is_file() else None


def numbered_words(n_words: int, n_entries: int, where: Path | str) -> Vocabulary:
    """Return numbers as words, for counts without a vocabulary."""
    check_size(where, n_words, "words", n_entries)
    return Vocabulary.numbered(n_words)
