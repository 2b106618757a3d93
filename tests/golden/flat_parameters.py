"""Estimators from today's flat parameter names, and back.

The golden cases and the files in this folder name every option as commit 6f18c17 did: flat keyword
arguments of `LDA`. When options move, for example onto algorithm objects, adapt this file. Nothing
else in the folder calls the constructor, reads a parameter or names a module of the package.
"""

from __future__ import annotations

import inspect
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any

import numpy as np
from scipy import sparse

from thalweg import LDA, Corpus

# A model file does not keep these.
NOT_KEPT = {"n_jobs", "verbose"}


def make_lda(parameters: Mapping[str, Any]) -> LDA:
    """Build the estimator; `preset="paper"` stands for `LDA.paper`."""
    given = dict(parameters)
    if given.pop("preset", None) == "paper":
        return LDA.paper(**given)
    return LDA(**given)


def given_parameters(lda: LDA) -> dict[str, Any]:
    """Flat parameters that differ from the defaults of commit 6f18c17, as plain JSON values."""
    signature = inspect.signature(LDA.__init__).parameters
    return {
        name: as_json(value)
        for name, value in lda.get_params(deep=False).items()
        if name not in NOT_KEPT and as_json(value) != as_json(signature[name].default)
    }


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
    module = sys.modules[Corpus.__module__]
    before = module.PART_ENTRIES
    module.PART_ENTRIES = n_entries
    try:
        yield
    finally:
        module.PART_ENTRIES = before
