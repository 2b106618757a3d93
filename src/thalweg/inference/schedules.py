"""Step sizes: rho_t = s / (tau + t)^kappa."""

from __future__ import annotations

from dataclasses import dataclass
from numbers import Real

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError

LARGEST = 1e300  # larger whole numbers may not fit into a float


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
        numbers = all(isinstance(value, Real) and abs(value) < LARGEST for value in values)
        if not numbers or self.scale <= 0 or self.offset < 0 or self.decay < 0:
            raise InputError(
                f"{self} is not a valid schedule; expected scale > 0, offset >= 0 and decay >= 0"
            )
        first = float(self.at(np.array([1.0]))[0])
        if not 0 < first <= 1:
            raise InputError(
                f"the first step size of {self} is {first:.4g}; expected a number in (0, 1]. Lower "
                "the scale or raise the offset."
            )

    def at(self, t: NDArray[np.floating]) -> NDArray[np.float64]:
        """Return rho_t for an array of t >= 1."""
        return np.asarray(self.scale / (self.offset + t) ** self.decay, dtype=np.float64)

    def of_documents(self, n_before: int, batch_sizes: NDArray[np.int64]) -> NDArray[np.float64]:
        """Return one step per minibatch that combines the steps of its documents t.

        1 - rho = product of (1 - rho_t) over the documents t of the minibatch
        """
        t = n_before + np.arange(1.0, batch_sizes.sum() + 1)
        ends = np.cumsum(batch_sizes)
        with np.errstate(divide="ignore"):  # rho_t = 1 replaces all earlier counts
            logs = np.log1p(-self.at(t))
        return np.asarray(-np.expm1(np.add.reduceat(logs, ends - batch_sizes)), dtype=np.float64)

    def least_tokens(self, prior_tokens: float) -> float:
        """Return the least size C of a stream of unknown length.

        `prior_tokens` is the weight of eta in all topics together, in tokens.
        """
        return 1.0

    def violated_conditions(self) -> list[str]:
        """Return the conditions of the convergence proof of SCVB0 that this schedule violates.

        Foulds et al. 2013 require 0 < rho_t <= 1 (true for every schedule), an infinite sum, and
        rho_t -> 0. The theorem that they build on also requires a finite sum of squares.
        """
        violated = []
        if self.decay > 1:
            violated.append(
                f"the sum of rho_t is finite (decay {self.decay} > 1): training may stop before "
                "a stationary point"
            )
        if self.decay == 0:
            violated.append("rho_t does not go to zero (decay 0): the noise of the tokens stays")
        if self.decay <= 0.5:
            violated.append(
                f"the sum of rho_t^2 is infinite (decay {self.decay} <= 0.5): the noise of the "
                "tokens need not average out"
            )
        return violated


# The paper's settings (its section 5.1), for millions of documents: t counts documents.
PAPER_TOPICS = StepSchedule(scale=10.0, offset=1000.0, decay=0.9)
PAPER_DOCUMENTS = StepSchedule(scale=1.0, offset=10.0, decay=0.9)
