"""Methods about groups of documents: by a column, and over time."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from thalweg.analysis.groups.document_columns import DocumentColumn
from thalweg.analysis.groups.topic_columns import TopicColumns
from thalweg.analysis.groups.topics_by_group import group_columns, topics_by_group
from thalweg.analysis.groups.topics_over_time import topics_over_time
from thalweg.analysis.groups.words_over_time import words_over_time
from thalweg.corpus.sources.frames import is_frame_of_texts
from thalweg.fitted_model import FittedModel
from thalweg.results import GroupTable, TimeTable, WordTimeTable
from thalweg.shared_model import at_one_moment
from thalweg.state.of_model import topic_labels, topic_numbers, word_names
from thalweg.state.topic_names import chosen_topics
from thalweg.training.reporting.document_progress import ReportDocuments


class AboutGroups(FittedModel):
    """What a trained model says about groups of documents."""

    @at_one_moment
    def by_group(
        self,
        X: Any,
        column: Any,
        *,
        topics: Sequence[int | str] | None = None,
        min_documents: int = 1,
        max_groups: int | None = None,
        progress: ReportDocuments = None,
    ) -> GroupTable:
        """Return the share of every topic in every group of documents, as a table.

        The share of a topic is the mean, over the documents of the group, of the share of a
        document's tokens that belong to the topic. Each has a 95% interval over documents, and the
        log odds against all other documents with a z-score. Documents without a value in the
        column, or without a word that the model knows, are left out; `about` counts them.

        Parameters
        ----------
        X : Corpus, iterator of Corpus, data frame, texts or matrix of counts
            The documents. They are read once, batch by batch.
        column : str, sequence or list of two
            The name of a metadata column, or a sequence with one value per document. A list of two
            of these gives nested groups.
        topics : list of int or str, default=None
            Numbers or names of topics to show; the others are added up in one row. None: all.
        min_documents : int, default=1
            Groups with fewer documents are put together in a group (other).
        max_groups : int, default=None
            Largest number of groups; the smallest are put together in a group (other). None: all.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar. A function is called with a `DocumentProgress` after every
            batch of documents.

        Returns
        -------
        GroupTable
            A row per pair of group and topic. `distinctive()` has the topics that distinguish each
            group, `change(a, b)` compares two groups, `wide()` has a column per topic.

        Examples
        --------
        >>> table = lda.by_group(corpus, "rating")  # doctest: +SKIP
        >>> table.distinctive(2)  # doctest: +SKIP
        >>> table.change("1", "5")  # doctest: +SKIP
        """
        self._require_fitted()
        columns = group_columns(column)
        chosen = TopicColumns.of_model(self, topics)
        with self._batches(X, metadata=_metadata(X, columns), progress=progress) as batches:
            return topics_by_group(
                batches, columns, chosen, min_documents=min_documents, max_groups=max_groups
            )

    @at_one_moment
    def over_time(
        self,
        X: Any,
        date: Any,
        every: str | None = None,
        *,
        topics: Sequence[int | str] | None = None,
        progress: ReportDocuments = None,
    ) -> TimeTable:
        """Return the share of every topic in every period, as a table.

        Shares and intervals are those of `by_group`. Periods without documents are rows with 0
        documents and no share.

        Parameters
        ----------
        X : Corpus, iterator of Corpus, data frame, texts or matrix of counts
            The documents. They are read once, batch by batch.
        date : str or sequence
            The name of a metadata column, or a sequence with one value per document: dates, text
            such as 2024-05-31, 2024-05 or 2024, or years.
        every : str, default=None
            Length of the periods: "day", "week", "month", "quarter", "year", or a number of them,
            such as "2w" or "10y". None: chosen by the span of the dates.
        topics : list of int or str, default=None
            Numbers or names of topics to show; the others are added up in one row per period.
            None: all.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar. A function is called with a `DocumentProgress` after every
            batch of documents.

        Returns
        -------
        TimeTable
            A row per pair of period and topic. `change()` compares two periods, `wide()` has a
            column per topic.

        Examples
        --------
        >>> lda.over_time(corpus, "date", every="month", topics=[3, 7])  # doctest: +SKIP
        """
        self._require_fitted()
        dates = DocumentColumn(date, "date")
        chosen = TopicColumns.of_model(self, topics)
        with self._batches(X, metadata=_metadata(X, [dates]), progress=progress) as batches:
            return topics_over_time(batches, dates, chosen, every)

    @at_one_moment
    def words_over_time(
        self,
        X: Any,
        topic: int | str,
        date: Any,
        every: str | None = None,
        n_words: int = 10,
        *,
        progress: ReportDocuments = None,
    ) -> WordTimeTable:
        """Return the words that a topic uses in every period, as a table.

        The count of a word is the expected number of its tokens that belong to the topic, and its
        share is the part of the topic's tokens. `rising()` and `falling()` list words whose share
        changes from the first to the last half of the periods.

        Parameters
        ----------
        X : Corpus, iterator of Corpus, data frame, texts or matrix of counts
            The documents. They are read once, batch by batch.
        topic : int or str
            Number or name of the topic.
        date : str or sequence
            The name of a metadata column, or a sequence with one value per document.
        every : str, default=None
            Length of the periods, as in `over_time`.
        n_words : int, default=10
            Number of the most frequent words; as many that rise, and that fall, are added.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar. A function is called with a `DocumentProgress` after every
            batch of documents.

        Examples
        --------
        >>> lda.words_over_time(corpus, 3, "date", every="year").rising(5)  # doctest: +SKIP
        """
        self._require_fitted()
        dates = DocumentColumn(date, "date")
        (number,) = chosen_topics([topic], topic_labels(self), topic_numbers(self))
        state, words = self.state_, word_names(self)
        with self._batches(X, metadata=_metadata(X, [dates]), progress=progress) as batches:
            return words_over_time(batches, state, words, number, dates, every, n_words)


def _metadata(X: Any, columns: Sequence[DocumentColumn]) -> list[str]:
    """Return the columns to read from a data frame; other documents bring theirs along."""
    if not is_frame_of_texts(X):
        return []
    return [name for column in columns for name in column.metadata]
