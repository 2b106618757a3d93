"""A session of a finished model: its documents as a corpus, and waiting until all are known."""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from thalweg.corpus.corpus import Corpus
from thalweg.corpus.reading import read
from thalweg.errors import InputError
from thalweg.explore.document_reader import DocumentReader
from thalweg.explore.session import Session
from thalweg.state.of_model import numbered_words, state_of, word_names

if TYPE_CHECKING:
    from thalweg.model import TopicModel

_TEXT = "text"


def corpus_of(model: TopicModel, X: Any) -> Corpus:
    """Return documents as a corpus with texts and columns, if X has them.

    Parameters
    ----------
    model : TopicModel
        A trained model, whose words are counted in texts, or a new one.
    X : Corpus, texts, data frame with a column "text", or matrix of counts
        The documents.
    """
    is_trained = hasattr(model, "state_")
    if isinstance(X, Corpus):
        corpus = X
    elif hasattr(X, "shape") and not hasattr(X, "columns") and len(X.shape) == 2:
        corpus = Corpus(X, word_names(model) if is_trained else numbered_words(X.shape[1]))
    elif not is_trained:
        corpus = read(X, metadata=_columns(X), keep_texts=True, n_jobs=model.n_jobs)
    else:
        if model.vocabulary_ is None or model.text_settings_ is None:
            raise InputError(
                "`X` has texts, but the model was trained on counts, so it is not known how texts "
                "become its words; expected a Corpus or a matrix of counts"
            )
        corpus = read(
            X,
            metadata=_columns(X),
            vocabulary=model.vocabulary_,
            text_settings=model.text_settings_,
            keep_texts=True,
            n_jobs=model.n_jobs,
        )
    if not corpus.n_documents:
        raise InputError("`X` has no documents; expected at least one")
    if is_trained and model.vocabulary_ is None:
        n_words = state_of(model).n_words
        if corpus.n_words != n_words:
            raise InputError(
                f"`X` has {corpus.n_words} words; expected {n_words}, those of the model"
            )
    return corpus


def _columns(X: Any) -> list[str]:
    """Return the columns of a data frame besides the texts."""
    return [str(name) for name in getattr(X, "columns", ()) if name != _TEXT]


@contextmanager
def finished_session(model: TopicModel, corpus: Corpus, title: str) -> Iterator[Session]:
    """Open a session on a trained model; it has looked at all documents when it is yielded."""
    session = Session(DocumentReader.of_corpus(corpus, title), model)
    session.start()
    try:
        while session.scan is None or not session.scan.n_passes:
            if session.status.phase == "failed":
                raise InputError(session.status.message or "the documents cannot be shown")
            time.sleep(0.01)
        yield session
    finally:
        session.close()
