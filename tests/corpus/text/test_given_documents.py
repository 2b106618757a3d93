"""What a user passes as documents: texts, token lists and bags are not taken for matrices."""

from typing import Any

import numpy as np
import pandas as pd
import polars as pl
import pytest

from thalweg import Corpus
from thalweg.corpus.text.given_documents import DocumentKind, document_kind

TEXTS, TOKENS, BAGS = DocumentKind


@pytest.mark.parametrize(
    "X",
    [
        ["a text"],
        ("a text", "another"),
        [None, "after a missing one"],
        np.array(["a", "b"]),
        np.array(["a", None], dtype=object),
        pd.Series(["a", None]),
        pd.Series([np.nan, "a"], dtype=object),
        pd.Series(["a"], dtype="category"),
        pd.Index(["a", "b"]),
        pl.Series(["a", None]),
        pl.Series([None, "a"]),
    ],
)
def test_strings_are_texts(X: Any) -> None:
    assert document_kind(X) is TEXTS


@pytest.mark.parametrize(
    "X",
    [
        [["some", "tokens"], []],
        [[], ("tuples", "too")],
        pd.Series([["some", "tokens"], []]),
        pl.Series([["some", "tokens"], []]),
        [["1", "2"], ["3", "4"]],
    ],
)
def test_lists_of_strings_are_token_lists(X: Any) -> None:
    assert document_kind(X) is TOKENS


def test_lists_of_pairs_are_bags_of_words() -> None:
    assert document_kind([[], [(0, 2), (3, 1)]]) is BAGS
    assert document_kind([[(0, 2.5)]]) is BAGS


@pytest.mark.parametrize(
    "X",
    [
        [],
        [[]],
        [[0, 1], [2, 0]],
        [(0, 1), (2, 0)],
        [[[0, 1]], [[2, 3]]],
        [1.0, 2.0],
        [np.nan],
        [np.array([1, 2]), np.array([3, 4])],
        np.array([[1, 2]]),
        np.array([1, 2]),
        np.array([["a", "b"]]),
        pd.Series([1, 2]),
        pd.DataFrame({"a": [1]}),
        pl.Series([1, 2]),
        pl.DataFrame({"a": [1]}),
        Corpus([[1, 2]], ["a", "b"]),
        "one text",
        None,
        7,
    ],
)
def test_anything_else_is_left_alone(X: Any) -> None:
    assert document_kind(X) is None
