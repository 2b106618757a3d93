"""A topic state as the native batch algorithms see it."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from thalweg import _core
from thalweg.errors import InputError
from thalweg.state import TopicState, aligned_zeros

ALIGNMENT = 32  # bytes: eight floats are loaded at once, see cpp/lanes.hpp


def batch_model(state: TopicState) -> _core.BatchModel:
    """Views of the state's counts and its prior."""
    prior = state.prior
    if prior.masked is not None or prior.locked is not None:
        raise InputError(
            "the prior masks words or locks topics, which the batch algorithms do not know: their "
            'counts are the sums of all responsibilities. Use algorithm="scvb0".'
        )
    n_padded = state.scaled_counts.shape[1]
    alpha = aligned_zeros((n_padded,), np.float32)
    alpha[: state.n_topics] = prior.doc_topic
    eta_total = np.zeros(n_padded)
    eta_total[: state.n_topics] = prior.word_totals(state.n_words)
    added = None
    if prior.added is not None:
        matrix = prior.added.tocsr()
        added = (
            matrix.indptr.astype(np.int64),
            matrix.indices.astype(np.int32),
            matrix.data.astype(np.float32),
        )
    return _core.BatchModel(
        scaled=state.scaled_counts,
        scale=state.scale,
        totals=state.totals,
        n_topics=state.n_topics,
        alpha=alpha,
        eta=prior.topic_word.astype(np.float32),
        eta_total=eta_total,
        added=added,
    )


def aligned(array: NDArray[Any]) -> NDArray[Any]:
    """The array itself where the kernel can take it, otherwise a copy: one may be unpickled."""
    if array.ctypes.data % ALIGNMENT == 0 and array.flags.c_contiguous and array.flags.writeable:
        return array
    copy = aligned_zeros(array.shape, array.dtype)
    copy[:] = array
    return copy
