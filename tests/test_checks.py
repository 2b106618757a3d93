import numpy as np
import pytest

from thalweg.checks import (
    is_whole,
    number_of,
    parse_share_or_number,
    share_or_number,
    whole_number,
)
from thalweg.errors import InputError


@pytest.mark.parametrize("value", [0, -3, 2**70, np.int8(1), np.uint64(5)])
def test_integers_of_python_and_numpy_are_whole(value: object) -> None:
    assert is_whole(value)


@pytest.mark.parametrize("value", [True, np.True_, 1.0, "1", None])
def test_booleans_floats_and_texts_are_not_whole(value: object) -> None:
    assert not is_whole(value)


def test_a_whole_number_below_the_least_is_refused() -> None:
    assert whole_number("n", np.int64(2), least=2) == 2
    with pytest.raises(InputError, match=r"^`n` is 1; expected a whole number of at least 2$"):
        whole_number("n", 1, least=2)


@pytest.mark.parametrize(("value", "number"), [(0.25, 5.0), (1.0, 20.0), (1, 1.0), (7, 7.0)])
def test_a_float_is_a_share_and_an_integer_is_a_number(value: float, number: float) -> None:
    assert number_of(share_or_number("size", value), 20) == number


@pytest.mark.parametrize("value", [1.5, -0.1, -1, True, "0.5", None, float("nan")])
def test_what_is_neither_a_share_nor_a_number_is_refused(value: object) -> None:
    with pytest.raises(InputError, match=r"^`size` is "):
        share_or_number("size", value)


@pytest.mark.parametrize(
    ("text", "value"), [("500", 500), ("0", 0), ("0.1", 0.1), (".5", 0.5), ("1.0", 1.0), ("1", 1)]
)
def test_texts_are_read_as_the_same_values_in_python(text: str, value: float) -> None:
    parsed = parse_share_or_number(text)
    assert parsed == value
    assert type(parsed) is type(value)


@pytest.mark.parametrize("text", ["1.5", "-1", "many", "", "nan", "1e3", "²"])
def test_other_texts_are_value_errors(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        parse_share_or_number(text)
