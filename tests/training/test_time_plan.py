"""What fits into a time limit, and the steps that follow from it."""

from __future__ import annotations

import numpy as np
import pytest

from thalweg.training.defaults import exploring_schedule, topic_schedule
from thalweg.training.time_plan import TimePlan


def plan(seconds: float, n_passes: float = 0.0, max_passes: int | None = None) -> TimePlan:
    """A pass takes one second, a finishing pass two."""
    return TimePlan.at_speed(n_passes, seconds, 1.0, 2.0, 2, max_passes)


def test_finishing_passes_are_planned_where_they_leave_time_to_explore() -> None:
    assert [plan(seconds).n_finishing for seconds in (0.5, 2.0, 3.5, 5.5, 6.0, 100.0)] == [
        0, 0, 1, 1, 2, 2,
    ]  # fmt: skip
    assert plan(100.0).finishing_seconds == pytest.approx(2 * 2)
    assert plan(100.0).n_exploring == pytest.approx(100 - 2 * 2)
    assert plan(2.0).n_exploring == 2.0


def test_passes_that_were_made_count() -> None:
    assert plan(30.0, n_passes=70.0).n_exploring == plan(100.0).n_exploring


def test_the_number_of_passes_is_limited() -> None:
    assert plan(100.0, max_passes=12).n_exploring == 10
    assert plan(100.0, max_passes=1).n_exploring == 1


def test_exploring_ends_when_the_time_that_is_left_is_needed() -> None:
    now = plan(100.0)
    assert not now.is_time_to_finish(now.finishing_seconds + 0.01)
    assert now.is_time_to_finish(now.finishing_seconds)
    assert not plan(1.0).is_time_to_finish(0.0)  # nothing to finish with


def test_steps_are_those_of_the_number_of_passes_that_fits() -> None:
    assert plan(100.0).schedule(50) == exploring_schedule(50, 100 - 4)
    assert plan(2.0).schedule(50) == topic_schedule(100)


def test_the_last_exploring_step_does_not_depend_on_the_speed() -> None:
    """Twice as fast: twice as many minibatches, from the same first to the same last step."""
    for seconds_per_pass in (1.0, 0.5):
        fitting = TimePlan.at_speed(0.0, 40.0, seconds_per_pass, 2.0, 2)
        steps = fitting.schedule(100).at(np.array([1e-9, 100 * fitting.n_exploring]))
        np.testing.assert_allclose(steps, [0.4, 0.04], rtol=1e-6)
