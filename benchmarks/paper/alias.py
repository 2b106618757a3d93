"""Draws from a discrete distribution in constant time, whatever its size: Walker's alias method."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True)
class AliasTable:
    """n equal slots, each shared by its own value and at most one other.

    Slot i means i on its first `own[i]`, and `other[i]` on the rest.
    """

    own: NDArray[np.float64]
    other: NDArray[np.uint32]

    @classmethod
    def of(cls, probabilities: NDArray[np.floating]) -> AliasTable:
        """Fill the slots of rare values, in order, from what frequent ones have too much.

        A frequent value gives until its excess is used up. Its last gift may exceed it: what is
        then missing in its own slot comes from the next frequent value.
        """
        n = probabilities.size
        mass = probabilities.astype(np.float64)
        mass *= n / mass.sum()
        is_rare = mass < min(1.0, mass.max())  # the maximum may be less than 1 by rounding
        rare, frequent = np.flatnonzero(is_rare), np.flatnonzero(~is_rare)
        given = np.concatenate([[0.0], np.cumsum(1 - mass[rare])])
        excess = np.cumsum(mass[frequent] - 1)
        excess[-1] = given[-1] = max(excess[-1], given[-1])  # which rounding alone keeps apart
        own, other = mass.copy(), np.arange(n, dtype=np.uint32)
        giver = np.searchsorted(excess, given[:-1], side="right")
        other[rare] = frequent[np.minimum(giver, frequent.size - 1)]
        own[frequent] = 1 - (given[np.searchsorted(given, excess)] - excess)
        other[frequent[:-1]] = frequent[1:]
        return cls(own, other)

    def draw(self, n: int, rng: np.random.Generator) -> NDArray[np.uint32]:
        """So many values, each from one random number: its integer part is the slot."""
        place = rng.random(n)
        place *= self.own.size
        slot = place.astype(np.uint32)
        place -= slot
        return np.where(place < self.own[slot], slot, self.other[slot])
