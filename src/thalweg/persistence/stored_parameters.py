"""Convert the parameters of an estimator to JSON and tensors, and back.

Numbers, text, None and lists of them are stored as JSON. A JSON object with a `kind` represents
anything else: an array, a sparse matrix, a random state, an algorithm.
"""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np
from numpy.typing import NDArray
from scipy import sparse

from thalweg.errors import InputError
from thalweg.inference.algorithm import Algorithm
from thalweg.inference.registry import ALGORITHMS
from thalweg.inference.schedules import StepSchedule
from thalweg.persistence import tensor_file
from thalweg.persistence.tensor_file import TensorFile
from thalweg.state.seed_words import SeededTopic, as_seeded_topics, plain_seed_words

SEED_WORDS = "seed_words"
_PREFIX = "parameter."
_KEY_LENGTH = 624  # numbers in the state of a Mersenne twister


def describe(parameters: dict[str, Any]) -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    """Return JSON values and tensors; InputError names a parameter that cannot be saved."""
    values: dict[str, Any] = {}
    tensors: dict[str, NDArray[Any]] = {}
    for name, value in parameters.items():
        if sparse.issparse(value):
            rows = parameters[name].tocsr()
            _require_type(name, rows.dtype)
            kind = "sparse array" if isinstance(value, sparse.sparray) else "sparse matrix"
            values[name] = {"kind": kind, "shape": list(rows.shape)}
            tensors |= csr_tensors(_PREFIX + name, rows) | {f"{_PREFIX}{name}.data": rows.data}
        elif isinstance(value, np.random.RandomState):
            values[name] = _of_random_state(name, value)
        elif isinstance(value, Algorithm):
            values[name] = _of_algorithm(value)
        elif name == SEED_WORDS and value is not None:
            topics = as_seeded_topics(value)
            lists = [[topic.name, list(topic.words), list(topic.exclude)] for topic in topics]
            values[name] = {"kind": "seed words", "topics": lists}
        elif hasattr(value, "__array__") and np.ndim(value):
            array = np.asarray(value)
            _require_type(name, array.dtype)
            values[name] = {"kind": "array"}
            tensors[_PREFIX + name] = array
        else:
            values[name] = _json_value(name, value)
    return values, tensors


def restore(file: TensorFile, values: Any) -> dict[str, Any]:
    """Return the parameters that `describe` described."""
    if not isinstance(values, dict):
        raise file.damaged("its parameters are not a JSON object")
    parameters: dict[str, Any] = {}
    for name, value in values.items():
        kind = value.get("kind") if isinstance(value, dict) else None
        if kind == "array":
            parameters[name] = file.read(_PREFIX + name)
        elif kind in ("sparse array", "sparse matrix"):
            parameters[name] = _sparse(file, name, value)
        elif kind == "random state":
            parameters[name] = _random_state(file, name, value)
        elif kind == "algorithm":
            parameters[name] = _algorithm(file, name, value)
        elif kind == "seed words":
            parameters[name] = _seed_words(file, name, value)
        elif isinstance(value, dict):
            raise file.damaged(f"its parameter {name} is of an unknown kind")
        else:
            parameters[name] = value
    return parameters


def _seed_words(file: TensorFile, name: str, value: dict[str, Any]) -> Any:
    topics = value.get("topics")
    is_list = isinstance(topics, list) and all(
        isinstance(topic, list)
        and len(topic) == 3
        and isinstance(topic[0], str | None)
        and all(isinstance(part, list) for part in topic[1:])
        for topic in topics
    )
    if not is_list or not topics:
        raise file.damaged(f"its parameter {name} is not a list of seeded topics")
    try:
        plain = plain_seed_words(SeededTopic(t[0], tuple(t[1]), tuple(t[2])) for t in topics)
        as_seeded_topics(plain)
    except (TypeError, InputError) as error:
        raise file.damaged(f"its parameter {name} is not valid: {error}") from None
    return plain


def csr_tensors(name: str, rows: Any) -> dict[str, NDArray[Any]]:
    """Return the tensors with the positions of a CSR matrix."""
    return {
        f"{name}.indptr": rows.indptr.astype(np.int64),
        f"{name}.indices": rows.indices.astype(np.int64),
    }


def read_csr(
    file: TensorFile, name: str, shape: tuple[int, int]
) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """Return indptr and indices of a CSR matrix of this shape."""
    indptr = file.read(f"{name}.indptr", [np.int64], (shape[0] + 1,))
    indices = file.read(f"{name}.indices", [np.int64])
    if indices.ndim != 1 or indptr[0] != 0 or indptr[-1] != indices.size:
        raise file.damaged(f"the rows of {name} do not match its values")
    if (np.diff(indptr) < 0).any():
        raise file.damaged(f"{name} has rows out of order")
    if indices.size and not 0 <= indices.min() <= indices.max() < shape[1]:
        raise file.damaged(f"{name} has a column that is not in 0..{shape[1] - 1}")
    return indptr, indices


