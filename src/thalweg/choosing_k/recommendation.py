"""KChoice: what trials of several numbers of topics say, and which number to take.

The smallest K whose held-out score is not worse than the best by more than chance explains: two
standard errors of the difference. All K are scored on the same halves of the same documents, so
that the difference is taken document by document, in which most of the error of a score cancels.
docs/design/choosing-k.md has the reasons.
"""

from __future__ import annotations

import math
import textwrap
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg.errors import InputError
from thalweg.evaluation._heldout import Completion
from thalweg.results import html_table

CHANCE = 2.0  # standard errors of a difference that are no difference
NOTABLE_COHERENCE = 0.015  # a difference beyond what seeds make, on AP and NIPS
UNSTABLE = 0.25  # below, topics of a synthetic corpus had nothing to do with the truth

_WIDTH = 90  # of the sentences below a table
_HEADER = (
    "topics", "score", "error", "behind", "error", "coherence", "stability", "surplus", "seconds"
)  # fmt: skip


@dataclass(frozen=True, eq=False)
class KTrial:
    """One number of topics: means over runs that differ in their seed only."""

    k: int
    coherence: float  # mean NPMI of the topics' ten words in the training documents
    stability: float | None  # share of those words that matched topics of two runs have in common
    surplus: float  # topics that are dead, or duplicates of another one; stability is without them
    seconds: float  # a training takes
    log_likelihoods: NDArray[np.float64] = field(repr=False)  # of scored halves, (runs, documents)
    tokens: NDArray[np.float64] = field(repr=False)  # in these halves, (documents,)

    @property
    def score(self) -> float:
        """Held-out log-likelihood per token."""
        return self._completion.score

    @property
    def standard_error(self) -> float:
        """Of the score, over documents."""
        return self._completion.standard_error or 0.0

    @property
    def run_scores(self) -> NDArray[np.float64]:
        """The score of each run."""
        return np.asarray(self.log_likelihoods.sum(axis=1) / self.tokens.sum())

    @cached_property
    def _completion(self) -> Completion:
        return Completion.of([(self.log_likelihoods.mean(axis=0), self.tokens)])


