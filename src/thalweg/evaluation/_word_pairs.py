"""Counts of the documents, or windows of text, in which words and pairs of words occur."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.document_source import DocumentSource
from thalweg.corpus.text.stop_words import StopWords
from thalweg.corpus.text.text_settings import TextSettings
from thalweg.errors import InputError

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus

WHOLE_DOCUMENTS = 0  # instead of the size of a window
_TEXTS_PER_CHUNK = 1 << 14

# Texts as ids of words in their order, one text after the other: the offsets of the texts, and the
# ids. Words that are not counted have the id -1.
WordSequences = tuple[NDArray[np.int64], NDArray[np.int32]]


@dataclass(frozen=True)
class PairCounts:
    """Numbers of windows, or documents, that contain words and pairs of words."""

    n_windows: int
    """Number of all windows."""
    words: NDArray[np.int64]
    """Number of windows with each word."""
    pairs: NDArray[np.int64]
    """Number of windows with each pair."""


def count_in_documents(
    documents: DocumentSource,
    ids: NDArray[np.int32],
    pairs: NDArray[np.int32],
    *,
    n_threads: int = 1,
) -> PairCounts:
    """Count the documents with given words, and with pairs of them.

    `ids` are ids of words in the documents, -1 for a word that they do not have; `pairs` are pairs
    of places in `ids`.
    """
    places = np.full(documents.n_words, -1, dtype=np.int32)
    known = np.flatnonzero(ids >= 0)
    places[ids[known]] = known
    sequences = ((part.offsets, part.words) for part in documents.parts())
    return _count(sequences, WHOLE_DOCUMENTS, places, ids.size, pairs, n_threads)


def count_in_windows(
    sequences: Iterable[WordSequences],
    window: int,
    n_words: int,
    pairs: NDArray[np.int32],
    *,
    n_threads: int = 1,
) -> PairCounts:
    """Count the windows of text with the words 0 to n_words - 1, and with pairs of them.

    A window of `window` tokens begins at each token that is followed by enough others. A text that
    is shorter than a window is one window.
    """
    places = np.arange(n_words, dtype=np.int32)
    return _count(sequences, window, places, n_words, pairs, n_threads)


def words_in_order(
    words: Sequence[str], corpus: Corpus, *, n_threads: int = 1
) -> Iterator[WordSequences]:
    """Yield the texts of a corpus as sequences of ids of given words."""
    settings = corpus.text_settings
    if settings is None or corpus[:0].texts is None:
        raise InputError(
            "`corpus` has no texts, which windows need; expected a corpus that was read with "
            "`keep_texts=True`. Or pass `texts`, lists of tokens."
        )
    counter = _without_stops(settings, words).counter(words)
    for chunk in corpus.chunks():
        yield counter.in_order(chunk.texts, n_threads)


def tokens_in_order(
    words: Sequence[str], texts: Iterable[Sequence[str]], *, n_threads: int = 1
) -> Iterator[WordSequences]:
    """Yield texts that are lists of tokens as sequences of ids of given words."""
    native = TextSettings().counter(words).native
    remaining = iter(texts)
    while chunk := list(islice(remaining, _TEXTS_PER_CHUNK)):
        lists = [_tokens(text) for text in chunk]
        try:
            yield native.tokens_in_order(lists, n_threads=n_threads)
        except TypeError as error:
            raise InputError(f"`texts`: {error}; expected lists of tokens") from None
        except UnicodeEncodeError as error:
            raise InputError(f"`texts` has a token that is not valid Unicode: {error}") from None


def _count(
    sequences: Iterable[tuple[NDArray[np.int64], NDArray[Any]]],
    window: int,
    places: NDArray[np.int32],
    n_words: int,
    pairs: NDArray[np.int32],
    n_threads: int,
) -> PairCounts:
    word_counts = np.zeros(n_words, dtype=np.int64)
    pair_counts = np.zeros(pairs.shape[0], dtype=np.int64)
    n_windows = 0
    for offsets, words in sequences:
        n_windows += _core.count_pairs(
            offsets=offsets,
            words=words,
            window=window,
            places=places,
            pairs=pairs,
            word_counts=word_counts,
            pair_counts=pair_counts,
            n_threads=n_threads,
        )
    return PairCounts(n_windows, word_counts, pair_counts)


def _without_stops(settings: TextSettings, words: Sequence[str]) -> TextSettings:
    """Return the settings without stop words that are words of topics, which are searched for."""
    kept = set(settings.stop_words) - set(words)
    return replace(settings, stop_words=StopWords(sorted(kept)))


def _tokens(text: Any) -> list[str]:
    if isinstance(text, str) or not isinstance(text, Iterable):
        raise InputError(f"`texts` has the text {text!r:.100}; expected a list of its tokens")
    return list(text)
