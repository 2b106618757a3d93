"""How SCVB0 learns a stream from its first documents on: step sizes, burn-in, minibatches.

Four things kept the topics of a young stream nearly equal. A document starts from the prior mean
and hardly leaves it while all topics are similar; so the first documents get more burn-in and
larger steps. A step that depends on the number of minibatches gives a short document the weight of
a long one, and depends on how the stream is cut into calls; so steps depend on tokens. The
weight of eta in all topics, K W eta, is more than the tokens of the first documents; so counts are
scaled to a corpus of at least three times that many tokens, until the stream is larger. And the
random start must be forgotten, but not the first documents: so the weight of a token grows with its
place in the stream.
The design notes on streams have the trials.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from thalweg.inference.schedules import StepSchedule

# Passes of burn-in of the first documents, and how many documents get all of them. Then the passes
# fall as 1 / n: the topics have parted, and the stream soon costs what it costs without burn-in.
FIRST_PASSES = 5.0
FULL_BURN_IN = 500
# With fewer passes than this, documents are visited as in every other training run.
LAST_PASSES = 1.0
# Step sizes within these documents: larger than usual, so that a few passes leave the prior mean.
YOUNG_DOCUMENTS = StepSchedule(scale=1.0, offset=10.0, decay=0.5)
# The size C of a young stream, in multiples of the weight of eta in all topics together.
TIMES_PRIOR = 3.0
_LEAST_STEP = 1e-300  # of a minibatch without tokens


@dataclass(frozen=True)
class StreamSchedule(StepSchedule):
    """Step sizes for a stream of any length: rho_t = scale / (offset + t), t counts documents.

    A document here is as many tokens as the mean document so far. A minibatch from token T_0 to T_1
    takes the steps of its tokens together. With m tokens in the mean document,

        1 - rho = ((T_0 + offset m) / (T_1 + offset m)) ^ scale

    The counts are then a mean in which token T has a weight proportional to T^(scale - 1), however
    the stream is cut into minibatches (polynomial-decay averaging, Shamir and Zhang 2013). With
    scale 2.25, half of the weight is on the last 27 % of the stream, at any length.
    """

    scale: float = 2.25
    offset: float = 50.0
    decay: float = 1.0

    def least_tokens(self, prior_tokens: float) -> float:
        """Return so many tokens that eta does not outweigh the first documents."""
        return max(TIMES_PRIOR * prior_tokens, 1.0)

    def of_tokens(
        self,
        n_documents: int,
        n_tokens: float,
        sizes: NDArray[np.int64],
        tokens: NDArray[np.float64],
    ) -> NDArray[np.float64]:
        """Return rho of minibatches with `sizes` documents and `tokens`, after those seen."""
        after = n_tokens + np.cumsum(tokens)
        mean_length = after / (n_documents + np.cumsum(sizes))
        start = self.offset * mean_length
        kept = (after - tokens + start) / np.maximum(after + start, 1e-300)
        steps = np.where(tokens > 0, 1 - kept**self.scale, 0.0)
        return np.asarray(np.maximum(steps, _LEAST_STEP))


@dataclass(frozen=True)
class PartlyGivenSteps(StepSchedule):
    """Steps of a stream of which the user gave some numbers; the first documents get burn-in.

    All three numbers are a complete schedule, and training follows it exactly, as `LDA.paper` does.
    A user who gives only an offset or a decay still wants topics that become different.
    """


def passes_of_burn_in(n_documents: int) -> float | None:
    """Return the burn-in of the next document of a stream; None if it is not young any more."""
    passes = FIRST_PASSES * min(1.0, FULL_BURN_IN / max(n_documents, 1))
    return passes if passes > LAST_PASSES else None
