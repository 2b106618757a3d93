"""In how many documents, or windows of text, words and pairs of words occur."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import islice
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.corpus.document_source import Supply
from thalweg.errors import InputError

if TYPE_CHECKING:
    from thalweg.corpus.corpus import Corpus
    from thalweg.corpus.text.text_settings import TextSettings

WHOLE_DOCUMENTS = 0  # instead of the size of a window
_CHUNK = 1 << 14  # texts

# Texts as word ids in their order, one behind the other: offsets and ids; -1 is another word.
WordSequences = tuple[NDArray[np.int64], NDArray[np.int32]]


@dataclass(frozen=True)
class PairCounts:
    """How many windows there are, and in how many of them each word and each pair occurs."""

    n_windows: int
    words: NDArray[np.int64]
    pairs: NDArray[np.int64]


def count_in_documents(
    documents: Supply, ids: NDArray[np.int32], pairs: NDArray[np.int32], *, n_threads: int = 1
) -> PairCounts:
    """Count words of a corpus by their ids (-1: it does not have the word), and pairs of these."""
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
    """Count words 0..n_words-1 and pairs of them in windows of so many tokens.

    One window begins at each token of a text that has room for it; a text that is shorter than a
    window is one window.
    """
    places = np.arange(n_words, dtype=np.int32)
    return _count(sequences, window, places, n_words, pairs, n_threads)


def words_in_order(
    words: Sequence[str], corpus: Corpus, *, n_threads: int = 1
) -> Iterator[WordSequences]:
    """Where given words stand in the texts that a corpus has kept."""
    settings = corpus.text_settings
    if settings is None or corpus[:0].texts is None:
        raise InputError(
            "windows need the texts, and the corpus has not kept them; expected one that was read "
            "with keep_texts=True, or texts=lists of tokens"
        )
    counter = _without_stops(settings, words).counter(words)
    for chunk in corpus.chunks():
        yield counter.in_order(chunk.texts, n_threads)


def tokens_in_order(
    words: Sequence[str], texts: Iterable[Sequence[str]], *, n_threads: int = 1
) -> Iterator[WordSequences]:
    """Where given words stand in texts that are lists of tokens."""
    from thalweg.corpus.text.text_settings import TextSettings

    native = TextSettings().counter(words).native
    remaining = iter(texts)
    while chunk := list(islice(remaining, _CHUNK)):
        lists = [_tokens(text) for text in chunk]
        try:
            yield native.tokens_in_order(lists, n_threads=n_threads)
        except TypeError as error:
            raise InputError(f"texts: {error}; expected lists of tokens") from None
        except UnicodeEncodeError as error:
            raise InputError(f"texts: a token is not valid Unicode: {error}") from None


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
    """A word of a topic is looked for even if it is a stop word of the corpus."""
    kept = set(settings.stop_words) - set(words)
    return replace(settings, stop_words=tuple(sorted(kept)))


def _tokens(text: Any) -> list[str]:
    if isinstance(text, str) or not isinstance(text, Iterable):
        raise InputError(f"a text is {text!r:.100}; expected a list of its tokens")
    return list(text)
