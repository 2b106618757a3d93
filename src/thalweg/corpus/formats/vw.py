"""The text format of Vowpal Wabbit: one line per document, "label 'tag| word:count word ...".

Label and tag are optional; a word without a count counts once. Namespaces ("|name:weight word") are
merged, and their weights applied; none are written. The vocabulary is in <name>.vocab.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import LARGEST_COUNT
from thalweg.corpus.formats._shared.file_errors import malformed, naming, shown
from thalweg.corpus.formats._shared.line_per_document import write_lines
from thalweg.corpus.formats._shared.spelled_words import BLANKS, SpelledRows, as_text, check_names
from thalweg.corpus.formats._shared.text_lines import read_lines
from thalweg.corpus.formats._shared.vocabulary_file import Words
from thalweg.corpus.metadata import ID
from thalweg.lazy_polars import pl

LABEL = "label"
_FORM = "the format of Vowpal Wabbit"


def read(path: str | Path, vocabulary: Words = None) -> Corpus:
    """Read documents. Tags become the column `id`, labels the column `label`."""
    path = Path(path)
    lines = read_lines(path)
    rows = SpelledRows(path, vocabulary)
    tags: list[str | None] = []
    labels: list[str | None] = []
    for number, line in enumerate(lines, 1):
        head, *spaces = line.split(b"|")
        if not spaces:
            raise malformed(path, number, f"{shown(line)} has no '|' before the words")
        label, tag = _read_head(head)
        labels.append(label)
        tags.append(tag)
        words: list[bytes] = []
        counts: list[float] = []
        for space in spaces:
            try:
                _read_namespace(space, words, counts)
            except ValueError as error:
                raise malformed(path, number, str(error)) from None
        rows.append(words, counts, number)
    columns = {name: column for name, column in ((ID, tags), (LABEL, labels)) if _known(column)}
    metadata = pl.DataFrame(columns, schema=dict.fromkeys(columns, pl.String)) if columns else None
    matrix, vocabulary = rows.finish()
    with naming(path):
        return Corpus(matrix, vocabulary, metadata)


def _known(column: list[str | None]) -> bool:
    """Return whether any document has a value."""
    return any(value is not None for value in column)


def _read_head(head: bytes) -> tuple[str | None, str | None]:
    """Return label and tag. A tag starts with an apostrophe, or touches the bar."""
    fields = [field.decode() for field in head.split()]
    tag = None
    if fields and (fields[-1].startswith("'") or not head[-1:].isspace()):
        tag = fields.pop().removeprefix("'")
    return " ".join(fields) or None, tag


def _read_namespace(space: bytes, words: list[bytes], counts: list[float]) -> None:
    """Append the words and counts after a bar, which may start with the name of a namespace."""
    features = space.split()
    weight = 1.0
    if features and not space[:1].isspace():
        _, colon, value = features.pop(0).partition(b":")
        weight = _number(value) if colon else 1.0
    for feature in features:
        word, colon, value = feature.partition(b":")
        if not word:
            raise ValueError(f"{shown(feature)} has no word before the count")
        count = _number(value) * weight if colon else weight
        if not 0 <= count <= LARGEST_COUNT:
            raise ValueError(f"a count of {count}; expected a number from 0 to {LARGEST_COUNT:,}")
        words.append(word)
        counts.append(count)


@lru_cache(1 << 12)  # most files have few distinct counts
def _number(text: bytes) -> float:
    try:
        if b"_" not in text:  # Python allows it between digits
            return float(text)
    except ValueError:
        pass
    raise ValueError(f"{shown(text)} as a count; expected a number after the ':'")


def write(corpus: Corpus, path: str | Path) -> None:
    """Write documents with ids as tags and labels, and the vocabulary file next to them."""
    check_names(corpus.vocabulary, "word", _FORM, BLANKS + ":|")
    write_lines(corpus, Path(path), _lines)


def _lines(part: Corpus) -> Iterator[str]:
    documents = part.documents()
    words = [part.vocabulary[w] for w in documents.words.tolist()]
    counts = documents.counts.astype(float).tolist()
    features = [
        f" {word}:{int(count) if count.is_integer() else count!r}"
        for word, count in zip(words, counts, strict=True)
    ]
    offsets = documents.offsets.tolist()
    for row, head in enumerate(_heads(part)):
        yield f"{head}|{''.join(features[offsets[row] : offsets[row + 1]])}"


def _heads(part: Corpus) -> Iterator[str]:
    columns = part.metadata
    tags = as_text(part.ids, _FORM)
    check_names(tags.drop_nulls(), "id", _FORM, BLANKS + "|")
    labels = pl.Series([None] * part.n_documents, dtype=pl.String)
    if LABEL in columns.columns:
        labels = as_text(columns[LABEL], _FORM)
        fields = (field for label in labels.drop_nulls() for field in label.split(" "))
        check_names(fields, "label", _FORM, BLANKS + "|'")
    for label, tag in zip(labels, tags, strict=True):
        yield ("" if label is None else f"{label} ") + ("" if tag is None else f"'{tag}")
