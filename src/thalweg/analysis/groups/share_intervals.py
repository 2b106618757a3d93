"""Intervals for the mean topic shares of groups of documents.

A share y_jk of a document is between 0 and 1, often close to 0 and sometimes large. Means of few
such numbers are skewed, so that intervals from the normal distribution or from resampling miss the
truth too often. These intervals treat a share like a proportion whose variance is

    Var(y_jk) = d_gk m_gk (1 - m_gk),    0 < d_gk <= 1

for the documents j of group g. The dispersion d is 1 if every document has one topic only, and
1 / (A + 1) if shares have a Dirichlet distribution with the sum A. The interval is Wilson's score
interval with this variance: all m that a test would not reject. Few documents say little about
their own dispersion, so that of the group and that of the topic stand in for it.

"Shares of groups and their intervals" in docs/explanation/design/answers.md has the reasons and the
measured coverage.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

LEVEL = 0.95
# How many events (document x variance of a proportion) the borrowed dispersion is worth.
BORROWED_EVENTS = 3.0
# How many documents with the overall shares are added to a group before its odds are taken.
PRIOR_DOCUMENTS = 10.0
_TINY = 1e-12

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class ShareSums:
    """Sums over the documents of each group: all that shares and intervals need."""

    n_documents: NDArray[np.int64]
    """(G,)"""
    sums: Floats
    """Sums of shares, (G, K)."""
    squares: Floats
    """Sums of squared shares, (G, K)."""

    @property
    def shares(self) -> Floats:
        """Mean shares, (G, K); NaN for a group without documents."""
        n = self.n_documents[:, None].astype(np.float64)
        return _ratio(self.sums, n)


def dispersions(groups: ShareSums) -> tuple[Floats, Floats]:
    """Return d_gk and the events it was estimated from, each (G, K).

    With the sum of squares C_gk = sum_j (y_jk - m_gk)^2 and the events
    B_gk = (n_g - 1) m_gk (1 - m_gk) + C_gk / n_g, of which E[C] = d E[B]:

        d     = (sum C + 1) / (sum B + 1)
        d_k   = (sum_g C + c d) / (sum_g B + c),     d_g likewise over k
        d_gk  = (C + c d_k d_g / d) / (B + c),       c = BORROWED_EVENTS
    """
    n = np.maximum(groups.n_documents[:, None], 1).astype(np.float64)
    mean = groups.sums / n
    scatter = np.maximum(groups.squares - n * mean**2, 0.0)
    events = np.maximum((n - 1) * mean * (1 - mean), 0.0) + scatter / n
    c = BORROWED_EVENTS
    overall = (scatter.sum() + 1) / (events.sum() + 1)
    of_topic = (scatter.sum(axis=0) + c * overall) / (events.sum(axis=0) + c)
    of_group = (scatter.sum(axis=1) + c * overall) / (events.sum(axis=1) + c)
    borrowed = np.minimum(of_topic * of_group[:, None] / overall, 1.0)
    return (scatter + c * borrowed) / (events + c), events


def share_intervals(groups: ShareSums) -> tuple[Floats, Floats]:
    """Return the lower and upper ends of the 95% intervals of the mean shares, each (G, K).

    They are the solutions m of (share - m)^2 = t^2 d m (1 - m) / n. t is the quantile of Student's
    distribution with 4 (B + c) degrees of freedom: four times the events, because n documents with
    m = 1/2 have n / 4.
    """
    dispersion, events = dispersions(groups)
    t = _student_quantiles(4 * (events + BORROWED_EVENTS))
    n = groups.n_documents[:, None].astype(np.float64)
    with np.errstate(divide="ignore", invalid="ignore"):
        spread = t**2 * dispersion / n
        shares = groups.shares
        centre = (shares + spread / 2) / (1 + spread)
        half = np.sqrt(np.maximum(spread * shares * (1 - shares), 0) + spread**2 / 4) / (1 + spread)
        low, high = np.clip(centre - half, 0, 1), np.clip(centre + half, 0, 1)
    # Rounding must not put a share outside of its own interval.
    return np.minimum(low, shares), np.maximum(high, shares)


def log_odds_against_the_rest(groups: ShareSums) -> tuple[Floats, Floats, Floats]:
    """Return how much each topic distinguishes each group: share elsewhere, log odds and z.

    Both sides get `PRIOR_DOCUMENTS` documents with the overall shares p, so that a group of few
    documents is close to 0:

        m~_gk    = (sum_j y_jk + a p_k) / (n_g + a)
        log odds = logit m~_gk - logit m~_rest,k
        z        = log odds / sqrt(V_gk + V_rest,k),   V = d_gk / ((n + a) m~ (1 - m~))
    """
    dispersion, _ = dispersions(groups)
    n = groups.n_documents[:, None].astype(np.float64)
    n_rest, rest = n.sum() - n, groups.sums.sum(axis=0) - groups.sums
    rest = np.maximum(rest, 0.0)
    overall = groups.sums.sum(axis=0) / max(n.sum(), 1.0)
    a = PRIOR_DOCUMENTS
    inside = np.clip((groups.sums + a * overall) / (n + a), _TINY, 1 - _TINY)
    outside = np.clip((rest + a * overall) / (n_rest + a), _TINY, 1 - _TINY)
    log_odds = _logit(inside) - _logit(outside)
    variance = dispersion / ((n + a) * inside * (1 - inside))
    variance += dispersion / ((n_rest + a) * outside * (1 - outside))
    return _ratio(rest, n_rest), log_odds, log_odds / np.sqrt(variance)


def _ratio(sums: Floats, n: Floats) -> Floats:
    """Return sums / n, NaN where n is 0."""
    return np.asarray(np.divide(sums, n, out=np.full(sums.shape, np.nan), where=n > 0))


def _logit(share: Floats) -> Floats:
    return np.asarray(np.log(share) - np.log1p(-share))


def _student_quantiles(freedom: Floats) -> Floats:
    from scipy.special import stdtrit  # Student's quantile, without importing scipy.stats

    quantiles: Any = stdtrit(freedom, (1 + LEVEL) / 2)
    return np.asarray(quantiles)
