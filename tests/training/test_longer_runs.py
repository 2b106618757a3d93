"""A run that is resumed with more passes than before."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.inference.comparison import random_counts
from tests.training.runs import SmallFinishingBatches
from thalweg.inference.registry import ALGORITHMS
from thalweg.model import TopicModel
from thalweg.training.checkpoints import Checkpoints
from thalweg.training.loop import Training
from thalweg.training.reporting.progress import TrainingProgress


def test_a_run_interrupted_in_a_finishing_pass_can_be_resumed_with_more_passes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The position in the finishing pass, which begins no minibatch, must not be kept."""
    monkeypatch.setitem(ALGORITHMS, SmallFinishingBatches.name, SmallFinishingBatches)
    X, run = random_counts(150, 60, 40, seed=3), Training.run

    def run_in_short_slices(self: Training, *arguments: Any) -> None:
        self.seconds_between_reports = 0.0
        run(self, *arguments)

    monkeypatch.setattr(Training, "run", run_in_short_slices)

    def interrupt(now: TrainingProgress) -> None:
        if now.n_documents > 4 * 150 + 7:
            raise KeyboardInterrupt

    def model(n_passes: int) -> TopicModel:
        return TopicModel(
            4, algorithm=SmallFinishingBatches(), max_iter=n_passes, batch_size=40, random_state=1
        )

    checkpoints = Checkpoints(tmp_path, every_documents=1)
    with pytest.raises(KeyboardInterrupt):
        model(6).fit(X, checkpoint=checkpoints, progress=interrupt)
    resumed = model(8).fit(X, checkpoint=checkpoints, resume=True)
    assert resumed.n_iter_ == 8
    assert resumed.n_documents_seen_ == 8 * 150
