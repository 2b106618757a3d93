"""Bags of words in files: one module per format, each with `read` and `write`."""

from __future__ import annotations

from pathlib import Path
from types import MappingProxyType, ModuleType

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats import lda_c, mallet, matrix_market, npz, svmlight, uci, vw
from thalweg.corpus.formats._shared.opening import plain_name
from thalweg.corpus.formats._shared.words_beside import Words
from thalweg.errors import InputError

FORMATS = MappingProxyType[str, ModuleType](
    {
        "uci": uci,
        "matrix_market": matrix_market,
        "svmlight": svmlight,
        "lda_c": lda_c,
        "vw": vw,
        "mallet": mallet,
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
    """The format that a file's name speaks of; .txt and .dat alone could be anything."""
    name = plain_name(Path(path)).lower()
    if name.startswith("docword") and name.endswith(".txt"):
        return "uci"
    return _ENDINGS.get(Path(name).suffix)


def read_counts(path: str | Path, format: str | None = None, vocabulary: Words = None) -> Corpus:
    """Read a file of word counts; without a format, of that which its name speaks of."""
    corpus: Corpus = _module(path, format).read(path, vocabulary)
    return corpus


def write_counts(corpus: Corpus, path: str | Path, format: str | None = None) -> None:
    """Write a file of word counts, with its vocabulary beside."""
    _module(path, format).write(corpus, path)


def _module(path: str | Path, name: str | None) -> ModuleType:
    found = detect(path) if name is None else name
    if found is None or found not in FORMATS:
        what = f"{path} has a name of no known format" if name is None else f"format is {name!r}"
        raise InputError(f"{what}; expected format to be one of {', '.join(FORMATS)}")
    return FORMATS[found]
