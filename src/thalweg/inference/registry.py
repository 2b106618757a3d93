"""All inference algorithms by name."""

from __future__ import annotations

from collections.abc import Mapping
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


def as_algorithm(given: Any) -> Algorithm:
    """Return an algorithm object; a name stands for the algorithm with default options."""
    if isinstance(given, Algorithm):
        return given
    if isinstance(given, str) and given in ALGORITHMS:
        return ALGORITHMS[given]()
    names = ", ".join(map(repr, ALGORITHMS))
    raise InputError(
        f"`algorithm` is {given!r}; expected {names}, or an object such as thalweg.SCVB0()"
    )
