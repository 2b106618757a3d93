"""TrainingSettings: an estimator's parameters resolved into numbers for one corpus."""

from __future__ import annotations

from dataclasses import FrozenInstanceError
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from thalweg.corpus.document_source import DocumentSource
from thalweg.errors import InputError
from thalweg.inference.schedules import StepSchedule
from thalweg.inference.scvb0 import SCVB0, StochasticMAP
from thalweg.inference.stream_steps import PartlyGivenSteps, StreamSchedule
from thalweg.inference.svb import SVB
from thalweg.model import TopicModel
from thalweg.training.defaults import (
    EFFORTS,
    LARGE_CORPUS,
    MOST_PASSES,
    batch_size,
    doc_topic_prior,
    exploring_schedule,
    n_passes,
    topic_schedule,
)
from thalweg.training.settings import TrainingSettings, resolve_prior


def source_of(n_documents: int, n_tokens: int, n_words: int = 50) -> DocumentSource:
    """Documents with a given number of tokens, all of the first word."""
    counts = np.full(n_documents, n_tokens // n_documents)
    counts[0] += n_tokens - counts.sum()
    rows = np.arange(n_documents)
    X = sparse.csr_array((counts, (rows, np.zeros_like(rows))), shape=(n_documents, n_words))
    return DocumentSource.of(X)


def for_corpus(source: DocumentSource, **parameters: Any) -> TrainingSettings:
    return TrainingSettings.for_corpus(TopicModel(10, **parameters).parameters(), source)


def for_stream(
    source: DocumentSource,
    started: tuple[int, StepSchedule] | None = None,
    **parameters: Any,
) -> TrainingSettings:
    return TrainingSettings.for_stream(TopicModel(10, **parameters).parameters(), source, started)


# ---------------------------------------------------------------------- fit


@pytest.mark.parametrize(
    ("n_documents", "n_tokens", "batch", "passes", "finishing"),
    [
        (50, 1000, 10, 16, 2),
        (1500, 2_000_000, 18, 16, 2),
        (8000, 20_000_000, 100, 16, 2),
        (8000, 60_000_000, 100, 6, 2),
        (8000, 200_000_000, 100, 2, 1),
        (8000, 400_000_000, 100, 1, 0),
    ],
)
def test_defaults_follow_the_size_of_the_corpus(
    n_documents: int, n_tokens: int, batch: int, passes: int, finishing: int
) -> None:
    settings = for_corpus(source_of(n_documents, n_tokens), n_jobs=3)
    assert settings.batch_size == batch
    assert (settings.max_passes, settings.finishing_passes) == (passes, finishing)
    assert (settings.max_seconds, settings.n_threads, settings.n_topics) == (None, 3, 10)
    assert settings.shuffle
    assert not settings.is_stream
    n_batches = -(-n_documents // batch)
    if finishing:
        assert settings.schedule == exploring_schedule(n_batches, passes - finishing)
    else:
        assert settings.schedule == topic_schedule(n_batches)


def test_given_parameters_replace_the_defaults() -> None:
    settings = for_corpus(
        source_of(100, 5000),
        algorithm=SCVB0(finishing_passes=3),
        batch_size=7,
        max_iter=9,
        max_time=60.0,
        learning_scale=0.5,
        learning_offset=4.0,
        learning_decay=0.8,
        shuffle=False,
    )
    assert settings.algorithm == SCVB0(finishing_passes=3)
    assert settings.batch_size == 7
    assert (settings.max_passes, settings.finishing_passes) == (9, 3)
    assert settings.max_seconds == 60.0
    assert settings.schedule == StepSchedule(0.5, 4.0, 0.8)
    assert not settings.shuffle


def test_one_given_number_of_the_schedule_keeps_the_others() -> None:
    usual = topic_schedule(10)
    settings = for_corpus(source_of(100, 5000), batch_size=10, learning_decay=0.8)
    assert settings.schedule == StepSchedule(usual.scale, usual.offset, 0.8)


def test_a_time_limit_alone_means_as_many_passes_as_fit_into_it() -> None:
    settings = for_corpus(source_of(100, 5000), max_time=5)
    assert (settings.max_passes, settings.max_seconds) == (None, 5)
    assert settings.most_passes == MOST_PASSES
    assert settings.follows_time
    assert settings.finishing_passes == 2


def test_a_batch_algorithm_makes_fifteen_times_as_many_passes() -> None:
    source = source_of(100, 5000)
    online, batch = for_corpus(source), for_corpus(source, algorithm="cvb0")
    assert batch.max_passes == 15 * (online.max_passes or 0)
    assert batch.finishing_passes == 0


@pytest.mark.parametrize(
    ("parameters", "learned"),
    [
        ({}, (True, False, False)),
        ({"doc_topic_prior": "auto"}, (True, True, False)),
        ({"doc_topic_prior": "symmetric"}, (False, False, False)),
        ({"doc_topic_prior": 0.1}, (False, False, False)),
        ({"doc_topic_prior": np.full(10, 0.1)}, (False, False, False)),
        ({"topic_word_prior": "auto"}, (True, False, True)),
        ({"algorithm": "svb"}, (False, False, False)),
    ],
)
def test_which_priors_are_learned(
    parameters: dict[str, Any], learned: tuple[bool, bool, bool]
) -> None:
    learning = for_corpus(source_of(100, 5000), **parameters).prior_learning
    assert (learning.alpha, learning.alpha_sum, learning.eta) == learned


# ---------------------------------------------------------------------- partial_fit


def test_a_new_stream_of_unknown_length() -> None:
    settings = for_stream(source_of(1000, 50_000))
    assert settings.is_stream
    assert (settings.max_passes, settings.finishing_passes) == (1, 0)
    assert not settings.shuffle
    assert settings.grows
    assert settings.batch_size == batch_size(0)
    assert settings.schedule == StreamSchedule()
    assert (settings.total_documents, settings.total_tokens) == (None, None)


def test_a_new_stream_of_known_length() -> None:
    settings = for_stream(source_of(100, 5000), total_samples=8000, total_tokens=4e5)
    assert settings.schedule == StreamSchedule()
    assert (settings.total_documents, settings.total_tokens) == (8000, 4e5)
    given = for_stream(source_of(100, 5000), total_samples=8000, learning_scale=1.0)
    assert given.batch_size == batch_size(8000)
    usual = topic_schedule(8000 / batch_size(8000))
    assert given.schedule == PartlyGivenSteps(1.0, usual.offset, usual.decay)
    assert not given.grows


def test_a_stream_that_has_started_keeps_its_batch_size_and_schedule() -> None:
    started = (33, StepSchedule(1.0, 5.0, 0.55))
    settings = for_stream(source_of(1000, 50_000), started)
    assert (settings.batch_size, settings.schedule) == started
    changed = for_stream(source_of(1000, 50_000), started, batch_size=50, learning_decay=0.9)
    assert changed.batch_size == 50
    assert changed.schedule == PartlyGivenSteps(1.0, 5.0, 0.9)


# ---------------------------------------------------------------------- the object


def test_settings_are_frozen_and_printable() -> None:
    settings = for_corpus(source_of(100, 5000), algorithm=SVB(max_doc_update_iter=3), n_jobs=1)
    with pytest.raises(FrozenInstanceError):
        settings.batch_size = 5  # type: ignore[misc]
    text = repr(settings)
    for part in ("batch_size=10", "SVB(max_doc_update_iter=3", "max_passes=16", "n_threads=1"):
        assert part in text


def test_equal_parameters_and_corpora_give_equal_settings() -> None:
    one, two = (for_corpus(source_of(100, 5000), algorithm=SVB(), n_jobs=1) for _ in range(2))
    assert one == two
    assert one != for_corpus(source_of(100, 5000), algorithm=SVB(), n_jobs=2)


def test_fit_and_partial_fit_store_the_settings_they_used() -> None:
    X = np.random.default_rng(0).poisson(1.0, (60, 30))
    model = TopicModel(3, algorithm=SVB(), batch_size=7, max_iter=2, random_state=0).fit(X)
    assert model.settings_.algorithm == SVB()
    assert (model.settings_.batch_size, model.settings_.max_passes) == (7, 2)
    assert not model.settings_.is_stream
    model.partial_fit(X)
    assert model.settings_.is_stream
    assert model.settings_.batch_size == 7


# ---------------------------------------------------------------------- priors


def test_the_default_prior_adapts_to_the_number_of_topics() -> None:
    for n_topics in (2, 100):
        prior = resolve_prior(TopicModel(n_topics).parameters(), 200)
        np.testing.assert_allclose(prior.doc_topic, doc_topic_prior(n_topics))
    assert doc_topic_prior(100) * 100 == 2.0


def test_map_trains_with_priors_minus_one() -> None:
    given = {"doc_topic_prior": 1.5, "topic_word_prior": 1.25}
    prior = resolve_prior(TopicModel(3, algorithm=StochasticMAP(), **given).parameters(), 20)
    np.testing.assert_allclose(prior.doc_topic, [0.5] * 3)
    np.testing.assert_allclose(prior.topic_word, [0.25])


@pytest.mark.parametrize("name", ["map", "smap"])
@pytest.mark.parametrize(
    "prior", [{"doc_topic_prior": 1.0}, {"topic_word_prior": [0.5] * 20}], ids=str
)
def test_map_needs_priors_above_one(name: str, prior: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=rf"`{next(iter(prior))}` is .*above 1"):
        resolve_prior(TopicModel(3, algorithm=name, **prior).parameters(), 20)


# ---------------------------------------------------------------------- the rules of the defaults


def test_minibatches_and_schedules_follow_their_rules() -> None:
    # Limits: at least 10 documents, at most 1,000, and 80 minibatches per pass of a small corpus.
    assert [batch_size(n) for n in (1, 10**9)] == [10, 1000]
    assert 4000 / batch_size(4000) == 80
    # A corpus of a billion tokens is passed over once.
    assert n_passes(1e9) == 1
    sizes = np.logspace(2, 9, 50)
    passes = [n_passes(n) for n in sizes]
    assert passes == sorted(passes, reverse=True)
    decays = [topic_schedule(n).decay for n in (1, 80, 1000, 10**6)]
    assert decays == sorted(decays)
    # At the end of the first pass an update remembers a sixth of it,
    assert 1 / float(topic_schedule(1000).at(np.array([999.0]))[0]) == pytest.approx(1000 / 6)
    # and at the end of the exploring passes a quarter of the corpus.
    for n_batches, n_exploring in ((1000, 8), (80, 2), (25, 30)):
        steps = exploring_schedule(n_batches, n_exploring).at(
            np.array([1e-9, n_batches * n_exploring])
        )
        np.testing.assert_allclose(steps, [0.4, 4 / n_batches], rtol=1e-6)
    assert exploring_schedule(1, 1).at(np.array([1.0]))[0] == pytest.approx(0.2)


# ---------------------------------------------------------------------- effort


def test_effort_chooses_the_number_of_passes() -> None:
    source = source_of(100, 5000)
    passes = [for_corpus(source, effort=effort).max_passes for effort in EFFORTS]
    assert passes == [6, 16, 48]
    assert for_corpus(source).max_passes == 16
    assert for_corpus(source, effort="best", max_iter=3).max_passes == 3
    assert for_corpus(source, effort="best", max_time=9.0).max_passes is None


def test_a_tiny_corpus_is_visited_as_often_as_one_of_32_documents() -> None:
    for effort in EFFORTS:
        usual = n_passes(100, effort, n_documents=32)
        assert usual == n_passes(100, effort, n_documents=10_000)
        for n_documents in (1, 9, 31):
            visits = n_documents * n_passes(100, effort, n_documents=n_documents)
            assert 32 * usual <= visits < 32 * usual + n_documents
        assert n_passes(100, effort, batch=True, n_documents=9) == 15 * usual
    assert TopicModel(2, random_state=0).fit(np.eye(9, dtype=int)).n_iter_ == 57
    assert TopicModel(2, random_state=0, max_iter=3).fit(np.eye(9, dtype=int)).n_iter_ == 3


def test_the_time_of_training_does_not_grow_beyond_a_large_corpus() -> None:
    for effort in EFFORTS:
        for n in np.logspace(7.4, 10, 20):  # whole passes: up to one more than the time allows
            most = LARGE_CORPUS * n_passes(1, effort)
            assert most <= n * n_passes(n, effort) < most + n
        assert n_passes(1e12, effort) == 1


@pytest.mark.parametrize("effort", ["fast", "", None, 3])
def test_an_unknown_effort_is_refused(effort: Any) -> None:
    with pytest.raises(InputError, match=r"`effort` is .*'quick', 'default', 'best'"):
        TopicModel(3, effort=effort).fit(np.eye(4, dtype=int))
