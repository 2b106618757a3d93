"""Methods about documents: the topics of a text, and typical documents of a topic."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from thalweg.analysis.document_topics import top_documents
from thalweg.analysis.topic_words import text_topic_table
from thalweg.errors import InputError
from thalweg.fitted_model import FittedModel
from thalweg.results import DocumentTable, TextTopicTable
from thalweg.shared_model import at_one_moment
from thalweg.state.of_model import word_names


class AboutDocuments(FittedModel):
    """What a trained model says about documents."""

    @at_one_moment
    def top_documents(self, X: Any, topic: int, n_documents: int = 10) -> DocumentTable:
        """Return the documents of X with the largest share of a topic, as a table."""
        self._require_fitted()
        return top_documents(self.transform(X), topic, n_documents)

    @at_one_moment
    def topics_of(
        self, text: str | Sequence[str], n_topics: int | None = 5, n_words: int = 8
    ) -> TextTopicTable:
        """Return the topics of one text, largest share first, as a table.

        Parameters
        ----------
        text : str or sequence of str
            A text, or its tokens.
        n_topics : int or None, default=5
            Number of topics to return; None for all.
        n_words : int, default=8
            Number of words per topic.
        """
        self._require_fitted()
        is_tokens = isinstance(text, list | tuple) and all(isinstance(token, str) for token in text)
        if not isinstance(text, str) and not is_tokens:
            raise InputError(
                f"`text` is of type {type(text).__name__}; expected one text (str) or its tokens. "
                "Use `transform` for several texts."
            )
        theta = FittedModel.transform(self, [text])[0]
        return text_topic_table(
            self.state_, word_names(self), theta, n_topics, n_words, self.topic_names_
        )
