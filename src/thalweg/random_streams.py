"""Random streams: every place that draws random numbers has a name and a number of its own.

A stream is a Philox generator whose key is the seed, the stream's number and, if the same place
draws several times, counters such as the number of the pass. The same key gives the same numbers
on every machine and for every number of threads.
"""

from __future__ import annotations

from enum import IntEnum, unique

import numpy as np


@unique
class Stream(IntEnum):
    """The numbers of the random streams, each with the counters that follow it in the key.

    Numbers are part of the promise that the same seed gives the same result: never change the
    number of an existing stream. A new stream takes the next free number. NumPy pads keys with
    zeros, so a stream without counters equals the same stream with the counter 0.

    Two draws share number 3: the order of documents in a pass, and the start of CVB0. They never
    occur in the same training run, because a batch algorithm visits documents in their own order.
    """

    TOPIC_START = 0
    """The random topics at the start of a training run. No counters."""
    KEPT_COUNTS = 1
    """Initial document-topic counts of SCVB0 with `keep_doc_topics`. No counters."""
    DOCUMENT_ORDER = 3
    """Order of the documents. Counters: the pass, and the part of a corpus on disk, if any."""
    MAP_START = 4
    """Initial document-topic counts of MAP. No counters."""
    CORPUS_ROWS = 5
    """`Corpus.split` (counter 0) and `Corpus.shuffle` (counter 1)."""
    LEFT_TO_RIGHT = 6
    """`evaluation.left_to_right`. Counter: the number of the document."""
    CHOOSING_K_SPLIT = 7
    """Documents that `choose_k` holds out. No counters."""
    PRIOR_LEARNING = 8
    """Documents that the prior is learned from. Counter: the number of documents seen so far."""
    EARLY_STOPPING_SPLIT = 9
    """Documents that early stopping holds out. No counters."""
    WORD_INTRUSION = 10
    """`evaluation.intrusion`. No counters."""


CVB0_START = Stream.DOCUMENT_ORDER
"""Initial responsibilities of CVB0. No counters. See `Stream` for why the number is shared."""


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
