"""The topic of every word of a text."""

from __future__ import annotations

import weakref
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.documents.word_assignments import word_assignments
from thalweg.corpus.text.word_places import PlacedWord
from thalweg.results import (
    ExplainedTopic,
    ExplainedTopicTable,
    ExplainedWord,
    ExplainedWordTable,
    Explanation,
)
from thalweg.state.most_probable import most_probable_words
from thalweg.state.topic_state import TopicState


def explain(
    state: TopicState,
    names: Sequence[str],
    labels: Sequence[str],
    text: str,
    words: Sequence[PlacedWord],
    theta: NDArray[np.float32],
    n_words: int = 5,
) -> Explanation:
    """Return the topic of every word of a text (see `word_assignments`).

    Parameters
    ----------
    state : TopicState
        State of the model.
    names : sequence of str
        Name of each word, by its id.
    labels : sequence of str
        A label for every topic.
    text : str
        The text.
    words : sequence of PlacedWord
        The words of the text with their places.
    theta : array of shape (n_topics,)
        Topic proportions of the text.
    n_words : int, default=5
        Number of words that describe a topic.
    """
    ids = np.array([word.id for word in words], dtype=np.int64)
    known = np.flatnonzero(ids >= 0)
    distribution = np.full((len(words), state.n_topics), np.nan)
    if known.size:
        distinct, place = np.unique(ids[known], return_inverse=True)
        distribution[known] = word_assignments(state, distinct, theta)[place]
    numbers = state.topic_numbers
    topics = np.full(len(words), -1)
    topics[known] = distribution[known].argmax(axis=1)
    rows = []
    for word, k, probabilities in zip(words, topics.tolist(), distribution, strict=True):
        found: tuple[int, str, float] | tuple[None, None, None] = (None, None, None)
        if k >= 0:
            found = int(numbers[k]), labels[k], float(probabilities[k])
        in_text = word.word if word.start is None else text[word.start : word.end]
        rows.append(ExplainedWord(in_text, word.word, word.start, word.end, *found))
    return Explanation(
        text,
        ExplainedWordTable(rows),
        _topics(state, names, labels, theta, topics[known], n_words),
        theta,
        distribution,
    )


def _topics(
    state: TopicState,
    names: Sequence[str],
    labels: Sequence[str],
    theta: NDArray[np.float32],
    assigned: NDArray[np.int64],
    n_words: int,
) -> ExplainedTopicTable:
    counts = np.bincount(assigned, minlength=state.n_topics)
    used = np.flatnonzero(counts)
    used = used[np.argsort(-theta[used], kind="stable")]
    if not used.size:
        return ExplainedTopicTable()
    top, numbers = _top_words(state, used.tolist(), n_words), state.topic_numbers.tolist()
    return ExplainedTopicTable(
        ExplainedTopic(
            numbers[k], labels[k], float(theta[k]), int(counts[k]), [names[w] for w in top[k]]
        )
        for k in used.tolist()
    )


@dataclass(frozen=True)
class _KnownTopWords:
    """Top words of topics that were looked up before, and the state that they belong to."""

    counts: weakref.ref[NDArray[np.float32]]
    version: tuple[float, ...]
    words: dict[int, list[int]]


_last: _KnownTopWords | None = None


def _top_words(state: TopicState, topics: list[int], n_words: int) -> dict[int, list[int]]:
    """Return the most probable words of topics.

    To find them takes much longer than the rest of an explanation. The words of the latest model
    are kept until it changes: every training step advances a counter.
    """
    global _last
    counts = state.scaled_counts
    seen = (state.clock, state.n_documents_seen, state.prior_clock, float(state.totals.sum()))
    version = (n_words, state.n_words, *seen)
    known = _last
    if known is None or known.counts() is not counts or known.version != version:
        known = _last = _KnownTopWords(weakref.ref(counts), version, {})
    if new := [k for k in topics if k not in known.words]:
        weights = state.weights(topics=np.array(new, dtype=np.int64))
        top = most_probable_words(np.ascontiguousarray(weights.T), n_words)
        known.words.update(zip(new, top.tolist(), strict=True))
    return known.words
