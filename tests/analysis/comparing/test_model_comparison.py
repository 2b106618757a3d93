"""Topics of two models: matched, split, merged, new, vanished; on planted topics."""

import numpy as np
import pytest

import thalweg
from tests.analysis.comparing.planted_topics import (
    WORDS_PER_SUBJECT,
    model_with,
    subjects,
    words_of,
)
from thalweg import InputError
from thalweg.results import ComparisonTable


def pairs(table: ComparisonTable, change: str) -> set[tuple[int | None, int | None]]:
    return {(row.topic_before, row.topic_after) for row in table if row.change == change}


def test_a_model_is_matched_with_itself_at_distance_0() -> None:
    model = model_with(subjects(6))
    table = model.compare(model)
    assert pairs(table, "matched") == {(k, k) for k in range(6)}
    assert [row.distance for row in table] == [0.0] * 6
    assert not any(row.gained or row.lost for row in table)
    assert table.summary == "6 matched"


def test_topics_in_another_order_are_found() -> None:
    counts, order = subjects(7), np.random.default_rng(1).permutation(7)
    table = model_with(counts).compare(model_with(counts[order]))
    assert pairs(table, "matched") == {(int(order[b]), b) for b in range(7)}
    assert len(table) == 7


def test_words_are_matched_by_name() -> None:
    counts = subjects(5)
    words = words_of(counts)
    order = np.random.default_rng(2).permutation(len(words))
    renamed = model_with(counts[:, order], [words[w] for w in order])
    table = model_with(counts).compare(renamed)
    assert pairs(table, "matched") == {(k, k) for k in range(5)}
    assert max(row.distance or 0 for row in table) < 1e-3  # rounding of float32
    other = model_with(counts, words_of(counts, "other"))
    assert model_with(counts).compare(other).counts == {
        "matched": 0,
        "split": 0,
        "merged": 0,
        "new": 5,
        "vanished": 5,
    }


def two_parts(counts: np.ndarray, k: int) -> np.ndarray:
    """Partition the counts of topic k: even words to one topic, odd words to another."""
    even, odd = counts[k].copy(), counts[k].copy()
    even[1::2], odd[0::2] = 0, 0
    return np.vstack([np.delete(counts, k, axis=0), even, odd])


def test_a_topic_whose_counts_are_partitioned_is_split() -> None:
    counts = subjects(6)
    table = model_with(counts).compare(model_with(two_parts(counts, 2)))
    assert pairs(table, "split") == {(2, 5), (2, 6)}
    assert table.counts == {"matched": 5, "split": 1, "merged": 0, "new": 0, "vanished": 0}
    parts = {row.topic_after: row.part for row in table if row.change == "split"}
    even = counts[2, 0::2].sum() / counts[2].sum()  # the part of the mixture by construction
    assert parts[5] == pytest.approx(even, abs=0.02)
    assert parts[6] == pytest.approx(1 - even, abs=0.02)
    assert table.summary == "5 matched, 1 split"


def test_topics_whose_counts_are_added_are_merged() -> None:
    counts = subjects(6)
    added = np.vstack([counts[[0, 1, 3, 4]], counts[2] + 2 * counts[5]])
    table = model_with(counts).compare(model_with(added))
    assert pairs(table, "merged") == {(2, 4), (5, 4)}
    assert table.counts == {"matched": 4, "split": 0, "merged": 1, "new": 0, "vanished": 0}
    parts = {row.topic_before: row.part for row in table if row.change == "merged"}
    assert parts[2] == pytest.approx(1 / 3, abs=0.02)


def test_new_and_vanished_subjects_are_reported_with_their_words() -> None:
    counts = subjects(6)
    table = model_with(counts[:5]).compare(model_with(counts[1:]))
    assert table.counts == {"matched": 4, "split": 0, "merged": 0, "new": 1, "vanished": 1}
    (new,) = (row for row in table if row.change == "new")
    (vanished,) = (row for row in table if row.change == "vanished")
    assert (new.topic_before, new.topic_after, new.share_before) == (None, 4, None)
    assert (vanished.topic_before, vanished.topic_after, vanished.distance) == (0, None, None)
    assert new.share_after == pytest.approx(0.2)
    best = np.argsort(-counts[5], kind="stable")[:8]
    assert new.words == [f"w{w}" for w in best]


def test_gained_and_lost_words_and_shares_are_those_that_changed() -> None:
    counts = subjects(4)
    changed = counts.copy()
    first = np.argsort(-counts[1])[:1]
    changed[1, first] = 0
    empty = 3 * WORDS_PER_SUBJECT - 1  # of subject 2
    changed[1, empty] = 300
    (row,) = (r for r in model_with(counts).compare(model_with(changed)) if r.topic_before == 1)
    assert row.change == "matched"
    assert row.gained == [f"w{empty}"]
    assert row.lost == [f"w{first[0]}"]
    assert row.share_before == pytest.approx(counts[1].sum() / counts.sum(), rel=1e-4)
    assert row.share_after == pytest.approx(changed[1].sum() / changed.sum(), rel=1e-4)


def test_sampling_noise_changes_no_topic() -> None:
    """Counts drawn again from the same topics are the same subjects."""
    counts, rng = subjects(12, n_tokens=1500), np.random.default_rng(3)
    table = model_with(counts).compare(model_with(rng.poisson(counts).astype(float)))
    assert pairs(table, "matched") == {(k, k) for k in range(12)}


def test_a_smaller_limit_matches_fewer_topics() -> None:
    counts, rng = subjects(5), np.random.default_rng(4)
    before, after = model_with(counts), model_with(rng.poisson(counts / 20).astype(float))
    assert before.compare(after).counts["matched"] == 5
    assert before.compare(after, max_distance=0.01).counts["matched"] == 0
    with pytest.raises(InputError, match="`max_distance` is 2"):
        before.compare(after, max_distance=2)


def test_models_that_cannot_be_compared_are_refused() -> None:
    model = model_with(subjects(3))
    with pytest.raises(InputError, match="`other` is of type int"):
        model.compare(3)
    with pytest.raises(ValueError, match="not fitted yet"):
        model.compare(thalweg.LDA())
    without_words = thalweg.LDA(2, max_iter=1).fit(np.ones((3, 4), dtype=int))
    with pytest.raises(InputError, match="one of the models knows its words"):
        model.compare(without_words)
    more = thalweg.LDA(2, max_iter=1).fit(np.ones((3, 5), dtype=int))
    with pytest.raises(InputError, match="4 and 5 words"):
        without_words.compare(more)


def test_the_table_prints_the_summary_and_names_of_topics() -> None:
    counts = subjects(3)
    model = model_with(counts)
    model.name_topics({1: "parking"})
    printed = str(model.compare(model_with(counts)))
    assert "parking" in printed
    assert "3 matched. Topics nearer than" in printed
