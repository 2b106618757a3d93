"""UCI bags of words: docword.<name>.txt and vocab.<name>.txt next to it.

D
W
number of entries
document word count      (numbered from 1; documents without a line are empty)
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

_HEADER = ("the number of documents", "the number of words", "the number of entries")


def read(path: str | Path, vocabulary: Words = None) -> Corpus:
    """Read a docword file. Entries can be in any order; duplicates are added up."""
    path = Path(path)
    data = read_whole(path)
    n_documents, n_words, n_entries, start = _read_header(data, path)
    body = memoryview(data)[start:]
    counts = read_triples(body, path, len(_HEADER) + 1, (n_documents, n_words), n_entries)
    words = find_words(vocabulary, path)
    if words is None:
        words = numbered_words(n_words, n_entries, path)
    elif len(words) != n_words:
        raise malformed(
            path, 2, f"the header declares {n_words:,} words, but the vocabulary has {len(words):,}"
        )
    return Corpus.of_blocks([counts], words)


def _read_header(data: bytes, path: Path) -> tuple[int, int, int, int]:
    if not data:
        raise InputError(f"{path} is empty; expected a UCI docword file")
    numbers = []
    start = 0
    for line, meaning in enumerate(_HEADER, 1):
        end = data.find(b"\n", start)
        end = len(data) if end < 0 else end
        text = data[start:end].strip()
        if not text.isdigit() or len(text) > 18:
            raise malformed(path, line, f"{shown(text)}; expected {meaning}, a whole number")
        numbers.append(int(text))
        start = min(end + 1, len(data))
    n_documents, n_words, n_entries = numbers
    return n_documents, n_words, n_entries, start


def write(corpus: Corpus, path: str | Path) -> None:
    """Write a docword file, and the vocabulary file next to it."""
    path = Path(path)
    summary = CountSummary.of(corpus)
    summary.refuse_fractions("the format of UCI")
    words = corpus.vocabulary.as_lines()
    with write_atomically(path, vocabulary_path(path)) as (file, words_file):
        words_file.write(words)
        file.write(b"%d\n%d\n%d\n" % (corpus.n_documents, corpus.n_words, summary.n_entries))
        write_triples(corpus, file, whole=True)
