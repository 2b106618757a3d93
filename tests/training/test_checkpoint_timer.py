"""CheckpointTimer: checkpoints are due by time or by documents."""

from __future__ import annotations

import pytest

from tests.conftest import FakeClock
from thalweg.training.checkpoint_timer import CheckpointTimer


class Run:
    """A training run that counts documents and checkpoints."""

    def __init__(self, every_seconds: float | None, every_documents: int | None) -> None:
        self.n_documents = 0
        self.written_at: list[int] = []
        self.timer = CheckpointTimer(
            lambda: self.written_at.append(self.n_documents),
            lambda: self.n_documents,
            every_seconds,
            every_documents,
        )


def test_a_checkpoint_is_due_after_the_interval_of_time(clock: FakeClock) -> None:
    run = Run(every_seconds=30.0, every_documents=None)
    clock.advance(29.0)
    assert not run.timer.is_due()
    assert run.timer.seconds_until_due == pytest.approx(1.0)
    clock.advance(1.0)
    assert run.timer.is_due()
    run.timer.write()
    assert run.written_at == [0]
    assert not run.timer.is_due()
    assert run.timer.seconds_until_due == pytest.approx(30.0)


def test_a_checkpoint_is_due_after_the_interval_of_documents() -> None:
    run = Run(every_seconds=None, every_documents=70)
    assert run.timer.seconds_until_due is None
    run.n_documents = 69
    assert not run.timer.is_due()
    run.n_documents = 80
    assert run.timer.is_due()
    run.timer.write()
    run.n_documents = 149
    assert not run.timer.is_due()


def test_documents_until_due_are_whole_minibatches() -> None:
    run = Run(every_seconds=None, every_documents=70)
    assert run.timer.documents_until_due(20) == 80
    run.n_documents = 69
    assert run.timer.documents_until_due(20) == 20
    run.n_documents = 75
    assert run.timer.documents_until_due(20) == 20  # overdue, but progress is made


def test_whichever_interval_ends_first_decides(clock: FakeClock) -> None:
    run = Run(every_seconds=30.0, every_documents=70)
    clock.advance(30.0)
    assert run.timer.is_due()
    run.timer.write()
    run.n_documents = 70
    assert run.timer.is_due()


def test_without_intervals_none_is_due(clock: FakeClock) -> None:
    run = Run(every_seconds=None, every_documents=None)
    clock.advance(1e9)
    run.n_documents = 10**12
    assert not run.timer.is_due()
    assert run.timer.documents_until_due(10) > 10**15
