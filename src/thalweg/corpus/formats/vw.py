"""Vowpal Wabbit's text: a line a document, "label 'tag| word:count word ...".

Label and tag may be missing; a word without a count counts once. Namespaces ("|name:weight word")
are read as if all words stood in one, with their weights; none are written. The vocabulary is kept
in <name>.vocab.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import LARGEST_COUNT
from thalweg.corpus.formats._shared.lines import write_lines
from thalweg.corpus.formats._shared.malformed import malformed, naming, shown
from thalweg.corpus.formats._shared.names import BLANKS, NamedRows, as_text, check_names
from thalweg.corpus.formats._shared.opening import read_lines
from thalweg.corpus.formats._shared.words_beside import Words
from thalweg.corpus.metadata import ID
from thalweg.lazy_polars import pl

LABEL = "label"
_FORM = "Vowpal Wabbit's format"


def read(path: str | Path, vocabulary: Words = None) -> Corpus:
    """Read documents; tags become the column `id`, what stands before them the column `label`."""
    path = Path(path)
    lines = read_lines(path)
    rows = NamedRows(path, vocabulary)
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
    """Whether a document has it."""
    return any(value is not None for value in column)


def _read_head(head: bytes) -> tuple[str | None, str | None]:
    """Label and tag: a tag starts with an apostrophe, or touches the bar."""
    fields = [field.decode() for field in head.split()]
    tag = None
    if fields and (fields[-1].startswith("'") or not head[-1:].isspace()):
        tag = fields.pop().removeprefix("'")
    return " ".join(fields) or None, tag


def _read_namespace(space: bytes, words: list[bytes], counts: list[float]) -> None:
    """Append the words and counts behind a bar, which may start with a namespace's name."""
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


@lru_cache(1 << 12)  # most counts are one of a few
def _number(text: bytes) -> float:
    try:
        if b"_" not in text:  # which Python allows between digits
            return float(text)
    except ValueError:
        pass
    raise ValueError(f"{shown(text)} stands for a count; expected a number behind the ':'")


def write(corpus: Corpus, path: str | Path) -> None:
    """Write documents with their ids as tags and their labels, and the vocabulary beside."""
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
