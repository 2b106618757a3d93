"""The passes that finish a training: all documents counted under topics that stand still."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from scipy import sparse
from thalweg.inference.method import Method

from tests.inference.comparison import TOLERANCE, random_counts
from tests.synthetic import (
    make_corpus,
    plain_visits,
    reference_of,
    relative_difference,
    rows_of,
    state_bytes,
)
from thalweg import Corpus
from thalweg.corpus.documents import Documents
from thalweg.model import TopicModel

PLAIN = {"random_state": 3, "batch_size": 20, "burn_in": 1.0, "learning_decay": 0.6} | {
    "doc_topic_prior": 0.1,
    "shuffle": False,
}


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    return random_counts(90, 70, 60, seed=0)


def model(**changes: Any) -> TopicModel:
    return TopicModel(5, **(PLAIN | changes))


def test_a_finishing_pass_is_one_minibatch_of_all_documents_with_a_step_of_one(X) -> None:
    explored = model(max_iter=3, finishing_passes=0).fit(X)
    finished = model(max_iter=4, finishing_passes=1).fit(X)
    visits = plain_visits(burn_in=1.0)
    reference = reference_of(explored.state_, visits)
    reference.minibatch(rows_of(Documents.check(X)), rho=1.0)
    found = finished.state_.topic_word_counts
    assert relative_difference(found, reference.N_phi) < TOLERANCE
    assert finished.state_.clock == explored.state_.clock + 1
    assert finished.n_documents_seen_ == 4 * 90


def test_one_who_listens_changes_no_bit(X, monkeypatch: pytest.MonkeyPatch) -> None:
    """A listener, as a checkpoint, cuts a finishing pass between its minibatches."""
    monkeypatch.setattr("thalweg.inference.scvb0._ENTRIES_AT_A_TIME", 500)
    monkeypatch.setattr("thalweg.training.loop.SECONDS_BETWEEN_REPORTS", 0.0)
    told: list[int] = []
    watched = model(max_iter=4, shuffle=True).fit(
        X, progress=lambda now: told.append(now.n_documents)
    )
    assert len({n for n in told if n > 2 * 90} - {3 * 90, 4 * 90}) > 4
    assert state_bytes(watched.state_) == state_bytes(model(max_iter=4, shuffle=True).fit(X).state_)


def test_counts_after_it_are_those_of_the_corpus_to_the_token(X) -> None:
    """Of every word, the topics together have as many tokens as the documents."""
    finished = model(max_iter=2).fit(X)
    np.testing.assert_allclose(
        finished.state_.topic_word_counts.sum(axis=1), X.sum(axis=0), rtol=1e-4, atol=1e-3
    )


def test_it_predicts_unseen_documents_better_than_as_many_exploring_passes() -> None:
    corpus = make_corpus(n_documents=600, n_words=200, n_topics=8, seed=1)
    train, held_out = corpus.counts[:500], corpus.counts[500:]
    scores = {
        n: np.mean(
            [
                TopicModel(8, random_state=seed, max_iter=6, finishing_passes=n)
                .fit(train)
                .score(held_out)
                for seed in range(3)
            ]
        )
        for n in (0, 2)
    }
    assert scores[2] > scores[0] + 0.002


@pytest.mark.parametrize(
    ("max_iter", "given", "n_finishing"),
    [(1, None, 0), (2, None, 1), (3, None, 1), (6, None, 2), (6, 0, 0), (6, 5, 5), (3, 9, 3)],
)
def test_how_many_of_the_passes_finish(X, max_iter: int, given: int | None, n_finishing) -> None:
    fitted = model(max_iter=max_iter, finishing_passes=given).fit(X)
    assert fitted.n_iter_ == max_iter
    assert fitted.state_.clock == (max_iter - n_finishing) * 5 + n_finishing  # 5 minibatches


def test_documents_on_disk_are_counted_as_those_in_memory(X, tmp_path, monkeypatch) -> None:
    """In parts of different sizes, and in several minibatches: all the same sums."""
    monkeypatch.setattr("thalweg.corpus.corpus.Corpus.part_entries", 600)
    monkeypatch.setattr("thalweg.inference.scvb0._ENTRIES_AT_A_TIME", 200)
    Corpus(X, [f"w{w}" for w in range(70)]).save(tmp_path / "store")
    stored = Corpus.open(tmp_path / "store")
    assert len(set(np.diff(stored.part_bounds()).tolist())) > 1
    explored = model(max_iter=2, finishing_passes=0).fit(stored)
    finished = model(max_iter=3, finishing_passes=1).fit(stored)
    assert finished.state_.clock > explored.state_.clock + stored.part_bounds().size
    reference = reference_of(explored.state_, plain_visits(burn_in=1.0))
    reference.minibatch(rows_of(Documents.check(X)), rho=1.0)
    found = finished.state_.topic_word_counts
    assert relative_difference(found, reference.N_phi) < TOLERANCE


def test_parts_without_documents_or_words_count_nothing(X) -> None:
    padded = sparse.csr_array(sparse.vstack([X, sparse.csr_array((40, 70), dtype=X.dtype)]))
    finished = model(max_iter=2).fit(padded)
    np.testing.assert_allclose(
        finished.state_.topic_word_counts.sum(axis=1), X.sum(axis=0), rtol=1e-4, atol=1e-3
    )


def test_further_documents_do_not_undo_a_finished_training() -> None:
    corpus = make_corpus(n_documents=900, n_words=200, n_topics=8, seed=1)
    train, more, held_out = corpus.counts[:600], corpus.counts[600:700], corpus.counts[700:]
    fitted = TopicModel(8, random_state=0).fit(train)
    before = fitted.score(held_out)
    assert fitted.partial_fit(more).score(held_out) > before - 0.01


@pytest.fixture
def clock(monkeypatch) -> Any:
    """A clock that moves when documents are visited: a second a pass, 2.5 if it finishes."""
    now = [0.0]
    for name, cost in (("apply", 1.0), ("recount", 2.5)):
        usual = getattr(Method, name)

        def costly(*arguments: Any, usual=usual, cost=cost, **options: Any) -> None:
            usual(*arguments, **options)
            now[0] += cost

        monkeypatch.setattr(Method, name, costly)
    monkeypatch.setattr("thalweg.training.loop.time.perf_counter", lambda: now[0])
    return now


@pytest.mark.parametrize(
    ("max_time", "n_passes", "n_finishing", "took"),
    [(10.0, 7, 2, 10.0), (20.0, 17, 2, 20.0), (4.0, 2, 1, 3.5), (3.0, 3, 0, 3.0)],
)
def test_a_time_limit_is_kept_and_leaves_time_to_finish(
    X, clock, max_time: float, n_passes: int, n_finishing: int, took: float
) -> None:
    fitted = model(max_time=max_time).fit(X)
    assert (fitted.n_iter_, clock[0]) == (n_passes, took)
    assert fitted.state_.clock == 5 * (n_passes - n_finishing) + n_finishing


def test_without_finishing_a_time_limit_is_used_up(X, clock) -> None:
    assert model(max_time=7.0, finishing_passes=0).fit(X).n_iter_ == 7


def test_early_stopping_finishes_and_keeps_the_best(X) -> None:
    fitted = TopicModel(5, random_state=0, early_stopping=True, max_iter=60, batch_size=10).fit(X)
    assert fitted.n_iter_ < 60
    n_batches = -(-81 // 10)
    assert fitted.history_[-1]["documents"] == fitted.n_iter_ * 81
    scores = [row["score"] for row in fitted.history_]
    assert fitted.best_score_ == max(scores)
    best_pass = int(np.argmax(scores)) + 1
    n_finished = max(0, best_pass - (fitted.n_iter_ - 2))
    assert fitted.state_.clock == (best_pass - n_finished) * n_batches + n_finished


def test_kept_counts_of_documents_are_finished_too(X) -> None:
    fitted = model(max_iter=4, keep_doc_topics=True).fit(X)
    np.testing.assert_allclose(fitted.doc_topic_counts_.sum(axis=1), X.sum(axis=1), rtol=1e-3)
    assert fitted.state_.clock == 2 * 5 + 2


def test_the_papers_settings_do_not_finish(X) -> None:
    fitted = TopicModel.paper(5, max_iter=3, batch_size=20, random_state=0).fit(X)
    assert fitted.state_.clock == 3 * 5
