"""The rule that recommends a number of topics, and the statistics it is based on.

Three numbers are offered:

- large: the smallest K whose held-out score is not worse than the best one by more than chance
  explains, two standard errors of the difference. All K are scored on the same halves of the same
  documents. Therefore the difference is taken document by document, which cancels most of the error
  of a single score.
- medium, the recommended one: the best balance of prediction, readability and number of topics.
- small: at most half as many topics as medium, if these are nearly as readable and have at least
  half of its gain.

docs/explanation/design/choosing-k.md has the reasons.
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
EQUAL_BALANCE = 0.05  # balances that differ by less count as equal; then more topics say more
NEARLY_AS_READABLE = 0.85  # share of the readability of medium that small must have
HALF_THE_GAIN = 0.5  # share of the gain of medium that small must have


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
    distinctness: float
    """Share of distinct words among these words of all topics: 1 if no two topics share a word."""
    surplus: float
    """Number of topics that are dead or duplicates of another one."""
    seconds: float
    """Time that one training run takes."""
    unigram_score: float
    """Score of a single topic, which is the frequency of each word in the training documents."""
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


def large_trial(trials: Sequence[KTrial]) -> KTrial:
    """Return the trial with the fewest topics that is not worse than the best beyond chance."""
    best = best_trial(trials)
    return next(
        trial
        for trial in trials
        if best.score - trial.score <= STANDARD_ERRORS * difference_error(trials, trial)
    )


def medium_trial(trials: Sequence[KTrial], large: KTrial) -> KTrial:
    """Return the trial with the best balance, and the largest of those that are about equal."""
    balances = {trial: balance(trials, trial, large) for trial in trials if trial.k <= large.k}
    least = max(balances.values()) - EQUAL_BALANCE
    return max((trial for trial in balances if balances[trial] >= least), key=lambda each: each.k)


def small_trial(trials: Sequence[KTrial], medium: KTrial, large: KTrial) -> KTrial:
    """Return the best trial with at most half as many topics as medium, or else medium itself."""
    least = NEARLY_AS_READABLE * readability(trials, medium)
    smaller = [
        trial
        for trial in trials
        if 1 < trial.k <= medium.k / 2
        and readability(trials, trial) >= least
        and gain(trial, medium) >= HALF_THE_GAIN
    ]
    return max(smaller, key=lambda trial: balance(trials, trial, large), default=medium)


def balance(trials: Sequence[KTrial], trial: KTrial, large: KTrial) -> float:
    """Return what speaks for a number of topics: gain + readability - log K / log K_large.

    The gain is the share of the gain of the large K over a single topic. If it grew evenly with
    every doubling of K, gain - log K / log K_large would be 0 for all K. It is positive where most
    of the gain comes with few topics.
    """
    size = math.log(trial.k) / math.log(large.k) if large.k > 1 else float(trial.k)
    return gain(trial, large) + readability(trials, trial) - size


def gain(trial: KTrial, other: KTrial) -> float:
    """Return the gain in score over a single topic, as a share of another trial's gain."""
    whole = other.score - other.unigram_score
    return (trial.score - trial.unigram_score) / whole if whole > 0 else float(trial is other)


def readability(trials: Sequence[KTrial], trial: KTrial) -> float:
    """Return the mean of relative coherence, stability and distinctness, each from 0 to 1.

    Coherence is relative to the highest of all trials, as its level depends on the documents.
    """
    highest = max(each.coherence for each in trials)
    figures = [trial.distinctness]
    figures.append(max(trial.coherence, 0.0) / highest if highest > 0 else 1.0)
    if trial.stability is not None:
        figures.append(trial.stability)
    return float(np.mean(figures))


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
