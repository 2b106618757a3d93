"""Estimators from the flat parameter names of commit 6f18c17, and back.

The golden cases and the files in this folder name every option as that commit did: flat keyword
arguments of `LDA`. Options of algorithms are now on algorithm objects. If parameters move again,
adapt this file: nothing else in the folder calls the constructor or reads a parameter.
"""

from __future__ import annotations

import inspect
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import astuple, fields
from typing import Any

import numpy as np
from scipy import sparse

from thalweg import LDA, Corpus
from thalweg.inference.algorithm import Algorithm
from thalweg.inference.registry import ALGORITHMS, as_algorithm
from thalweg.inference.schedules import PAPER_DOCUMENTS, StepSchedule
from thalweg.persistence.migration import parameters_of_version_1

_SCHEDULE = ("doc_learning_scale", "doc_learning_offset", "doc_learning_decay")
# A model file does not keep these.
NOT_KEPT = {"n_jobs", "verbose"}


def make_lda(parameters: Mapping[str, Any]) -> LDA:
    """Build the estimator; `preset="paper"` stands for `LDA.paper`."""
    given = {"max_iter": _n_passes(parameters)} | dict(parameters)
    if given.pop("preset", None) == "paper":
        return LDA.paper(**given)
    return LDA(**parameters_of_version_1(given))


def _n_passes(parameters: Mapping[str, Any]) -> int | None:
    """The default number of passes of commit 6f18c17 for a corpus as small as those here."""
    if parameters.get("max_time") is not None:
        return None
    is_batch = ALGORITHMS[parameters.get("algorithm", "scvb0")].is_batch
    return 15 * 14 if is_batch else 14


def given_parameters(lda: LDA) -> dict[str, Any]:
    """Flat parameters that differ from the defaults of commit 6f18c17, as plain JSON values."""
    signature = inspect.signature(LDA.__init__).parameters
    given = {
        name: as_json(value)
        for name, value in lda.get_params(deep=False).items()
        if name != "algorithm"
        and name not in NOT_KEPT
        and as_json(value) != as_json(signature[name].default)
    }
    return given | flat_algorithm(as_algorithm(lda.algorithm))


def flat_algorithm(algorithm: Algorithm) -> dict[str, Any]:
    """The name and the options of an algorithm that differ from its defaults."""
    flat = {} if algorithm.name == "scvb0" else {"algorithm": algorithm.name}
    for option in fields(algorithm):
        value = getattr(algorithm, option.name)
        if value == option.default:
            continue
        if isinstance(value, StepSchedule):
            numbers, usual = astuple(value), astuple(PAPER_DOCUMENTS)
            each = zip(_SCHEDULE, numbers, usual, strict=True)
            flat |= {name: number for name, number, default in each if number != default}
        else:
            flat[option.name] = value
    return flat


def without_default_steps(parameters: Mapping[str, Any]) -> dict[str, Any]:
    """Recorded parameters without steps that `LDA.paper` gave and that were the defaults."""
    usual = dict(zip(_SCHEDULE, astuple(PAPER_DOCUMENTS), strict=True))
    return {name: value for name, value in parameters.items() if usual.get(name) != value}


def as_json(value: Any) -> Any:
    """A parameter as JSON holds it; of a RandomState, the numbers that it draws next."""
    if sparse.issparse(value):
        entries = sparse.coo_array(value)
        stored = zip(entries.row.tolist(), entries.col.tolist(), entries.data.tolist(), strict=True)
        return {"shape": list(entries.shape), "entries": sorted(map(list, stored))}
    if isinstance(value, np.random.RandomState):
        copy = np.random.RandomState()
        copy.set_state(value.get_state())
        return {"draws": copy.randint(1 << 30, size=4).tolist()}
    return value.tolist() if isinstance(value, np.ndarray | np.generic) else value


@contextmanager
def parts_of(n_entries: int) -> Iterator[None]:
    """Read corpora on disk in parts of so many entries; a small corpus has one part otherwise."""
    before = Corpus.part_entries
    Corpus.part_entries = n_entries
    try:
        yield
    finally:
        Corpus.part_entries = before
