"""All inference algorithms by name, and their batch and minibatch forms."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from thalweg.errors import InputError
from thalweg.inference.algorithm import Algorithm
from thalweg.inference.cvb0 import CVB0
from thalweg.inference.map_em import MAP
from thalweg.inference.scvb0 import SCVB0, StochasticMAP
from thalweg.inference.svb import SVB

ALGORITHMS: Mapping[str, type[Algorithm]] = {
    algorithm.name: algorithm for algorithm in (SCVB0, StochasticMAP, SVB, CVB0, MAP)
}
LEARNING_METHODS = ("batch", "online")
# The same updates on all documents at once, and what to use where there is no such algorithm.
_BATCH_FORMS: Mapping[str, type[Algorithm]] = {SCVB0.name: CVB0, StochasticMAP.name: MAP}
_BATCH_VB = (
    "Use algorithm='cvb0', or set `batch_size` to the number of documents, `learning_scale` to 1, "
    "`learning_offset` and `learning_decay` to 0"
)


def as_algorithm(given: Any, learning_method: Any = None) -> Algorithm:
    """Return an algorithm object; a name stands for the algorithm with default options.

    `learning_method` "batch" chooses the batch form of a minibatch algorithm: CVB0 for SCVB0, MAP
    for stochastic MAP. "online" requires an algorithm with minibatches.
    """
    algorithm = _as_algorithm(given)
    if learning_method is None:
        return algorithm
    if not isinstance(learning_method, str) or learning_method not in LEARNING_METHODS:
        raise InputError(
            f"`learning_method` is {learning_method!r}; expected 'batch', 'online' or None, which "
            "leaves the choice to `algorithm`"
        )
    if learning_method == "online":
        if algorithm.is_batch:
            raise InputError(
                f"`learning_method` is 'online', but {algorithm.title} has no minibatches; "
                "expected algorithm='scvb0', 'svb' or 'smap'"
            )
        return algorithm
    return algorithm if algorithm.is_batch else _batch_form(algorithm)


def _batch_form(algorithm: Algorithm) -> Algorithm:
    form = _BATCH_FORMS.get(algorithm.name)
    if form is None:
        raise InputError(
            f"`learning_method` is 'batch', but {algorithm.title} has no batch form. {_BATCH_VB}."
        )
    options = [
        field.name for field in fields(algorithm) if getattr(algorithm, field.name) != field.default
    ]
    if options:
        raise InputError(
            f"`learning_method` is 'batch', which trains by {form.title} here; it does not have "
            f"the option {', '.join(options)} of `algorithm`. Pass algorithm={form.name!r}."
        )
    return form()


def _as_algorithm(given: Any) -> Algorithm:
    if isinstance(given, Algorithm):
        return given
    if isinstance(given, str) and given in ALGORITHMS:
        return ALGORITHMS[given]()
    names = ", ".join(map(repr, ALGORITHMS))
    raise InputError(
        f"`algorithm` is {given!r}; expected {names}, or an object such as thalweg.SCVB0()"
    )
