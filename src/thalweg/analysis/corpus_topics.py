"""Documents with all that is known about them, and their topics: some at a time."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.document_source import as_corpus
from thalweg.corpus.vocabulary import Vocabulary

if TYPE_CHECKING:
    from thalweg.model import TopicModel

_DOCUMENTS_AT_A_TIME = 4096
_SHARES_AT_A_TIME = 1 << 20


def words_of(model: TopicModel) -> Sequence[str]:
    """The words of a model by their ids; where nobody named them, their numbers."""
    model._require_fitted()
    if model.vocabulary_ is not None:
        return model.vocabulary_
    if hasattr(model, "feature_names_in_"):  # of a data frame
        return [str(name) for name in model.feature_names_in_]
    return Vocabulary.numbered(model.state_.n_words)


def documents_and_topics(model: TopicModel, X: Any) -> Iterator[tuple[Corpus, NDArray[np.float32]]]:
    """The documents of X in order, as small corpora, and the topic proportions of their rows.

    X is a corpus, a matrix of counts, or an iterator of corpora such as `stream` gives.
    """
    for corpus in _corpora(model, X):
        if model.vocabulary_ is not None:
            corpus = corpus.with_vocabulary(model.vocabulary_)
        most = min(_DOCUMENTS_AT_A_TIME, _SHARES_AT_A_TIME // model.state_.n_topics)
        for part in corpus.batches(max(1, most)):
            yield part, model.transform(part)


def _corpora(model: TopicModel, X: Any) -> Iterable[Corpus]:
    words, corpus = words_of(model), as_corpus(X)
    if corpus is not None:
        return [corpus]
    return X if isinstance(X, Iterator) else [Corpus(X, list(words))]
