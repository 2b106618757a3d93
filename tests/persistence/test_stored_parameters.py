"""Parameters in model files: algorithm objects are restored, forged ones are refused."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import pytest

import thalweg
from tests.robustness import hostile_files
from tests.synthetic import SyntheticCorpus
from thalweg import CVB0, LDA, MAP, SCVB0, SVB, StepSchedule, StochasticMAP, StorageError
from thalweg.inference.algorithm import Algorithm
from thalweg.persistence import fitted, model_file

SCHEDULE = StepSchedule(0.5, 3.0, 0.6)
VISITS: dict[str, Any] = {
    "burn_in": 0.5,
    "clumping": False,
    "keep_doc_topics": True,
    "finishing_passes": 0,
    "learning_clock": "documents",
    "doc_schedule": SCHEDULE,
}
ALGORITHMS: list[Algorithm] = [
    SCVB0(),
    SCVB0(**VISITS),
    SCVB0(burn_in=np.float64(2.0), clumping=np.bool_(True), finishing_passes=np.int32(1)),
    StochasticMAP(**VISITS),
    SVB(max_doc_update_iter=3, mean_change_tol=0.01, prior_offset=0.5, learning_clock="documents"),
    CVB0(),
    MAP(),
]


@pytest.mark.parametrize("algorithm", ALGORITHMS, ids=repr)
def test_an_algorithm_object_is_restored_with_all_options(
    algorithm: Algorithm, corpus: SyntheticCorpus, tmp_path: Path
) -> None:
    model = LDA(4, algorithm=algorithm, random_state=1, max_iter=1).fit(corpus.counts)
    model.save(tmp_path / "model")
    back = thalweg.load(tmp_path / "model")
    assert type(back.algorithm) is type(algorithm)
    assert back.algorithm == algorithm
    assert np.array_equal(back.components_, model.components_)


@pytest.mark.parametrize("name", ["scvb0", "smap", "svb", "cvb0", "map"])
def test_the_name_of_an_algorithm_stays_a_name(
    name: str, corpus: SyntheticCorpus, tmp_path: Path
) -> None:
    LDA(4, algorithm=name, random_state=1, max_iter=1).fit(corpus.counts).save(tmp_path / "model")
    assert thalweg.load(tmp_path / "model").algorithm == name


@pytest.fixture(scope="module")
def trained() -> bytes:
    """The file of a model that was trained with options."""
    return model_file.to_bytes(hostile_files.trained_model())


FORGED: dict[str, Any] = {
    "an unknown name": {"kind": "algorithm", "name": "gibbs", "options": {}},
    "no name": {"kind": "algorithm", "options": {}},
    "a name that is a list": {"kind": "algorithm", "name": ["scvb0"], "options": {}},
    "no options": {"kind": "algorithm", "name": "scvb0"},
    "options that are a list": {"kind": "algorithm", "name": "scvb0", "options": [1]},
    "an option of another algorithm": {
        "kind": "algorithm", "name": "scvb0", "options": {"max_doc_update_iter": 3},
    },
    "an unknown option": {"kind": "algorithm", "name": "svb", "options": {"self": 1}},
    "a negative burn-in": {"kind": "algorithm", "name": "scvb0", "options": {"burn_in": -1}},
    "a flag that is a list": {"kind": "algorithm", "name": "smap", "options": {"clumping": [1]}},
    "an unknown clock": {
        "kind": "algorithm", "name": "svb", "options": {"learning_clock": "years"},
    },
    "a schedule of two numbers": {
        "kind": "algorithm", "name": "scvb0", "options": {"doc_schedule": {"schedule": [1.0, 2.0]}},
    },
    "a schedule of four numbers": {
        "kind": "algorithm", "name": "scvb0", "options": {"doc_schedule": {"schedule": [1] * 4}},
    },
    "a schedule of text": {
        "kind": "algorithm", "name": "scvb0", "options": {"doc_schedule": {"schedule": "abc"}},
    },
    "a schedule that is null": {
        "kind": "algorithm", "name": "scvb0", "options": {"doc_schedule": {"schedule": None}},
    },
    "steps above one": {
        "kind": "algorithm", "name": "scvb0", "options": {"doc_schedule": {"schedule": [9, 0, 0]}},
    },
    "a schedule without numbers": {
        "kind": "algorithm", "name": "scvb0", "options": {"doc_schedule": {}},
    },
    "a schedule of SVB": {
        "kind": "algorithm", "name": "svb", "options": {"doc_schedule": {"schedule": [1, 1, 0.9]}},
    },
    "an unknown kind": {"kind": "procedure", "name": "scvb0"},
}  # fmt: skip


@pytest.mark.parametrize("entry", FORGED.values(), ids=FORGED.keys())
def test_a_forged_algorithm_is_refused(entry: Any, trained: bytes, tmp_path: Path) -> None:
    def change(rng: Any, about: dict[str, Any], tensors: Any) -> None:
        about["parameters"]["algorithm"] = entry

    path = tmp_path / "forged"
    path.write_bytes(hostile_files.forged(change, np.random.default_rng(0), trained))
    with pytest.raises(StorageError, match=r"forged is damaged or was changed: .*algorithm"):
        thalweg.load(path)


@pytest.mark.parametrize(
    "options", [{"burn_in": -1.0}, {"learning_clock": []}, {"doc_learning_scale": "fast"}]
)
def test_forged_options_of_version_1_are_refused(
    options: dict[str, Any], trained: bytes, tmp_path: Path
) -> None:
    def change(rng: Any, about: dict[str, Any], tensors: Any) -> None:
        about["version"] = 1
        about["parameters"] |= {"algorithm": "scvb0"} | options

    path = tmp_path / "forged"
    path.write_bytes(hostile_files.forged(change, np.random.default_rng(0), trained))
    with pytest.raises(StorageError, match="forged is damaged or was changed: its parameters"):
        thalweg.load(path)


def test_threads_and_verbosity_are_not_stored(corpus: SyntheticCorpus) -> None:
    model = LDA(4, random_state=1, max_iter=1, n_jobs=2, verbose=0).fit(corpus.counts)
    assert not {"n_jobs", "verbose"} & fitted.to_saved_model(model).parameters.keys()
