"""Parsers of option values."""

import pytest
import typer

from thalweg.cli.options.option_values import (
    ngram_range,
    ngram_sizes,
    prior,
    seconds,
    share_or_number,
)


@pytest.mark.parametrize(
    ("written", "expected"),
    [("30s", 30), ("5m", 300), ("1h", 3600), ("1.5", 1.5), ("1h30m", 5400), ("0.5h", 1800), (2, 2)],
)
def test_a_duration_is_converted_to_seconds(written, expected):
    assert seconds(written) == expected


@pytest.mark.parametrize(
    "written", ["", "s", "five", "-3", "0", "0s", "1d", "30s5m", "1e400", "nan", "inf", "1:30"]
)
def test_an_invalid_duration_is_wrong_usage(written):
    with pytest.raises(typer.BadParameter, match="expected 30s, 5m, 1h"):
        seconds(written)


@pytest.mark.parametrize(
    ("written", "expected"), [("5", 5), ("0", 0), ("1", 1), ("1.0", 1.0), (".01", 0.01)]
)
def test_a_decimal_point_makes_a_share_of_a_number(written, expected):
    parsed = share_or_number(written)
    assert (parsed, type(parsed)) == (expected, type(expected))


@pytest.mark.parametrize("written", ["-1", "1.5", "half", "", "1e3", "\u0665"])
def test_an_invalid_share_or_number_is_wrong_usage(written):
    with pytest.raises(typer.BadParameter, match="expected a share of the documents"):
        share_or_number(written)


def test_a_prior_is_a_positive_number_or_a_word():
    parse = prior("symmetric", "auto")
    assert (parse("0.3"), parse("Auto")) == (0.3, "auto")
    for written in ("-1", "0", "inf", "nan", "some"):
        with pytest.raises(typer.BadParameter, match="a number above 0, or symmetric or auto"):
            parse(written)


@pytest.mark.parametrize(("written", "expected"), [("1", (1, 1)), ("2", (1, 2)), ("2-3", (2, 3))])
def test_a_size_of_ngrams_is_a_number_or_a_range(written, expected):
    assert ngram_sizes(written) == written
    assert ngram_range(written) == expected


@pytest.mark.parametrize("written", ["0", "9", "3-2", "1-9", "x", "", "2-"])
def test_an_invalid_size_of_ngrams_is_wrong_usage(written):
    with pytest.raises(typer.BadParameter, match="expected a number from 1 to 8"):
        ngram_sizes(written)
