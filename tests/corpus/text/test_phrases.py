import math

import numpy as np
import pytest

from thalweg import InputError
from thalweg.corpus.text.phrases import PhraseRule

WORDS = ["new", "york", "the", "new york", "the new"]


def test_the_score_is_normalised_mutual_information():
    counts = np.array([40, 30, 930, 25, 38])
    expected = math.log((25 / 1000) / (40 / 1000 * 30 / 1000)) / -math.log(25 / 1000)
    found = [
        PhraseRule(min_count=1, threshold=threshold).choose(WORDS, counts)
        for threshold in (expected - 1e-9, expected + 1e-9)
    ]
    assert found == [[("new", "york")], []]


def test_rare_pairs_and_pairs_of_frequent_words_are_not_phrases():
    rule = PhraseRule(min_count=20, threshold=0.3)
    assert rule.choose(WORDS, np.array([19, 19, 962, 19, 5])) == []
    assert rule.choose(WORDS, np.array([100, 30, 900, 25, 90])) == [("new", "york")]


def test_words_that_only_come_together_score_one():
    rule = PhraseRule(min_count=1, threshold=1.0)
    assert rule.choose(["a", "b", "a b"], np.array([5, 5, 5])) == [("a", "b")]


@pytest.mark.parametrize("wrong", [{"min_count": 0}, {"threshold": 2.0}])
def test_impossible_rules_are_refused(wrong):
    with pytest.raises(InputError):
        PhraseRule(**wrong)
