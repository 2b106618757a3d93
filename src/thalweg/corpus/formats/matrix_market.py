"""Matrix Market's coordinate format, documents x words, with the words in <name>.vocab.

%%MatrixMarket matrix coordinate integer general
% comments
D W number-of-entries
document word count      (numbered from 1)
"""

from __future__ import annotations

from pathlib import Path

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.malformed import malformed, shown
from thalweg.corpus.formats._shared.survey import Survey
from thalweg.corpus.formats._shared.triples import read_triples, write_triples
from thalweg.corpus.formats._shared.words_beside import (
    Words,
    find_words,
    numbered_words,
    vocabulary_path,
)
from thalweg.errors import InputError
from thalweg.files.atomic import write_beside_and_rename
from thalweg.files.compressed import read_whole

_FIELDS = (b"integer", b"real", b"pattern")


def read(path: str | Path, vocabulary: Words = None) -> Corpus:
    """Read a coordinate matrix of integers, reals or a pattern, whose entries count one."""
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
            path, line, f"the matrix has {n_words:,} columns; the vocabulary has {len(words):,}"
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
            f"a matrix that is {shown(b' '.join(kinds[2:]))}; expected 'coordinate', one of "
            "'integer', 'real' and 'pattern', and 'general'",
        )
    return field


def _read_sizes(data: bytes, path: Path) -> tuple[tuple[int, int, int], int, int]:
    """The three sizes, the line that they stand in, and where the next one starts."""
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
    """Write a matrix of integers, or of reals if a count is not whole; the words go beside."""
    path = Path(path)
    survey = Survey.of(corpus)
    words = corpus.vocabulary.as_lines()
    field = b"integer" if survey.whole else b"real"
    sizes = corpus.n_documents, corpus.n_words, survey.n_entries
    with write_beside_and_rename(path, vocabulary_path(path)) as (file, words_file):
        words_file.write(words)
        file.write(b"%%%%MatrixMarket matrix coordinate %s general\n" % field)
        file.write(b"%d %d %d\n" % sizes)
        write_triples(corpus, file, whole=survey.whole)
