"""The model file: all of a trained model in one file that is safe to open.

See docs/design/model-files.md. What a file says is checked before it is believed: a model that
opens can be used, whoever wrote the file.
"""

from __future__ import annotations

import io
import math
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.corpus.vocabulary import Vocabulary
from thalweg.errors import InputError
from thalweg.files.atomic import storage_errors, synchronise, write_atomically
from thalweg.files.compressed import SUFFIXES
from thalweg.persistence import stored_parameters, tensor_file
from thalweg.persistence.migration import parameters_of_version_1
from thalweg.persistence.stored_parameters import csr_tensors, read_csr
from thalweg.persistence.tensor_file import TensorFile
from thalweg.state.native import aligned_zeros, padded
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState

FORMAT = "thalweg model"
VERSION = 2
_TRAINING = "training."
_LARGEST = 1 << 63


@dataclass
class ModelRecord:
    """What a model file holds."""

    parameters: dict[str, Any]  # the estimator's, as given
    state: TopicState
    vocabulary: Vocabulary | None = None
    fitted: dict[str, Any] = field(default_factory=dict)  # JSON values
    text_settings: dict[str, Any] | None = None  # JSON values: how text became words
    history: list[dict[str, Any]] = field(default_factory=list)  # JSON values


@dataclass
class Section:
    """What a checkpoint adds: arrays (of one dimension or more) and JSON values."""

    arrays: dict[str, NDArray[Any]]
    facts: dict[str, Any]


def write(path: str | Path, record: ModelRecord, training: Section | None = None) -> None:
    """Write a model, with what a checkpoint adds; the file appears when it is whole."""
    path = _as_path(path)
    if path.name.endswith(SUFFIXES):
        raise InputError(
            f"{path} ends as compressed files do, and model files are not compressed; choose "
            "another name, such as model.safetensors"
        )
    about, tensors = _describe(record, training)
    with write_atomically(path) as (stream,):
        tensor_file.write(stream, about, tensors)
    with storage_errors(path):
        synchronise(path.parent)


def read(path: str | Path) -> tuple[ModelRecord, Section | None]:
    """The model of a file, and what a checkpoint adds."""
    with tensor_file.opened(_as_path(path)) as file:
        return _restore(file)


def to_bytes(record: ModelRecord, training: Section | None = None) -> bytes:
    """The content of a model file."""
    stream = io.BytesIO()
    tensor_file.write(stream, *_describe(record, training))
    return stream.getvalue()


def from_bytes(data: bytes) -> ModelRecord:
    """The model of a file's content."""
    with tensor_file.opened_bytes(data, "the pickled model") as file:
        return _restore(file)[0]


def _as_path(path: str | Path) -> Path:
    try:
        path = Path(path)
    except TypeError:
        raise InputError(f"{path!r} is not the name of a file") from None
    if "\0" in str(path):
        raise InputError(f"{str(path)!r} is not the name of a file")
    return path


def _describe(
    record: ModelRecord, training: Section | None
) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """A record as JSON values and tensors; InputError if it could not be read again."""
    if fault := _fault_of(record.state):
        raise InputError(f"the model cannot be saved: {fault}. Train it again.")
    parameters, tensors = stored_parameters.describe(record.parameters)
    state, vocabulary = record.state, record.vocabulary
    tensors |= _tensors_of(state)
    retired: list[int] = []
    if vocabulary is not None:
        words = tensor_file.spelled(list(vocabulary)).encode("ascii")
        tensors["vocabulary"] = np.frombuffer(words, dtype=np.uint8)
        retired = sorted(vocabulary.retired)
    if training is not None:
        tensors |= {_TRAINING + name: array for name, array in training.arrays.items()}
    about = {
        "format": FORMAT,
        "version": VERSION,
        "parameters": parameters,
        "state": {
            "corpus_tokens": float(state.corpus_tokens),
            "seed": int(state.seed),
            "clock": int(state.clock),
            "n_documents_seen": int(state.n_documents_seen),
            "n_tokens_seen": float(state.n_tokens_seen),
            "prior_clock": int(state.prior_clock),
        },
        "retired_words": retired,
        "fitted": record.fitted,
        "text_settings": record.text_settings,
        "history": record.history,
        "training": None if training is None else training.facts,
    }
    return about, tensors


def _tensors_of(state: TopicState) -> dict[str, NDArray[Any]]:
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
    return tensors


def _in_order(matrix: Any) -> Any:
    """A CSR matrix with each pair once, in the order of its topics."""
    rows = matrix.tocsr()
    if not rows.has_canonical_format:
        rows = rows.copy()
        rows.sum_duplicates()
    return rows


