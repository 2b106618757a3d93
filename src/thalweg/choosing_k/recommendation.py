"""The rule that recommends a number of topics, and the statistics it is based on.

The recommended number is the smallest K whose held-out score is not worse than the best one by more
than chance explains: two standard errors of the difference. All K are scored on the same halves of
the same documents. Therefore the difference is taken document by document, which cancels most of
the error of a single score. docs/explanation/design/choosing-k.md has the reasons.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError
from thalweg.evaluation._heldout_score import HeldOutScore

STANDARD_ERRORS = 2.0  # a difference of at most this many standard errors may be chance


@dataclass(frozen=True, eq=False)
class KTrial:
    """The results of one number of topics, averaged over runs that differ only in their seed."""

    k: int
    """Number of topics."""
    coherence: float
    """Mean NPMI of the topics' ten most probable words in the training documents."""
    stability: float | None
    """Share of these words that matched topics of two runs have in common, without surplus topics.
    None for a single run."""
    surplus: float
    """Number of topics that are dead or duplicates of another one."""
    seconds: float
    """Time that one training run takes."""
    log_likelihoods: NDArray[np.float64] = field(repr=False)
    """Log-likelihoods of the scored halves of the held-out documents, (runs, documents)."""
    tokens: NDArray[np.float64] = field(repr=False)
    """Number of tokens in these halves, (documents,)."""

    @property
    def score(self) -> float:
        """Held-out log-likelihood per token."""
        return self._mean_run.score

    @property
    def standard_error(self) -> float:
        """Standard error of the score over documents."""
        return self._mean_run.standard_error or 0.0

    @property
    def run_scores(self) -> NDArray[np.float64]:
        """Score of each run."""
        return np.asarray(self.log_likelihoods.sum(axis=1) / self.tokens.sum())

    @cached_property
    def _mean_run(self) -> HeldOutScore:
        return HeldOutScore.of([(self.log_likelihoods.mean(axis=0), self.tokens)])


def best_trial(trials: Sequence[KTrial]) -> KTrial:
    """Return the trial with the highest score, and the smallest of those if there are several."""
    if not trials:
        raise InputError("no number of topics has been tried; expected at least one")
    return max(trials, key=lambda trial: (trial.score, -trial.k))


def recommended_trial(trials: Sequence[KTrial]) -> KTrial:
    """Return the trial with the fewest topics that is not worse than the best beyond chance."""
    best = best_trial(trials)
    return next(
        trial
        for trial in trials
        if best.score - trial.score <= STANDARD_ERRORS * difference_error(trials, trial)
    )


def difference_error(trials: Sequence[KTrial], trial: KTrial) -> float:
    """Return the standard error of the difference between a trial's score and the best one.

    sqrt(e^2 + 2 s^2 / R), where e is the standard error over documents of the paired difference,
    s^2 the variance of scores over seeds, and R the number of runs.
    """
    best = best_trial(trials)
    if trial is best:
        return 0.0
    paired = best.log_likelihoods.mean(axis=0) - trial.log_likelihoods.mean(axis=0)
    e = HeldOutScore.of([(paired, trial.tokens)]).standard_error or 0.0
    n_runs = len(trial.log_likelihoods)
    return math.sqrt(e * e + 2 * _variance_over_runs(trials) / n_runs)


def _variance_over_runs(trials: Sequence[KTrial]) -> float:
    """Return s^2 of a run's score over seeds, averaged over all K, as each K has only few runs."""
    if len(trials[0].log_likelihoods) < 2:
        return 0.0
    return float(np.mean([trial.run_scores.var(ddof=1) for trial in trials]))
