"""Convert a TopicState to tensors and JSON counters, and back.

The counts are stored without the padding of the native core, so that files do not depend on the
width of its vectors. Counts and their scale are stored separately instead of their product:
training must continue with the same bits.
"""

from __future__ import annotations

import math
import sys
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.persistence.stored_parameters import csr_tensors, read_csr
from thalweg.persistence.tensor_file import TensorFile
from thalweg.state.native import aligned_zeros, padded
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

_MAX_INTEGER = (1 << 63) - 1
_NEVER_EDITED = -1.0  # in files, for -inf
# Name, type, and the value that it has in files written before the counter existed.
_COUNTERS: tuple[tuple[str, type[Any], Any], ...] = (
    ("corpus_tokens", float, None),
    ("seed", int, None),
    ("clock", int, None),
    ("n_documents_seen", int, None),
    ("n_tokens_seen", float, None),
    ("prior_clock", int, 0),
)


def tensors_of(state: TopicState) -> dict[str, NDArray[Any]]:
    """Return the arrays of a state by name; views where possible."""
    prior, k = state.prior, state.n_topics
    tensors: dict[str, NDArray[Any]] = {
        "scaled_counts": state.scaled_counts[:, :k],
        "scale": state.scale[:k],
        "totals": state.totals[:k],
        "doc_topic_prior": prior.doc_topic,
        "topic_word_prior": prior.topic_word,
    }
    if prior.added is not None:
        added = _in_order(prior.added)
        tensors |= csr_tensors("added", added) | {"added.data": added.data}
    if prior.masked is not None:
        tensors |= csr_tensors("masked", _in_order(prior.masked))
    if prior.locked is not None:
        tensors["locked"] = np.asarray(prior.locked, dtype=np.uint8)
    if prior.held is not None:
        held = _in_order(prior.held)
        tensors |= csr_tensors("held", held) | {"held.data": held.data}
    if state.numbers is not None:
        tensors["numbers"] = state.numbers
    if state.edited_at is not None:
        tensors["edited_at"] = np.maximum(state.edited_at, _NEVER_EDITED)
    return tensors


def is_steered(state: TopicState) -> bool:
    """Return whether a state has parts that files of version 2 do not know."""
    parts: tuple[Any, ...] = (state.prior.held, state.numbers, state.edited_at)
    return any(part is not None for part in parts)


def counters_of(state: TopicState) -> dict[str, Any]:
    """Return the counters of a state as JSON values."""
    return {name: kind(getattr(state, name)) for name, kind, _ in _COUNTERS}


def fault_of(state: TopicState) -> str | None:
    """Return why a state can neither be saved nor opened; None if it can."""
    prior = state.prior
    for name, values in (
        ("scaled_counts", state.scaled_counts),
        ("scale", state.scale),
        ("totals", state.totals),
    ):
        # The smallest and the largest value need no second W x K array; NaN fails both comparisons.
        if not 0 <= values.min() <= values.max() < math.inf:
            return f"{name} has values that are not finite numbers of at least 0"
    for name, positive in (
        ("doc_topic_prior", prior.doc_topic),
        ("topic_word_prior", prior.topic_word),
        ("added", np.zeros(0) if prior.added is None else prior.added.tocsr().data),
        ("held", np.zeros(0) if prior.held is None else prior.held.tocsr().data),
    ):
        if positive.size and not 0 < positive.min() <= positive.max() < math.inf:
            return f"{name} has values that are not finite numbers above 0"
    if prior.held is not None and prior.held.sum(axis=1).max() > 1 + 1e-5:
        return "held has shares of a word that sum to more than 1"
    return None


