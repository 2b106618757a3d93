"""Forgery: the content of a model file changes, and its checksum is computed again."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import numpy as np
from numpy.typing import NDArray

N_WORDS, N_TOPICS = 12, 3  # of the models that are forged

About = dict[str, Any]
Tensors = dict[str, NDArray[Any]]
Forgery = Callable[[np.random.Generator, About, Tensors], None]

_VALUES: list[Any] = [
    None, True, 0, 1, -1, 2**31, 2**63, 10**30, 0.0, -0.5, 1e-300, 1e300, "", "x", "array", [],
    [[]], [-1], [2**40, 2**40], {}, {"kind": "array"},
    {"kind": "sparse array", "shape": [2**31, 2**31]},
    {"kind": "random state", "key": [0] * 624, "pos": 625, "has_gauss": 0, "gauss": 0.0},
    {"kind": "nonsense"}, {"kind": "algorithm", "name": "scvb0", "options": {"burn_in": -1}},
    {"kind": "algorithm", "name": "svb", "options": {}}, {"schedule": [1.0, 2.0]},
]  # fmt: skip


def forge_json(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """Change or remove one value of the JSON object."""
    places: list[tuple[Any, Any]] = []

    def walk(node: Any) -> None:
        keys = node if isinstance(node, dict) else range(min(len(node), 3))
        for key in keys:
            places.append((node, key))
            if isinstance(node[key], dict | list):
                walk(node[key])

    walk(about)
    node, key = places[rng.integers(len(places))]
    if rng.random() < 0.2:
        del node[key]
    else:
        node[key] = _VALUES[rng.integers(len(_VALUES))]


def forge_values(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """Put NaN, negative, huge or tiny numbers into one tensor."""
    name = _any_of(rng, tensors)
    array = np.array(tensors[name])
    if not array.size:
        return
    values: list[Any] = [0, 1, 255, 100]
    if array.dtype.kind == "f":
        values += [np.nan, np.inf, -np.inf, -1.0, -1e-30, 1e-38, 1e38]
    elif array.dtype.kind == "i":
        values += [-1, -(2**62), 2**62, N_TOPICS, N_WORDS]
    place = rng.integers(array.size, size=rng.integers(1, 4))
    array.flat[place] = np.array(values[rng.integers(len(values))]).astype(array.dtype)
    tensors[name] = array


def forge_shape(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """Give one tensor another shape."""
    name = _any_of(rng, tensors)
    array = tensors[name]
    shapes = [
        array[:-1],
        array[:0],
        array.ravel(),
        array[None],
        array.T,
        np.concatenate([array] * 2),
    ]
    tensors[name] = shapes[rng.integers(len(shapes))]


def forge_type(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """Give one tensor another type."""
    name = _any_of(rng, tensors)
    dtypes = ["f8", "f4", "f2", "i8", "i4", "u8", "u1", "?"]
    tensors[name] = tensors[name].astype(dtypes[rng.integers(len(dtypes))])


def forge_names(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """Remove a tensor, or give it the name of another."""
    array = tensors.pop(_any_of(rng, tensors))
    if rng.random() < 0.7:
        tensors[_any_of(rng, tensors)] = array


def forge_empty(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """Replace a tensor by an empty one whose shape has a huge number."""
    name = _any_of(rng, tensors)
    shapes = [(2**40, 0), (0, 2**40), (0,)]
    tensors[name] = np.zeros(shapes[rng.integers(3)], dtype=tensors[name].dtype)


def forge_words(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """Replace the vocabulary."""
    lists: list[Any] = [
        ["a"] * N_WORDS, ["a"], [], list(range(N_WORDS)), [None] * N_WORDS, "abcdefghijkl", {},
        [["a"]] * N_WORDS, [f"\ud800{w}" for w in range(N_WORDS)], ["[" * 9] * N_WORDS,
    ]  # fmt: skip
    text = json.dumps(lists[rng.integers(len(lists))]).encode()
    tensors["vocabulary"] = np.frombuffer(text if rng.random() < 0.8 else b"[" * 99_999, np.uint8)


def forge_algorithm(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """Replace the algorithm, or one of its options."""
    algorithm = about["parameters"]["algorithm"]
    names: list[Any] = ["svb", "cvb0", "gibbs", "", None, ["scvb0"], {"a": 1}]
    kind = rng.integers(4)
    if kind == 0:
        about["parameters"]["algorithm"] = names[rng.integers(len(names))]
    elif kind == 1:
        algorithm["name"] = names[rng.integers(len(names))]
    elif kind == 2:
        option = str(rng.choice([*sorted(algorithm["options"]), "max_doc_update_iter", "self"]))
        algorithm["options"][option] = _VALUES[rng.integers(len(_VALUES))]
    else:
        schedules: list[Any] = [[], [1.0], ["a", 1, 1], [1, 1, 1, 1], [9, 0, 0], None, "abc", {}]
        algorithm["options"]["doc_schedule"] = {"schedule": schedules[rng.integers(8)]}


def forge_version_1(rng: np.random.Generator, about: About, tensors: Tensors) -> None:
    """Declare version 1, in which options of algorithms were parameters, with any value."""
    about["version"] = 1
    algorithms: list[Any] = ["scvb0", "smap", "svb", "cvb0", "map", "gibbs", [], None]
    options = ["burn_in", "clumping", "finishing_passes", "learning_clock", "doc_learning_scale"]
    options += ["doc_learning_decay", "max_doc_update_iter", "mean_change_tol", "prior_offset"]
    about["parameters"]["algorithm"] = algorithms[rng.integers(len(algorithms))]
    for option in rng.choice(options, size=2):
        about["parameters"][str(option)] = _VALUES[rng.integers(len(_VALUES))]


FORGERIES: list[Forgery] = [
    forge_json,
    forge_values,
    forge_shape,
    forge_type,
    forge_names,
    forge_empty,
    forge_words,
    forge_algorithm,
    forge_version_1,
]


def _any_of(rng: np.random.Generator, tensors: Tensors) -> str:
    return str(rng.choice(sorted(tensors)))
