"""The registry: algorithms by name, their options, and how a new one is added."""

from __future__ import annotations

from dataclasses import FrozenInstanceError, dataclass, fields, is_dataclass
from itertools import pairwise
from typing import Any, ClassVar

import numpy as np
import pytest

from tests.inference.comparison import random_counts
from thalweg.errors import InputError
from thalweg.inference import algorithm as interface
from thalweg.inference.algorithm import Algorithm, Minibatches, minibatch_steps
from thalweg.inference.cvb0 import CVB0
from thalweg.inference.map_em import MAP
from thalweg.inference.registry import ALGORITHMS, as_algorithm
from thalweg.inference.schedules import StepSchedule
from thalweg.inference.scvb0 import SCVB0, StochasticMAP
from thalweg.inference.svb import SVB
from thalweg.model import TopicModel
from thalweg.state.priors import Prior
from thalweg.state.topic_state import TopicState


def test_every_algorithm_is_registered_under_its_name() -> None:
    assert {
        "scvb0": SCVB0,
        "smap": StochasticMAP,
        "svb": SVB,
        "cvb0": CVB0,
        "map": MAP,
    } == ALGORITHMS
    # A subclass in the package that is missing from the registry could not be read from a file.
    subclasses = [Algorithm]
    for each in subclasses:
        subclasses += each.__subclasses__()
    in_package = {each for each in subclasses if each.__module__.startswith("thalweg.")}
    assert in_package - {Algorithm} == set(ALGORITHMS.values())


@pytest.mark.parametrize("name", ALGORITHMS)
def test_a_name_stands_for_the_algorithm_with_default_options(name: str) -> None:
    assert as_algorithm(name) == ALGORITHMS[name]()
    assert as_algorithm(name).name == name


def test_an_object_is_returned_as_it_is() -> None:
    given = SCVB0(burn_in=2)
    assert as_algorithm(given) is given


@pytest.mark.parametrize("given", ["gibbs", "SCVB0", "", None, 3, SCVB0, ["scvb0"]])
def test_anything_else_is_an_error_that_lists_the_names(given: Any) -> None:
    with pytest.raises(InputError) as caught:
        as_algorithm(given)
    message = str(caught.value)
    assert message.startswith(f"`algorithm` is {given!r}")
    assert all(repr(name) in message for name in ALGORITHMS)
    assert "thalweg.SCVB0()" in message


# ---------------------------------------------------------------------- options


@pytest.mark.parametrize("kind", ALGORITHMS.values())
def test_algorithms_are_frozen_comparable_and_printable(kind: type[Algorithm]) -> None:
    algorithm = kind()
    assert is_dataclass(algorithm)
    assert algorithm == kind()
    assert hash(algorithm) == hash(kind())
    for option in fields(algorithm):
        assert f"{option.name}={option.default!r}" in repr(algorithm)
        with pytest.raises(FrozenInstanceError):
            setattr(algorithm, option.name, 1)


def test_algorithms_with_the_same_options_but_other_classes_differ() -> None:
    assert SCVB0() != StochasticMAP()
    assert SCVB0() != SCVB0(burn_in=1.0)


@pytest.mark.parametrize(
    ("kind", "option", "value", "expected"),
    [
        (SCVB0, "burn_in", -1, "a number of at least 0, or None"),
        (SCVB0, "burn_in", "one", "a number of at least 0, or None"),
        (SCVB0, "burn_in", float("nan"), "a number of at least 0, or None"),
        (SCVB0, "burn_in", True, "a number of at least 0, or None"),
        (SCVB0, "burn_in", 2**31, "at most 1,000,000 passes"),
        (SCVB0, "finishing_passes", -1, "a whole number of at least 0, or None"),
        (SCVB0, "finishing_passes", 1.5, "a whole number of at least 0, or None"),
        (SCVB0, "learning_clock", "seconds", "'batches' or 'documents'"),
        (SCVB0, "learning_clock", None, "'batches' or 'documents'"),
        (SCVB0, "doc_schedule", (1, 10, 0.9), "a StepSchedule, or None"),
        (StochasticMAP, "burn_in", -1, "a number of at least 0, or None"),
        (SVB, "max_doc_update_iter", 0, "a whole number of at least 1"),
        (SVB, "max_doc_update_iter", 2.5, "a whole number of at least 1"),
        (SVB, "mean_change_tol", -0.1, "a number of at least 0"),
        (SVB, "prior_offset", float("inf"), "a number of at least 0"),
        (SVB, "learning_clock", "tokens", "'batches' or 'documents'"),
    ],
)
def test_options_are_checked_when_an_algorithm_is_created(
    kind: type[Algorithm], option: str, value: Any, expected: str
) -> None:
    with pytest.raises(InputError) as caught:
        kind(**{option: value})
    assert str(caught.value) == f"`{option}` is {value!r}; expected {expected}"


@pytest.mark.parametrize("option", ["max_doc_update_iter", "mean_change_tol", "prior_offset"])
def test_every_option_of_svb_needs_a_number(option: str) -> None:
    with pytest.raises(InputError, match=f"`{option}` is None"):
        SVB(**{option: None})


