"""The types that skops must trust: every class of thalweg that a model contains, and no other."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import thalweg
from thalweg import LDA
from thalweg.export import skops_trusted_types
from thalweg.steering import Merge, RemoveWords

X = np.random.default_rng(0).poisson(1.0, (50, 20))
TEXTS = ["red fish blue fish", "bank money rates", "ship harbour storm"] * 10


def models() -> dict[str, LDA]:
    paper = thalweg.SCVB0(burn_in=1.0)
    texts = LDA(2, random_state=0).fit(TEXTS)
    edited = LDA(3, seed_words={"sea": ["fish"]}, random_state=0).fit(TEXTS)
    edited.edit(RemoveWords(0, ["bank"]), Merge([1, 2]))
    return {
        "matrix": LDA(2, random_state=0).fit(X),
        "texts": texts,
        "token lists": LDA(2, random_state=0).fit([text.split() for text in TEXTS]),
        "stream": LDA(2, random_state=0).partial_fit(X, score_fraction=1.0),
        "edited": edited,
        "merged": texts.merged(texts),
        "paper": LDA.paper(2, random_state=0).fit(X),
        **{
            type(algorithm).__name__: LDA(2, algorithm=algorithm, random_state=0).fit(X)
            for algorithm in (
                paper,
                thalweg.SVB(),
                thalweg.CVB0(),
                thalweg.MAP(),
                thalweg.StochasticMAP(),
            )
        },
    }


def own_types(value: Any) -> Iterator[str]:
    """Yield the classes of thalweg in what pickle and skops store of an object."""
    kind = type(value)
    if kind.__module__.startswith("thalweg."):
        yield f"{kind.__module__}.{kind.__qualname__}"
    if hasattr(value, "__sklearn_tags__"):
        value = value.__getstate__()
    elif is_dataclass(value):
        value = {field.name: getattr(value, field.name) for field in fields(value)}
    if isinstance(value, dict):
        value = [*value.values()]
    if isinstance(value, list | tuple):
        for item in value:
            yield from own_types(item)


def test_a_model_contains_no_other_class_of_thalweg() -> None:
    found = {name for model in models().values() for name in own_types(model)}
    missing = "thalweg.corpus.text.text_settings.MissingTokenizer"  # of a model file
    assert found == set(skops_trusted_types()) - {missing}


@pytest.mark.parametrize("name", skops_trusted_types())
def test_every_name_is_a_class(name: str) -> None:
    module, _, attribute = name.rpartition(".")
    assert isinstance(getattr(import_module(module), attribute), type)


def test_skops_opens_every_model(tmp_path: Path) -> None:
    io = pytest.importorskip("skops.io", reason="skops is not installed")
    for name, model in models().items():
        io.dump(model, tmp_path / "model.skops")
        same = io.load(tmp_path / "model.skops", trusted=skops_trusted_types())
        np.testing.assert_array_equal(same.components_, model.components_, err_msg=name)
