"""Diversity: shares computed by hand, and topics that are known to be dead or duplicates."""

from __future__ import annotations

import numpy as np
import pytest

from tests.synthetic import make_corpus, state_with_counts
from thalweg import LDA, InputError
from thalweg.evaluation._diversity import diversity
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState


def test_shares_of_words_by_hand() -> None:
    # Three words in six places. Of the first topic, a is in both other topics and b in one.
    found = diversity([["a", "b"], ["a", "c"], ["a", "b"]])
    assert found.distinct == pytest.approx(3 / 6)
    assert found.redundancy == pytest.approx([(1 + 1 / 2) / 2, (1 + 0) / 2, (1 + 1 / 2) / 2])
    assert found.mean_redundancy == pytest.approx(2 / 3)
    assert found.dead is None
    assert found.duplicates is None


def test_disjoint_topics_are_fully_distinct() -> None:
    found = diversity([["a", "b"], ["c", "d"]])
    assert found.distinct == 1
    assert found.redundancy.tolist() == [0, 0]


def test_a_single_topic_has_no_redundancy() -> None:
    assert diversity([["a", "b"]]).redundancy.tolist() == [0]


def test_copies_of_a_topic_are_duplicates_except_the_first() -> None:
    rng = np.random.default_rng(0)
    topics = rng.dirichlet(np.full(100, 0.1), 3)
    found = diversity(topics[[0, 1, 0, 2, 1, 0]])
    assert found.duplicates is not None
    assert found.duplicates.tolist() == [2, 4, 5]
    assert found.dead is not None
    assert found.dead.tolist() == []


def test_topics_without_tokens_and_flat_topics_are_dead() -> None:
    counts = 1000 * np.random.default_rng(0).dirichlet(np.full(60, 0.1), 4).T
    counts[:, 1] = 0  # only its prior
    counts[:, 2] = 10.0  # all words equally probable
    state = state_with_counts(counts, Prior.create(0.1, 0.01, 4, 60))
    for topics in (state, np.ascontiguousarray(state.weights().T)):
        found = diversity(topics, n_words=5)
        assert found.dead is not None
        assert found.duplicates is not None
        assert found.dead.tolist() == [1, 2]
        assert found.duplicates.tolist() == []


def test_an_untrained_model_is_all_dead_and_a_trained_one_alive() -> None:
    corpus = make_corpus(300, 80, 4, 50.0)
    untrained = TopicState.random(80, Prior.create(0.1, 0.01, 4, 80), 1e4, 0)
    dead = diversity(untrained).dead
    assert dead is not None
    assert dead.tolist() == [0, 1, 2, 3]
    dead = diversity(LDA(4, random_state=0).fit(corpus.counts)).dead
    assert dead is not None
    assert dead.tolist() == []


def test_a_topic_of_zeros_is_refused() -> None:
    with pytest.raises(InputError, match="topic 1 has no word with a weight above zero"):
        diversity(np.array([[1.0, 2.0], [0.0, 0.0]]))
