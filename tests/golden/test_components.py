"""Training gives the results of commit 6f18c17, which components.json has, bit for bit."""

from __future__ import annotations

import copy
import json
from functools import cache
from typing import Any

import pytest

from tests.golden import arithmetic
from tests.golden.make_components import FILE, INSTRUCTION_SETS, results
from tests.golden.results import differences
from tests.golden.training_cases import CASES
from thalweg import _core

RECORDED = json.loads(FILE.read_text())


@cache
def results_here(instruction_set: str) -> dict[str, Any]:
    return results(instruction_set)


def runs(instruction_set: str) -> bool:
    return instruction_set in _core.instruction_sets()


@pytest.mark.parametrize("name", CASES)
@pytest.mark.parametrize("instruction_set", INSTRUCTION_SETS)
def test_training_gives_the_recorded_results(instruction_set: str, name: str) -> None:
    if not runs(instruction_set):
        pytest.skip(f"this processor does not run {instruction_set}")
    found = results_here(instruction_set)["cases"][name]
    expected = RECORDED[instruction_set][name]
    algorithm = CASES[name].parameters.get("algorithm")
    bits = arithmetic.same_bits_expected(RECORDED["machine"])
    different = differences(found, expected, bits=bits)
    if arithmetic.same_bits_expected(RECORDED["machine"], algorithm):
        was, now = expected["components"]["sha256"], found["components"]["sha256"]
        if was != now:
            different.append(f"components have the hash {now}, had {was}")
    assert not different, "\n".join(
        [*different, f"recorded: {RECORDED['machine']}", f"here: {arithmetic.describe()}"]
    )


def test_the_documents_are_the_same_on_every_machine() -> None:
    assert results_here("baseline")["documents"] == RECORDED["documents"]


def test_every_case_is_recorded() -> None:
    for instruction_set in INSTRUCTION_SETS:
        assert list(RECORDED[instruction_set]) == list(CASES)


def test_other_topics_are_found_with_and_without_bits() -> None:
    """The tolerance lets neither a changed count nor a permuted topic pass."""
    expected = RECORDED["baseline"]["scvb0"]
    assert not differences(expected, expected, bits=False)
    for part, factor in (("row_sums", 1.002), ("entries", 0.99)):
        found = copy.deepcopy(expected)
        found["components"][part][3] *= factor
        assert differences(found, expected, bits=False)
    found = copy.deepcopy(expected)
    found["components"]["row_sums"].reverse()
    assert differences(found, expected, bits=False)
    found = copy.deepcopy(expected)
    found["components"]["sha256"] = "0" * 64
    assert differences(found, expected, bits=True)
    assert not differences(found, expected, bits=False)


def test_another_algorithm_is_outside_the_tolerance() -> None:
    expected = RECORDED["baseline"]
    for name in ("smap", "finishing_passes 0", "burn_in", "shuffle off", "batch_size 17"):
        assert differences(expected[name], expected["scvb0"], bits=False), name
