"""KChoice: the results of `choose_k` as a table with a recommendation."""

from __future__ import annotations

from typing import Any, ClassVar

from thalweg.choosing_k import wording
from thalweg.choosing_k.recommendation import (
    STANDARD_ERRORS,
    KTrial,
    best_trial,
    difference_error,
    recommended_trial,
)
from thalweg.results import Column, Table

_HEADERS = (
    "topics", "score", "error", "behind", "error", "coherence", "stability", "surplus", "seconds"
)  # fmt: skip


class KChoice(Table[KTrial]):
    """Trials of several numbers of topics, smallest first, and the recommended number.

    It prints as a table, in which a star marks the recommended number, followed by the reason. Its
    columns are the score and its standard error; how much lower the score is than the best one, and
    the standard error of this difference; coherence; stability; surplus topics; and the seconds per
    training run.

    Examples
    --------
    >>> import numpy as np
    >>> from thalweg import choose_k
    >>> block = np.random.default_rng(0).poisson(5, (40, 10))
    >>> choice = choose_k(np.kron(np.eye(2, dtype=int), block), [1, 2, 4], random_state=0)
    >>> choice.k, [trial.k for trial in choice]
    (2, [1, 2, 4])
    >>> choice.to_polars().columns[:3]
    ['k', 'score', 'standard_error']
    """

    row_type = KTrial
    columns: ClassVar[tuple[Column, ...]] = tuple(Column(header, str) for header in _HEADERS)

    standard_errors = STANDARD_ERRORS
    """A difference of at most this many standard errors may be chance."""

    @property
    def best(self) -> KTrial:
        """The trial with the highest score."""
        return best_trial(self)

    @property
    def chosen(self) -> KTrial:
        """The recommended trial: the fewest topics that are not worse than the best by chance."""
        return recommended_trial(self)

    @property
    def k(self) -> int:
        """The recommended number of topics."""
        return self.chosen.k

    @property
    def reason(self) -> str:
        """Why this number is recommended, in a few sentences."""
        return wording.reason(self)

    @property
    def footer(self) -> str:
        """The reason, shown below the table."""
        return self.reason if self else ""

    def behind(self, trial: KTrial) -> float:
        """Return how much lower the score of a trial is than the best one."""
        return self.best.score - trial.score

    def error_behind(self, trial: KTrial) -> float:
        """Return the standard error of `behind`, which is due to documents and to seeds."""
        return difference_error(self, trial)

    def to_dict(self) -> dict[str, Any]:
        """Return the recommendation and the numbers of all trials as JSON values."""
        return {"k": self.k, "reason": self.reason, "trials": self.to_dicts()}

    def cells(self) -> list[list[str]]:
        """Return the text of every cell, row by row."""
        chosen = self.chosen if self else None
        return [
            [
                f"{'* ' if trial is chosen else ''}{trial.k}",
                f"{trial.score:.4f}",
                f"{trial.standard_error:.4f}",
                f"{self.behind(trial):.4f}",
                f"{self.error_behind(trial):.4f}",
                f"{trial.coherence:.3f}",
                "" if trial.stability is None else f"{trial.stability:.0%}",
                f"{trial.surplus:.3g}",
                f"{trial.seconds:.1f}",
            ]
            for trial in self
        ]

    @classmethod
    def _names(cls) -> list[str]:
        return [
            *("k", "score", "standard_error", "behind", "behind_error", "coherence"),
            *("stability", "surplus", "seconds", "run_scores"),
        ]

    def _record(self, row: KTrial) -> dict[str, Any]:
        values = {
            "behind": self.behind(row),
            "behind_error": self.error_behind(row),
            "run_scores": row.run_scores.tolist(),
        }
        return {
            name: values[name] if name in values else getattr(row, name) for name in self._names()
        }
