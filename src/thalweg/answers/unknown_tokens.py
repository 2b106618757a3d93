"""What the model's vocabulary lacks: finding words in texts, and counting unknown ones."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.document_topics import DocumentTopics
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.text.text_settings import MissingTokenizer, TextSettings
from thalweg.corpus.text.token_lists import GivenTokens
from thalweg.corpus.text.vocabulary_counter import vocabulary_counter
from thalweg.corpus.text.word_places import WordPlaces, word_places
from thalweg.evaluation._outliers import ScoredBatch
from thalweg.fitted_model import FittedModel


def word_finder(model: FittedModel, *, tokens: bool = False) -> WordPlaces | None:
    """Return what finds the model's words in texts; None if it is not known how to split them.

    With `tokens`, documents are lists of tokens, which need not be split.
    """
    words, settings = model.vocabulary_, model.text_settings_
    if words is None:
        return None
    if tokens:
        settings = settings or TextSettings()
        if isinstance(settings.tokenizer, MissingTokenizer):
            settings = replace(settings, tokenizer=GivenTokens())
        return word_places(words, settings)
    if settings is None or isinstance(settings.tokenizer, MissingTokenizer | GivenTokens):
        return None
    return word_places(words, settings)


def scored_batches(
    model: FittedModel, X: Any, batches: Iterable[DocumentTopics], n_threads: int
) -> Iterator[ScoredBatch]:
    """Yield the batches with the number of words of each document, unknown words included."""
    lengths = X.lengths() if isinstance(X, Corpus) and X.texts is None else None
    for batch in batches:
        n_words: NDArray[np.float64] | None = None
        if lengths is not None:
            n_words = lengths[batch.first : batch.first + len(batch)]
        elif batch.documents.texts is not None and word_finder(model) is not None:
            n_words = _n_words(model, batch.documents.texts, n_threads)
        yield ScoredBatch(batch.documents, batch.shares, batch.first, n_words)


def _n_words(model: FittedModel, texts: Any, n_threads: int) -> NDArray[np.float64]:
    """Return the number of words of each text, without stop words."""
    assert model.vocabulary_ is not None
    assert model.text_settings_ is not None
    counter = vocabulary_counter(model.vocabulary_, model.text_settings_)
    offsets, _ = counter.in_order(texts.fill_null(""), n_threads)
    return np.diff(offsets).astype(np.float64)
