"""The state and the names of the words of a model."""

from types import SimpleNamespace

import numpy as np
import pytest

from thalweg import LDA, InputError, TopicState, Vocabulary
from thalweg.state.of_model import checked_names, known_words, state_of, word_names

STATE = TopicState.of_topics(np.ones((2, 3)), 0.1)


def test_words_are_those_of_the_vocabulary_then_of_the_columns_then_numbers() -> None:
    model = SimpleNamespace(state_=STATE)
    assert known_words(model) is None
    assert word_names(model) == ["0", "1", "2"]
    model.feature_names_in_ = np.array(["a", "b", "c"], dtype=object)
    assert known_words(model) == word_names(model) == ["a", "b", "c"]
    model.vocabulary_ = Vocabulary(["x", "y", "z"])
    assert known_words(model) is word_names(model) is model.vocabulary_


def test_a_model_without_training_is_refused() -> None:
    assert state_of(SimpleNamespace(state_=STATE)) is STATE
    for function in (state_of, word_names):
        with pytest.raises(InputError, match="not been trained"):
            function(LDA(2))


def test_given_names_must_be_one_per_word() -> None:
    assert checked_names(np.array([1, "b"], dtype=object), 2, "feature_names") == ["1", "b"]
    with pytest.raises(InputError, match="`feature_names` has 2 names; expected 3"):
        checked_names(["a", "b"], 3, "feature_names")
