"""The text format that MALLET imports: one line per document, "id label word word word".

A word is repeated as often as it was counted; the order of words in the document is lost. The
vocabulary is in <name>.vocab.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator
from pathlib import Path

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.count_summary import CountSummary
from thalweg.corpus.formats._shared.file_errors import malformed, naming, shown
from thalweg.corpus.formats._shared.line_per_document import write_lines
from thalweg.corpus.formats._shared.spelled_words import SpelledRows, as_text, check_names
from thalweg.corpus.formats._shared.text_lines import read_lines
from thalweg.corpus.formats._shared.vocabulary_file import Words
from thalweg.corpus.metadata import ID
from thalweg.errors import InputError
from thalweg.lazy_polars import pl

LABEL = "label"
NO_LABEL = "__unknown__"  # as gensim writes it; read as null
_ONE = array("d", [1.0])
_FORM = "the format of MALLET"


def read(path: str | Path, vocabulary: Words = None) -> Corpus:
    """Read documents and their columns `id` and `label`."""
    path = Path(path)
    lines = read_lines(path)
    rows = SpelledRows(path, vocabulary)
    ids, labels = [], []
    for number, line in enumerate(lines, 1):
        fields = line.split()
        if len(fields) < 2:
            raise malformed(path, number, f"{shown(line)}; expected id, label and words")
        ids.append(fields[0].decode())
        labels.append(fields[1].decode())
        rows.append(fields[2:], _ONE * (len(fields) - 2), number)
    columns = {ID: ids, LABEL: [None if label == NO_LABEL else label for label in labels]}
    metadata = pl.DataFrame(columns, schema={ID: pl.String, LABEL: pl.String})
    counts, words = rows.finish()
    with naming(path):
        return Corpus(counts, words, metadata)


def write(corpus: Corpus, path: str | Path) -> None:
    """Write documents with whole counts, ids and labels, and the vocabulary file next to them."""
    CountSummary.of(corpus).refuse_fractions(_FORM)
    check_names(corpus.vocabulary, "word", _FORM)
    write_lines(corpus, Path(path), _lines)


def _lines(part: Corpus) -> Iterator[str]:
    documents = part.documents()
    words, counts = documents.words.tolist(), documents.counts.tolist()
    offsets = documents.offsets.tolist()
    for row, (name, label) in enumerate(zip(_ids(part), _labels(part), strict=True)):
        entries = range(offsets[row], offsets[row + 1])
        tokens = (f" {part.vocabulary[words[e]]}" * int(counts[e]) for e in entries)
        yield f"{name} {label}{''.join(tokens)}"


def _ids(part: Corpus) -> list[str]:
    ids = as_text(part.ids, _FORM)
    if ids.null_count():
        raise InputError(f"a document has no id; expected one for each document in {_FORM}")
    check_names(ids, "id", _FORM)
    return ids.to_list()


def _labels(part: Corpus) -> list[str]:
    columns = part.metadata
    if LABEL not in columns.columns:
        return [NO_LABEL] * part.n_documents
    labels = as_text(columns[LABEL], _FORM).fill_null(NO_LABEL)
    check_names(labels, "label", _FORM)
    return labels.to_list()
