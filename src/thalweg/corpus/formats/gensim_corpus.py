"""gensim: bags of words, which are lists of (id, count) pairs, and the Dictionary.

Only `to_gensim_dictionary` needs gensim.
"""

from __future__ import annotations

import operator
from array import array
from collections.abc import Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
from scipy import sparse

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.formats._shared.file_errors import invalid_count, malformed, shown
from thalweg.corpus.formats._shared.line_per_document import ENTRIES_AT_A_TIME
from thalweg.corpus.formats._shared.spelled_words import check_names
from thalweg.corpus.formats._shared.text_lines import read_text
from thalweg.corpus.formats._shared.vocabulary_file import numbered_words
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.files.atomic import write_atomically
from thalweg.files.utf8 import encode_utf8

_LARGEST_ID = 2**31 - 1


def from_gensim(
    bag_of_words: Iterable[Iterable[tuple[int, float]]], dictionary: Any = None
) -> Corpus:
    """Return a corpus of gensim's bags of words.

    Parameters
    ----------
    bag_of_words : iterable of iterables of (int, float)
        For each document, pairs of a word id and its count.
    dictionary : gensim Dictionary, mapping of ids to words or sequence of words, default=None
        The words. Without them, words are named by their id.

    Examples
    --------
    >>> from_gensim([[(0, 2), (1, 1)], []], {0: "bank", 1: "river"})
    Corpus(2 documents x 2 words, 3 tokens)
    """
    offsets, ids, counts = array("q", [0]), array("i"), array("d")
    for row, document in enumerate(bag_of_words):
        try:
            for word, count in document:
                ids.append(operator.index(word))
                counts.append(count)
        except (TypeError, ValueError, OverflowError) as error:
            raise InputError(
                f"`bag_of_words`: document {row} cannot be read: {error}. Expected pairs of a word "
                f"id (0 to {_LARGEST_ID}) and a count."
            ) from None
        offsets.append(len(ids))
    return _corpus(np.array(offsets), np.array(ids, np.int32), np.array(counts), dictionary)


def _corpus(offsets: Any, ids: Any, counts: Any, dictionary: Any) -> Corpus:
    def row(entry: int) -> int:
        return int(np.searchsorted(offsets, entry, side="right")) - 1

    if ids.size and ids.min() < 0:
        entry = int(np.argmax(ids < 0))
        raise InputError(
            f"`bag_of_words`: document {row(entry)} has the word id {ids[entry]}; expected ids of "
            "at least 0"
        )
    if invalid := invalid_count(counts):
        raise InputError(f"`bag_of_words`: document {row(invalid[0])} has {invalid[1]}")
    n_words = int(ids.max()) + 1 if ids.size else 0
    if dictionary is None:
        words = numbered_words(n_words, ids.size, "the corpus")
    else:
        words = _words(dictionary)
    if len(words) < n_words:
        entry = int(np.argmax(ids >= len(words)))
        raise InputError(
            f"`bag_of_words`: document {row(entry)} has the word id {ids[entry]}, but `dictionary` "
            f"has {len(words):,} words"
        )
    if not (counts % 1).any():
        counts = counts.astype(np.int32)
    shape = offsets.size - 1, len(words)
    return Corpus(sparse.csr_array((counts, ids, offsets), shape=shape), words)


def _words(dictionary: Any) -> Vocabulary:
    """Return the words of a gensim Dictionary, a mapping of ids to words or a sequence of words."""
    if isinstance(dictionary, Vocabulary):
        return dictionary
    try:
        if hasattr(dictionary, "token2id"):
            by_id = {w: word for word, w in dictionary.token2id.items()}
        elif isinstance(dictionary, Mapping):
            by_id = dict(dictionary.items())
        else:
            by_id = dict(enumerate(dictionary))
    except TypeError as error:
        raise InputError(
            f"`dictionary` cannot be read: {error}. Expected a gensim Dictionary, or a mapping of "
            "ids to words."
        ) from None
    missing = next((w for w in range(len(by_id)) if w not in by_id), None)
    if missing is not None:
        raise InputError(
            f"`dictionary` has no word with the id {missing}; expected ids without gaps. Call its "
            "compactify() before you create the bags of words."
        )
    return Vocabulary(by_id[w] for w in range(len(by_id)))


