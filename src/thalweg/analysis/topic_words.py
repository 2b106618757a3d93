"""The most probable words of topics."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from thalweg.checks import whole_number
from thalweg.results import Topic, TopicTable
from thalweg.state.most_probable import most_probable_words
from thalweg.state.topic_state import TopicState


def topic_table(state: TopicState, names: Sequence[str], n_words: int = 10) -> TopicTable:
    """Return the most probable words of every topic.

    Parameters
    ----------
    state : TopicState
        State of a trained model.
    names : sequence of str
        Name of each word, by its id (see `thalweg.state.of_model.word_names`).
    n_words : int, default=10
        Number of words per topic.
    """
    whole_number("n_words", n_words, least=1)
    components = np.ascontiguousarray(state.weights().T)
    shares = state.topic_counts / state.topic_counts.sum()
    top = most_probable_words(components, n_words)
    rows = []
    for k, (weights, words) in enumerate(zip(components, top, strict=True)):
        probabilities = weights[words] / weights.sum(dtype=np.float64)
        named = [names[w] for w in words.tolist()]
        rows.append(Topic(k, float(shares[k]), named, probabilities.tolist()))
    return TopicTable(rows)