def read_state(file: TensorFile, counters: dict[str, Any]) -> TopicState:
    """Return the state of a file; StorageError if it cannot be used."""
    shape = file.shape("scaled_counts")
    if len(shape) != 2 or 0 in shape:
        raise file.damaged(f"scaled_counts has shape {shape}; expected words x topics")
    n_words, k = shape
    file.expect("scaled_counts", [np.float32])
    small = {
        name: np.append(file.read(name, [np.float64], (k,)), np.zeros(padded(k) - k))
        for name in ("scale", "totals")
    }
    # Read directly into the padded array: the file is never in memory twice.
    counts = aligned_zeros((n_words, padded(k)), np.float32)
    file.read_into(counts[:, :k], "scaled_counts")
    state = TopicState(
        scaled_counts=counts,
        scale=small["scale"],
        totals=small["totals"],
        prior=_prior(file, n_words, k),
        numbers=_topic_numbers(file, k),
        edited_at=_edited_at(file, k),
        **{
            name: _number(file, name, kind, counters.get(name, default))
            for name, kind, default in _COUNTERS
        },
    )
    if fault := fault_of(state):
        raise file.damaged(fault)
    return state


def _number(file: TensorFile, name: str, kind: type[Any], value: Any) -> Any:
    largest = _MAX_INTEGER if kind is int else sys.float_info.max
    if not (type(value) is kind and 0 <= value <= largest):
        raise file.damaged(f"its {name} is {str(value)[:40]}")
    return value


def _topic_numbers(file: TensorFile, k: int) -> NDArray[np.int64] | None:
    if "numbers" not in file.names():
        return None
    numbers = file.read("numbers", [np.int64], (k,))
    if numbers.min() < 0 or np.unique(numbers).size < k:
        raise file.damaged("its topics have numbers below 0, or the same number twice")
    return numbers


def _edited_at(file: TensorFile, k: int) -> NDArray[np.float64] | None:
    if "edited_at" not in file.names():
        return None
    clocks = file.read("edited_at", [np.float64], (k,))
    if not _NEVER_EDITED <= clocks.min() <= clocks.max() < math.inf:
        raise file.damaged("edited_at has values that are not finite numbers of at least -1")
    return np.where(clocks == _NEVER_EDITED, -math.inf, clocks)


def _prior(file: TensorFile, n_words: int, k: int) -> Prior:
    added = masked = locked = held = None
    if "added.data" in file.names():
        indptr, indices = _read_pairs(file, "added", n_words, k)
        data = file.read("added.data", [np.float32, np.float64], indices.shape)
        added = sparse.csr_array((data, indices, indptr), shape=(n_words, k))
    if "held.data" in file.names():
        indptr, indices = _read_pairs(file, "held", n_words, k)
        data = file.read("held.data", [np.float32, np.float64], indices.shape)
        held = sparse.csr_array((data, indices, indptr), shape=(n_words, k))
    if "masked.indices" in file.names():
        indptr, indices = _read_pairs(file, "masked", n_words, k)
        values = np.ones(indices.size, dtype=bool)
        masked = sparse.csr_array((values, indices, indptr), shape=(n_words, k))
    if "locked" in file.names():
        bytes_ = file.read("locked", [np.uint8], (k,))
        if (bytes_ > 1).any():
            raise file.damaged("locked has bytes that are neither true nor false")
        locked = bytes_.astype(bool)
    eta_shape = (1,) if file.shape("topic_word_prior") == (1,) else (n_words,)
    return Prior(
        doc_topic=file.read("doc_topic_prior", [np.float64], (k,)),
        topic_word=file.read("topic_word_prior", [np.float64], eta_shape),
        added=added,
        masked=masked,
        locked=locked,
        held=held,
    )


def _read_pairs(
    file: TensorFile, name: str, n_words: int, k: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return indptr and indices of a sparse W x K matrix with sorted, distinct columns."""
    indptr, indices = read_csr(file, name, (n_words, k))
    starts = np.zeros(indices.size + 1, dtype=bool)
    starts[indptr] = True
    if (np.diff(indices) <= 0)[~starts[1:-1]].any():
        raise file.damaged(f"{name} has a pair twice, or out of order")
    return indptr, indices


def _in_order(matrix: Any) -> Any:
    """Return a CSR matrix with sorted columns and every pair once."""
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows
