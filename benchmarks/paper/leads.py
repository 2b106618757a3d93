"""How two curves of log-likelihood lie to each other: by time, and by documents."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

Points = list[dict[str, Any]]
N_MOMENTS = 200


def share_ahead(ours: Points, theirs: Points) -> float:
    """The share of the common run, on a logarithmic axis of time, in which ours is the better."""
    first = max(points[0]["seconds"] for points in (ours, theirs))
    last = min(points[-1]["seconds"] for points in (ours, theirs))
    moments = np.linspace(np.log(first), np.log(last), N_MOMENTS)
    return float(np.mean(_at(ours, moments) > _at(theirs, moments)))


def _at(points: Points, log_seconds: NDArray[np.float64]) -> NDArray[np.float64]:
    times = np.log([point["seconds"] for point in points])
    return np.asarray(np.interp(log_seconds, times, [point["score"] for point in points]))


def final_lead(ours: Points, theirs: Points) -> float:
    """By how much ours is the better when the time is up."""
    return float(ours[-1]["score"] - theirs[-1]["score"])


def leads_at_same_documents(ours: Points, theirs: Points) -> list[float]:
    """By how much ours is the better after 100, 200, 400, ... documents, as far as both came."""
    of_theirs = {point["documents"]: point["score"] for point in theirs}
    return [
        point["score"] - of_theirs[point["documents"]]
        for point in ours
        if point["documents"] in of_theirs
    ]


def document_ratio(ours: Points, theirs: Points) -> float:
    """How many documents ours saw for one of theirs, in the same time."""
    rates = [points[-1]["documents"] / points[-1]["seconds"] for points in (ours, theirs)]
    return float(rates[0] / rates[1])
