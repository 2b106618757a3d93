"""PhraseRule: find pairs of neighbouring words that occur together more often than by chance.

With p_a, p_b the shares of two words among all tokens and p_ab that of the pair, the normalised
pointwise mutual information

    NPMI(a, b) = ln(p_ab / (p_a p_b)) / -ln p_ab

is 0 for independent words and 1 for words that only occur together.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.checks import whole_number
from thalweg.errors import InputError


@dataclass(frozen=True)
class PhraseRule:
    """Which pairs of words become one word, such as new_york.

    Parameters
    ----------
    min_count : int, default=20
        How often a pair must occur.
    threshold : float, default=0.5
        Smallest normalised pointwise mutual information (NPMI) of a pair, from -1 to 1. It is 0 for
        independent words and 1 for words that only occur together.

    Examples
    --------
    >>> import thalweg
    >>> texts = ["we moved to new york", "new york is large"] * 10
    >>> rule = PhraseRule(min_count=20, threshold=0.6)
    >>> list(thalweg.read(texts, phrases=rule, max_df=1.0).vocabulary)
    ['large', 'moved', 'new_york']
    """

    min_count: int = 20
    threshold: float = 0.5

    def __post_init__(self) -> None:
        whole_number("min_count", self.min_count, least=1)
        if not (isinstance(self.threshold, Real) and -1 <= self.threshold <= 1):
            raise InputError(
                f"`threshold` is {self.threshold!r}; expected an NPMI from -1.0 to 1.0"
            )

    def choose(self, words: Sequence[str], counts: NDArray[Any]) -> list[tuple[str, str]]:
        """Return the pairs to join, given single words and pairs ("new york") with their counts."""
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
