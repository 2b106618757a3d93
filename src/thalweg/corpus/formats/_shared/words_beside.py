"""The words of a file of counts: in a vocabulary file beside it, one word a line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import TypeAlias

from thalweg.corpus.formats._shared.malformed import check_size
from thalweg.corpus.formats._shared.opening import plain_name
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError

Words: TypeAlias = Vocabulary | Iterable[str] | str | Path | None


def vocabulary_path(path: Path) -> Path:
    """Where `path` has its vocabulary: docword.x.txt in vocab.x.txt, any other in <name>.vocab."""
    name = plain_name(path)
    if name.startswith("docword") and name.endswith(".txt"):
        return path.with_name("vocab" + name.removeprefix("docword"))
    return path.with_name(name + ".vocab")


def find_words(vocabulary: Words, path: Path) -> Vocabulary | None:
    """The vocabulary that the caller named or, without one, that lies beside the file."""
    if vocabulary is None:
        beside = vocabulary_path(path)
        return Vocabulary.load(beside) if beside.is_file() else None
    if isinstance(vocabulary, Vocabulary):
        return vocabulary
    if isinstance(vocabulary, str | Path):
        return Vocabulary.load(vocabulary)
    return Vocabulary(vocabulary)


def numbered_words(n_words: int, n_entries: int, where: Path | str) -> Vocabulary:
    """Words named by their number, for counts that have no vocabulary."""
    check_size(where, n_words, "words", n_entries)
    return Vocabulary.numbered(n_words)


def encoded(text: str) -> bytes:
    """UTF-8, in which half a surrogate pair cannot be written."""
    try:
        return text.encode("utf-8")
    except UnicodeEncodeError as error:
        bad = text[error.start : error.end]
        raise InputError(f"{bad!r} is not valid Unicode and cannot be written to a file") from None
