"""What the paper's step sizes may mean: "s / (tau + t)^kappa for document iteration t".

s = 10, tau = 1000, kappa = 0.9, with minibatches of 100 documents. It can be read in three ways,
and which one is taken decides more than the choice of the algorithm: `benchmarks.paper.readings`.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from numpy.typing import NDArray

from thalweg.inference.schedules import PAPER_TOPICS
from thalweg.state.topic_state import TopicState

# The state before, the bounds of the coming minibatches from 0 on; the step size of each.
Steps = Callable[[TopicState, NDArray[np.int64]], NDArray[np.float64]]


def a_step_a_document(state: TopicState, batches: NDArray[np.int64]) -> NDArray[np.float64]:
    """Every document takes a step of its own; a minibatch takes those of its documents together."""
    return PAPER_TOPICS.of_documents(state.n_documents_seen, np.diff(batches))


def a_step_a_minibatch(state: TopicState, batches: NDArray[np.int64]) -> NDArray[np.float64]:
    """One step; t counts minibatches."""
    return PAPER_TOPICS.at(state.clock + np.arange(1.0, batches.size))


def a_step_a_minibatch_by_documents(
    state: TopicState, batches: NDArray[np.int64]
) -> NDArray[np.float64]:
    """One step, that of the minibatch's last document; t counts documents."""
    return PAPER_TOPICS.at(state.n_documents_seen + batches[1:].astype(np.float64))


STEPS: dict[str, Steps] = {
    "documents": a_step_a_document,
    "minibatches": a_step_a_minibatch,
    "minibatches-by-documents": a_step_a_minibatch_by_documents,
}
