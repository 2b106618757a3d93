"""Bag-of-words formats: one module per format, each with `read` and `write`."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType, ModuleType

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats import lda_c, mallet_text, matrix_market, npz, svmlight, uci, vw
from thalweg.corpus.formats._shared.text_lines import plain_name
from thalweg.corpus.formats._shared.vocabulary_file import Words
from thalweg.errors import InputError

FORMATS = MappingProxyType[str, ModuleType](
    {
        "uci": uci,
        "matrix_market": matrix_market,
        "svmlight": svmlight,
        "lda_c": lda_c,
        "vw": vw,
        "mallet": mallet_text,
        "npz": npz,
    }
)
_ENDINGS = {
    ".mtx": "matrix_market",
    ".svmlight": "svmlight",
    ".libsvm": "svmlight",
    ".ldac": "lda_c",
    ".lda-c": "lda_c",
    ".vw": "vw",
    ".mallet": "mallet",
    ".npz": "npz",
}


def detect(path: str | Path) -> str | None:
    """Return the format that a file name stands for; None if it could be anything."""
    name = plain_name(Path(path)).lower()
    if name.startswith("docword") and name.endswith(".txt"):
        return "uci"
    return _ENDINGS.get(Path(name).suffix)


def read_counts(path: str | Path, format: str | None = None, vocabulary: Words = None) -> Corpus:
    """Read a file of word counts. Without `format`, its name decides."""
    corpus: Corpus = _module(path, format).read(path, vocabulary)
    return corpus


def write_counts(corpus: Corpus, path: str | Path, format: str | None = None) -> None:
    """Write a file of word counts, and a vocabulary file next to it."""
    _module(path, format).write(corpus, path)


def _module(path: str | Path, name: str | None) -> ModuleType:
    found = detect(path) if name is None else name
    if found is None or found not in FORMATS:
        formats = ", ".join(FORMATS)
        if name is not None:
            raise InputError(f"`format` is {name!r}; expected one of {formats}")
        raise InputError(
            f"the name {path} does not say which format the file has. Pass `format`, one of "
            f"{formats}."
        )
    return FORMATS[found]
