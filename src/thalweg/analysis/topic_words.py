"""Topics with their words: of a model, and of one text."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import whole_number
from thalweg.errors import InputError
from thalweg.results import TextTopic, TextTopicTable, Topic, TopicTable
from thalweg.state.most_probable import most_probable_words
from thalweg.state.topic_state import TopicState

# In the study of Sievert and Shirley (2014), people recognised topics best by words that were
# chosen with lambda near 0.6.
RELEVANCE_LAMBDA: Final = 0.6
WORD_ORDERS: Final = MappingProxyType({"probability": 1.0, "relevance": RELEVANCE_LAMBDA})
"""Lambda of each order of the words of a topic."""

_NO_NAMES: Final[Mapping[int, str]] = MappingProxyType({})


def topic_table(
    state: TopicState,
    names: Sequence[str],
    n_words: int = 10,
    words_by: str = "probability",
    topic_names: Mapping[int, str] = _NO_NAMES,
) -> TopicTable:
    """Return the most probable or most relevant words of every topic.

    Parameters
    ----------
    state : TopicState
        State of a trained model.
    names : sequence of str
        Name of each word, by its id (see `thalweg.state.of_model.word_names`).
    n_words : int, default=10
        Number of words per topic.
    words_by : {"probability", "relevance"}, default="probability"
        How words are chosen and ordered, see `top_words`.
    topic_names : dict of int to str, default={}
        Names of topics.
    """
    whole_number("n_words", n_words, least=1)
    components = np.ascontiguousarray(state.weights().T)
    shares = state.topic_counts / state.topic_counts.sum()
    top = top_words(components, shares, n_words, lambda_of(words_by))
    rows = []
    numbers = state.topic_numbers.tolist()
    for k, (weights, words) in enumerate(zip(components, top, strict=True)):
        probabilities = weights[words] / weights.sum(dtype=np.float64)
        named = [names[w] for w in words.tolist()]
        share = float(shares[k])
        name = topic_names.get(numbers[k])
        rows.append(Topic(numbers[k], share, named, probabilities.tolist(), name))
    return TopicTable(rows)


def lambda_of(words_by: str) -> float:
    """Return the lambda of an order of words; InputError if there is no such order."""
    if words_by not in WORD_ORDERS:
        raise InputError(f"`words_by` is {words_by!r}; expected one of {', '.join(WORD_ORDERS)}")
    return WORD_ORDERS[words_by]


def top_words(
    components: NDArray[Any], shares: NDArray[np.float64], n_words: int, weight: float
) -> NDArray[np.int64]:
    """Return the ids of the n most relevant words of each topic, most relevant first.

    relevance_kw = lambda log p(w|k) + (1 - lambda) log(p(w|k) / p(w)),  p(w) = sum_k p(k) p(w|k)

    Sievert and Shirley (2014), "LDAvis: a method for visualizing and interpreting topics". With
    lambda = 1 these are the most probable words. Words are compared by p(w|k) p(w)^(lambda - 1),
    whose order is the same and needs no logarithms of W x K numbers. Only one topic's scores are in
    memory at a time.

    Parameters
    ----------
    components : array of shape (n_topics, n_words)
        Probabilities or weights of words.
    shares : array of shape (n_topics,)
        p(k), the share of the topics of all tokens.
    n_words : int
        Number of words per topic.
    weight : float
        Lambda, from 0 to 1.
    """
    if weight == 1:
        return most_probable_words(components, n_words)
    with np.errstate(divide="ignore"):  # words that no topic has
        rarity = overall_share(components, shares) ** (weight - 1)
    rarity = np.where(np.isfinite(rarity), rarity, 0).astype(components.dtype)
    return np.concatenate([most_probable_words(row[None] * rarity, n_words) for row in components])


def overall_share(components: NDArray[Any], shares: NDArray[np.float64]) -> NDArray[np.float64]:
    """Return p(w) = sum_k p(k) p(w|k), the share of each word of all tokens."""
    weights = shares / components.sum(axis=1, dtype=np.float64)
    # Not a product of matrices: it would start the threads of BLAS, which wait busily.
    return np.asarray(
        np.einsum("k,kw->w", weights.astype(components.dtype), components), np.float64
    )


def text_topic_table(
    state: TopicState,
    names: Sequence[str],
    proportions: NDArray[np.float32],
    n_topics: int | None,
    n_words: int,
    topic_names: Mapping[int, str] = _NO_NAMES,
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
    topic_names : dict of int to str, default={}
        Names of topics.
    """
    whole_number("n_words", n_words, least=1)
    if n_topics is not None:
        whole_number("n_topics", n_topics, least=1)
    chosen = np.argsort(-proportions, kind="stable")[:n_topics]
    top = most_probable_words(np.ascontiguousarray(state.weights(topics=chosen).T), n_words)
    numbers = state.topic_numbers.tolist()
    return TextTopicTable(
        TextTopic(
            numbers[k],
            float(proportions[k]),
            [names[w] for w in words.tolist()],
            topic_names.get(numbers[k]),
        )
        for k, words in zip(chosen, top, strict=True)
    )
