"""Defaults that fit the corpus, so that nobody has to tune; docs/design/defaults.md has the trials.

Each is one small rule of what is known about the data. A number given by the user always wins.
"""

from __future__ import annotations

import math

from thalweg.inference.scvb0 import BurnIn
from thalweg.schedules import StepSchedule

# rho^Phi by minibatch, rho^Theta by token of a visit.
TOPIC_SCHEDULE = StepSchedule(scale=1.0, offset=1.0, decay=0.6)
DOCUMENT_SCHEDULE = StepSchedule(scale=1.0, offset=10.0, decay=0.9)

# Long documents get up to one pass of burn-in, short ones a part of it.
BURN_IN = BurnIn(passes=None, tokens_per_pass=1000.0, most_passes=1.0)

TOPIC_WORD_PRIOR = 0.01


def doc_topic_prior(n_topics: int) -> float:
    """Return alpha: a document is about a handful of topics, however many there are."""
    return min(0.1, 2.0 / n_topics)


def batch_size(n_documents: int) -> int:
    """Return documents a minibatch: enough updates in one pass of a small corpus."""
    return max(10, min(100, n_documents // 40))


def n_passes(n_tokens: float) -> int:
    """Return passes: a few dozen over a small corpus, one or two over a huge one."""
    return max(1, min(20, math.ceil(1e8 / max(n_tokens, 1.0))))
