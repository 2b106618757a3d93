"""Defaults that fit the corpus, so that nobody has to tune; docs/design/defaults.md has the trials.

Each is one small rule of what is known about the data. A number given by the user always wins.
"""

from __future__ import annotations

import math

from thalweg.inference.schedules import PAPER_DOCUMENTS, StepSchedule
from thalweg.inference.scvb0 import BurnIn

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


def topic_schedule(n_batches: float | None) -> StepSchedule:
    """Return rho^Phi for minibatches of which the noise must average out by itself.

    At the end of the first pass an update remembers about a sixth of the pass, whatever the size
    of the corpus: 1 / rho = n_batches / 6. None: a stream of unknown length.
    """
    if n_batches is None:
        return StepSchedule(scale=1.0, offset=1.0, decay=0.7)
    decay = 1 - math.log(6) / math.log(max(n_batches, 2))
    return StepSchedule(scale=1.0, offset=1.0, decay=max(0.5, min(decay, 0.9)))


def exploring_schedule(n_batches: int, n_passes: int) -> StepSchedule:
    """Return rho^Phi for so many minibatches a pass and passes, before others finish.

    From 0.4 down to 4 / n_batches, when an update remembers a quarter of the corpus. In between
    the steps are much larger than an average needs, and the noise takes topics out of poor places.
    """
    first, decay = 0.4, 1.5
    last = min(4 / n_batches, first / 2)
    shrinkage = (last / first) ** (1 / decay)
    offset = n_batches * n_passes * shrinkage / (1 - shrinkage)
    return StepSchedule(scale=first * offset**decay, offset=offset, decay=decay)


def n_passes(n_tokens: float, *, batch: bool = False) -> int:
    """Return passes: ten; some more where they cost nothing, down to one over a huge corpus.

    A batch algorithm takes one step a pass, and needs fifteen times as many.
    """
    n_tokens, times = max(n_tokens, 1.0), 15 if batch else 1
    wanted = min(14, max(10, math.ceil(1e7 / n_tokens)))
    return min(times * wanted, max(1, math.ceil(times * 1e8 / n_tokens)))


def finishing_passes(n_passes: int | None) -> int:
    """Return how many of so many passes (None: as many as time allows) finish the training."""
    return 2 if n_passes is None or n_passes >= 4 else n_passes // 2
