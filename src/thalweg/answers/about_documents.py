"""Methods about documents: their topics and why they have them, typical ones and outliers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.documents.explaining import explain
from thalweg.analysis.documents.snippets import beginning
from thalweg.analysis.documents.typical_documents import (
    example_table,
    top_documents,
)
from thalweg.analysis.topic_words import text_topic_table
from thalweg.answers.unknown_tokens import scored_batches, word_finder
from thalweg.checks import whole_number
from thalweg.errors import InputError
from thalweg.evaluation._document_fit import FitOfDocuments, document_scores
from thalweg.evaluation._outliers import find_outliers
from thalweg.fitted_model import FittedModel
from thalweg.results import (
    DocumentTable,
    ExampleTable,
    Explanation,
    Outlier,
    OutlierTable,
    TextTopicTable,
)
from thalweg.shared_model import at_one_moment
from thalweg.state.of_model import topic_labels, topic_numbers, word_names
from thalweg.state.topic_names import chosen_topics
from thalweg.system.threads import resolve_threads
from thalweg.training.reporting.document_progress import ReportDocuments


class AboutDocuments(FittedModel):
    """What a trained model says about documents."""

    @at_one_moment
    def top_documents(
        self, X: Any, topic: int, n_documents: int = 10, *, progress: ReportDocuments = None
    ) -> DocumentTable:
        """Return the documents of X with the largest share of a topic, as a table.

        The table has the ids of the documents, and their texts if X has texts. `examples` prefers
        documents that are long enough to be typical.

        Parameters
        ----------
        X : texts, data frame, Corpus, iterator of corpora, or matrix of counts
            The documents, which are streamed.
        topic : int
            Number of the topic.
        n_documents : int, default=10
            Number of documents to return.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar. A function is called with a `DocumentProgress` after every
            batch of documents.
        """
        self._require_fitted()
        ids = _ids_of(X)
        with self._batches(X, metadata=ids, keep_texts=True, progress=progress) as batches:
            return top_documents(batches, topic_numbers(self), topic, n_documents)

    @at_one_moment
    def examples(
        self,
        X: Any,
        n_documents: int = 3,
        topics: Sequence[int | str] | int | None = None,
        *,
        progress: ReportDocuments = None,
    ) -> ExampleTable:
        """Return typical documents of every topic, with the topic's words marked, as a table.

        A document is typical if most of it belongs to the topic and if it is not very short: they
        are ranked by theta_jk n_j / (n_j + 10), with the topic's share theta_jk and n_j known
        words. The same text is shown once. X is read once, and only the best documents are kept.

        Parameters
        ----------
        X : texts, data frame, Corpus, iterator of corpora, or matrix of counts
            The documents. Without texts, the table has their ids only.
        n_documents : int, default=3
            Number of documents per topic.
        topics : sequence of int or str, default=None
            Numbers or names of topics. None: all, the largest first.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar. A function is called with a `DocumentProgress` after every
            batch of documents.

        Examples
        --------
        >>> import thalweg
        >>> texts = ["the river bank flooded after rain on the river"] * 6
        >>> texts += ["the bank lends money at a high rate of interest"] * 6
        >>> lda = thalweg.LDA(2, random_state=0).fit(thalweg.read(texts, max_df=1.0))
        >>> table = lda.examples(texts, 1)
        >>> sorted(example.snippet for example in table)[0]
        'the bank lends money at a high rate of interest'
        """
        self._require_fitted()
        if topics is None:
            chosen = np.argsort(-self.state_.topic_counts, kind="stable").tolist()
        else:
            chosen = chosen_topics(topics, topic_labels(self), topic_numbers(self))
        labels, places, ids = topic_labels(self), word_finder(self), _ids_of(X)
        with self._batches(X, metadata=ids, keep_texts=True, progress=progress) as batches:
            return example_table(batches, self.state_, labels, places, chosen, n_documents)

    @at_one_moment
    def explain(self, text: str | Sequence[str]) -> Explanation:
        """Return the topic of every word of a text, and how surely it belongs to it.

        For a word w of the text, p(topic k | w, text) is proportional to phi_wk theta_k, with the
        probability phi_wk of the word in the topic and the proportions theta of the whole text.

        Parameters
        ----------
        text : str or sequence of str
            A text, or its tokens.

        Returns
        -------
        Explanation
            It prints as text with the numbers of topics, displays with colours in notebooks, and
            converts to data frames. `distribution` has all probabilities.
        """
        self._require_fitted()
        theta = FittedModel.transform(self, [_one_text(text)])[0]
        places = word_finder(self, tokens=not isinstance(text, str))
        assert places is not None  # otherwise transform has raised an error
        shown = text if isinstance(text, str) else " ".join(text)
        names, labels = word_names(self), topic_labels(self)
        return explain(self.state_, names, labels, shown, places.find(text), theta)

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
        theta = FittedModel.transform(self, [_one_text(text)])[0]
        return text_topic_table(
            self.state_, word_names(self), theta, n_topics, n_words, self.topic_names_
        )

    @at_one_moment
    def score_samples(self, X: Any, *, progress: ReportDocuments = None) -> NDArray[np.float64]:
        """Return the held-out log-likelihood per token of each document, (n_documents,).

        Documents are scored as in `score`, which is about the mean of these numbers, weighted by
        tokens. Here the halves of a document depend on its words only, so that its score does not
        depend on other documents. A document without a scored token is NaN: an empty one, one with
        a single token or, by chance, with a few tokens in the other half.

        Scores of documents differ with their length and topics. `outliers` takes both into account.

        Parameters
        ----------
        X : texts, Corpus, or matrix of counts
            The documents.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar. A function is called with a `DocumentProgress` after every
            batch of documents.
        """
        self._require_fitted()
        n_threads, source = resolve_threads(self.n_jobs), self._source(X)
        scores = np.empty(source.n_documents)
        with self._parts(source, progress) as parts:
            for first, part in parts:
                scores[first : first + part.n_documents], _ = document_scores(
                    self.state_, part, self._convergence, n_threads=n_threads
                )
        return scores

    @at_one_moment
    def outliers(
        self,
        X: Any,
        n_documents: int = 10,
        threshold: float = 3.0,
        *,
        progress: ReportDocuments = None,
    ) -> OutlierTable:
        """Return the documents that do not fit the model, the worst first, as a table.

        A document does not fit if its words are less likely than is expected of a document with
        the same topics and length, or if more of its words are unknown than in other documents.
        `z` counts in standard errors, so a rare word in a short document does not stand out.

        Parameters
        ----------
        X : texts, data frame, Corpus, iterator of corpora, or matrix of counts
            The documents: at least about a hundred, because they are compared with each other.
            Unknown words are only counted in texts, and in a corpus that has them.
        n_documents : int, default=10
            Number of documents to return at most.
        threshold : float, default=3.0
            Documents with a z of -threshold or less do not fit. With 0, the worst documents are
            returned even if they fit.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar. A function is called with a `DocumentProgress` after every
            batch of documents.
        """
        self._require_fitted()
        whole_number("n_documents", n_documents, least=1)
        if not (isinstance(threshold, int | float | np.number) and float(threshold) >= 0):
            raise InputError(f"`threshold` is {threshold!r}; expected a number of at least 0")
        n_threads = resolve_threads(self.n_jobs)
        fit = FitOfDocuments(self.state_, self._convergence, n_threads=n_threads)
        ids = _ids_of(X)
        with self._batches(X, metadata=ids, keep_texts=True, progress=progress) as batches:
            scored = scored_batches(self, X, batches, n_threads)
            outliers = find_outliers(scored, fit, n_documents, float(threshold))
        return OutlierTable(
            (
                Outlier(
                    each.id,
                    each.document,
                    each.z,
                    each.reason,
                    each.log_likelihood,
                    each.expected,
                    each.unknown_share,
                    None if each.text is None else beginning(each.text),
                )
                for each in outliers.found
            ),
            outliers.n_documents,
            outliers.n_outliers if threshold > 0 else None,
        )


def _one_text(text: Any) -> Any:
    is_tokens = isinstance(text, list | tuple) and all(isinstance(token, str) for token in text)
    if not isinstance(text, str) and not is_tokens:
        raise InputError(
            f"`text` is of type {type(text).__name__}; expected one text (str) or its tokens. "
            "Use `transform` for several texts."
        )
    return text


def _ids_of(X: Any) -> list[str]:
    """Return the column of ids, if X is a data frame that has one."""
    columns = getattr(X, "columns", ())
    return ["id"] if "id" in list(columns) else []
