"""The arrays that the C++ tests compare with are what the reference computes today."""

from __future__ import annotations

import runpy
from pathlib import Path

import numpy as np
import pytest

FOLDER = Path(__file__).parents[2] / "cpp" / "tests"


def numbers(text: str) -> np.ndarray:
    return np.array([float(word) for word in text.replace(",", " ").split() if _is_number(word)])


def _is_number(word: str) -> bool:
    try:
        float(word)
    except ValueError:
        return False
    return True


def test_golden_arrays_come_from_the_reference(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(FOLDER)  # as for a script in that folder
    made = runpy.run_path(str(FOLDER / "make_golden.py"))["golden"]()
    kept = (FOLDER / "golden.hpp").read_text()
    # Number by number: another version of numpy may round the last digit differently.
    np.testing.assert_allclose(numbers(made), numbers(kept), rtol=1e-12)
