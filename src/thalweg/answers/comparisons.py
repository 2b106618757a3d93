"""Methods that compare: similar documents and topics, and two models."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any

from thalweg.analysis.comparing.agglomeration import agglomerate, topic_pairs
from thalweg.analysis.comparing.model_comparison import compare
from thalweg.analysis.comparing.topic_sets import TopicSet, on_joint_words
from thalweg.analysis.document_topics import DocumentTopics, proportions
from thalweg.analysis.similarity import find_document, most_similar
from thalweg.answers.document_index import (
    DocumentIndex,
    check_by,
    checked_shares,
    text_proportions,
    unknown_document,
)
from thalweg.checks import is_whole, whole_number
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.sources.frames import is_frame_of_texts
from thalweg.errors import InputError
from thalweg.fitted_model import FittedModel
from thalweg.results import ComparisonTable, SimilarTable, TopicHierarchy, TopicPairTable
from thalweg.shared_model import at_one_moment
from thalweg.training.reporting.document_progress import ReportDocuments


class Comparisons(FittedModel):
    """What a trained model says about similar documents, topics and models."""

    @at_one_moment
    def similar(
        self,
        X: Any,
        query: Any,
        n: int = 10,
        *,
        by: str | None = None,
        progress: ReportDocuments = None,
    ) -> SimilarTable:
        """Return the documents of X that are most similar in topics to a text or a document.

        The distance is the Hellinger distance between topic proportions: 0 for the same, 1 for no
        topic in common. Texts are shown if they are known: those of lists, of data frames, and of a
        corpus that was read with `keep_texts=True`.

        Parameters
        ----------
        X : Corpus, iterator of Corpus, DocumentIndex, matrix, texts or data frame
            The documents to search. To search the same documents often, build an index first.
        query : str, int or array of shape (n_topics,)
            A text; the id or the row of a document of X; or topic proportions. A string that is
            the id of a document stands for the document, which is then left out.
        n : int, default=10
            Number of documents to return.
        by : {"text", "id"}, default=None
            What a string is. None: an id if there is a document with this id, otherwise a text.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar. A function is called with a `DocumentProgress` after every
            batch of documents.

        Returns
        -------
        SimilarTable
            Row, id, distance and the beginning of the text, nearest first.

        Examples
        --------
        >>> lda.similar(corpus, "the pool was cold", n=5)  # doctest: +SKIP
        >>> lda.similar(corpus, "r0042")  # doctest: +SKIP
        """
        self._require_fitted()
        if isinstance(X, DocumentIndex):
            return X.with_model(self).search(query, n, by=by)
        whole_number("n", n, least=1)
        row, shares = None, None
        if not isinstance(query, str) and not is_whole(query):
            shares = checked_shares(query, self.state_.n_topics)
        elif check_by(by) == "id" or is_whole(query) or (by is None and _has_ids(X)):
            row, shares = self._of_document(X, query, by)
        if shares is None:
            shares = text_proportions(self, query)
        with self._batches_with_ids(X, progress=progress) as batches:
            return most_similar(shares, batches, n, except_row=row)

    @at_one_moment
    def index(
        self,
        X: Any,
        path: str | Path | None = None,
        *,
        keep_texts: bool = True,
        progress: ReportDocuments = None,
    ) -> DocumentIndex:
        """Return an index of documents, which finds similar ones without inference.

        Memory does not grow with the number of documents: the index is in a file, of four bytes
        per document and topic, plus ids and beginnings of texts.

        Parameters
        ----------
        X : Corpus, iterator of Corpus, matrix, texts or data frame
            The documents.
        path : str or Path, default=None
            Write the index to this file. None: to a temporary file, which is removed with the
            index; `DocumentIndex.save` keeps it.
        keep_texts : bool, default=True
            Whether to store the first 160 characters of texts that are known.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar. A function is called with a `DocumentProgress` after every
            batch of documents.

        Examples
        --------
        >>> index = lda.index(corpus, "reviews.index")  # doctest: +SKIP
        >>> index.search("the pool was cold", n=5)  # doctest: +SKIP
        """
        self._require_fitted()
        with self._batches_with_ids(X, keep_texts, progress) as batches:
            return DocumentIndex.build(self, batches, path, keep_texts=keep_texts)

    @at_one_moment
    def similar_topics(self, n: int | None = 20, n_words: int = 8) -> TopicPairTable:
        """Return the most similar pairs of topics, with the words that they share, as a table.

        Parameters
        ----------
        n : int or None, default=20
            Number of pairs; None for all.
        n_words : int, default=8
            Number of shared words per pair.

        Examples
        --------
        >>> lda.similar_topics(5)  # doctest: +SKIP
        """
        self._require_fitted()
        return topic_pairs(TopicSet.of_model(self), n, n_words)

    @at_one_moment
    def hierarchy(
        self,
        n_groups: int | None = None,
        *,
        n_words: int = 8,
        topics: Sequence[int | str] | None = None,
    ) -> TopicHierarchy:
        """Return a tree of topics, in which similar topics are joined first.

        The result prints as a tree. `merges` has its steps as a table, and `cut(n)` the topics in n
        groups. Topics are joined by Ward's method on the Hellinger distance of their words.

        Parameters
        ----------
        n_groups : int, default=None
            Number of groups that the printed tree has; None for all levels.
        n_words : int, default=8
            Number of words per topic and group.
        topics : sequence of int or str, default=None
            Numbers or names of the topics to use; None for all.

        Examples
        --------
        >>> print(lda.hierarchy())  # doctest: +SKIP
        >>> lda.hierarchy().cut(8).to_pandas()  # doctest: +SKIP
        """
        self._require_fitted()
        found = TopicSet.of_model(self)
        return agglomerate(found, n_groups=n_groups, n_words=n_words, chosen=topics)

    @at_one_moment
    def compare(
        self, other: FittedModel, *, n_words: int = 8, max_distance: float | None = None
    ) -> ComparisonTable:
        """Return what became of the topics of this model in another one, as a table.

        Topics are matched, split, merged, new or vanished. Words are matched by name, so the
        models may have different vocabularies and numbers of topics: the model before and after an
        update, of two years, or of two seeds.

        Parameters
        ----------
        other : LDA
            The other, usually later, model.
        n_words : int, default=8
            Number of words per topic.
        max_distance : float, default=None
            Two topics are the same if their Hellinger distance is smaller. None: found from the
            distances between the topics of each model, 0.4 to 0.65.

        Examples
        --------
        >>> changes = old.compare(new)  # doctest: +SKIP
        >>> changes.summary  # doctest: +SKIP
        '38 matched, 1 split, 2 new, 1 vanished'
        """
        self._require_fitted()
        if not isinstance(other, FittedModel):
            raise InputError(f"`other` is of type {type(other).__name__}; expected a trained model")
        other = other._at_this_moment()
        other._require_fitted()
        whole_number("n_words", n_words, least=1)
        if max_distance is not None and not 0 < max_distance <= 1:
            raise InputError(f"`max_distance` is {max_distance!r}; expected a number in (0, 1]")
        return compare(*on_joint_words(self, other), n_words, max_distance)

    def _batches_with_ids(
        self, X: Any, keep_texts: bool = True, progress: ReportDocuments = None
    ) -> AbstractContextManager[Iterator[DocumentTopics]]:
        metadata = ("id",) if is_frame_of_texts(X) and _has_ids(X) else ()
        return self._batches(X, metadata=metadata, keep_texts=keep_texts, progress=progress)

    def _of_document(self, X: Any, query: Any, by: str | None) -> tuple[int | None, Any]:
        """Return row and proportions of the document that a query names; None if it is a text."""
        if isinstance(X, Iterator):
            raise InputError(
                f"`query` is {query!r}, a document of `X`, but `X` is an iterator, which can be "
                "read only once; expected a corpus, or the proportions of the document as `query`"
            )
        n_documents = 0

        def corpora() -> Iterator[Corpus]:
            nonlocal n_documents
            if isinstance(X, Corpus):
                n_documents = len(X)
                yield X
                return
            with self._batches_with_ids(X, keep_texts=False) as batches:
                for batch in batches:
                    n_documents += len(batch)
                    yield batch.documents

        found = find_document(corpora(), query)
        if found is not None and isinstance(query, str) and by is None:
            found = found if str(found[1].ids[0]) == query else None  # a text, not a row
        if found is None:
            if by == "id" or is_whole(query):
                raise unknown_document(query, n_documents)
            return None, None
        row, document = found
        if self.vocabulary_ is not None:
            document = document.with_vocabulary(self.vocabulary_)
        return row, proportions(self.state_, document.documents())[0]


def _has_ids(X: Any) -> bool:
    """Return whether the documents may have ids of their own."""
    return isinstance(X, Corpus) or (is_frame_of_texts(X) and "id" in X.columns)
