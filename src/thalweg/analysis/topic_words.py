"""Topics with their most probable words: of a model, and of one text."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import whole_number
from thalweg.results import TextTopic, TextTopicTable, Topic, TopicTable
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


def text_topic_table(
    state: TopicState,
    names: Sequence[str],
    proportions: NDArray[np.float32],
    n_topics: int | None,
    n_words: int,
) -> TextTopicTable:
    """Return the topics of a text, largest share first, with their most probable words.

    Parameters
    ----------
    state : TopicState
        State of a trained model.
    names : sequence of str
        Name of each word, by its id.
    proportions : array of shape (n_topics,)
        Topic proportions of the text.
    n_topics : int or None
        Number of topics; None for all.
    n_words : int
        Number of words per topic.
    """
    whole_number("n_words", n_words, least=1)
    if n_topics is not None:
        whole_number("n_topics", n_topics, least=1)
    chosen = np.argsort(-proportions, kind="stable")[:n_topics]
    top = most_probable_words(np.ascontiguousarray(state.weights(topics=chosen).T), n_words)
    return TextTopicTable(
        TextTopic(int(k), float(proportions[k]), [names[w] for w in words.tolist()])
        for k, words in zip(chosen, top, strict=True)
    )
