"""Hostile inputs of every kind are read or refused, in bounded time and memory."""

import numpy as np
import pytest

from tests.robustness import hostile_inputs
from tests.robustness.hostile_bytes import KINDS, hostile, valid
from thalweg import ThalwegError


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.filterwarnings("ignore")
def test_hostile_inputs_are_read_or_refused(kind: str, tmp_path) -> None:
    """A short form of `python -m tests.robustness.hostile_inputs`, without its worker processes."""
    outcomes = set()
    for number in range(25):
        path = hostile_inputs.write_input(tmp_path, kind, number, seed=1)
        try:
            hostile_inputs.use(path, kind)
            outcomes.add("read")
        except ThalwegError:
            outcomes.add("refused")
    assert "refused" in outcomes or kind in ("lines", "lines.gz", "folder", "vw", "mallet")


def test_workers_and_commands_keep_the_promises() -> None:
    result = hostile_inputs.run(3, seed=2, kinds=["csv.gz"])
    assert result["faults"] == []
    assert result["kinds"]["csv.gz"]["commands"] == 1


@pytest.mark.parametrize("kind", KINDS)
def test_most_inputs_differ_from_the_valid_one(kind: str) -> None:
    inputs = [hostile(kind, np.random.default_rng(seed)) for seed in range(20)]
    assert sum(files != valid(kind) for files in inputs) > 15
