"""Matrix Market coordinate files, documents x words. The words are in <name>.vocab.

%%MatrixMarket matrix coordinate integer general
% comments
D W number-of-entries
document word count      (numbered from 1)
"""

from __future__ import annotations

from pathlib import Path

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.count_summary import CountSummary
from thalweg.corpus.formats._shared.file_errors import malformed, shown
from thalweg.corpus.formats._shared.triples import read_triples, write_triples
from thalweg.corpus.formats._shared.vocabulary_file import (
    Words,
    find_words,
    numbered_words,
    vocabulary_path,
)
from thalweg.errors import InputError
from thalweg.files.atomic import write_atomically
from thalweg.files.compressed import read_whole

_FIELDS = (b"integer", b"real", b"pattern")


def read(path: str | Path, vocabulary: Words = None) -> Corpus:
    """Read a matrix of integers, reals or a pattern; entries of a pattern count once."""
    path = Path(path)
    data = read_whole(path)
    field = _read_banner(data, path)
    (n_documents, n_words, n_entries), line, start = _read_sizes(data, path)
    body: bytes | memoryview = memoryview(data)[start:]
    if field == b"pattern":
        body = data[start:].rstrip().replace(b"\n", b" 1\n") + b" 1" * (n_entries > 0)
    counts = read_triples(body, path, line + 1, (n_documents, n_words), n_entries)
    words = find_words(vocabulary, path)
    if words is None:
        words = numbered_words(n_words, n_entries, path)
    elif len(words) != n_words:
        raise malformed(
            path,
            line,
            f"the matrix has {n_words:,} columns, but the vocabulary {len(words):,} words",
        )
    return Corpus.of_blocks([counts], words)


def _read_banner(data: bytes, path: Path) -> bytes:
    if not data:
        raise InputError(f"{path} is empty; expected a Matrix Market file")
    banner = data[: data.find(b"\n") % (len(data) + 1)].strip()
    kinds = banner.lower().split()
    if len(kinds) != 5 or kinds[:2] != [b"%%matrixmarket", b"matrix"]:
        raise malformed(
            path, 1, f"{shown(banner)}; expected '%%MatrixMarket matrix coordinate ... general'"
        )
    layout, field, symmetry = kinds[2:]
    if layout != b"coordinate" or field not in _FIELDS or symmetry != b"general":
        raise malformed(
            path,
            1,
            f"{shown(b' '.join(kinds[2:]))}; expected 'coordinate', one of 'integer', 'real' and "
            "'pattern', and 'general'",
        )
    return field


def _read_sizes(data: bytes, path: Path) -> tuple[tuple[int, int, int], int, int]:
    """Return the three sizes, their line, and the start of the next line."""
    line, start = 1, 0
    while (end := data.find(b"\n", start)) >= 0:
        start, line = end + 1, line + 1
        stop = data.find(b"\n", start) % (len(data) + 1)
        text = data[start:stop].strip()
        if text and not text.startswith(b"%"):
            sizes = text.split()
            if len(sizes) != 3 or not all(n.isdigit() and len(n) <= 18 for n in sizes):
                raise malformed(
                    path, line, f"{shown(text)}; expected numbers of documents, words and entries"
                )
            n_documents, n_words, n_entries = map(int, sizes)
            return (n_documents, n_words, n_entries), line, min(stop + 1, len(data))
    raise malformed(path, line, "the file ends before the sizes of the matrix")


def write(corpus: Corpus, path: str | Path) -> None:
    """Write integers, or reals if a count is not whole, and the vocabulary file next to them."""
    path = Path(path)
    summary = CountSummary.of(corpus)
    words = corpus.vocabulary.as_lines()
    field = b"integer" if summary.whole else b"real"
    sizes = corpus.n_documents, corpus.n_words, summary.n_entries
    with write_atomically(path, vocabulary_path(path)) as (file, words_file):
        words_file.write(words)
        file.write(b"%%%%MatrixMarket matrix coordinate %s general\n" % field)
        file.write(b"%d %d %d\n" % sizes)
        write_triples(corpus, file, whole=summary.whole)
