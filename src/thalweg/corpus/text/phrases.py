"""Automatic phrases: pairs of neighbouring words that come together far more often than by chance.

With p_a, p_b the shares of two words among all tokens and p_ab that of the pair, the normalised
pointwise mutual information

    NPMI(a, b) = ln(p_ab / (p_a p_b)) / -ln p_ab

is 0 for words that are independent and 1 for words that only come together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.corpus.text.text_settings import is_whole
from thalweg.errors import InputError


@dataclass(frozen=True)
class PhraseRule:
    """Which pairs become one word: seen often enough, with an NPMI of at least `threshold`."""

    min_count: int = 20
    threshold: float = 0.5

    def __post_init__(self) -> None:
        is_count = is_whole(self.min_count) and self.min_count >= 1
        if not (is_count and isinstance(self.threshold, Real) and -1 <= self.threshold <= 1):
            raise InputError(
                f"phrases of at least {self.min_count!r} sightings, an NPMI of {self.threshold!r}; "
                "expected min_count >= 1 and a threshold from -1 to 1"
            )

    def choose(self, words: Sequence[str], counts: NDArray[Any]) -> list[tuple[str, str]]:
        """The pairs among words and pairs ("new york") of words and their counts."""
        is_pair = np.array([" " in word for word in words], dtype=bool)
        single = {words[w]: int(counts[w]) for w in np.flatnonzero(~is_pair).tolist()}
        total = max(sum(single.values()), 1)
        chosen = []
        for w in np.flatnonzero(is_pair & (counts >= self.min_count)).tolist():
            first, _, second = words[w].partition(" ")
            if first in single and second in single:
                together = counts[w] / total
                by_chance = single[first] * single[second] / total**2
                if _npmi(float(together), by_chance) >= self.threshold:
                    chosen.append((first, second))
        return sorted(chosen)


def _npmi(together: float, by_chance: float) -> float:
    if together >= 1:
        return 1.0
    return float(np.log(together / by_chance) / -np.log(together))
