"""Topics whose rows are partitioned over workers: the bits of one machine, in no one process."""

import os
import signal
import tracemalloc
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.distributed.separate_workers import SeparateSimulation
from tests.synthetic import corpus_in_parts, make_corpus
from thalweg import LDA, SCVB0, InputError, load
from thalweg.corpus.corpus import Corpus
from thalweg.distributed import PartitionedProgress, Ray, Simulation, fit_partitioned
from thalweg.distributed.workers.row_work import RowWork, row_bounds
from thalweg.distributed.workers.tasks import ExactTask

SETTINGS: dict[str, Any] = {
    "max_iter": 5,
    "batch_size": 150,
    "random_state": 1,
    "n_jobs": 1,
    "doc_topic_prior": 0.1,
}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Documents on disk in several parts; minibatches of several blocks."""
    planted = make_corpus(900, 410, 5, 60.0, seed=2)
    return corpus_in_parts(planted.counts, tmp_path_factory.mktemp("corpus") / "c", 15_000)


def same_model(a: LDA, b: LDA) -> bool:
    names = ("scaled_counts", "scale", "totals")
    return all(np.array_equal(getattr(a.state_, n), getattr(b.state_, n)) for n in names)


@pytest.mark.parametrize("n_workers", [1, 2, 5])
def test_the_model_has_the_bits_of_one_machine(
    corpus: Corpus, tmp_path: Path, n_workers: int
) -> None:
    alone = LDA(5, **SETTINGS).fit(corpus)
    out = tmp_path / "m.model"
    fit_partitioned(LDA(5, **SETTINGS), corpus, out, SeparateSimulation(n_workers, "exact"))
    together = load(out)
    assert same_model(alone, together)
    assert list(together.vocabulary_) == list(corpus.vocabulary)
    assert together.n_documents_seen_ == alone.n_documents_seen_
    assert together.n_tokens_seen_ == alone.n_tokens_seen_
    assert together.n_iter_ == alone.n_iter_
    assert [path.name for path in tmp_path.iterdir()] == ["m.model"]


def test_an_eta_for_every_word_has_the_bits_of_one_machine(corpus: Corpus, tmp_path: Path) -> None:
    settings = SETTINGS | {"topic_word_prior": np.linspace(0.01, 0.1, corpus.n_words)}
    out = tmp_path / "m.model"
    fit_partitioned(LDA(5, **settings), corpus, out, SeparateSimulation(3, "exact"))
    assert same_model(LDA(5, **settings).fit(corpus), load(out))


def test_no_worker_has_more_than_its_share(tmp_path: Path) -> None:
    n_words, n_topics, n_workers = 8000, 256, 4
    planted = make_corpus(150, n_words, 5, 40.0, seed=3)
    corpus = corpus_in_parts(planted.counts, tmp_path / "c", 5000)
    seen: list[PartitionedProgress] = []
    engine = SeparateSimulation(n_workers, "exact")
    settings = SETTINGS | {"algorithm": SCVB0(finishing_passes=0), "max_iter": 2, "batch_size": 40}
    fit_partitioned(LDA(n_topics, **settings), corpus, tmp_path / "m", engine, progress=seen.append)
    owned = [sizes["owned"] for sizes in seen[-1].rows]
    assert sum(owned) == n_words
    assert max(owned) <= n_words // n_workers + 16
    most = np.sort(np.diff(planted.counts.indptr))[-40:].sum()  # words of 40 documents
    assert most < n_words / 4
    assert 0 < max(sizes["fetched"] for sizes in seen[-1].rows) <= most


def test_an_error_of_any_owner_in_any_minibatch_is_raised(
    corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its rows would otherwise miss a minibatch, and the model would be wrong."""
    apply_rows = RowWork.apply_rows

    def fail(self: RowWork, task: ExactTask, batch: int, *counted: Any) -> None:
        if batch == 0 and self._range.number == 0:
            raise ValueError("a row is torn")
        apply_rows(self, task, batch, *counted)

    monkeypatch.setattr(RowWork, "apply_rows", fail)
    with pytest.raises(ValueError, match="a row is torn"):
        fit_partitioned(LDA(5, **SETTINGS), corpus, tmp_path / "m", SeparateSimulation(2, "exact"))


