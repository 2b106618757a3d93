"""Ctrl-C at any place, then a resume: the same file, byte for byte."""

from __future__ import annotations

import random
import signal
from pathlib import Path

import pytest

from tests.robustness import ctrl_c
from thalweg.training.early_stopping import EarlyStopping
from thalweg.training.loop import Training


@pytest.mark.parametrize("case", ctrl_c.CASES, ids=str)
def test_a_run_interrupted_at_any_line_resumes_to_the_same_bytes(
    case: ctrl_c.Case, tmp_path: Path
) -> None:
    """A short form of `python -m tests.robustness.ctrl_c`."""
    cut = ctrl_c.Places(case, tmp_path)
    rng = random.Random(str(case))
    for _ in range(5):
        cut.interrupt(rng.randrange(1, cut.n_places))
    assert cut.faults == []
    assert any(outcome.startswith("interrupted 1") for outcome in cut.outcomes)


@pytest.mark.parametrize("early_stopping", [False, True])
@pytest.mark.parametrize("algorithm", ctrl_c.ALGORITHMS)
def test_every_line_at_the_end_of_a_part_can_be_interrupted(
    algorithm: str, early_stopping: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The lines in which position, topics and history change one after the other."""
    cut = ctrl_c.Places(ctrl_c.Case(algorithm, early_stopping), tmp_path)
    end_part, n_ends = Training._end_part, [0]

    def interrupted(self: Training, *arguments: object, **settings: bool) -> None:
        n_ends[0] += 1
        if n_ends[0] == 5:
            signal.raise_signal(signal.SIGINT)
        end_part(self, *arguments, **settings)  # type: ignore[arg-type]
        if n_ends[0] == 9:
            signal.raise_signal(signal.SIGINT)

    with monkeypatch.context() as patch:
        patch.setattr(Training, "_end_part", interrupted)
        cut.interrupt(1 << 60, 1 << 60)
    assert cut.faults == []


def test_ctrl_c_while_held_out_documents_are_scored_loses_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cut = ctrl_c.Places(ctrl_c.Case("scvb0", True), tmp_path)
    score, n_scored = EarlyStopping.score, [0]

    def interrupted(self: EarlyStopping, state: object) -> float:
        n_scored[0] += 1
        if n_scored[0] in (3, 7):
            raise KeyboardInterrupt  # as the native call does
        return score(self, state)  # type: ignore[arg-type]

    with monkeypatch.context() as patch:
        patch.setattr(EarlyStopping, "score", interrupted)
        cut.interrupt(1 << 60, 1 << 60)
    assert cut.faults == []
    assert cut.outcomes["interrupted 2 times, same bytes"] == 1
