"""Damaged and forged checkpoints are refused, or training ends as usual."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.robustness import hostile_checkpoints
from tests.robustness.hostile_files import forged


def test_hundreds_of_damaged_and_forged_checkpoints_are_refused_or_can_be_resumed() -> None:
    """A short form of `python -m tests.robustness.hostile_checkpoints`."""
    result = hostile_checkpoints.run(240, seed=1)
    assert result["faults"] == []


@pytest.mark.parametrize("value", [2**62, 2**63, 10**30, 1e300, -1, True, None, "1", [], {}])
@pytest.mark.parametrize(
    "place",
    [
        ("position", "n_passes"),
        ("position", "part"),
        ("position", "document"),
        ("position", "finishing_since"),
        ("limits",),
        ("seconds",),
        ("counted",),
        ("watch",),
        ("watch", "passes"),
        ("watch", "best_score"),
    ],
)
def test_no_value_of_the_training_part_makes_a_run_endless_or_fail_otherwise(
    place: tuple[str, ...], value: Any, tmp_path: Path
) -> None:
    model = hostile_checkpoints.models()["early stopping"]
    data = hostile_checkpoints.checkpoint(model, tmp_path / "good", 130)

    def change(rng: object, about: dict[str, Any], tensors: object) -> None:
        node = about["training"]
        for key in place[:-1]:
            node = node[key]
        node[place[-1]] = json.loads(json.dumps(value))

    hostile = tmp_path / "hostile"
    hostile.mkdir()
    outcome = hostile_checkpoints.resume(model, forged(change, None, data), hostile)  # type: ignore[arg-type]
    assert outcome in ("resumed", "refused: StorageError", "refused: InputError")
