"""`n_jobs` has the meaning of scikit-learn, and does not change results."""

import os

import pytest

from tests.synthetic import make_corpus, state_bytes
from thalweg import LDA, InputError
from thalweg.system.threads import MAX_THREADS, default_threads, resolve_threads


@pytest.fixture
def six_cores(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: set(range(6)), raising=False)


@pytest.mark.usefixtures("six_cores")
@pytest.mark.parametrize(
    ("n_jobs", "threads"), [(None, 6), (-1, 6), (-2, 5), (-6, 1), (-100, 1), (1, 1), (3, 3), (9, 9)]
)
def test_n_jobs_has_the_meaning_of_scikit_learn(n_jobs: int | None, threads: int) -> None:
    assert resolve_threads(n_jobs) == threads


def test_only_cores_that_this_process_may_use_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "sched_getaffinity", lambda _: {2, 5}, raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: 64)
    assert default_threads() == 2


@pytest.mark.parametrize(("cores", "threads"), [(4, 4), (None, 1)])
def test_without_affinity_all_cores_are_counted(
    monkeypatch: pytest.MonkeyPatch, cores: int | None, threads: int
) -> None:
    monkeypatch.delattr(os, "sched_getaffinity", raising=False)
    monkeypatch.setattr(os, "cpu_count", lambda: cores)
    assert default_threads() == threads


@pytest.mark.parametrize("n_jobs", [0, 1.5, "two", [1], float("nan")])
def test_an_invalid_number_of_threads_is_refused(n_jobs: object) -> None:
    with pytest.raises(InputError, match="`n_jobs` is"):
        resolve_threads(n_jobs)


def test_the_number_of_threads_is_limited() -> None:
    assert resolve_threads(10**6) == MAX_THREADS


@pytest.mark.parametrize("n_jobs", [2, 3, 7])
def test_results_do_not_depend_on_the_number_of_threads(n_jobs: int) -> None:
    # Minibatches of some 5,000 entries: enough to be split into blocks for several threads.
    X = make_corpus(400, 300, 10, 100.0, seed=2).counts
    assert X[:200].nnz > 4096

    def model(threads: int) -> LDA:
        lda = LDA(10, batch_size=200, max_iter=2, n_jobs=threads, random_state=0)
        return lda.fit(X).partial_fit(X[:250])

    one, many = model(1), model(n_jobs)
    assert state_bytes(one.state_) == state_bytes(many.state_)
    assert one.transform(X).tobytes() == many.transform(X).tobytes()
    assert one.score(X) == many.score(X)
