"""Sums of models that were trained separately: words are matched by name, topics by similarity."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.state.topic_distance import match, topic_distances
from thalweg.state.topic_state import TopicState

_UNLIKE = 0.8  # Hellinger distance


@dataclass(frozen=True)
class Part:
    """A model to merge: its state, and the words of the state's rows if they are known."""

    state: TopicState
    vocabulary: Vocabulary | None


@dataclass(frozen=True)
class Match:
    """How the topics of one model were matched with those of the sum of the models before it."""

    topics: NDArray[np.int64]
    """For each topic of the sum, the topic of the model that was added to it: (K,)."""
    distances: NDArray[np.float64]
    """Hellinger distances between the words of matched topics: (K,)."""


def merge(parts: Sequence[Part], *, align: bool = True) -> tuple[Part, list[Match]]:
    """Return the sum of models, whose counts are those of all their corpora together.

    Topics have no natural order: topic 3 of one model corresponds to topic 3 of another only if
    both were trained from the same start. Therefore the topics of each model are first matched one
    to one with those of the sum so far, so that the sum of the distances is smallest (the
    assignment problem). Models that were trained from the same start keep their numbers.

    Words are matched by name, and the sum has the words of all models. Models without names must
    have the same number of words and are added row by row. Priors that differ between words, seed
    words, masks and locks belong to the numbers of words and topics: models with them need the same
    vocabulary and `align=False`. Learned document-topic priors are averaged over the documents.

    Parameters
    ----------
    parts : sequence of Part
        At least two models.
    align : bool, default=True
        Whether to match topics by similarity. False: add topics with the same number.

    Returns
    -------
    Part
        The sum.
    list of Match
        For every model but the first, how its topics were matched.
    """
    if len(parts) < 2:
        raise InputError(f"expected at least 2 models to merge, but there are {len(parts)}")
    merged, matches = parts[0], []
    for place, part in enumerate(parts[1:], start=2):
        try:
            merged, matched = _add(merged, part, align)
        except InputError as error:
            raise InputError(
                f"model {place} cannot be merged with the models before it: {error}"
            ) from None
        matches.append(matched)
    return merged, matches


def alike_in_all(matches: Sequence[Match], numbers: NDArray[np.int64]) -> set[int]:
    """Return the numbers of those topics of a sum whose parts are all about the same.

    Two topics with a Hellinger distance of 0.8 share about a third of their words: the overlap
    sum_w sqrt(p_w q_w) is 1 - 0.8^2 = 0.36. The same topic of two samples of one collection is
    nearer.
    """
    alike = np.all([each.distances < _UNLIKE for each in matches], axis=0)
    return set(numbers[alike].tolist())


def match_topics(state: TopicState, other: TopicState) -> Match:
    """Match the topics of two models one to one so that the sum of the distances is smallest."""
    distances = topic_distances(state, other)
    rows, topics = match(distances)
    return Match(topics, distances[rows, topics])


def _add(merged: Part, part: Part, align: bool) -> tuple[Part, Match]:
    first, second = merged.state, part.state
    if first.n_topics != second.n_topics:
        raise InputError(
            f"it has {second.n_topics} topics, the others have {first.n_topics}; expected the same "
            "number. Train it again with that number."
        )
    if (merged.vocabulary is None) != (part.vocabulary is None):
        raise InputError(
            "some models know their words and others do not; expected models of one kind"
        )
    vocabulary = merged.vocabulary
    if vocabulary is None and first.n_words != second.n_words:
        raise InputError(
            f"it has {second.n_words} words, the others have {first.n_words}, and the words have "
            "no names; expected the same number of words"
        )
    if vocabulary is not None and part.vocabulary is not None:
        if list(vocabulary) != list(part.vocabulary):
            _require_plain_priors(first, second, "their words differ")
            vocabulary, first, second = _on_joint_vocabulary(merged, part)
        elif vocabulary != part.vocabulary:
            vocabulary = _with_common_retired(vocabulary, vocabulary, part.vocabulary)
    if align:
        matched = match_topics(first, second)
        if (matched.topics != np.arange(first.n_topics)).any():
            _require_plain_priors(first, second, "their topics are in a different order")
            second = _reordered(second, matched.topics)
    else:
        distances = np.diagonal(topic_distances(first, second))
        matched = Match(np.arange(first.n_topics), distances)
    return Part(first.merge(second), vocabulary), matched


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
    """Retire the words that are retired in every vocabulary that contains them."""
    retired = {words[w] for words in vocabularies for w in words.retired}
    live = {
        word
        for word in retired
        for words in vocabularies
        if word in words and words.id(word) not in words.retired
    }
    return Vocabulary(joint, retired=joint.ids(sorted(retired - live)).tolist())


def _reordered(state: TopicState, topics: NDArray[np.int64]) -> TopicState:
    """Return the same state with its topics in another order."""
    reordered = state.copy()
    reordered.prior = replace(state.prior, doc_topic=state.prior.doc_topic[topics])
    k = state.n_topics
    reordered.scaled_counts[:, :k] = state.scaled_counts[:, topics]
    reordered.scale[:k] = state.scale[topics]
    reordered.totals[:k] = state.totals[topics]
    return reordered


def _require_plain_priors(first: TopicState, second: TopicState, why: str) -> None:
    """Refuse priors that belong to particular words or topics."""
    for state in (first, second):
        prior, was_given = state.prior, not state.prior_clock
        steered = bool(prior.steering)
        uneven = was_given and np.ptp(prior.doc_topic) > 0
        if steered or prior.topic_word.size > 1 or uneven:
            raise InputError(
                f"{why}, and a prior differs between topics or words; expected models with the "
                "same vocabulary that were trained from the same start. Merge them with "
                "`align=False`."
            )