class BagsOfWords:
    """A corpus in the form that gensim takes: iterable repeatedly, and read in parts each time."""

    def __init__(self, corpus: Corpus) -> None:
        self._corpus = corpus

    def __len__(self) -> int:
        return self._corpus.n_documents

    def __iter__(self) -> Iterator[list[tuple[int, float]]]:
        for part in self._corpus.parts(ENTRIES_AT_A_TIME):
            words, counts = part.words.tolist(), part.counts.tolist()
            first = 0
            for last in part.offsets[1:].tolist():
                yield list(zip(words[first:last], counts[first:last], strict=True))
                first = last


def to_gensim_corpus(corpus: Corpus) -> tuple[BagsOfWords, dict[int, str]]:
    """Return bags of words and the mapping of ids to words, in the form that gensim takes.

    Examples
    --------
    >>> bags, id2word = to_gensim_corpus(Corpus([[2, 1], [0, 0]], ["bank", "river"]))
    >>> list(bags), id2word
    ([[(0, 2), (1, 1)], []], {0: 'bank', 1: 'river'})
    """
    return BagsOfWords(corpus), dict(enumerate(corpus.vocabulary))


def to_gensim_dictionary(corpus: Corpus) -> Any:
    """Return a gensim Dictionary of the corpus, with document frequencies."""
    try:
        dictionary = import_module("gensim.corpora").Dictionary()
    except ImportError:
        raise InputError("gensim is not installed. Run pip install gensim.") from None
    dictionary.token2id = {word: w for w, word in enumerate(corpus.vocabulary)}
    dfs, cfs = corpus.frequencies()
    dictionary.dfs = {w: n for w, n in enumerate(dfs.tolist()) if n}
    dictionary.cfs = {w: int(n) for w, n in enumerate(cfs.tolist()) if n}
    dictionary.num_docs = corpus.n_documents
    dictionary.num_nnz = int(dfs.sum())
    dictionary.num_pos = int(cfs.sum())
    return dictionary


def read_dictionary(path: str | Path) -> Vocabulary:
    """Read a file that gensim's Dictionary.save_as_text wrote: lines of id, word and frequency."""
    path = Path(path)
    text = read_text(path)
    if not text:
        raise InputError(f"{path} is empty; expected a gensim Dictionary as text")
    lines = text.removesuffix("\n").split("\n")
    # Since gensim 0.13, the first line holds the number of documents.
    start = 1 if "\t" not in lines[0] else 0
    if start and not lines[0].strip().isdecimal():
        raise malformed(path, 1, f"{shown(lines[0].encode())}; expected the number of documents")
    words: dict[int, str] = {}
    for number, line in enumerate(lines[start:], start + 1):
        fields = line.removesuffix("\r").split("\t")
        if len(fields) != 3 or not (fields[0].isascii() and fields[0].isdigit()):
            raise malformed(
                path, number, f"{shown(line.encode())}; expected id, word and document frequency"
            )
        if len(fields[0]) > len(str(_LARGEST_ID)) or int(fields[0]) in words:
            raise malformed(path, number, f"the id {fields[0]} is too large, or occurs twice")
        words[int(fields[0])] = fields[1]
    try:
        return _words(words)
    except InputError as error:
        raise InputError(f"{path}: {error}") from None


def write_dictionary(corpus: Corpus, path: str | Path) -> None:
    """Write the vocabulary in the format of gensim's Dictionary.load_from_text."""
    check_names(corpus.vocabulary, "word", "gensim dictionaries", r"\t\n\r\0")
    lines = [f"{corpus.n_documents}\n"]
    dfs = corpus.frequencies()[0].tolist()
    for word, w in sorted((word, w) for w, word in enumerate(corpus.vocabulary)):
        lines.append(f"{w}\t{word}\t{dfs[w]}\n")
    with write_atomically(Path(path)) as (file,):
        file.write(encode_utf8("".join(lines)))
