"""KChoice: the results of `choose_k` as a table with a recommendation."""

from __future__ import annotations

from functools import cached_property
from typing import Any, ClassVar, Final

from thalweg.choosing_k import wording
from thalweg.choosing_k.recommendation import (
    STANDARD_ERRORS,
    KTrial,
    best_trial,
    difference_error,
    gain,
    large_trial,
    medium_trial,
    readability,
    small_trial,
)
from thalweg.results import Column, Table

CHOICES: Final = ("small", "medium", "large")
_HEADERS = ("topics", "score", "behind", "error", "coherence", "stability", "distinct", "choice")


class KChoice(Table[KTrial]):
    """Trials of several numbers of topics, smallest first, and three numbers to choose from.

    `medium` is the recommended trial: it balances the prediction of held-out documents, the
    readability of the topics and their number. `small` is for an overview, and `large` predicts
    best. Two or all three of them may be the same.

    It prints as a table, in which a star marks the recommended number, followed by the reason. Its
    columns are the score; how much lower the score is than the best one, and the standard error of
    this difference; coherence; stability; distinctness; and which choice the number is. Data frames
    have further columns.

    Examples
    --------
    >>> import numpy as np
    >>> from thalweg import choose_k
    >>> block = np.random.default_rng(0).poisson(5, (40, 10))
    >>> choice = choose_k(np.kron(np.eye(2, dtype=int), block), [1, 2, 4], random_state=0)
    >>> choice.k, [trial.k for trial in choice]
    (2, [1, 2, 4])
    >>> choice.to_polars().columns[:3]
    ['k', 'choice', 'score']
    """

    row_type = KTrial
    columns: ClassVar[tuple[Column, ...]] = tuple(
        Column(header, str, left=header == "choice") for header in _HEADERS
    )

    standard_errors = STANDARD_ERRORS
    """A difference of at most this many standard errors may be chance."""

    @property
    def best(self) -> KTrial:
        """The trial with the highest score."""
        return best_trial(self)

    @cached_property
    def small(self) -> KTrial:
        """The trial of few topics, for an overview: the same as `medium` if fewer read badly."""
        return small_trial(self, self.medium, self.large)

    @cached_property
    def medium(self) -> KTrial:
        """The trial with the best balance of prediction, readability and number of topics."""
        return medium_trial(self, self.large)

    @cached_property
    def large(self) -> KTrial:
        """The trial with the fewest topics that is not worse than the best beyond chance."""
        return large_trial(self)

    @property
    def chosen(self) -> KTrial:
        """The recommended trial, which is `medium`."""
        return self.medium

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

    def gain(self, trial: KTrial) -> float:
        """Return the gain in score over a single topic, as a share of the gain of `large`."""
        return gain(trial, self.large)

    def readability(self, trial: KTrial) -> float:
        """Return the mean of relative coherence, stability and distinctness, from 0 to 1."""
        return readability(self, trial)

    def choice_of(self, trial: KTrial) -> str:
        """Return which choice a trial is, as in "small" or "medium, large"; "" if it is none."""
        names = [name for name in CHOICES if getattr(self, name) is trial]
        return "all three" if len(names) == len(CHOICES) else ", ".join(names)

    def to_dict(self) -> dict[str, Any]:
        """Return the recommendation and the numbers of all trials as JSON values."""
        numbers = {name: getattr(self, name).k for name in CHOICES}
        return {"k": self.k, **numbers, "reason": self.reason, "trials": self.to_dicts()}

    def cells(self) -> list[list[str]]:
        """Return the text of every cell, row by row."""
        return [
            [
                f"{'* ' if trial is self.chosen else ''}{trial.k}",
                f"{trial.score:.4f}",
                f"{self.behind(trial):.4f}",
                f"{self.error_behind(trial):.4f}",
                f"{trial.coherence:.3f}",
                "" if trial.stability is None else f"{trial.stability:.0%}",
                f"{trial.distinctness:.0%}",
                self.choice_of(trial),
            ]
            for trial in self
        ]

    @classmethod
    def column_names(cls) -> list[str]:
        """Return the names of the columns of data frames and files."""
        return [
            *("k", "choice", "score", "standard_error", "behind", "behind_error", "gain"),
            *("coherence", "stability", "distinctness", "readability", "surplus", "seconds"),
            *("unigram_score", "run_scores"),
        ]

    def _record(self, row: KTrial) -> dict[str, Any]:
        values = {
            "choice": self.choice_of(row),
            "behind": self.behind(row),
            "behind_error": self.error_behind(row),
            "gain": self.gain(row),
            "readability": self.readability(row),
            "run_scores": row.run_scores.tolist(),
        }
        return {
            name: values[name] if name in values else getattr(row, name)
            for name in self.column_names()
        }
