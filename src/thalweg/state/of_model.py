"""What the layers below the model read from it: its state and the names of its words.

A model is any object with the fitted attributes of `LDA`. The functions here look at `state_`,
`vocabulary_`, `feature_names_in_` and `topic_names_` only, so that analysis and evaluation need not
import the model.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from thalweg.errors import InputError
from thalweg.state.topic_state import TopicState


def state_of(model: Any) -> TopicState:
    """Return the state of a trained model."""
    state = getattr(model, "state_", None)
    if not isinstance(state, TopicState):
        raise InputError("the model has not been trained yet; call fit or partial_fit first")
    return state


def known_words(model: Any) -> Sequence[str] | None:
    """Return the words of a model by their ids, or None if the model does not know them.

    The words are those of the corpus that the model was trained on (a `Vocabulary`) or, failing
    that, the column names of the data frame. A model that was trained on a matrix knows neither.
    """
    vocabulary: Sequence[str] | None = getattr(model, "vocabulary_", None)
    if vocabulary is not None:
        return vocabulary
    columns = getattr(model, "feature_names_in_", None)
    return None if columns is None else [str(name) for name in columns]


def word_names(model: Any) -> Sequence[str]:
    """Return a name for every word of a trained model, by its id.

    The names are the words that the model knows (see `known_words`), or else the ids themselves as
    text: "0", "1", "2" and so on.
    """
    state, words = state_of(model), known_words(model)
    return numbered_words(state.n_words) if words is None else words


def numbered_words(n_words: int) -> list[str]:
    """Return the ids 0 to n_words - 1 as text, the names of words that have no others."""
    return [str(w) for w in range(n_words)]


def checked_names(names: Any, n_words: int, parameter: str) -> list[str]:
    """Return names that a user passed for the words of a model, if there is one per word."""
    checked = [str(name) for name in np.asarray(names, dtype=object)]
    if len(checked) != n_words:
        raise InputError(
            f"`{parameter}` has {len(checked)} names; expected {n_words}, one for each word of the "
            "model"
        )
    return checked


def topic_labels(model: Any) -> list[str]:
    """Return a label for every topic: the name that the user gave it, or its number."""
    names: dict[int, str] = getattr(model, "topic_names_", {})
    return [names.get(k, f"topic {k}") for k in topic_numbers(model)]


def topic_numbers(model: Any) -> list[int]:
    """Return the permanent number of every topic: its place, unless topics were edited."""
    return [int(number) for number in state_of(model).topic_numbers]
