"""Numbers of topics to try, in all the forms in which they can be given."""

import doctest

import numpy as np
import pytest

from thalweg import InputError
from thalweg.choosing_k import numbers as module
from thalweg.choosing_k.numbers import topic_numbers


def test_the_examples_of_the_docstring_run():
    assert doctest.testmod(module) == (0, 2)


@pytest.mark.parametrize(
    ("given", "numbers"),
    [
        ("10..200", [10, 15, 20, 30, 50, 70, 100, 150, 200]),
        ("2..10", [2, 3, 5, 7, 10]),
        ("12..80", [12, 15, 20, 30, 50, 80]),  # 70 is too close to 80
        ("9..11", [9, 11]),
        ("7..7", [7]),
        ("10..45..10", [10, 20, 30, 40]),
        ("50, 10,20,10", [10, 20, 50]),
        ("1", [1]),
        (range(2, 5), [2, 3, 4]),
        (np.array([30, 5]), [5, 30]),
        ((k for k in (4, 3)), [3, 4]),
        (8, [8]),
    ],
)
def test_numbers_are_distinct_and_in_order(given, numbers):
    found = topic_numbers(given)
    assert found == numbers
    assert all(type(k) is int for k in found)


def test_a_range_has_round_numbers_with_similar_ratios():
    found = topic_numbers("1..100000")
    ratios = np.divide(found[1:], found[:-1])
    assert len(found) == 30  # 1, 2, 3, 5, 7; then six per power of ten, and the end
    assert ratios.min() > 1.3
    assert ratios.max() <= 2


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("", "expected 10..200"),
        ("ten", "expected 10..200"),
        ("10-200", "expected 10..200"),
        ("10..", "expected 10..200"),
        ("1.5..3", "expected 10..200"),
        ("9" * 5000, "expected 10..200"),
        ("200..10", "a range from 200 to 10"),
        ("0..10", "a range from 0 to 10"),
        ("10..20..0", "steps of 0"),
        ("1..999999999..1", "`ks` has more than 1000 numbers"),
        ("0,5", "`ks` contains 0; expected whole numbers"),
        ([], "`ks` has no numbers"),
        ([5, -1], "`ks` contains -1"),
        ([True], "`ks` contains True"),
        ([2.5], "`ks` contains 2.5"),
        (["10"], "`ks` contains '10'"),
        (range(1, 10**12), "`ks` has more than 1000 numbers"),
        (None, "`ks` is None"),
        (3.0, "`ks` is 3.0"),
    ],
)
def test_bad_numbers_are_refused_with_the_expected_form(given, message):
    with pytest.raises(InputError, match=message):
        topic_numbers(given)
