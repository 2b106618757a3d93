"""Model files of commit 6f18c17 open, with the same parameters, and give the same results."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import thalweg
from tests.golden import arithmetic
from tests.golden.file_cases import MODELS
from tests.golden.flat_parameters import without_default_steps
from tests.golden.make_files import FILE, described, model_path
from tests.golden.results import array_differences, differences

RECORDED = json.loads(FILE.read_text())
KEPT = (
    "parameters",
    "doc_topic_prior",
    "topic_word_prior",
    "batch_size",
    "schedule",
    "best_score",
    "history",
    "vocabulary",
    "text_settings",
    "feature_names",
    "progressive_score",
)


def same_bits_expected() -> bool:
    same_set = arithmetic.instruction_set() == RECORDED["instruction_set"]
    return same_set and arithmetic.same_bits_expected(RECORDED["machine"])


def test_every_model_is_recorded() -> None:
    assert list(RECORDED["models"]) == list(MODELS)


@pytest.mark.parametrize("name", MODELS)
def test_a_model_file_gives_what_was_recorded(name: str) -> None:
    found, expected = described(model_path(name)), dict(RECORDED["models"][name])
    expected["parameters"] = without_default_steps(expected["parameters"])
    different = [
        f"{part} is {found[part]}, was {expected[part]}"
        for part in KEPT
        if found[part] != expected[part]
    ]
    different += differences(found, expected, bits=same_bits_expected())
    assert found.keys() == expected.keys()
    if "after_more_documents" in expected:
        different += array_differences(
            "components",
            found["after_more_documents"],
            expected["after_more_documents"],
            bits=same_bits_expected(),
        )
    assert not different, "\n".join(different)


@pytest.mark.parametrize("name", MODELS)
def test_the_topics_of_a_file_have_the_same_bits_on_every_machine(name: str) -> None:
    """Reading computes nothing but scale times counts, plus eta."""
    found, expected = described(model_path(name)), RECORDED["models"][name]
    assert found["components"]["sha256"] == expected["components"]["sha256"]


@pytest.mark.parametrize("name", MODELS)
def test_an_opened_model_is_saved_and_opened_again(name: str, tmp_path: Any) -> None:
    lda = thalweg.load(model_path(name))
    lda.save(tmp_path / "again")
    again = thalweg.load(tmp_path / "again")
    np.testing.assert_array_equal(again.components_, lda.components_)
    assert described(tmp_path / "again") == described(model_path(name))
