"""Methods about the names of topics: suggest them, set them, and find words that hide them."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Self

import numpy as np
from numpy.typing import ArrayLike, NDArray

from thalweg.analysis.junk_words import FILLER, junk_words
from thalweg.analysis.naming_function import names_by_function, typical_texts
from thalweg.analysis.topic_labels import LABEL_METHODS, topic_labels_of
from thalweg.analysis.topic_words import RELEVANCE_LAMBDA, top_words
from thalweg.checks import whole_number
from thalweg.errors import InputError
from thalweg.fitted_model import FittedModel
from thalweg.results import JunkTable, LabelTable
from thalweg.shared_model import at_one_moment
from thalweg.state.of_model import checked_names, known_words
from thalweg.state.topic_names import changed_names
from thalweg.training.reporting.document_progress import ReportDocuments

Names = Mapping[int, str | None] | str | Callable[[list[str], list[str]], str | None]


class Naming(FittedModel):
    """Names of the topics of a trained model."""

    @at_one_moment
    def label_topics(
        self,
        method: str = "relevance",
        n_words: int = 3,
        *,
        feature_names: ArrayLike | None = None,
    ) -> LabelTable:
        """Return a suggested name for every topic, as a table; the model does not change.

        A name consists of the topic's most distinctive words. Phrases come first, different forms
        of a word (room, rooms) count once, junk words are left out, and all names are different.

        Parameters
        ----------
        method : {"relevance", "probability", "phrases"}, default="relevance"
            "relevance" takes words that are frequent in the topic and less frequent in others
            (Sievert and Shirley, 2014, with lambda = 0.6). "probability" takes the most frequent
            words. "phrases" takes phrases such as new_york only, for topics that have some among
            their most relevant words.
        n_words : int, default=3
            Largest number of words of a name.
        feature_names : array of str, default=None
            Names of the words, for a model that was trained on a matrix.
        """
        self._require_fitted()
        return self._labels(method, n_words, feature_names, {})

    def name_topics(
        self,
        names: Names,
        *,
        X: Any = None,
        n_words: int | None = None,
        n_examples: int = 5,
        feature_names: ArrayLike | None = None,
        replace: bool = False,
        progress: ReportDocuments = None,
    ) -> Self:
        """Give names to topics, which tables, figures, exports and data frames then show.

        The names are in `topic_names_`, and `save` stores them. If one of them is not valid, an
        InputError is raised and no name changes.

        Parameters
        ----------
        names : dict of int to str, str, or callable
            A dict gives names to some topics; None or "" removes a name. "relevance",
            "probability" or "phrases" is a method of `label_topics` that suggests the names. A
            function `names(words, examples)` is called once per topic with its most relevant words
            and texts of typical documents, and returns the name. Methods and functions name only
            topics that have no name yet.
        X : texts, Corpus, iterator of Corpus, or data frame, default=None
            Documents with their texts, for the examples of a function. None: there are no examples.
        n_words : int, default=None
            Number of words of a suggested name (by default 3), or number of words that a function
            gets (by default 20).
        n_examples : int, default=5
            Number of texts per topic that a function gets.
        feature_names : array of str, default=None
            Names of the words for a method or a function, if the model was trained on a matrix.
        replace : bool, default=False
            Forget all earlier names first.
        progress : callable, "bar" or None, default=None
            "bar" shows a progress bar while `X` is read. A function is called with a
            `DocumentProgress` after every batch of documents.

        Examples
        --------
        >>> from thalweg import LDA
        >>> lda = LDA(2, random_state=0).fit([[6, 2, 0], [9, 3, 1], [0, 1, 8]])
        >>> lda.name_topics({1: "parking"}).topic_names_
        {1: 'parking'}
        >>> lda.name_topics({1: None}).topic_names_
        {}
        """
        self._require_fitted()
        if X is not None and not callable(names):
            raise InputError(
                "`X` was given, but only a function gets texts; expected a function as `names`, or "
                "no `X`"
            )
        if isinstance(names, Mapping):
            for parameter, value in (("n_words", n_words), ("feature_names", feature_names)):
                if value is not None:
                    raise InputError(
                        f"`{parameter}` was given, but `names` has the names themselves; expected "
                        "it with a method or a function"
                    )
            given: Mapping[int, str | None] = names
        elif isinstance(names, str) or callable(names):
            given = self._computed_names(
                names, X, n_words, n_examples, feature_names, replace, progress
            )
        else:
            raise InputError(
                f"`names` is of type {type(names).__name__}; expected a dict of topics to names, "
                f"one of {', '.join(LABEL_METHODS)}, or a function"
            )
        with self._publishing:
            earlier = {} if replace else self.topic_names_
            if given is not names:  # another thread may have named some of them meanwhile
                given = {k: name for k, name in given.items() if k not in earlier}
            self._topic_names = changed_names(earlier, given, self.state_.topic_numbers.tolist())
            self._n_changes += 1
        return self

    @at_one_moment
    def junk_words(self, n_words: int = 20, *, feature_names: ArrayLike | None = None) -> JunkTable:
        """Return words that are frequent in topics and say nothing about them, as a table.

        These are what is left of markup (nbsp) and of web addresses (www), parts of contractions
        (doesn), single letters, and fillers: words that are frequent in at least half of the
        topics. Pass them as stop words to `thalweg.read` and train again. Words that may well
        belong to a subject are not reported, so the table need not be complete.

        Parameters
        ----------
        n_words : int, default=20
            Number of most probable words of each topic to look at.
        feature_names : array of str, default=None
            Names of the words, for a model that was trained on a matrix.
        """
        self._require_fitted()
        return junk_words(self.components_, self._shares(), self._words(feature_names), n_words)

    @at_one_moment
    def _computed_names(
        self,
        names: str | Callable[[list[str], list[str]], str | None],
        X: Any,
        n_words: int | None,
        n_examples: int,
        feature_names: ArrayLike | None,
        replace: bool,
        progress: ReportDocuments,
    ) -> Mapping[int, str | None]:
        """Return names for topics that have none, or with `replace` for all."""
        earlier = {} if replace else self.topic_names_
        taken = list(earlier.values())
        if isinstance(names, str):
            if names not in LABEL_METHODS:
                raise InputError(
                    f"`names` is {names!r}; expected a dict of topics to names, a function, or one "
                    f"of {', '.join(LABEL_METHODS)}"
                )
            labels = self._labels(names, 3 if n_words is None else n_words, feature_names, earlier)
            return {row.topic: row.name for row in labels if row.topic not in earlier}
        n_words = whole_number("n_words", 20 if n_words is None else n_words, least=1)
        whole_number("n_examples", n_examples, least=1)
        words, n_topics = self._words(feature_names), self.state_.n_topics
        top = top_words(self.components_, self._shares(), n_words, RELEVANCE_LAMBDA)
        examples: list[list[str]] = [[] for _ in range(n_topics)]
        if X is not None:
            with self._batches(X, keep_texts=True, progress=progress) as batches:
                examples = typical_texts(batches, n_topics, n_examples)
        numbers = self.state_.topic_numbers.tolist()
        of_topics = {
            number: [words[w] for w in top[k].tolist()]
            for k, number in enumerate(numbers)
            if number not in earlier
        }
        texts = dict(zip(numbers, examples, strict=True))
        return names_by_function(names, of_topics, texts, taken)

    def _labels(
        self,
        method: str,
        n_words: int,
        feature_names: ArrayLike | None,
        earlier: Mapping[int, str],
    ) -> LabelTable:
        words, components = self._words(feature_names), self.components_
        junk = junk_words(components, self._shares(), words)
        return topic_labels_of(
            components,
            self.state_.topic_counts,
            words,
            method,
            n_words,
            taken=earlier.values(),
            junk={row.word for row in junk if row.reason != FILLER},
            numbers=self.state_.topic_numbers.tolist(),
        )

    def _shares(self) -> NDArray[np.float64]:
        counts = self.state_.topic_counts
        shares: NDArray[np.float64] = counts / counts.sum()
        return shares

    def _words(self, feature_names: ArrayLike | None) -> Sequence[str]:
        """Return the words of the model; InputError if it knows only their numbers."""
        if feature_names is not None:
            return checked_names(feature_names, self.n_features_in_, "feature_names")
        words = known_words(self)
        if words is None:
            raise InputError(
                "`feature_names` is missing; expected the names of the words, because the model "
                "was trained on a matrix and knows only their numbers"
            )
        return words
