"""How a run with a time limit divides its time between exploring and finishing.

The number of passes that fit into the limit is not known beforehand. It is estimated again and
again from the speed so far:

    passes that fit  =  passes so far + seconds left / seconds per pass
    exploring passes =  passes that fit - finishing passes * cost of a finishing pass

and the step size is the one that `exploring_schedule` gives for that number of passes. So the steps
follow the share of the time that is used, and any limit ends like the number of passes that fits
into it.
"""

from __future__ import annotations

from dataclasses import dataclass

from thalweg.inference.schedules import StepSchedule
from thalweg.training import defaults

# Fewer exploring passes than this, and a finishing pass is not worth its time.
_LEAST_EXPLORING = 0.75


@dataclass(frozen=True)
class TimePlan:
    """What fits into the time limit at the present speed."""

    n_exploring: float  # passes
    n_finishing: int
    finishing_seconds: float  # time to keep for all finishing passes

    @classmethod
    def at_speed(
        cls,
        n_passes: float,
        seconds_left: float,
        seconds_per_pass: float,
        finishing_cost: float,
        most_finishing: int,
        max_passes: int | None = None,
    ) -> TimePlan:
        """Return the plan after n_passes; a finishing pass costs `finishing_cost` of the others."""
        n_fitting = n_passes + seconds_left / seconds_per_pass
        for n_finishing in range(most_finishing, -1, -1):
            n_exploring = n_fitting - n_finishing * finishing_cost
            if n_exploring >= max(_LEAST_EXPLORING, n_finishing) or not n_finishing:
                break
        if max_passes is not None:
            n_exploring = min(n_exploring, max(max_passes - n_finishing, 1))
        return cls(
            n_exploring,
            n_finishing,
            n_finishing * finishing_cost * seconds_per_pass,
        )

    def is_time_to_finish(self, seconds_left: float) -> bool:
        """Return whether the time that is left is needed for finishing."""
        return self.n_finishing > 0 and seconds_left <= self.finishing_seconds

    def schedule(self, n_batches: int) -> StepSchedule:
        """Return rho^Phi for the exploring passes of n_batches minibatches each."""
        if self.n_finishing:
            return defaults.exploring_schedule(n_batches, self.n_exploring)
        return defaults.topic_schedule(n_batches * self.n_exploring)