class KChoice(list[KTrial]):
    """Trials of several numbers of topics, the smallest first; prints as a table.

    `k` is the recommended number, marked by a star, and `reason` says why.
    """

    @property
    def best(self) -> KTrial:
        """The trial with the highest score."""
        if not self:
            raise InputError("no number of topics has been tried; expected at least one")
        return max(self, key=lambda trial: (trial.score, -trial.k))

    @property
    def chosen(self) -> KTrial:
        """The recommended trial: the smallest K that is not worse than the best beyond chance."""
        best = self.best
        return next(t for t in self if self._behind(t, best) <= CHANCE * self._error(t, best))

    @property
    def k(self) -> int:
        """The recommended number of topics."""
        return self.chosen.k

    def behind(self, trial: KTrial) -> float:
        """How much lower than the best its score is."""
        return self._behind(trial, self.best)

    def error_behind(self, trial: KTrial) -> float:
        """The standard error of `behind`, from documents and from seeds."""
        return self._error(trial, self.best)

    @property
    def reason(self) -> str:
        """Why this number, in a few sentences."""
        return " ".join(filter(None, (self._about_score(), self._about_ends(), *self._besides())))

    def to_dict(self) -> dict[str, Any]:
        """All numbers, for JSON."""
        return {
            "k": self.k,
            "reason": self.reason,
            "trials": [
                {
                    "k": trial.k,
                    "score": trial.score,
                    "standard_error": trial.standard_error,
                    "behind": self.behind(trial),
                    "behind_error": self.error_behind(trial),
                    "coherence": trial.coherence,
                    "stability": trial.stability,
                    "surplus": trial.surplus,
                    "seconds": trial.seconds,
                    "run_scores": trial.run_scores.tolist(),
                }
                for trial in self
            ],
        }

    def __str__(self) -> str:
        rows = [_HEADER, *self._rows()]
        widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
        lines = [
            "  ".join(cell.rjust(width) for cell, width in zip(row, widths, strict=True))
            for row in rows
        ]
        return "\n".join([*lines, "", *textwrap.wrap(self.reason, _WIDTH)]) if self else lines[0]

    def __repr__(self) -> str:
        return str(self)

    def _repr_html_(self) -> str:
        return html_table(_HEADER, self._rows(), self.reason if self else "")

    def _rows(self) -> list[tuple[str, ...]]:
        chosen = self.chosen if self else None
        return [
            (
                f"{'* ' if trial is chosen else ''}{trial.k}",
                f"{trial.score:.4f}",
                f"{trial.standard_error:.4f}",
                f"{self.behind(trial):.4f}",
                f"{self.error_behind(trial):.4f}",
                f"{trial.coherence:.3f}",
                "" if trial.stability is None else f"{trial.stability:.0%}",
                f"{trial.surplus:.3g}",
                f"{trial.seconds:.1f}",
            )
            for trial in self
        ]

    def _behind(self, trial: KTrial, best: KTrial) -> float:
        return best.score - trial.score

    def _error(self, trial: KTrial, best: KTrial) -> float:
        """sqrt(e^2 + 2 s^2 / R): e over documents, of the paired difference; s^2 over seeds."""
        if trial is best:
            return 0.0
        paired = best.log_likelihoods.mean(axis=0) - trial.log_likelihoods.mean(axis=0)
        e = Completion.of([(paired, trial.tokens)]).standard_error or 0.0
        n_runs = len(trial.log_likelihoods)
        return math.sqrt(e * e + 2 * self._variance_of_runs / n_runs)

    @property
    def _variance_of_runs(self) -> float:
        """s^2 of a run's score over seeds; of all K together, as each has few runs."""
        if len(self[0].log_likelihoods) < 2:
            return 0.0
        return float(np.mean([trial.run_scores.var(ddof=1) for trial in self]))

    def _about_score(self) -> str:
        chosen, best = self.chosen, self.best
        if len(self) == 1:
            return f"{chosen.k} topics is all that was tried."
        fewer = "" if chosen is self[0] else " Fewer predict worse."
        if chosen is best:
            return f"{chosen.k} topics predict held-out documents best.{fewer}"
        return (
            f"{chosen.k} topics predict held-out documents as well as {best.k}, the best: the "
            f"difference of {self.behind(chosen):.4f} a token is within {CHANCE:.0f} standard "
            f"errors of {self.error_behind(chosen):.4f}.{fewer}"
        )

    def _about_ends(self) -> str:
        if len(self) == 1:
            return ""
        if self.chosen is self[-1]:
            return "It is the most that was tried: try more."
        if self.chosen is self[0] and self.k > 1:
            return "It is the fewest that was tried: try fewer."
        return ""

    def _besides(self) -> list[str]:
        """What the score does not see."""
        chosen, told = self.chosen, []
        if chosen.surplus >= 1:
            left = max(1.0, chosen.k - chosen.surplus)
            told.append(
                f"Of {chosen.k} topics, {left:.0f} are neither dead nor copies of others (mean of "
                "the runs)."
            )
        coherent = max(self, key=lambda trial: trial.coherence)
        if coherent.coherence > chosen.coherence + NOTABLE_COHERENCE:
            told.append(
                f"For people to read, consider {coherent.k}: there the topics' words belong "
                f"together most (coherence {coherent.coherence:.3f} against "
                f"{chosen.coherence:.3f})."
            )
        if chosen.stability is not None:
            told.append(
                f"Runs share {chosen.stability:.0%} of their topics' words."
                if chosen.stability >= UNSTABLE
                else f"Runs share only {chosen.stability:.0%} of their topics' words: another run "
                "finds other topics. The documents may be too few, or too short."
            )
        return told
