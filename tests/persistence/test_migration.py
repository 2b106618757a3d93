"""Parameters of format version 1 become parameters of today with the same meaning."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pytest

from thalweg import CVB0, LDA, MAP, SCVB0, SVB, InputError, StepSchedule, StochasticMAP
from thalweg.inference.schedules import PAPER_DOCUMENTS
from thalweg.persistence.migration import parameters_of_version_1

# The options of version 1 with their defaults, which every file stores.
DEFAULTS: dict[str, Any] = {
    "burn_in": None,
    "learning_clock": "batches",
    "doc_learning_scale": None,
    "doc_learning_offset": None,
    "doc_learning_decay": None,
    "max_doc_update_iter": None,
    "mean_change_tol": None,
    "prior_offset": None,
    "clumping": True,
    "keep_doc_topics": False,
    "finishing_passes": None,
}
OTHERS = {"n_components": 7, "batch_size": 10, "learning_decay": 0.7, "random_state": 3}
CLASSES = {"scvb0": SCVB0, "smap": StochasticMAP, "svb": SVB, "cvb0": CVB0, "map": MAP}
SCVB0_VALUES: dict[str, tuple[Any, ...]] = {
    "burn_in": (None, 0.0, 2.5),
    "clumping": (True, False),
    "keep_doc_topics": (False, True),
    "finishing_passes": (None, 0, 3),
    "learning_clock": ("batches", "documents"),
}
SVB_VALUES: dict[str, tuple[Any, ...]] = {
    "max_doc_update_iter": (None, 1, 20),
    "mean_change_tol": (None, 0.0, 0.001),
    "prior_offset": (None, 0.5),
    "learning_clock": ("batches", "documents"),
}


def migrated(algorithm: str, **options: Any) -> Any:
    """The algorithm of today for a file of version 1; other parameters must stay as they are."""
    parameters = parameters_of_version_1(OTHERS | DEFAULTS | {"algorithm": algorithm} | options)
    found = parameters.pop("algorithm")
    assert parameters == OTHERS
    return found


def combinations(values: dict[str, tuple[Any, ...]]) -> list[dict[str, Any]]:
    return [dict(zip(values, chosen, strict=True)) for chosen in product(*values.values())]


@pytest.mark.parametrize("name", ["scvb0", "smap"])
def test_every_combination_of_options_of_visits_becomes_an_object(name: str) -> None:
    for options in combinations(SCVB0_VALUES):
        expected = CLASSES[name](**options, doc_schedule=PAPER_DOCUMENTS)
        assert migrated(name, **options) == expected, options


def test_every_combination_of_options_of_svb_becomes_an_object() -> None:
    for options in combinations(SVB_VALUES):
        given = {option: value for option, value in options.items() if value is not None}
        expected = SVB(**given)
        assert migrated("svb", **options) == ("svb" if expected == SVB() else expected), options


@pytest.mark.parametrize("name", ["scvb0", "smap"])
@pytest.mark.parametrize("scale", [None, 0.5])
@pytest.mark.parametrize("offset", [None, 3.0])
@pytest.mark.parametrize("decay", [None, 0.6])
def test_numbers_of_a_document_schedule_that_are_missing_are_those_of_the_paper(
    name: str, scale: float | None, offset: float | None, decay: float | None
) -> None:
    """Section 5.1 of the paper: s = 1, tau = 10, kappa = 0.9."""
    found = migrated(
        name, doc_learning_scale=scale, doc_learning_offset=offset, doc_learning_decay=decay
    )
    numbers = (scale or 1.0, offset or 10.0, decay or 0.9)
    assert found == CLASSES[name](doc_schedule=StepSchedule(*numbers))


@pytest.mark.parametrize("name", ["svb", "cvb0", "map"])
def test_default_options_become_the_name_of_the_algorithm(name: str) -> None:
    assert migrated(name) == name


def test_a_file_without_an_algorithm_is_of_scvb0() -> None:
    found = parameters_of_version_1({"n_components": 3})
    assert found == {"n_components": 3, "algorithm": SCVB0(doc_schedule=PAPER_DOCUMENTS)}
    found = parameters_of_version_1({"burn_in": 2.0})
    assert found == {"algorithm": SCVB0(burn_in=2.0, doc_schedule=PAPER_DOCUMENTS)}


def test_flags_of_other_types_keep_their_meaning() -> None:
    expected = SCVB0(clumping=False, doc_schedule=PAPER_DOCUMENTS)
    assert migrated("scvb0", clumping=np.bool_(False)) == expected
    expected = replace(expected, keep_doc_topics=True)
    assert migrated("scvb0", clumping=0, keep_doc_topics=1) == expected


@pytest.mark.parametrize("algorithm", ["gibbs", "", None, 3, ["scvb0"], {}])
def test_parameters_of_an_unknown_algorithm_stay_as_they_are(algorithm: Any) -> None:
    """The estimator refuses them with a message that lists the known names."""
    parameters = {"algorithm": algorithm, "burn_in": 1.0}
    assert parameters_of_version_1(dict(parameters)) == parameters


@pytest.mark.parametrize(
    ("algorithm", "options"),
    [
        ("scvb0", {"burn_in": -1.0}),
        ("scvb0", {"finishing_passes": 1.5}),
        ("smap", {"learning_clock": "years"}),
        ("smap", {"doc_learning_scale": "fast"}),
        ("svb", {"max_doc_update_iter": 0}),
        ("svb", {"doc_learning_scale": 0.5}),
        ("cvb0", {"doc_learning_decay": 0.5}),
    ],
)
def test_invalid_options_are_refused(algorithm: str, options: dict[str, Any]) -> None:
    with pytest.raises((InputError, TypeError)):
        migrated(algorithm, **options)


def test_migrated_parameters_are_those_of_the_estimator() -> None:
    lda = LDA(**parameters_of_version_1(OTHERS | DEFAULTS | {"algorithm": "svb"}))
    assert lda.get_params()["algorithm"] == "svb"
