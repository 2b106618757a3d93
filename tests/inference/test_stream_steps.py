"""Streams: steps per token, burn-in of the first documents, and what they lead to."""

from __future__ import annotations

import numpy as np
import pytest

from benchmarks.streams.sorted_toy import calls_by_subject, found_topics
from tests.synthetic import make_corpus
from thalweg import LDA
from thalweg.inference.schedules import StepSchedule
from thalweg.inference.stream_steps import (
    FIRST_PASSES,
    FULL_BURN_IN,
    PartlyGivenSteps,
    StreamSchedule,
    passes_of_burn_in,
)
from thalweg.training.minibatches import stream_bounds


def test_equal_documents_take_the_steps_of_the_equation() -> None:
    steps = StreamSchedule(2.0, 50.0, 1.0).of_tokens(
        0, 0.0, np.array([10, 30]), np.array([70.0, 210.0])
    )
    np.testing.assert_allclose(1 - steps, [(50 / 60) ** 2, (60 / 90) ** 2])


def test_what_is_kept_does_not_depend_on_where_minibatches_end() -> None:
    tokens = np.full(60, 7.0)
    fine = StreamSchedule().of_tokens(20, 140.0, np.ones(60, dtype=np.int64), tokens)
    coarse = StreamSchedule().of_tokens(20, 140.0, np.array([60]), tokens.sum(keepdims=True))
    np.testing.assert_allclose(np.prod(1 - fine), 1 - coarse[0])


def test_documents_without_tokens_keep_everything() -> None:
    steps = StreamSchedule().of_tokens(0, 0.0, np.array([5, 5]), np.array([0.0, 20.0]))
    assert 0 < steps[0] < 1e-200
    assert 0 < steps[1] < 1


def test_burn_in_falls_with_the_documents_seen_and_ends() -> None:
    assert passes_of_burn_in(0) == passes_of_burn_in(FULL_BURN_IN) == FIRST_PASSES
    assert passes_of_burn_in(2 * FULL_BURN_IN) == FIRST_PASSES / 2
    assert passes_of_burn_in(10 * FULL_BURN_IN) is None


def test_minibatches_grow_with_the_stream_in_any_grouping() -> None:
    whole = stream_bounds(0, 300, lambda n: 10 + n // 20)
    cut = int(whole[7])
    parts = [
        stream_bounds(0, cut, lambda n: 10 + n // 20),
        cut + stream_bounds(cut, 300 - cut, lambda n: 10 + n // 20)[1:],
    ]
    np.testing.assert_array_equal(np.concatenate(parts), whole)


def test_a_young_stream_is_taken_to_outweigh_the_prior() -> None:
    assert StreamSchedule().least_tokens(30.0) == 90.0
    assert StepSchedule().least_tokens(30.0) == 1.0


def test_many_topics_part_within_a_short_stream() -> None:
    # 100 subjects of 40 words each, and 300 words that all share. eta alone weighs 100 x 4,300 x
    # 0.03 = 12,900 tokens, more than the first six calls. If counts were not scaled up, no subject
    # would be found.
    n_subjects, n_each, n_common = 100, 40, 300
    rng = np.random.default_rng(0)
    X = np.zeros((2000, n_subjects * n_each + n_common), dtype=np.int32)
    for row in X:
        np.add.at(row, n_each * rng.integers(n_subjects) + rng.integers(n_each, size=10), 1)
        np.add.at(row, n_subjects * n_each + rng.integers(n_common, size=10), 1)
    lda = LDA(n_subjects, random_state=0)
    for first in range(0, 2000, 100):
        lda.partial_fit(X[first : first + 100])
    own = lda.components_[:, : n_subjects * n_each]
    by_subject = own.reshape(n_subjects, n_subjects, n_each).sum(axis=2)
    is_clear = by_subject.max(axis=1) > 0.5 * by_subject.sum(axis=1)
    assert np.unique(by_subject.argmax(axis=1)[is_clear]).size >= 30


@pytest.mark.parametrize("seed", range(10))
def test_subjects_that_arrive_one_after_another_become_topics(seed: int) -> None:
    assert found_topics("thalweg", seed, 10)


def test_a_stream_that_is_saved_goes_on_with_the_same_bits(tmp_path) -> None:
    calls = calls_by_subject(0)
    lda = LDA(3, random_state=0).partial_fit(calls[0])
    lda.save(tmp_path / "model")
    loaded = LDA.load(tmp_path / "model")
    assert loaded.schedule_ == lda.schedule_ == StreamSchedule()
    for model in (lda, loaded):
        model.partial_fit(calls[1])
    np.testing.assert_array_equal(loaded.components_, lda.components_)


def test_threads_do_not_change_the_bits_of_a_stream() -> None:
    X = make_corpus(n_documents=300, n_topics=3).counts
    one, two = (LDA(3, random_state=0, n_jobs=n).partial_fit(X) for n in (1, 2))
    np.testing.assert_array_equal(one.components_, two.components_)


def test_the_paper_and_given_steps_have_no_stream_rules() -> None:
    X = make_corpus(n_documents=60, n_topics=3).counts
    assert type(LDA.paper(3).partial_fit(X).schedule_) is StepSchedule
    steps = {"learning_scale": 1.0, "learning_offset": 1.0, "learning_decay": 0.6}
    assert type(LDA(3, **steps).partial_fit(X).schedule_) is StepSchedule
    assert type(LDA(3, learning_decay=0.6).partial_fit(X).schedule_) is PartlyGivenSteps
    assert type(LDA(3, algorithm="svb").partial_fit(X).schedule_) is StepSchedule