def _restore(file: TensorFile) -> tuple[ModelRecord, Section | None]:
    about = file.about
    if about.get("format") != FORMAT:
        raise InputError(f"{file.name} is not a model file; expected one that thalweg saved")
    version = about.get("version")
    if type(version) is not int or version < 1:
        raise file.damaged(f"its version is {str(version)[:40]}")
    if version > VERSION:
        raise InputError(
            f"{file.name} has version {str(version)[:40]} of the format; this thalweg reads up to "
            f"version {VERSION}. Use a newer thalweg."
        )
    file.check_sum()
    state = _state(file)
    vocabulary = _vocabulary(file, state.n_words)
    parameters = stored_parameters.restore(file, about.get("parameters"))
    if version == 1:
        parameters = parameters_of_version_1(parameters)
    record = ModelRecord(
        parameters=parameters,
        state=state,
        vocabulary=vocabulary,
        fitted=_expect(file, "fitted", dict),
        text_settings=_expect(file, "text_settings", dict, optional=True),
        history=_expect(file, "history", list),
    )
    if not all(isinstance(entry, dict) for entry in record.history):
        raise file.damaged("its history is no list of JSON objects")
    facts, training = _expect(file, "training", dict, optional=True), None
    if facts is not None:
        names = sorted(name for name in file.names() if name.startswith(_TRAINING))
        arrays = {name.removeprefix(_TRAINING): file.read(name) for name in names}
        training = Section(arrays, facts)
    file.require_no_others()
    return record, training


def _expect(file: TensorFile, name: str, kind: type[Any], *, optional: bool = False) -> Any:
    value = file.about.get(name)
    if not isinstance(value, kind) and not (optional and value is None):
        raise file.damaged(f"its {name} is {str(value)[:40]}")
    return value


def _state(file: TensorFile) -> TopicState:
    shape = file.shape("scaled_counts")
    if len(shape) != 2 or 0 in shape:
        raise file.damaged(f"scaled_counts has shape {shape}; expected words x topics")
    n_words, k = shape
    counters = _expect(file, "state", dict)
    n_padded = padded(k)
    small = {
        name: np.append(file.read(name, [np.float64], (k,)), np.zeros(n_padded - k))
        for name in ("scale", "totals")
    }
    state = TopicState(
        scaled_counts=_read_counts(file, n_words, k),
        scale=small["scale"],
        totals=small["totals"],
        prior=_prior(file, n_words, k),
        corpus_tokens=_number(file, counters, "corpus_tokens", float),
        seed=_number(file, counters, "seed", int),
        clock=_number(file, counters, "clock", int),
        n_documents_seen=_number(file, counters, "n_documents_seen", int),
        n_tokens_seen=_number(file, counters, "n_tokens_seen", float),
        prior_clock=_number(file, {"prior_clock": 0} | counters, "prior_clock", int),
    )
    if fault := _fault_of(state):
        raise file.damaged(fault)
    return state


def _read_counts(file: TensorFile, n_words: int, k: int) -> NDArray[np.float32]:
    """Block by block into its place, with padding: never W x K twice."""
    file.require("scaled_counts", [np.float32])
    counts = aligned_zeros((n_words, padded(k)), np.float32)
    row = 0
    for block in file.blocks("scaled_counts"):
        counts[row : row + len(block), :k] = block
        row += len(block)
    return counts


def _number(file: TensorFile, counters: dict[str, Any], name: str, kind: type[Any]) -> Any:
    value: Any = counters.get(name)
    largest = _LARGEST if kind is int else math.inf
    if not (type(value) is kind and 0 <= value < largest):
        raise file.damaged(f"its {name} is {str(value)[:40]}")
    return value


def _prior(file: TensorFile, n_words: int, k: int) -> Prior:
    added = masked = locked = None
    if "added.data" in file.names():
        indptr, indices = _read_pairs(file, "added", n_words, k)
        data = file.read("added.data", [np.float32, np.float64], indices.shape)
        added = sparse.csr_array((data, indices, indptr), shape=(n_words, k))
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
    )


def _read_pairs(
    file: TensorFile, name: str, n_words: int, k: int
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    indptr, indices = read_csr(file, name, (n_words, k))
    starts = np.zeros(indices.size + 1, dtype=bool)
    starts[indptr] = True
    if (np.diff(indices) <= 0)[~starts[1:-1]].any():
        raise file.damaged(f"{name} has a pair twice, or out of order")
    return indptr, indices


def _fault_of(state: TopicState) -> str | None:
    """What makes a state unusable: it must neither be saved nor opened."""
    prior = state.prior
    for name, values in (
        ("scaled_counts", state.scaled_counts),
        ("scale", state.scale),
        ("totals", state.totals),
    ):
        # Least and largest: of W x K numbers no second array; NaN is neither.
        if not 0 <= values.min() <= values.max() < math.inf:
            return f"{name} has values that are not finite numbers of at least 0"
    for name, positive in (
        ("doc_topic_prior", prior.doc_topic),
        ("topic_word_prior", prior.topic_word),
        ("added", np.zeros(0) if prior.added is None else prior.added.tocsr().data),
    ):
        if positive.size and not 0 < positive.min() <= positive.max() < math.inf:
            return f"{name} has values that are not finite numbers above 0"
    return None


def _vocabulary(file: TensorFile, n_words: int) -> Vocabulary | None:
    retired = _expect(file, "retired_words", list)
    if "vocabulary" not in file.names():
        return None
    words = tensor_file.parsed(file.read("vocabulary", [np.uint8]).tobytes().decode("ascii"))
    if not isinstance(words, list) or len(words) != n_words:
        raise file.damaged(f"its vocabulary is no list of {n_words} words")
    if not all(type(word) is int for word in retired):
        raise file.damaged("its retired words are no list of ids")
    try:
        return Vocabulary(words, retired=retired)
    except InputError as error:
        raise file.damaged(str(error)) from None
