"""Word intrusion: certain for clear topics, a guess if the words carry no information."""

from __future__ import annotations

import numpy as np
import pytest

from tests.synthetic import make_corpus
from thalweg import InputError
from thalweg.evaluation._intrusion import intrusion

TOPICS = [list("abcde"), list("vwxyz")]


def test_an_intruder_among_words_that_always_occur_together_is_found() -> None:
    found = intrusion(TOPICS, texts=[list("abcde"), list("vwxyz")] * 5)
    assert found.per_topic.tolist() == [1, 1]
    assert found.mean == 1


def test_an_intruder_among_words_that_never_occur_is_a_guess() -> None:
    found = intrusion(TOPICS, texts=[["p"], ["q"]])  # no pair occurs together
    assert found.per_topic == pytest.approx([1 / 6, 1 / 6])


def test_true_topics_score_higher_than_shuffled_ones_and_depend_on_the_seed() -> None:
    corpus = make_corpus(500, 100, 5, 40.0)
    shuffled = np.random.default_rng(0).permuted(corpus.topics, axis=1)
    true = intrusion(corpus.topics, corpus.counts)
    assert true.mean > intrusion(shuffled, corpus.counts).mean + 0.2
    again = intrusion(corpus.topics, corpus.counts, n_jobs=3)
    assert again.per_topic.tolist() == true.per_topic.tolist()
    other = intrusion(corpus.topics, corpus.counts, random_state=1)
    assert other.per_topic.tolist() != true.per_topic.tolist()


def test_a_topic_with_the_words_of_all_others_scores_zero() -> None:
    found = intrusion([list("abcde"), list("edcba")], texts=[list("abcde")])
    assert found.per_topic.tolist() == [0, 0]


def test_words_can_be_counted_in_windows() -> None:
    text = [*"abcde", *("-" * 20), *"vwxyz"]
    assert intrusion(TOPICS, texts=[text] * 3, window=10).mean == 1
    assert intrusion(TOPICS, texts=[text] * 3).mean == pytest.approx(1 / 6)


def test_bad_arguments_are_refused() -> None:
    with pytest.raises(InputError, match="`topics` has 1 topics, the shortest with 5 words"):
        intrusion([list("abcde")], texts=[["a"]])
    with pytest.raises(InputError, match="`topics` has 2 topics, the shortest with 3 words"):
        intrusion([list("abcde"), list("xyz")], texts=[["a"]])
    with pytest.raises(InputError, match="`n_questions` is 0"):
        intrusion(TOPICS, texts=[["a"]], n_questions=0)
    with pytest.raises(InputError, match="`window` is -1"):
        intrusion(TOPICS, texts=[["a"]], window=-1)
