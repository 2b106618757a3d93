"""Local rounds: what each worker does on its own, and how the results become one model again.

One machine applies minibatches t = 1, 2, ... with steps rho_t:

    N <- (1 - rho_t) N + rho_t N_t          N_t: the counts of minibatch t, scaled to the corpus

A round applies the next n of them. Each worker starts from the same N and applies its share of the
minibatches with steps of its own, which take it to

    N_r = d_r N + I_r                       d_r = product of its (1 - rho)

where the increment I_r holds (1 - d_r) C tokens. The round ends with

    N <- d N + (1 - d) sum_r w_r I_r / (1 - d_r)        d = product of all (1 - rho_t)

w_r is the share of the round's tokens that worker r has seen. So the old counts have exactly the
weight that they would have on one machine, and so have the new ones: the number of workers changes
neither the schedule nor its end.

A worker's own steps. With steps rho_t a worker would move 1 / R as far as one machine does, and the
minibatches of a round would be one large minibatch. So each of its minibatches stands for R:

    1 - rho = product of (1 - rho_t) over the R minibatches of the sequence that it stands for

Then a worker moves as far as one machine does, and the mean over workers removes the noise that the
larger steps add. Larger steps than 1/2 would replace the model by a few documents, so they are cut
there.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.state.topic_state import TopicState

Floats = NDArray[np.float64]
_SMALLEST_SCALE = 1e-9  # a smaller one is multiplied into the counts
_FEW_WORKERS = 3


@dataclass(frozen=True)
class RoundPolicy:
    """How long rounds are and how large the steps of a worker.

    Rounds are short at first, when steps are large, and grow until there are a few per pass. The
    steps of few workers are hardly larger than those of one machine, so their rounds may be longer.
    """

    # Share of the model that a round may replace; None: 0.99 for up to three workers, else 0.8.
    most_replaced: float | None = None
    rounds_per_pass: float = 1.0  # at least
    largest_step: float = 0.5  # of a worker
    reach: float = 1.0  # how far a worker moves: 1 as far as one machine, 0 its share of it

    def replaced_by(self, n_workers: int) -> float:
        """Return the share of the model that a round of so many workers may replace."""
        if self.most_replaced is not None:
            return self.most_replaced
        return 0.99 if n_workers <= _FEW_WORKERS else 0.8


def kept_share(steps: Floats) -> float:
    """Return d, the weight of the old counts after minibatches with these steps."""
    return float(np.prod(1.0 - steps))


def worker_steps(steps: Floats, n_workers: int, n_own: int, policy: RoundPolicy) -> Floats:
    """Return the steps of a worker for its `n_own` minibatches of a round.

    `steps` are the steps of one machine for all minibatches of the round.
    """
    with np.errstate(divide="ignore"):
        logs = np.append(0.0, np.cumsum(np.log1p(-steps)))
    places = np.minimum(np.arange(n_own + 1) * n_workers, steps.size)
    each = np.diff(logs[places])
    each[each == 0] = logs[-1] - logs[-2]
    own = -np.expm1(each * n_workers ** (policy.reach - 1))
    return np.asarray(np.clip(own, 1e-12, policy.largest_step), dtype=np.float64)


def round_length(steps: Floats, n_workers: int, batches_per_pass: int, policy: RoundPolicy) -> int:
    """Return the number of minibatches of the next round, of all workers together.

    `steps` are those of one machine for the minibatches to come. A round has at least one minibatch
    per worker, and the same number for each unless the documents end.
    """
    with np.errstate(divide="ignore"):
        left = np.cumsum(np.log1p(-steps))
    n = int(np.searchsorted(-left, -math.log1p(-policy.replaced_by(n_workers)), side="right"))
    n = min(n, round(batches_per_pass / policy.rounds_per_pass))
    return min(max(n // n_workers, 1) * n_workers, steps.size)


@dataclass(frozen=True)
class Summary:
    """What a worker did in a round, without the counts."""

    kept: float  # d_r
    n_batches: int
    n_documents: int
    n_tokens: float
    totals: Floats  # of the increment, I_r

    @property
    def new(self) -> float:
        """1 - d_r, the share of the corpus in the increment."""
        return 1.0 - self.kept


def merge_weights(summaries: list[Summary], kept: float) -> list[float]:
    """Return the factor of each worker's increment: (1 - d) w_r / (1 - d_r)."""
    tokens = sum(summary.n_tokens for summary in summaries)
    if not tokens:
        return [0.0] * len(summaries)
    return [
        (1.0 - kept) * summary.n_tokens / (tokens * summary.new) if summary.new > 0 else 0.0
        for summary in summaries
    ]


def merge_rows(
    increments: list[tuple[NDArray[np.int64], NDArray[np.float32]]],
    weights: list[float],
    first: int,
    end: int,
    n_columns: int,
) -> NDArray[np.float32]:
    """Return the weighted sum of increments for the words from `first` to `end`, in their order."""
    merged = np.zeros((end - first, n_columns), np.float32)
    for (words, rows), weight in zip(increments, weights, strict=True):
        if words.size == end - first:
            merged += np.float32(weight) * rows
        elif words.size:
            merged[words - first] += np.float32(weight) * rows
    return merged


def advance(state: TopicState, summaries: list[Summary], kept: float, corpus_tokens: float) -> None:
    """Move totals and counters of a state over a round; the rows are merged separately."""
    weights = merge_weights(summaries, kept)
    if not any(weights):  # a round without tokens
        kept = 1.0
    state.scale *= kept
    state.totals *= kept
    if state.scale[: state.n_topics].min() < _SMALLEST_SCALE:
        state.fold_scale()
    for summary, weight in zip(summaries, weights, strict=True):
        state.totals += weight * summary.totals
        state.clock += summary.n_batches
        state.n_documents_seen += summary.n_documents
        state.n_tokens_seen += summary.n_tokens
    state.corpus_tokens = corpus_tokens
