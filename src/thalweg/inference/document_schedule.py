"""How SCVB0 goes through a document: step sizes by its length, burn-in, and clumping.

A visit starts at the prior mean. After steps rho_1, ..., rho_n that start still has the weight

    (1 - rho_1) ... (1 - rho_n)  <=  exp(-S),        S = rho_1 + ... + rho_n

so S says how far a document has moved away from it, while 1 / rho_n says over how many tokens the
result is averaged. The paper's schedule, (tau + t)^-0.9, was made for long documents: after 60
tokens S is 2.7 and the start still has 6 % of the weight. Short documents therefore take larger
steps, (tau + t)^-0.7. From the length on where S reaches 10 (a weight below 0.00005) more would
only add noise: longer documents get the decay with which S stays at 10.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cache

from thalweg.inference.schedules import PAPER_DOCUMENTS, StepSchedule

_OFFSET = 10.0  # tau, as in the paper
_DECAY = 0.7  # kappa of short documents
_ENOUGH = 10.0  # S of all longer ones
# A schedule is shared by documents whose lengths lie within half an octave.
_LONGEST = tuple(2 ** (i / 2) for i in range(6, 28))  # 8, 11.3, ..., 11,585 tokens


@dataclass(frozen=True)
class BurnIn:
    """Passes over a document before the pass that counts.

    Either the same number for every document (fractions stop within a pass), or None: a document
    of C_j tokens gets C_j / tokens_per_pass passes, at most `most_passes`.
    """

    passes: float | None = None
    tokens_per_pass: float = 1000.0
    most_passes: float = 1.0

    def of(self, length: float) -> float:
        """Return the passes of a document of C_j tokens."""
        if self.passes is not None:
            return float(self.passes)
        return min(length / self.tokens_per_pass, self.most_passes)

    @property
    def native(self) -> tuple[float, float, float]:
        """The numbers that the core expects."""
        return (
            -1.0 if self.passes is None else float(self.passes),
            self.tokens_per_pass,
            self.most_passes,
        )


@dataclass(frozen=True)
class DocumentSteps:
    """Step sizes rho^Theta by length: schedules[i] is for documents of up to longest[i] tokens.

    The last schedule is also for all longer documents.
    """

    longest: tuple[float, ...]
    schedules: tuple[StepSchedule, ...]

    @classmethod
    def same(cls, schedule: StepSchedule) -> DocumentSteps:
        """Return one schedule for documents of any length."""
        return cls((math.inf,), (schedule,))

    @classmethod
    def by_length(cls, burn_in: BurnIn) -> DocumentSteps:
        """Return the default schedules for documents that are visited with this burn-in."""
        return _by_length(burn_in)

    def of(self, length: float) -> StepSchedule:
        """Return the schedule of a document of C_j tokens."""
        for longest, schedule in zip(self.longest, self.schedules, strict=True):
            if length <= longest:
                return schedule
        return self.schedules[-1]

    @property
    def native(self) -> list[tuple[float, float, float, float]]:
        """The numbers that the core expects: longest, scale, offset, decay."""
        return [
            (longest, each.scale, each.offset, each.decay)
            for longest, each in zip(self.longest, self.schedules, strict=True)
        ]


_PAPER = DocumentSteps.same(PAPER_DOCUMENTS)


@dataclass(frozen=True)
class DocumentVisits:
    """How documents are visited: step sizes rho^Theta, burn-in, and whether words are clumped."""

    steps: DocumentSteps = _PAPER
    burn_in: BurnIn = BurnIn()
    clumped: bool = True


@cache
def _by_length(burn_in: BurnIn) -> DocumentSteps:
    schedules = []
    for longest in _LONGEST:
        middle = longest / 2**0.25
        decay = _decay(middle * (1 + burn_in.of(middle)))
        schedules.append(StepSchedule(1.0, _OFFSET, decay))
    return DocumentSteps(_LONGEST, tuple(schedules))


def _decay(n_tokens: float) -> float:
    """Return the smallest decay of at least 0.7 with which S is at most 10, to three digits."""
    low, high = round(1000 * _DECAY), 999
    while low < high:
        middle = (low + high) // 2
        if _sum_of_steps(middle / 1000, n_tokens) > _ENOUGH:
            low = middle + 1
        else:
            high = middle
    return low / 1000


def _sum_of_steps(decay: float, n_tokens: float) -> float:
    """Return S, the integral of (tau + t)^-kappa over the tokens t of a visit."""
    power = 1 - decay
    return (math.pow(_OFFSET + n_tokens, power) - math.pow(_OFFSET, power)) / power
