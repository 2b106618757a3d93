"""Similar topics and the hierarchy of topics, on a planted hierarchy."""

import numpy as np
import pytest

from tests.analysis.comparing.planted_topics import model_with, subjects
from thalweg import InputError
from thalweg.results import HierarchyNode, TopicHierarchy


def families() -> np.ndarray:
    """Six topics in three families: topics 2i and 2i + 1 share most of their words."""
    counts, rng = subjects(3), np.random.default_rng(0)
    return np.vstack([rng.poisson(counts[k // 2]).astype(float) for k in range(6)])


def test_the_nearest_pairs_are_those_of_a_family() -> None:
    counts = families()
    table = model_with(counts).similar_topics(3)
    assert {(row.topic, row.other) for row in table} == {(0, 1), (2, 3), (4, 5)}
    p, q = (counts[k] / counts[k].sum() for k in (table[0].topic, table[0].other))
    assert table[0].distance == pytest.approx(np.sqrt(1 - np.sqrt(p * q).sum()), abs=1e-3)
    best = np.argsort(-np.sqrt(p * q), kind="stable")[:3]
    assert table[0].words[:3] == [f"w{w}" for w in best]
    assert len(model_with(counts).similar_topics(None)) == 15


def test_cutting_the_hierarchy_gives_the_families() -> None:
    counts = families()
    counts[4:] *= 3  # the largest family
    tree = model_with(counts).hierarchy()
    groups = tree.cut(3)
    assert {tuple(sorted(group.topics)) for group in groups} == {(0, 1), (2, 3), (4, 5)}
    assert sorted(groups[0].topics) == [4, 5]
    assert groups[0].share == pytest.approx(counts[4:].sum() / counts.sum(), rel=1e-3)
    assert [group.group for group in groups] == [0, 1, 2]
    # The words of a group are those of its family, not those that all topics share.
    assert all(80 <= int(word[1:]) < 120 for word in groups[0].words)
    assert len(tree.cut(1)) == 1
    assert len(tree.cut(6)) == 6
    with pytest.raises(InputError, match="`n_groups` is 7; expected 1 to 6"):
        tree.cut(7)


def test_steps_join_near_topics_first() -> None:
    tree = model_with(families()).hierarchy()
    merges = tree.merges
    assert len(merges) == 5
    assert [row.distance for row in merges] == sorted(row.distance for row in merges)
    pairs = model_with(families()).similar_topics(1)
    assert merges[0].distance == pytest.approx(pairs[0].distance, rel=1e-5)
    assert sorted(merges[-1].topics) == list(range(6))
    assert merges.to_polars().columns == tree.to_polars().columns
    assert sum(len(row.topics) == 2 for row in merges) == 3


def test_chosen_topics_are_the_only_ones() -> None:
    model = model_with(families())
    tree = model.hierarchy(topics=[5, 1, 0])
    assert sorted(tree.root.topics) == [0, 1, 5]
    assert sorted(tree.merges[0].topics) == [0, 1]
    with pytest.raises(InputError, match="`topics` contains 6; expected numbers from 0 to 5"):
        model.hierarchy(topics=[6, 1])
    with pytest.raises(InputError, match="at least 2 topics"):
        model.hierarchy(topics=[1])
    with pytest.raises(InputError, match="`n_groups` is 0"):
        model.hierarchy(0)


def small_tree(n_groups: int | None = None) -> TopicHierarchy:
    leaves = [
        HierarchyNode(k, [k], None, 0.0, 0.25, label, [f"word{k}"])
        for k, label in enumerate(("topic 0", "bob's", "topic 2"))
    ]
    pair = HierarchyNode(3, [0, 1], (0, 1), 0.5, 0.5, "2 topics", ["both"])
    root = HierarchyNode(4, [2, 0, 1], (2, 3), 0.75, 0.75, "3 topics", ["all"])
    return TopicHierarchy([*leaves, pair, root], n_groups)


def test_the_tree_is_printed_with_its_branches() -> None:
    assert str(small_tree()).splitlines() == [
        "all 3 topics",
        "├─ topic 2  25.0%  word2",
        "└─ 2 topics at 0.50  50.0%  both",
        "   ├─ topic 0  25.0%  word0",
        "   └─ bob's  25.0%  word1",
    ]
    assert str(small_tree(2)).splitlines()[1:3] == [
        "├─ 2 topics at 0.50  50.0%  both",
        "│  ├─ topic 0  25.0%  word0",
    ]
    assert max(map(len, small_tree().text(24).splitlines())) <= 26  # labels are never cut
    assert small_tree()._repr_html_().startswith("<pre>all 3 topics")


def test_newick_has_the_lengths_of_branches() -> None:
    expected = "('topic 2':0.75,('topic 0':0.5,'bob''s':0.5):0.25);"
    assert small_tree().to_newick() == expected
