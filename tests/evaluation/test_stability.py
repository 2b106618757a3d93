"""Stability: runs that differ only in the order of topics or words, and unrelated runs."""

from __future__ import annotations

import numpy as np
import pandas as pd
import pytest

from tests.synthetic import make_corpus
from thalweg import LDA, Corpus, InputError
from thalweg.evaluation._stability import match_runs, stability

TOPICS = np.random.default_rng(0).dirichlet(np.full(50, 0.1), 6)


def test_the_same_topics_in_another_order_are_matched() -> None:
    order = [3, 0, 5, 1, 4, 2]
    match = match_runs(TOPICS[order], 7 * TOPICS)
    assert match.topics.tolist() == [[k, order[k]] for k in range(6)]
    assert match.distances == pytest.approx(np.zeros(6), abs=1e-6)
    assert match.overlaps.tolist() == [1] * 6


def test_distance_and_overlap_by_hand() -> None:
    # The affinity is sqrt(1/2 * 1) = 0.7071. Below, the topics share one of two words.
    match = match_runs(np.array([[0.5, 0.5, 0.0]]), np.array([[1.0, 0.0, 0.0]]), n_words=1)
    assert match.mean_distance == pytest.approx(np.sqrt(1 - np.sqrt(0.5)))
    assert match.mean_overlap == 1
    match = match_runs(np.array([[0.6, 0.4, 0.0]]), np.array([[0.6, 0.0, 0.4]]), n_words=2)
    assert match.mean_overlap == 0.5


def test_the_sum_of_distances_is_smallest() -> None:
    # A greedy match of the first topic would take the match of the second.
    a = np.array([[0.9, 0.1, 0.0], [1.0, 0.0, 0.0]])
    b = np.array([[1.0, 0.0, 0.0], [0.0, 1.0, 0.0]])
    assert match_runs(a, b).topics.tolist() == [[0, 1], [1, 0]]


def test_surplus_topics_of_one_run_stay_without_a_match() -> None:
    assert match_runs(TOPICS, TOPICS[:2]).topics.tolist() == [[0, 0], [1, 1]]


def test_words_of_models_are_matched_by_name() -> None:
    counts = make_corpus(200, 30, 3).counts
    corpus = Corpus(counts, [f"w{w}" for w in range(30)])
    model = LDA(3, random_state=0, max_iter=2).fit(corpus)
    fewer = corpus.with_vocabulary([f"w{w}" for w in range(29, 4, -1)])
    other = LDA(3, random_state=0, max_iter=2).fit(fewer)
    match = match_runs(model, other)
    assert match.mean_overlap > 0.5
    same = LDA(3, random_state=0, max_iter=2).fit(corpus)
    assert stability([model, same]) == 1


def test_columns_of_data_frames_are_matched_by_name() -> None:
    counts = make_corpus(200, 30, 3).counts.toarray()
    frame = pd.DataFrame(counts, columns=[f"w{w}" for w in range(30)])
    model = LDA(3, random_state=0, max_iter=2).fit(frame)
    reordered = LDA(3, random_state=0, max_iter=2).fit(frame)
    reordered.feature_names_in_ = reordered.feature_names_in_[::-1]
    match = match_runs(model, reordered)
    expected = match_runs(model.components_, reordered.components_[:, ::-1])
    assert match.topics.tolist() == expected.topics.tolist()
    assert match.overlaps.tolist() == expected.overlaps.tolist()


def test_stability_is_the_mean_over_pairs_of_runs() -> None:
    other = np.random.default_rng(1).dirichlet(np.full(50, 0.1), 6)
    overlap = match_runs(TOPICS, other).mean_overlap
    assert overlap < 0.6
    assert stability([TOPICS, TOPICS, other]) == pytest.approx((1 + 2 * overlap) / 3)


def test_runs_that_cannot_be_compared_are_refused() -> None:
    with pytest.raises(InputError, match="`runs` has 1 runs; expected at least 2"):
        stability([TOPICS])
    with pytest.raises(InputError, match="50 and 49 words"):
        match_runs(TOPICS, TOPICS[:, 1:])
    with pytest.raises(InputError, match="a run is a list"):
        match_runs([["a", "b"]], TOPICS)
