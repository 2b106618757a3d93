"""Documents and their topics, some at a time: for what goes through a corpus of any size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.vocabulary import Vocabulary
from thalweg.supply import as_corpus

if TYPE_CHECKING:
    from thalweg.model import TopicModel

_DOCUMENTS_AT_A_TIME = 4096


def words_of(model: TopicModel) -> Sequence[str]:
    """The words of a model by their ids; where nobody named them, their numbers."""
    model._require_fitted()
    names = model.vocabulary_
    if names is None:
        names = getattr(model, "feature_names_in_", None)
    return Vocabulary.numbered(model.state_.n_words) if names is None else names


def documents_and_topics(model: TopicModel, X: Any) -> Iterator[tuple[Corpus, NDArray[np.float32]]]:
    """All documents of X in order, as small corpora, and the topic proportions of their rows."""
    words, corpus = words_of(model), as_corpus(X)
    if corpus is None:
        corpus = Corpus(X, list(words))
    elif model.vocabulary_ is not None:
        corpus = corpus.with_vocabulary(model.vocabulary_)
    for part in corpus.batches(_DOCUMENTS_AT_A_TIME):
        yield part, model.transform(part)
