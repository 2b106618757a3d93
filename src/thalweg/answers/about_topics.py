"""Methods about topics: their words, and the topics of a word."""

from __future__ import annotations

import difflib

from numpy.typing import ArrayLike

from thalweg.analysis.topic_words import topic_table
from thalweg.analysis.word_topics import word_topics
from thalweg.errors import InputError
from thalweg.fitted_model import FittedModel
from thalweg.results import TopicTable, WordTable
from thalweg.shared_model import at_one_moment
from thalweg.state.of_model import checked_names, word_names


class AboutTopics(FittedModel):
    """What a trained model says about its topics and words."""

    @at_one_moment
    def topics(
        self,
        n_words: int = 10,
        feature_names: ArrayLike | None = None,
        *,
        words_by: str = "probability",
    ) -> TopicTable:
        """Return the most probable words of every topic, as a table.

        Parameters
        ----------
        n_words : int, default=10
            Number of words per topic.
        feature_names : array of str, default=None
            Names of the words. None: the words of the corpus or data frame of the training.
        words_by : {"probability", "relevance"}, default="probability"
            "probability": the most frequent words of the topic. "relevance": words that are
            frequent in the topic and less frequent in others (Sievert and Shirley, 2014, with
            lambda = 0.6).
        """
        self._require_fitted()
        names = word_names(self)
        if feature_names is not None:
            names = checked_names(feature_names, self.n_features_in_, "feature_names")
        return topic_table(self.state_, names, n_words, words_by, self.topic_names_)

    @at_one_moment
    def word_topics(self, word: str | int) -> WordTable:
        """Return the topics of a word, given by name or number, most probable first."""
        self._require_fitted()
        place, numbers = self._word_number(word), self.state_.topic_numbers.tolist()
        return word_topics(self.components_, place, self.topic_names_, numbers)

    def _why_unknown(self, word: str) -> str:
        settings = self.text_settings_
        if settings is None:
            return "it was not in the vocabulary of the counts"
        if word in settings.stop_words or word.lower() in settings.stop_words:
            return "it is a stop word"
        if settings.lowercase and word != word.lower():
            return "its words are in lower case"
        return (
            "when the words were chosen, it was not in the texts, or in too few of them (`min_df`) "
            "or in too many (`max_df`)"
        )

    def _word_number(self, word: str | int) -> int:
        if not isinstance(word, str):
            if not 0 <= word < self.n_features_in_:
                raise InputError(f"`word` is {word}; expected 0 to {self.n_features_in_ - 1}")
            return word
        names = list(word_names(self))
        if word not in names:
            near = difflib.get_close_matches(word, names, cutoff=0.7)
            hint = f" Similar words of the model: {', '.join(near)}." if near else ""
            raise InputError(
                f"the model does not know the word {word!r}: {self._why_unknown(word)}.{hint}"
            )
        return names.index(word)
