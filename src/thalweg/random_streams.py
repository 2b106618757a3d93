"""Random streams: every place that draws random numbers has a name and a number of its own.

A stream is a Philox generator whose key is the seed, the stream's number and, if the same place
draws several times, counters such as the number of the pass. The same key gives the same numbers
on every machine and for every number of threads.
"""

from __future__ import annotations

from enum import IntEnum, unique
from numbers import Integral
from typing import Any

import numpy as np

from thalweg.errors import InputError


@unique
class Stream(IntEnum):
    """The numbers of the random streams, each with the counters that follow it in the key.

    Numbers are part of the promise that the same seed gives the same result: never change the
    number of an existing stream. A new stream takes the next free number. NumPy pads keys with
    zeros, so a stream without counters equals the same stream with the counter 0.

    Two numbers are shared, because changing one would change results that users can reproduce
    today. CVB0 starts with the stream of the document order; a batch algorithm draws no order. MAP
    starts with the stream of early stopping's split; it draws floats where the split draws a
    permutation.
    """

    TOPIC_START = 0
    """The random topics that training starts from. No counters."""
    KEPT_COUNTS = 1
    """Initial document-topic counts of SCVB0 with `keep_doc_topics`. No counters."""
    DOCUMENT_ORDER = 3
    """Order of the documents. Counters: the pass, and the part of a corpus on disk, if any."""
    EARLY_STOPPING_SPLIT = 4
    """Documents that early stopping holds out. Counter: the attempt, until they have tokens."""
    CORPUS_ROWS = 5
    """`Corpus.split` (counter 0) and `Corpus.shuffle` (counter 1)."""
    LEFT_TO_RIGHT = 6
    """`evaluation.left_to_right`. Counter: the number of the document."""
    CHOOSING_K_SPLIT = 7
    """Documents that `choose_k` holds out. No counters."""
    PRIOR_LEARNING = 8
    """Documents that the prior is learned from. Counter: the number of documents seen so far."""
    WORD_INTRUSION = 9
    """`evaluation.intrusion`. No counters."""
    EDITED_TOPICS = 10
    """Topics that edits add or split. Counters: the number of the new topic, and the start."""


CVB0_START = Stream.DOCUMENT_ORDER
"""Initial responsibilities of CVB0. No counters. See `Stream` for why the number is shared."""

MAP_START = Stream.EARLY_STOPPING_SPLIT
"""Initial document-topic counts of MAP. No counters. See `Stream` for why it is shared."""


def generator(stream: Stream, seed: int, *counters: int) -> np.random.Generator:
    """Return a generator at the start of a random stream.

    Parameters
    ----------
    stream : Stream
        What the numbers are for.
    seed : int
        The user's `random_state`, at least 0.
    *counters : int
        Which of the stream's draws this is, for example the number of the pass.

    Examples
    --------
    >>> generator(Stream.CORPUS_ROWS, 0).permutation(5).tolist()
    [0, 4, 2, 1, 3]
    """
    return np.random.Generator(np.random.Philox([seed, int(stream), *counters]))


def seed_of(random_state: Any) -> int:
    """Return a seed from what scikit-learn accepts as `random_state`; a RandomState is advanced."""
    given = random_state
    is_number = isinstance(given, Integral) and not isinstance(given, bool)
    if is_number and 0 <= int(given) < 2**32:
        return int(given)
    if given is None or given is np.random:
        given = np.random.mtrand._rand  # scikit-learn's meaning of None
    if not isinstance(given, np.random.RandomState):
        raise InputError(
            f"`random_state` is {given!r}; expected a whole number from 0 to 4294967295, a "
            "RandomState or None"
        )
    return int(given.randint(np.iinfo(np.int32).max))
