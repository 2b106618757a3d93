"""Step sizes: rho_t = s / (tau + t)^kappa."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError


@dataclass(frozen=True)
class StepSchedule:
    """A decreasing sequence of step sizes, rho_t = scale / (offset + t)^decay for t = 1, 2, ...

    `scale`, `offset` and `decay` are s, tau and kappa of the paper. All rho_t must lie in (0, 1].
    """

    scale: float = 1.0
    offset: float = 1.0
    decay: float = 0.6

    def __post_init__(self) -> None:
        values = (self.scale, self.offset, self.decay)
        numbers = all(isinstance(value, Real) and np.isfinite(value) for value in values)
        if not numbers or self.scale <= 0 or self.offset < 0 or self.decay < 0:
            raise InputError(
                f"step-size schedule {self}: expected scale > 0, offset >= 0 and decay >= 0"
            )
        first = float(self.at(np.array([1.0]))[0])
        if not 0 < first <= 1:
            raise InputError(
                f"step-size schedule {self}: the first step size is {first:.4g}, expected a number "
                "in (0, 1]; lower the scale or raise the offset"
            )

    def at(self, t: NDArray[np.floating]) -> NDArray[np.float64]:
        """rho_t for an array of t >= 1."""
        return np.asarray(self.scale / (self.offset + t) ** self.decay, dtype=np.float64)


# The paper's settings (its section 5.1), for millions of documents: t counts documents.
PAPER_TOPICS = StepSchedule(scale=10.0, offset=1000.0, decay=0.9)
PAPER_DOCUMENTS = StepSchedule(scale=1.0, offset=10.0, decay=0.9)