def _sparse(file: TensorFile, name: str, value: dict[str, Any]) -> Any:
    shape = value.get("shape")
    if not (
        isinstance(shape, list)
        and len(shape) == 2
        and all(type(n) is int and 0 <= n < 1 << 31 for n in shape)
    ):
        raise file.damaged(f"the shape of its parameter {name} is {str(shape)[:40]}")
    indptr, indices = read_csr(file, _PREFIX + name, (shape[0], shape[1]))
    data = file.read(f"{_PREFIX}{name}.data", shape=indices.shape)
    make = sparse.csr_array if value["kind"] == "sparse array" else sparse.csr_matrix
    return make((data, indices, indptr), shape=tuple(shape))


def _of_random_state(name: str, value: np.random.RandomState) -> dict[str, Any]:
    state: Any = value.get_state(legacy=False)
    if state["bit_generator"] != "MT19937":
        raise InputError(
            f"`{name}` is a RandomState of {state['bit_generator']}, which cannot be saved; "
            "expected a whole number or numpy.random.RandomState(number)"
        )
    return {
        "kind": "random state",
        "key": state["state"]["key"].tolist(),
        "pos": state["state"]["pos"],
        "has_gauss": state["has_gauss"],
        "gauss": state["gauss"],
    }


def _random_state(file: TensorFile, name: str, value: dict[str, Any]) -> np.random.RandomState:
    key, pos, has_gauss = (value.get(part) for part in ("key", "pos", "has_gauss"))
    gauss = value.get("gauss")
    # Checked here because numpy would read beyond a short key.
    if not (
        isinstance(key, list)
        and len(key) == _KEY_LENGTH
        and all(type(part) is int and 0 <= part < 1 << 32 for part in key)
        and type(pos) is int
        and 0 <= pos <= _KEY_LENGTH
        and type(has_gauss) is int
        and has_gauss in (0, 1)
        and type(gauss) is float
    ):
        raise file.damaged(f"its parameter {name} is not a random state")
    generator = np.random.RandomState()
    generator.set_state(("MT19937", np.array(key, dtype=np.uint32), pos, has_gauss, gauss))
    return generator


def _of_algorithm(algorithm: Algorithm) -> dict[str, Any]:
    options = {field.name: getattr(algorithm, field.name) for field in fields(algorithm)}
    for option, value in options.items():
        if isinstance(value, StepSchedule):
            options[option] = {"schedule": [value.scale, value.offset, value.decay]}
        else:
            options[option] = _json_value(option, value)
    return {"kind": "algorithm", "name": algorithm.name, "options": options}


def _algorithm(file: TensorFile, name: str, value: dict[str, Any]) -> Algorithm:
    known, options = ALGORITHMS.get(str(value.get("name"))), value.get("options")
    if known is None or not isinstance(options, dict):
        raise file.damaged(f"its parameter {name} is not a known algorithm")
    try:
        given = {
            option: _schedule(option, part) if isinstance(part, dict) else part
            for option, part in options.items()
        }
        return known(**given)
    except (TypeError, InputError) as error:
        raise file.damaged(f"its parameter {name} is not valid: {error}") from None


def _schedule(option: str, value: dict[str, Any]) -> StepSchedule:
    numbers = value.get("schedule")
    if not isinstance(numbers, list) or len(numbers) != 3:
        raise InputError(f"`{option}` is {str(value)[:80]}; expected a schedule of three numbers")
    return StepSchedule(*numbers)


def _json_value(name: str, value: Any) -> Any:
    if isinstance(value, np.generic) or (isinstance(value, np.ndarray) and not value.ndim):
        value = value.item()
    if isinstance(value, list | tuple):
        return [_json_value(name, part) for part in value]
    if value is None or isinstance(value, str | bool | int):
        return value
    if isinstance(value, float) and np.isfinite(value):
        return value
    raise InputError(
        f"`{name}` is {str(value)[:80]}, of type {type(value).__name__}, which cannot be saved; "
        "expected a finite number, text, None, an array, a sparse matrix, a RandomState or an "
        "algorithm"
    )


def _require_type(name: str, dtype: np.dtype[Any]) -> None:
    if not tensor_file.can_hold(dtype):
        raise InputError(
            f"`{name}` is an array of {dtype}, which cannot be saved; expected numbers"
        )
