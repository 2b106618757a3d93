"""A curve: the score of a system's topics while a stream arrives, in calls of so many documents."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Protocol

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from benchmarks.streams.streams import STREAMS
from benchmarks.versus.scoring import HeldOut
from thalweg.evaluation import diversity
from thalweg.model import TopicModel

N_TOPICS = 20
CALL = 100  # documents per call
EVERY = 500  # documents between two scores


class Learner(Protocol):
    """What both systems have in common."""

    components_: NDArray[Any]
    doc_topic_prior_: Any

    def partial_fit(self, X: sparse.csr_array) -> Any: ...


def thalweg(n_documents: int, seed: int, n_topics: int = N_TOPICS) -> Learner:
    return TopicModel(n_topics, random_state=seed)


def scikit_learn(n_documents: int, seed: int, n_topics: int = N_TOPICS) -> Learner:
    """scikit-learn's online LDA, which knows how many documents will come."""
    from sklearn.decomposition import LatentDirichletAllocation

    model: Learner = LatentDirichletAllocation(
        n_topics, total_samples=n_documents, random_state=seed
    )
    return model


SYSTEMS: dict[str, Callable[..., Learner]] = {
    "thalweg": thalweg,
    "scikit-learn": scikit_learn,
}


@cache
def documents(stream: str) -> tuple[sparse.csr_array, HeldOut]:
    arriving, held_out = STREAMS[stream].split()
    return arriving, HeldOut.of(held_out)


def curve(stream: str, system: str, seed: int, call: int = CALL) -> dict[str, Any]:
    """Return a row of the record: a point every so many documents, and the seconds of learning."""
    arriving, held_out = documents(stream)
    learner = SYSTEMS[system](arriving.shape[0], seed)
    points, seconds = [], 0.0
    for first, end in calls(arriving.shape[0], call):
        start = time.perf_counter()
        learner.partial_fit(arriving[first:end])
        seconds += time.perf_counter() - start
        if first // EVERY < end // EVERY or end == arriving.shape[0]:
            points.append({"documents": end, "seconds": seconds} | quality(learner, held_out))
    return {"stream": stream, "system": system, "seed": seed, "call": call, "points": points}


def one_pass(stream: str, seed: int, n_documents: int) -> dict[str, Any]:
    """Return a row of the record: one pass of `fit` over the beginning of a stream."""
    arriving, held_out = documents(stream)
    n = min(n_documents, arriving.shape[0])
    model = TopicModel(N_TOPICS, max_iter=1, random_state=seed).fit(arriving[:n])
    points = [{"documents": n} | quality(model, held_out)]
    return {"stream": stream, "system": "one pass of fit", "seed": seed, "points": points}


def calls(n_documents: int, size: int) -> Iterator[tuple[int, int]]:
    for first in range(0, n_documents, size):
        yield first, min(first + size, n_documents)


def quality(learner: Learner, held_out: HeldOut) -> dict[str, Any]:
    """Return the score, its fold-in prior, and the share of distinct words in the top ten."""
    topics = np.asarray(learner.components_, dtype=np.float64)
    found = held_out.best_score(topics, learner.doc_topic_prior_)
    return found | {"diversity": diversity(topics, 10).distinct}
