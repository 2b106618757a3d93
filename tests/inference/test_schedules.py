"""Step sizes rho_t = s / (tau + t)^kappa; numbers by hand from that formula."""

import dataclasses

import numpy as np
import pytest

from thalweg import InputError, StepSchedule, ThalwegError
from thalweg.inference.schedules import PAPER_DOCUMENTS, PAPER_TOPICS


def test_steps_follow_the_formula() -> None:
    schedule = StepSchedule(scale=2.0, offset=3.0, decay=0.5)
    # 2 / sqrt(4), 2 / sqrt(9), 2 / sqrt(16)
    assert schedule.at(np.array([1.0, 6.0, 13.0])).tolist() == pytest.approx([1.0, 2 / 3, 0.5])


def test_the_default_starts_at_two_to_the_minus_decay() -> None:
    assert StepSchedule().at(np.array([1.0]))[0] == pytest.approx(2**-0.6)


def test_the_papers_settings_are_those_of_its_section_5_1() -> None:
    assert PAPER_TOPICS.at(np.array([100.0]))[0] == pytest.approx(10 / 1100**0.9)
    assert PAPER_DOCUMENTS.at(np.array([1.0]))[0] == pytest.approx(1 / 11**0.9)


@pytest.mark.parametrize("schedule", [StepSchedule(), PAPER_TOPICS, PAPER_DOCUMENTS])
def test_steps_fall_and_stay_within_zero_and_one(schedule: StepSchedule) -> None:
    steps = schedule.at(np.arange(1.0, 10_000.0))
    assert (np.diff(steps) < 0).all()
    assert steps[0] <= 1
    assert steps[-1] > 0
    assert steps.dtype == np.float64


def test_steps_of_decay_zero_are_constant() -> None:
    assert set(StepSchedule(scale=0.3, offset=5.0, decay=0.0).at(np.arange(1.0, 9.0))) == {0.3}


def test_a_first_step_of_exactly_one_is_allowed() -> None:
    assert StepSchedule(scale=1.0, offset=0.0, decay=0.7).at(np.array([1.0]))[0] == 1.0


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ({"scale": 0.0}, "scale=0.0"),
        ({"scale": -1.0}, "scale=-1.0"),
        ({"offset": -1.0}, "offset=-1.0"),
        ({"decay": -0.5}, "decay=-0.5"),
        ({"scale": np.nan}, "scale=nan"),
        ({"offset": np.inf}, "offset=inf"),
        ({"decay": np.nan}, "decay=nan"),
    ],
)
def test_a_schedule_of_impossible_values_is_refused(values: dict[str, float], message: str) -> None:
    with pytest.raises(InputError, match=message):
        StepSchedule(**values)


def test_a_first_step_above_one_is_refused_with_its_size_and_a_remedy() -> None:
    # 5 / 2^0.6 = 3.299
    with pytest.raises(InputError, match=r"scale=5.*3\.299.*\(0, 1\].*Lower the scale") as caught:
        StepSchedule(scale=5)
    assert isinstance(caught.value, ThalwegError)
    assert isinstance(caught.value, ValueError)


@pytest.mark.parametrize("name", ["scale", "offset", "decay"])
@pytest.mark.parametrize("value", ["fast", None, [1.0], 1j])
def test_a_schedule_of_no_numbers_is_refused(name: str, value: object) -> None:
    with pytest.raises(InputError, match=name):
        StepSchedule(**{name: value})


def test_a_schedule_does_not_change() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        StepSchedule().scale = 2.0
    assert StepSchedule() == StepSchedule(1.0, 1.0, 0.6)


@pytest.mark.parametrize("decay", [0.51, 0.6, 0.9, 1.0])
def test_schedules_between_a_half_and_one_meet_the_convergence_theorem(decay: float) -> None:
    assert StepSchedule(decay=decay).violated_conditions() == []


@pytest.mark.parametrize(
    ("decay", "violated"),
    [
        (1.01, ["sum of rho_t is finite"]),
        (0.5, ["sum of rho_t^2 is infinite"]),
        (0.3, ["sum of rho_t^2 is infinite"]),
        (0.0, ["rho_t does not go to zero", "sum of rho_t^2 is infinite"]),
    ],
)
def test_schedules_outside_the_convergence_theorem_are_reported(
    decay: float, violated: list[str]
) -> None:
    """The sum of 1 / t^kappa is infinite just for kappa <= 1, of its squares for <= 1/2."""
    reported = StepSchedule(decay=decay).violated_conditions()
    assert len(reported) == len(violated)
    for message, expected in zip(reported, violated, strict=True):
        assert expected in message
        assert f"decay {decay:g}" in message
