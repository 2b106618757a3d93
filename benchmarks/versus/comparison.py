"""What curves of score against seconds say: whether one still rises, which of two is ahead."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

NEAR_BEST = 0.002

# Half of NEAR_BEST: what still rises by that is never ended.
RISE, SHARE, SECONDS = 0.001, 1 / 3, 20.0
CONVERGED = (
    f"the best score of the last third of the seconds, and of {SECONDS:g} s at least, is less than "
    f"{RISE} above the best before"
)

Points = list[dict[str, Any]]


@dataclass(frozen=True)
class Comparison:
    """A rival on one task, and ours."""

    best: float  # the rival's
    seconds: float  # of the rival, until it was within NEAR_BEST of that
    score: float  # that it had then
    our_seconds: float | None  # until we had as much; None: we never had
    our_end: float  # the score that our training ends with

    @classmethod
    def of(cls, rival: Points, ours: Points) -> Comparison:
        best = max(point["score"] for point in rival)
        near = first_at(rival, best - NEAR_BEST)
        assert near is not None
        met = first_at(ours, near["score"])
        return cls(
            best=best,
            seconds=near["seconds"],
            score=near["score"],
            our_seconds=None if met is None else met["seconds"],
            our_end=ours[-1]["score"],
        )

    @property
    def ratio(self) -> float | None:
        return None if self.our_seconds is None else self.seconds / self.our_seconds


def has_converged(points: Points) -> bool:
    """Whether the scores rise no more (CONVERGED); the last point is the present."""
    now = points[-1]["seconds"]
    since = now - max(SHARE * now, SECONDS)
    before = [point["score"] for point in points if point["seconds"] <= since]
    recent = [point["score"] for point in points if point["seconds"] > since]
    return bool(before) and max(recent) < max(before) + RISE


def first_at(points: Points, score: float) -> dict[str, Any] | None:
    """The earliest point with this score or a better one."""
    reached = [point for point in points if point["score"] >= score]
    return min(reached, key=lambda point: point["seconds"], default=None)