@pytest.mark.parametrize(
    ("kind", "option"),
    [(SCVB0, "prior_offset"), (SVB, "burn_in"), (CVB0, "batch_size"), (MAP, "burn_in")],
)
def test_an_option_of_another_algorithm_is_an_error(kind: type[Algorithm], option: str) -> None:
    with pytest.raises(TypeError, match=option):
        kind(**{option: 1})


# ---------------------------------------------------------------------- a new algorithm


@dataclass(frozen=True)
class HardAssignment(Algorithm):
    """Adds every document to the topic that has most of its words."""

    name: ClassVar[str] = "hard"
    title: ClassVar[str] = "hard assignment"

    weight: float = 1.0

    def __post_init__(self) -> None:
        interface.check_number(self, "weight")

    def apply(
        self,
        state: TopicState,
        minibatches: Minibatches,
        schedule: StepSchedule,
        *,
        memory: Any = None,
        n_threads: int = 1,
        seconds: float | None = None,
    ) -> None:
        rows = minibatches.documents.to_csr().toarray()
        k = state.n_topics
        steps = minibatch_steps(schedule, "batches", state, minibatches.bounds)
        for step, (first, end) in zip(steps, pairwise(minibatches.bounds), strict=True):
            X = rows[minibatches.order[first:end]]
            topics = (X @ state.weights()).argmax(axis=1)
            counts = np.zeros((state.n_words, k))
            np.add.at(counts.T, topics, self.weight * X)
            counts *= state.corpus_tokens / counts.sum()
            state.scaled_counts[:, :k] = (1 - step) * state.topic_word_counts + step * counts
            state.scale[:k] = 1.0
            state.totals[:k] = state.topic_word_counts.sum(axis=0, dtype=np.float64)
            state.clock += 1
            state.n_documents_seen += X.shape[0]
            state.n_tokens_seen += float(X.sum())


def test_an_unregistered_algorithm_trains_as_an_object() -> None:
    X = random_counts(40, 20, 30, seed=0)
    model = TopicModel(3, algorithm=HardAssignment(), max_iter=3, random_state=0).fit(X)
    assert (model.n_iter_, model.n_documents_seen_) == (3, 120)
    assert model.components_.shape == (3, 20)
    assert model.settings_.algorithm == HardAssignment()
    assert np.isfinite(model.score(X))
    with pytest.raises(InputError, match="'hard'"):
        TopicModel(3, algorithm="hard").fit(X)


def test_a_registered_algorithm_works_by_name_and_in_files(tmp_path, monkeypatch) -> None:
    monkeypatch.setitem(ALGORITHMS, HardAssignment.name, HardAssignment)
    X = random_counts(40, 20, 30, seed=0)
    settings = {"max_iter": 3, "random_state": 0, "early_stopping": True, "batch_size": 10}
    by_name = TopicModel(3, algorithm="hard", **settings).fit(X)
    by_object = TopicModel(3, algorithm=HardAssignment(), **settings).fit(X)
    np.testing.assert_array_equal(by_name.components_, by_object.components_)
    # A file and a checkpoint keep its options.
    model = TopicModel(3, algorithm=HardAssignment(weight=2.5), **settings)
    model.fit(X, checkpoint=tmp_path / "checkpoints").save(tmp_path / "model")
    for path in (tmp_path / "model", max((tmp_path / "checkpoints").iterdir())):
        assert TopicModel.load(path).algorithm == HardAssignment(weight=2.5)
    loaded = TopicModel.load(tmp_path / "model")
    np.testing.assert_array_equal(
        loaded.partial_fit(X).components_, model.partial_fit(X).components_
    )
    with pytest.raises(InputError, match="`weight` is -1"):
        HardAssignment(weight=-1)


def test_an_algorithm_decides_what_training_starts_from() -> None:
    class EqualTopics(SCVB0):
        def start_state(
            self, n_words: int, prior: Prior, corpus_tokens: float, seed: int
        ) -> TopicState:
            return TopicState.random(n_words, prior, corpus_tokens, seed, contrast=0.0)

    X = random_counts(40, 20, 30, seed=0)
    for train in (TopicModel.fit, TopicModel.partial_fit):
        model = TopicModel(3, algorithm=EqualTopics(), doc_topic_prior=0.1, random_state=0)
        components = train(model, X).components_
        np.testing.assert_allclose(components[0], components[1], rtol=1e-3)
        usual = train(TopicModel(3, doc_topic_prior=0.1, random_state=0), X).components_
        assert not np.allclose(usual[0], usual[1], rtol=0.1)


def test_an_algorithm_without_finishing_passes_cannot_finish() -> None:
    assert HardAssignment().n_finishing(10) == 0
    with pytest.raises(NotImplementedError, match="hard assignment has no finishing passes"):
        HardAssignment().finish(None, None, None, None, 0)  # type: ignore[arg-type]


def test_an_algorithm_must_say_how_it_learns() -> None:
    class Nothing(Algorithm):
        name = title = "nothing"

    with pytest.raises(TypeError, match="apply"):
        Nothing()  # type: ignore[abstract]
