"""A hierarchy of topics, and the most similar pairs of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from thalweg.analysis.comparing.topic_sets import TopicSet, distances_between, named
from thalweg.checks import is_whole, whole_number
from thalweg.errors import InputError
from thalweg.results import HierarchyNode, TopicHierarchy, TopicPair, TopicPairTable
from thalweg.state.topic_names import chosen_topics


def topic_pairs(topics: TopicSet, n_pairs: int | None = 20, n_words: int = 8) -> TopicPairTable:
    """Return the most similar pairs of topics, nearest first.

    Shared words are those that contribute most to the affinity sum_w sqrt(p_w q_w).

    Parameters
    ----------
    topics : TopicSet
        The topics of a model.
    n_pairs : int or None, default=20
        Number of pairs; None for all.
    n_words : int, default=8
        Number of shared words per pair.
    """
    whole_number("n_words", n_words, least=1)
    first, second = np.triu_indices(len(topics), 1)
    distances = distances_between(topics, topics)[first, second]
    if n_pairs is not None:
        whole_number("n", n_pairs, least=1)
    chosen = np.argsort(distances, kind="stable")[:n_pairs]
    rows = []
    for place in chosen.tolist():
        a, b = int(first[place]), int(second[place])
        shared = np.sqrt(topics.phi[a] * topics.phi[b])
        words = named(topics.words, shared, n_words)
        labels = topics.labels[a], topics.labels[b]
        rows.append(TopicPair(a, b, *labels, float(distances[place]), words))
    return TopicPairTable(rows)


def agglomerate(
    topics: TopicSet,
    *,
    n_groups: int | None = None,
    n_words: int = 8,
    chosen: Sequence[int | str] | None = None,
) -> TopicHierarchy:
    """Return a binary tree of topics: the two nearest groups are joined until one is left.

    Groups are joined by Ward's method on sqrt(phi) / sqrt(2). Between these vectors the Euclidean
    distance is the Hellinger distance, which Ward's method needs. The distance of two topics is
    their Hellinger distance; that of groups of m and n topics is sqrt(2 m n / (m + n)) times the
    distance of their means.

    The words of a group are those that distinguish it: the largest p(w | group) log(p(w | group) /
    p(w)), where topics count by their share of the tokens.

    Parameters
    ----------
    topics : TopicSet
        The topics of a model.
    n_groups : int, default=None
        Number of groups that the tree shows; None for all levels.
    n_words : int, default=8
        Number of words per group.
    chosen : sequence of int or str, default=None
        Numbers or names of the topics to use; None for all.
    """
    from scipy.cluster.hierarchy import linkage, optimal_leaf_ordering
    from scipy.spatial.distance import squareform

    whole_number("n_words", n_words, least=1)
    numbers = chosen_topics(chosen, topics.labels, topics.numbers)
    if len(numbers) < 2:
        raise InputError(f"a hierarchy needs at least 2 topics, but there are {len(numbers)}")
    if n_groups is not None and not (is_whole(n_groups) and 1 <= n_groups <= len(numbers)):
        raise InputError(
            f"`n_groups` is {n_groups!r}; expected 1 to {len(numbers)}, the number of topics"
        )
    distances = distances_between(topics, topics)[np.ix_(numbers, numbers)]
    np.fill_diagonal(distances, 0)
    condensed = squareform((distances + distances.T) / 2, checks=False)
    steps = optimal_leaf_ordering(linkage(condensed, "ward"), condensed)
    nodes = [
        HierarchyNode(
            node=place,
            topics=[k],
            children=None,
            distance=0.0,
            share=float(topics.shares[k]),
            label=topics.labels[k],
            words=topics.top_words(k, n_words),
        )
        for place, k in enumerate(numbers)
    ]
    common = topics.common_words()
    counts: dict[int, NDArray[np.float64]] = {}
    for left, right, distance, _ in steps.tolist():
        pair = int(left), int(right)
        merged = sum(
            counts.pop(
                node, topics.shares[nodes[node].topics[0]] * topics.phi[nodes[node].topics[0]]
            )
            for node in pair
        )
        counts[len(nodes)] = merged
        members = nodes[pair[0]].topics + nodes[pair[1]].topics
        nodes.append(
            HierarchyNode(
                node=len(nodes),
                topics=members,
                children=pair,
                distance=float(distance),
                share=float(sum(topics.shares[k] for k in members)),
                label=f"{len(members)} topics",
                words=_distinctive(topics.words, merged, common, n_words),
            )
        )
    every = range(len(topics)) if topics.numbers is None else topics.numbers
    numbered = [replace(node, topics=[every[k] for k in node.topics]) for node in nodes]
    return TopicHierarchy(numbered, n_groups)


def _distinctive(
    words: Sequence[str], counts: NDArray[np.float64], common: NDArray[np.float64], n_words: int
) -> list[str]:
    probability = counts / counts.sum()
    ratio = probability / np.maximum(common, 1e-300)
    gain = probability * np.log(np.maximum(ratio, 1e-300))
    # The group of all topics has no distinctive words.
    return named(words, gain if gain.max() > 1e-6 else probability, n_words)
