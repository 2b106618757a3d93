"""Defaults that adapt to the corpus; the design notes on defaults have the measurements.

Each rule uses only what is known about the data. A value given by the user always wins. Defaults of
an algorithm's own options are in its file in inference/.
"""

from __future__ import annotations

import math

from thalweg.inference.schedules import StepSchedule

TOPIC_WORD_PRIOR = 0.03

# Passes by effort, up to LARGE_CORPUS tokens; beyond, the time of training no longer grows.
_PASSES = {"quick": 6, "default": 16, "best": 48}
EFFORTS = tuple(_PASSES)
LARGE_CORPUS = 2e7
# With a time limit only: more passes gain nothing, and small corpora lose.
MOST_PASSES = 100

# Fewer documents than this are visited as often as if there were this many.
SMALL_CORPUS = 32

# A batch algorithm takes one step per pass, so it needs this many times the passes.
_BATCH_PASSES = 15


def doc_topic_prior(n_topics: int) -> float:
    """Return alpha: a document has a handful of topics, no matter how many there are."""
    return min(0.1, 2.0 / n_topics)


def batch_size(n_documents: int) -> int:
    """Return documents per minibatch: many updates per pass if small, high speed if large."""
    return int(max(10, min(n_documents / 80, max(100, math.sqrt(n_documents) / 3), 1000)))


def topic_schedule(n_batches: float | None) -> StepSchedule:
    """Return rho^Phi for minibatches whose noise must average out without finishing passes.

    At the end of the first pass an update remembers about a sixth of the pass, at any corpus size:
    1 / rho = n_batches / 6. None stands for a stream of unknown length.
    """
    if n_batches is None:
        return StepSchedule(scale=1.0, offset=1.0, decay=0.7)
    decay = 1 - math.log(6) / math.log(max(n_batches, 2))
    return StepSchedule(scale=1.0, offset=1.0, decay=max(0.5, min(decay, 0.9)))


def exploring_schedule(n_batches: int, n_passes: float) -> StepSchedule:
    """Return rho^Phi for passes that explore before others finish; n_batches per pass.

    From 0.4 down to 4 / n_batches, where an update remembers a quarter of the corpus. In between,
    steps are much larger than averaging needs: their noise moves topics out of poor optima.
    """
    first, decay = 0.4, 1.5
    last = min(4 / n_batches, first / 2)
    shrinkage = (last / first) ** (1 / decay)
    offset = n_batches * n_passes * shrinkage / (1 - shrinkage)
    return StepSchedule(scale=first * offset**decay, offset=offset, decay=decay)


def n_passes(
    n_tokens: float,
    effort: str = "default",
    *,
    batch: bool = False,
    n_documents: int = SMALL_CORPUS,
) -> int:
    """Return the number of passes for an effort; fewer for a very large corpus, at least one.

    A pass over up to ten documents is one minibatch, and 14 steps are too few to find the topics of
    nine short documents in a quarter of all runs. So a tiny corpus gets more passes.
    """
    times = _BATCH_PASSES if batch else 1
    more = 1.0 if batch else max(1.0, SMALL_CORPUS / max(n_documents, 1))
    affordable = math.ceil(times * _PASSES[effort] * LARGE_CORPUS / max(n_tokens, 1.0))
    return max(1, min(math.ceil(more * times * _PASSES[effort]), affordable))
