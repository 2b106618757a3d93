"""The sum of models that were trained apart: words matched by name, topics by likeness."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError
from thalweg.state.topic_state import TopicState

if TYPE_CHECKING:
    from thalweg.corpus.vocabulary import Vocabulary

_SLICE = 1 << 14  # words


@dataclass(frozen=True)
class Part:
    """A model as merging sees it: expected counts, and the words of their rows if known."""

    state: TopicState
    vocabulary: Vocabulary | None


@dataclass(frozen=True)
class Match:
    """Which topic of a model was added to each topic of those before it, and how far it was."""

    topics: NDArray[np.int64]  # (K,)
    distances: NDArray[np.float64]  # (K,), Hellinger's, of the topics' words


def merge(parts: Sequence[Part], *, align: bool = True) -> tuple[Part, list[Match]]:
    """Add up models: the counts of the sum are those of all their corpora together.

    Topics have no order of their own: topic 3 of one model is topic 3 of another only if both were
    trained from the same start. So each model's topics are first matched, one to one, with those
    of the sum so far, such that the sum of the distances is the least (the assignment problem).
    For models from one start this finds nothing farther than their own numbers. `align=False`
    adds topics by their numbers.

    Words are matched by name; the sum has the words of all. Matrices have no names: such models
    must have as many words, and are added row by row. A prior that differs from word to word,
    seeds, masks and locks belong to numbers of words and topics; models with them need the same
    vocabulary and `align=False`. Alphas that the models learnt are averaged over the documents.
    """
    if len(parts) < 2:
        raise InputError(f"there are {len(parts)} models to merge; expected at least 2")
    merged, matches = parts[0], []
    for place, part in enumerate(parts[1:], start=2):
        try:
            merged, match = _add(merged, part, align)
        except InputError as error:
            raise InputError(f"model {place} cannot be merged with those before: {error}") from None
        matches.append(match)
    return merged, matches


def match_topics(state: TopicState, other: TopicState) -> Match:
    """The one-to-one matching of two models' topics of which the sum of distances is the least."""
    from scipy.optimize import linear_sum_assignment

    distances = topic_distances(state, other)
    rows, topics = linear_sum_assignment(distances)
    return Match(topics, distances[rows, topics])


def _add(merged: Part, part: Part, align: bool) -> tuple[Part, Match]:
    first, second = merged.state, part.state
    if first.n_topics != second.n_topics:
        raise InputError(
            f"it has {second.n_topics} topics, the others {first.n_topics}; expected the same "
            "number. Train it anew with as many."
        )
    if (merged.vocabulary is None) != (part.vocabulary is None):
        raise InputError(
            "of some models the words are known and of some not; expected the same of all"
        )
    vocabulary = merged.vocabulary
    if vocabulary is None and first.n_words != second.n_words:
        raise InputError(
            f"it has {second.n_words} words, the others {first.n_words}, and none have names; "
            "expected the same number"
        )
    if vocabulary is not None and part.vocabulary is not None:
        if list(vocabulary) != list(part.vocabulary):
            _require_plain(first, second, "their words differ")
            vocabulary, first, second = _on_joint_vocabulary(merged, part)
        elif vocabulary != part.vocabulary:
            vocabulary = _with_common_retired(vocabulary, vocabulary, part.vocabulary)
    if align:
        match = match_topics(first, second)
        if (match.topics != np.arange(first.n_topics)).any():
            _require_plain(first, second, "their topics are in another order")
            second = _reordered(second, match.topics)
    else:
        distances = np.diagonal(topic_distances(first, second))
        match = Match(np.arange(first.n_topics), distances)
    return Part(first.merge(second), vocabulary), match


def _on_joint_vocabulary(merged: Part, part: Part) -> tuple[Vocabulary, TopicState, TopicState]:
    assert merged.vocabulary is not None
    assert part.vocabulary is not None
    joint, ids = merged.vocabulary.merge(part.vocabulary)
    first = merged.state.copy()
    first.grow(len(joint))
    second = part.state.copy()
    second.grow(len(joint))
    second.scaled_counts[:] = 0
    second.scaled_counts[ids] = part.state.scaled_counts
    return _with_common_retired(joint, merged.vocabulary, part.vocabulary), first, second


def _with_common_retired(joint: Vocabulary, *vocabularies: Vocabulary) -> Vocabulary:
    """A word has left if it has left every model that knows it."""
    from thalweg.corpus.vocabulary import Vocabulary

    retired = {words[w] for words in vocabularies for w in words.retired}
    live = {
        word
        for word in retired
        for words in vocabularies
        if word in words and words.id(word) not in words.retired
    }
    return Vocabulary(joint, retired=joint.ids(sorted(retired - live)).tolist())


def _reordered(state: TopicState, topics: NDArray[np.int64]) -> TopicState:
    """The same state with its topics in another order."""
    reordered = state.copy()
    reordered.prior = replace(state.prior, doc_topic=state.prior.doc_topic[topics])
    k = state.n_topics
    reordered.scaled_counts[:, :k] = state.scaled_counts[:, topics]
    reordered.scale[:k] = state.scale[topics]
    reordered.totals[:k] = state.totals[topics]
    return reordered


def _require_plain(first: TopicState, second: TopicState, why: str) -> None:
    for state in (first, second):
        prior, was_given = state.prior, not state.prior_clock
        steered = (prior.added, prior.masked, prior.locked) != (None, None, None)
        uneven = was_given and np.ptp(prior.doc_topic) > 0
        if steered or prior.topic_word.size > 1 or uneven:
            raise InputError(
                f"{why}, and a prior differs between topics or words. Merge models of one "
                "vocabulary and one start, with align=False (--no-align)."
            )


def topic_distances(first: TopicState, second: TopicState) -> NDArray[np.float64]:
    """Hellinger's distances of topics' words, H_kl = sqrt(1 - sum_w sqrt(phi_wk phi'_wl)): (K, K).

    Summed over slices of the vocabulary: no W x K array of float64.
    """
    affinity = np.zeros((first.n_topics, second.n_topics))
    for words in range(0, first.n_words, _SLICE):
        rows = slice(words, words + _SLICE)
        affinity += _root_distributions(first, rows).T @ _root_distributions(second, rows)
    return np.asarray(np.sqrt(np.maximum(1 - affinity, 0)))


def _root_distributions(state: TopicState, rows: slice) -> NDArray[np.float64]:
    """sqrt(phi) of some words: (rows, K)."""
    totals = state.topic_counts + state.prior.word_totals(state.n_words)
    return np.asarray(np.sqrt(state.weights(rows) / totals))