def test_a_killed_run_resumes_to_the_same_bits(corpus: Corpus, tmp_path: Path) -> None:
    out, n_calls = tmp_path / "m.model", 0
    engine = SeparateSimulation(2, "exact")

    class StoppedError(Exception):
        pass

    def stop(progress: PartitionedProgress) -> None:
        nonlocal n_calls
        n_calls += 1
        if n_calls in (3, 9):
            raise StoppedError

    def run(*, resume: bool, n_workers: int) -> None:
        fit_partitioned(
            LDA(5, **SETTINGS),
            corpus,
            out,
            SeparateSimulation(n_workers, "exact"),
            resume=resume,
            checkpoint_seconds=0.0,
            progress=stop,
        )

    for n_workers in (2, 3):
        with pytest.raises(StoppedError):
            run(resume=n_workers == 3, n_workers=n_workers)
    with pytest.raises(InputError, match="has a checkpoint of an earlier training run"):
        fit_partitioned(LDA(5, **SETTINGS), corpus, out, engine)
    with pytest.raises(InputError, match="other documents, parameters or instructions"):
        fit_partitioned(LDA(6, **SETTINGS), corpus, out, engine, resume=True)
    run(resume=True, n_workers=2)
    assert same_model(LDA(5, **SETTINGS).fit(corpus), load(out))


@pytest.mark.parametrize(
    ("changed", "mode", "message"),
    [
        ({"doc_topic_prior": None}, "exact", "`doc_topic_prior` is learned"),
        ({"seed_words": [[0, 1]]}, "exact", "`seed_words` is not supported"),
        ({"max_time": 5.0}, "exact", "`max_time` is not supported"),
        ({"early_stopping": True}, "exact", "`early_stopping`"),
        ({"algorithm": "svb"}, "exact", "trains by SCVB0"),
        ({}, "rounds", "use 'exact'"),
    ],
)
def test_what_is_not_supported_is_refused_before_any_work(
    corpus: Corpus, tmp_path: Path, changed: dict[str, Any], mode: str, message: str
) -> None:
    lda = LDA(5, **(SETTINGS | changed))
    with pytest.raises(InputError, match=message):
        fit_partitioned(lda, corpus, tmp_path / "m.model", SeparateSimulation(2, mode))
    assert not list(tmp_path.iterdir())


def test_virtual_workers_that_share_topics_are_refused(corpus: Corpus, tmp_path: Path) -> None:
    with pytest.raises(InputError, match="virtual workers that share their topics"):
        fit_partitioned(LDA(5, **SETTINGS), corpus, tmp_path / "m", Simulation(2, "exact"))


def test_ranges_of_rows_cover_all_words_and_begin_at_a_stripe() -> None:
    for n_words in (1, 16, 17, 410, 1000):
        for n_workers in (1, 2, 5, 40):
            bounds = row_bounds(n_words, n_workers)
            assert (bounds[0], bounds[-1], len(bounds)) == (0, n_words, n_workers + 1)
            assert all(bound % 16 == 0 for bound in bounds[:-1] if bound != n_words)


def test_two_nodes_train_the_model_of_one_machine_and_survive_a_kill(
    cluster: Any, corpus: Corpus, tmp_path: Path
) -> None:
    engine, seen = Ray(n_workers=2, mode="exact", timeout=20), []

    def listen(progress: PartitionedProgress) -> None:
        seen.append(progress)
        if len(seen) == 3:
            os.kill(engine.pool.workers[1]["process"], signal.SIGKILL)

    fit_partitioned(LDA(5, **SETTINGS), corpus, tmp_path / "m", engine, progress=listen)
    assert len(seen) > 3
    assert same_model(LDA(5, **SETTINGS).fit(corpus), load(tmp_path / "m"))


def test_the_driver_never_holds_all_rows(cluster: Any, tmp_path: Path) -> None:
    planted = make_corpus(200, 30_000, 5, 40.0, seed=2)
    corpus = corpus_in_parts(planted.counts, tmp_path / "c", 9000)
    engine = Ray(n_workers=2, mode="exact", timeout=60)
    tracemalloc.start()
    try:
        fit_partitioned(LDA(512, **SETTINGS), corpus, tmp_path / "m", engine)
        _, most = tracemalloc.get_traced_memory()
    finally:
        tracemalloc.stop()
    assert most < 30_000 * 512 * 4 / 2
