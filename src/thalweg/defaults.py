"""Defaults that fit the corpus, so that nobody has to tune; docs/design/defaults.md has the trials.

Each is one small rule of what is known about the data. A number given by the user always wins.
"""

from __future__ import annotations

import math

from thalweg.inference.scvb0 import BurnIn
from thalweg.schedules import PAPER_DOCUMENTS, StepSchedule

# rho^Theta, by token of a visit: the paper's.
DOCUMENT_SCHEDULE = PAPER_DOCUMENTS

# Long documents get up to one pass of burn-in, short ones a part of it.
BURN_IN = BurnIn(passes=None, tokens_per_pass=1000.0, most_passes=1.0)

TOPIC_WORD_PRIOR = 0.03

# In the passes that finish a training, topics stand still and documents may settle.
FINISHING_BURN_IN = BurnIn(passes=None, tokens_per_pass=200.0, most_passes=4.0)

# Passes over a document of a minibatch in stochastic VB; the paper has 1 and 5.
DOCUMENT_PASSES = 5


def doc_topic_prior(n_topics: int) -> float:
    """Return alpha: a document is about a handful of topics, however many there are."""
    return min(0.1, 2.0 / n_topics)


def batch_size(n_documents: int) -> int:
    """Return documents a minibatch: many updates in one pass of a small corpus, fast on a large."""
    return int(max(10, min(n_documents / 80, max(100, math.sqrt(n_documents) / 3), 1000)))


def topic_schedule(n_batches: float | None, n_passes: int = 1) -> StepSchedule:
    """Return rho^Phi for a corpus of so many minibatches; None: a stream of unknown length.

    After so many passes an update remembers a sixth of the corpus, whatever its size:
    1 / rho = n_batches / 6. Several passes are those that explore: the steps stay large, and the
    noise of the minibatches takes topics out of poor places, until other passes finish. With one
    the noise must average out by itself.
    """
    if n_batches is None:
        return StepSchedule(scale=1.0, offset=1.0, decay=0.7)
    n_steps = max(n_batches * n_passes, 2)
    decay = math.log(max(n_batches / 6, 1)) / math.log(n_steps)
    least = 0.3 if n_passes > 1 else 0.5
    return StepSchedule(scale=1.0, offset=1.0, decay=max(least, min(decay, 0.9)))


def n_passes(n_tokens: float, *, batch: bool = False) -> int:
    """Return passes: 18 over a small corpus, one or two over a huge one.

    A batch algorithm takes one step a pass, and needs ten times as many.
    """
    most = 180 if batch else 18
    return max(1, min(most, math.ceil(most / 18 * 1e8 / max(n_tokens, 1.0))))


def finishing_passes(n_passes: int | None) -> int:
    """Return how many of so many passes (None: as many as time allows) finish the training."""
    return 2 if n_passes is None or n_passes >= 4 else n_passes // 2
