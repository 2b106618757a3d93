"""Finishing passes: the last passes count all documents under fixed topics."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from scipy import sparse

from tests.conftest import FakeClock
from tests.inference.comparison import TOLERANCE, random_counts
from tests.synthetic import (
    corpus_in_parts,
    make_corpus,
    reference_of,
    relative_difference,
    rows_of,
    state_bytes,
)
from tests.training.runs import SmallFinishingBatches, started
from thalweg.corpus.documents import Documents
from thalweg.inference.document_schedule import BurnIn, DocumentSteps, DocumentVisits
from thalweg.inference.scvb0 import SCVB0
from thalweg.model import TopicModel
from thalweg.training.reporting.progress import TrainingProgress

N_BATCHES = 5  # 90 documents in minibatches of 20


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    return random_counts(90, 70, 60, seed=0)


def model(algorithm: SCVB0 | None = None, **changes: Any) -> TopicModel:
    settings: dict[str, Any] = {
        "algorithm": algorithm or SCVB0(burn_in=1.0),
        "random_state": 3,
        "batch_size": 20,
        "learning_decay": 0.6,
        "doc_topic_prior": 0.1,
        "shuffle": False,
    }
    return TopicModel(5, **(settings | changes))


def one_pass_of_burn_in() -> DocumentVisits:
    """How the models of `finishing` visit documents."""
    return DocumentVisits(DocumentSteps.by_length(BurnIn(1.0)), BurnIn(1.0))


def finishing(n_passes: int | None, **options: Any) -> SCVB0:
    return SCVB0(burn_in=1.0, finishing_passes=n_passes, **options)


def test_a_finishing_pass_is_one_minibatch_of_all_documents_with_a_step_of_one(X) -> None:
    explored = model(finishing(0), max_iter=3).fit(X)
    finished = model(finishing(1), max_iter=4).fit(X)
    reference = reference_of(explored.state_, one_pass_of_burn_in())
    reference.minibatch(rows_of(Documents.check(X)), rho=1.0)
    found = finished.state_.topic_word_counts
    assert relative_difference(found, reference.N_phi) < TOLERANCE
    assert finished.n_batch_iter_ == explored.n_batch_iter_ + 1
    assert finished.n_documents_seen_ == 4 * 90


def test_a_listener_that_cuts_a_finishing_pass_into_slices_changes_no_bit(X) -> None:
    small_batches = model(SmallFinishingBatches(burn_in=1.0), max_iter=4, shuffle=True)
    reported: list[int] = []

    def listener(now: TrainingProgress) -> None:
        reported.append(now.n_documents)

    sliced = started(small_batches, X)
    sliced.seconds_between_reports = 0.0
    sliced.run(listener)
    within_finishing = {n for n in reported if n > 2 * 90} - {3 * 90, 4 * 90}
    assert len(within_finishing) > 4
    assert state_bytes(sliced.state) == state_bytes(small_batches.fit(X).state_)


def test_counts_after_finishing_are_those_of_the_corpus(X) -> None:
    """For every word, the topics together have as many tokens as the documents."""
    finished = model(max_iter=2).fit(X)
    np.testing.assert_allclose(
        finished.state_.topic_word_counts.sum(axis=1), X.sum(axis=0), rtol=1e-4, atol=1e-3
    )


def test_finishing_predicts_unseen_documents_better_than_as_many_exploring_passes() -> None:
    corpus = make_corpus(n_documents=600, n_words=200, n_topics=8, seed=1)
    train, held_out = corpus.counts[:500], corpus.counts[500:]

    def mean_score(n_finishing: int) -> float:
        algorithm = SCVB0(finishing_passes=n_finishing)
        models = [
            TopicModel(8, algorithm=algorithm, random_state=seed, max_iter=6) for seed in range(3)
        ]
        return float(np.mean([each.fit(train).score(held_out) for each in models]))

    assert mean_score(2) > mean_score(0) + 0.002


@pytest.mark.parametrize(
    ("max_iter", "given", "n_finishing"),
    [(1, None, 0), (2, None, 1), (3, None, 1), (6, None, 2), (6, 0, 0), (6, 5, 5), (3, 9, 3)],
)
def test_number_of_finishing_passes(X, max_iter: int, given: int | None, n_finishing: int) -> None:
    fitted = model(finishing(given), max_iter=max_iter).fit(X)
    assert fitted.n_iter_ == max_iter
    assert fitted.settings_.finishing_passes == n_finishing
    assert fitted.n_batch_iter_ == (max_iter - n_finishing) * N_BATCHES + n_finishing


def test_documents_on_disk_are_counted_like_documents_in_memory(X, tmp_path) -> None:
    """The parts have different sizes, and each has several minibatches."""
    stored = corpus_in_parts(X, tmp_path / "store", 600)
    part_sizes = set(np.diff(stored.part_bounds()).tolist())
    assert len(part_sizes) > 1

    class SmallerBatches(SCVB0):
        finishing_entries = 200

    explored = model(SmallerBatches(burn_in=1.0, finishing_passes=0), max_iter=2).fit(stored)
    finished = model(SmallerBatches(burn_in=1.0, finishing_passes=1), max_iter=3).fit(stored)
    assert finished.n_batch_iter_ > explored.n_batch_iter_ + stored.part_bounds().size
    reference = reference_of(explored.state_, one_pass_of_burn_in())
    reference.minibatch(rows_of(Documents.check(X)), rho=1.0)
    found = finished.state_.topic_word_counts
    assert relative_difference(found, reference.N_phi) < TOLERANCE


def test_empty_documents_do_not_change_the_counts(X) -> None:
    with_empty = sparse.csr_array(sparse.vstack([X, sparse.csr_array((40, 70), dtype=X.dtype)]))
    finished = model(max_iter=2).fit(with_empty)
    np.testing.assert_allclose(
        finished.state_.topic_word_counts.sum(axis=1), X.sum(axis=0), rtol=1e-4, atol=1e-3
    )


def test_partial_fit_after_fit_does_not_undo_the_finishing_passes() -> None:
    corpus = make_corpus(n_documents=900, n_words=200, n_topics=8, seed=1)
    train, more, held_out = corpus.counts[:600], corpus.counts[600:700], corpus.counts[700:]
    fitted = TopicModel(8, random_state=0).fit(train)
    before = fitted.score(held_out)
    assert fitted.partial_fit(more).score(held_out) > before - 0.01


@pytest.mark.parametrize(
    ("max_time", "n_passes", "n_finishing", "took"),
    [(10.0, 7, 2, 10.0), (20.0, 17, 2, 20.0), (3.5, 2, 1, 3.5), (3.0, 3, 0, 3.0)],
)
def test_a_time_limit_is_kept_and_leaves_time_to_finish(
    X, clock: FakeClock, max_time: float, n_passes: int, n_finishing: int, took: float
) -> None:
    fitted = model(max_time=max_time).fit(X)
    assert (fitted.n_iter_, clock.now) == (n_passes, took)
    assert fitted.n_batch_iter_ == N_BATCHES * (n_passes - n_finishing) + n_finishing


def test_a_finishing_pass_that_the_time_limit_ends_is_used_as_far_as_it_came(
    X, clock: FakeClock
) -> None:
    """N <- (1 - rho) N + rho N', where N' counts a share rho of all tokens."""
    found: list[tuple[NDArray[Any], NDArray[Any], float]] = []

    class CutShort(SCVB0):
        def finish(self, counted, topics, documents, order, first, **options) -> None:
            half = order[: order.size // 2]
            super().finish(counted, topics, documents, half, first, **options)
            rho = documents.lengths[half].sum() / documents.lengths.sum()
            found.append((topics.topic_word_counts.copy(), counted.topic_word_counts.copy(), rho))

    fitted = model(CutShort(burn_in=1.0), max_time=3.5).fit(X)
    assert clock.now == 3.5
    [(before, counted, rho)] = found
    expected = (1 - rho) * before + rho * counted
    np.testing.assert_allclose(fitted.state_.topic_word_counts, expected, rtol=1e-5, atol=1e-6)
    np.testing.assert_allclose(fitted.state_.topic_counts, expected.sum(axis=0), rtol=1e-5)
    assert fitted.n_documents_seen_ == 90 + 45


def test_a_second_finishing_pass_that_the_time_limit_ends_is_not_used(X, clock: FakeClock) -> None:
    after_first: list[NDArray[Any]] = []

    class SecondCutShort(SCVB0):
        def finish(self, counted, topics, documents, order, first, **options) -> None:
            if clock.now > 6:
                after_first.append(topics.topic_word_counts.copy())
                order = order[: order.size // 2]
            super().finish(counted, topics, documents, order, first, **options)

    fitted = model(SecondCutShort(burn_in=1.0), max_time=10.0).fit(X)
    assert clock.now == 10.0
    assert len(after_first) == 1
    np.testing.assert_array_equal(fitted.state_.topic_word_counts, after_first[0])


def test_without_finishing_passes_the_whole_time_is_spent_exploring(X, clock: FakeClock) -> None:
    assert model(finishing(0), max_time=7.0).fit(X).n_iter_ == 7
    assert clock.now == 7.0


def test_early_stopping_finishes_and_keeps_the_best_state(X) -> None:
    fitted = TopicModel(5, random_state=0, early_stopping=True, max_iter=60, batch_size=10).fit(X)
    assert fitted.n_iter_ < 60
    n_batches = -(-81 // 10)  # 9 of 90 documents are held out
    assert fitted.history_[-1]["documents"] == fitted.n_iter_ * 81
    scores = [row["score"] for row in fitted.history_]
    assert fitted.best_score_ == max(scores)
    best_pass = int(np.argmax(scores)) + 1
    n_finished = max(0, best_pass - (fitted.n_iter_ - 2))
    assert fitted.n_batch_iter_ == (best_pass - n_finished) * n_batches + n_finished


def test_kept_document_counts_are_finished_too(X) -> None:
    fitted = model(finishing(None, keep_doc_topics=True), max_iter=4).fit(X)
    np.testing.assert_allclose(fitted.doc_topic_counts_.sum(axis=1), X.sum(axis=1), rtol=1e-3)
    assert fitted.n_batch_iter_ == 2 * N_BATCHES + 2


def test_the_settings_of_the_paper_have_no_finishing_passes(X) -> None:
    fitted = TopicModel.paper(5, max_iter=3, batch_size=20, random_state=0).fit(X)
    assert fitted.n_batch_iter_ == 3 * N_BATCHES
