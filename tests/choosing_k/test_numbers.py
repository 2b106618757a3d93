"""Numbers of topics to try, in all the ways in which they are said."""

import doctest

import numpy as np
import pytest

from thalweg import InputError
from thalweg.choosing_k import numbers as module
from thalweg.choosing_k.numbers import topic_numbers


def test_the_examples_of_the_docstring_run():
    assert doctest.testmod(module) == (0, 2)


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        ("10..200", [10, 15, 20, 30, 50, 70, 100, 150, 200]),
        ("2..10", [2, 3, 5, 7, 10]),
        ("12..80", [12, 15, 20, 30, 50, 80]),  # 70 is next to 80
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
def test_numbers_come_once_and_in_order(said, numbers):
    found = topic_numbers(said)
    assert found == numbers
    assert all(type(k) is int for k in found)


def test_a_range_has_round_numbers_of_about_equal_ratios():
    found = topic_numbers("1..100000")
    ratios = np.divide(found[1:], found[:-1])
    assert len(found) == 30  # 1, 2, 3, 5, 7; then six to every power of ten, and the end
    assert ratios.min() > 1.3
    assert ratios.max() <= 2


@pytest.mark.parametrize(
    ("said", "message"),
    [
        ("", "is no range of numbers"),
        ("ten", "is no range of numbers"),
        ("10-200", "expected 10..200"),
        ("10..", "is no range of numbers"),
        ("1.5..3", "is no range of numbers"),
        ("9" * 5000, "is no range of numbers"),
        ("200..10", "goes from 200 to 10"),
        ("0..10", "goes from 0 to 10"),
        ("10..20..0", "steps of 0"),
        ("1..999999999..1", "1001 numbers"),
        ("0,5", "0 is no number of topics"),
        ([], "no numbers"),
        ([5, -1], "-1 is no number"),
        ([True], "True is no number"),
        ([2.5], "2.5 is no number"),
        (["10"], "'10' is no number"),
        (range(1, 10**12), "1001 numbers"),
        (None, "ks is None"),
        (3.0, "ks is 3.0"),
    ],
)
def test_nonsense_is_an_error_that_says_what_is_expected(said, message):
    with pytest.raises(InputError, match=message):
        topic_numbers(said)
