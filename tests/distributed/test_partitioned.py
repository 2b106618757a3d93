"""Topics whose rows are partitioned over workers: the bits of one machine, in no one process."""

import json
import os
import signal
import tracemalloc
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.distributed.separate_workers import SeparateSimulation, SeparateWorkers
from tests.synthetic import corpus_in_parts, make_corpus
from thalweg import LDA, SCVB0, InputError, StorageError, ThalwegError, load
from thalweg.corpus.corpus import Corpus
from thalweg.distributed import PartitionedProgress, Ray, Simulation, fit_partitioned
from thalweg.distributed.pool import LostWorkersError
from thalweg.distributed.workers.row_work import RowWork, row_bounds
from thalweg.distributed.workers.tasks import ExactTask, WorkerSetup
from thalweg.distributed.workers.worker import Worker

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


def test_workers_without_words_train_too(tmp_path: Path) -> None:
    """Twelve words have one stripe each, so one of three workers owns them all."""
    planted = make_corpus(200, 12, 3, 40.0, seed=3)
    corpus = corpus_in_parts(planted.counts, tmp_path / "c", 3000)
    with pytest.warns(UserWarning, match="only 12 words"):
        alone = LDA(13, **SETTINGS).fit(corpus)
    engine = SeparateSimulation(3, "exact")
    with pytest.warns(UserWarning, match="only 12 words"):
        fit_partitioned(LDA(13, **SETTINGS), corpus, tmp_path / "m", engine)
    assert same_model(alone, load(tmp_path / "m"))


class StoppedError(Exception):
    """The training run is killed here."""


def stop_at(n_passes: int, n_calls: int) -> Callable[[PartitionedProgress], None]:
    """Return a listener that stops a run at its n-th call in a pass."""
    seen = 0

    def stop(progress: PartitionedProgress) -> None:
        nonlocal seen
        seen += progress.n_passes == n_passes
        if seen == n_calls:
            raise StoppedError

    return stop


def stop_run(corpus: Corpus, out: Path, n_workers: int, n_passes: int, n_calls: int = 2) -> Path:
    """Return the folder of checkpoints of a run that was stopped."""
    with pytest.raises(StoppedError):
        fit_partitioned(
            LDA(5, **SETTINGS),
            corpus,
            out,
            SeparateSimulation(n_workers, "exact"),
            checkpoint_seconds=0.0,
            progress=stop_at(n_passes, n_calls),
        )
    return out.with_name(f"{out.name}.rows")


def resume(corpus: Corpus, out: Path, n_workers: int, **changed: Any) -> None:
    lda = LDA(5, **(SETTINGS | changed))
    fit_partitioned(lda, corpus, out, SeparateSimulation(n_workers, "exact"), resume=True)


def test_each_worker_writes_a_file_of_its_own(corpus: Corpus, tmp_path: Path) -> None:
    """On a network file system, two that write one file write back each other's old pages."""
    folder = stop_run(corpus, tmp_path / "m", 3, n_passes=1)
    sizes = [path.stat().st_size for path in folder.glob("rows-*.f32")]
    bounds = row_bounds(corpus.n_words, 3)
    assert sorted(sizes) == sorted(8 * 4 * n for n in np.diff(bounds).tolist())


def test_a_stopped_finishing_pass_continues(corpus: Corpus, tmp_path: Path) -> None:
    folder = stop_run(corpus, tmp_path / "m", 2, n_passes=4, n_calls=3)
    facts = json.loads((folder / "checkpoint.json").read_text())
    assert facts["counted"] is not None
    assert facts["position"]["part"] > 0
    resume(corpus, tmp_path / "m", 3)
    assert same_model(LDA(5, **SETTINGS).fit(corpus), load(tmp_path / "m"))


@pytest.mark.parametrize(("n_workers", "is_cut"), [(2, False), (3, False), (2, True)])
def test_damaged_rows_are_an_error(
    corpus: Corpus, tmp_path: Path, n_workers: int, is_cut: bool
) -> None:
    folder = stop_run(corpus, tmp_path / "m", 2, n_passes=1)
    rows = sorted(folder.glob("rows-*.f32"))[1]
    content = rows.read_bytes()
    rows.write_bytes(content[:-64] if is_cut else content[:128] + bytes(64) + content[192:])
    with pytest.raises(StorageError, match="is damaged"):
        resume(corpus, tmp_path / "m", n_workers)
    assert rows.exists()


def test_a_full_disk_is_an_error_that_leaves_the_last_checkpoint(
    corpus: Corpus, tmp_path: Path
) -> None:
    resource = pytest.importorskip("resource")
    folder = stop_run(corpus, tmp_path / "m", 2, n_passes=1)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    limits = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (3000, limits[1]))
    try:
        with pytest.raises(StorageError, match="cannot be written"):
            resume(corpus, tmp_path / "m", 2)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, limits)
    # A worker whose rows fit may have written them after another had failed.
    assert {name: (folder / name).read_bytes() for name in before} == before
    resume(corpus, tmp_path / "m", 2)
    assert not folder.exists()
    assert same_model(LDA(5, **SETTINGS).fit(corpus), load(tmp_path / "m"))


def test_losses_count_from_the_last_checkpoint(corpus: Corpus, tmp_path: Path) -> None:
    """A long run may lose many workers, but not ten without a checkpoint in between."""
    n_losses = dict.fromkeys(range(5), 0)

    def lose(progress: PartitionedProgress) -> None:
        n_losses[progress.n_passes] += 1
        if n_losses[progress.n_passes] <= most:
            raise LostWorkersError

    engine, most = SeparateSimulation(2, "exact"), 6
    fit_partitioned(LDA(5, **SETTINGS), corpus, tmp_path / "m", engine, progress=lose)
    assert same_model(LDA(5, **SETTINGS).fit(corpus), load(tmp_path / "m"))
    n_losses, most = dict.fromkeys(range(5), 0), 10
    with pytest.raises(ThalwegError, match="10 times without a checkpoint in between"):
        fit_partitioned(LDA(5, **SETTINGS), corpus, tmp_path / "n", engine, progress=lose)


def test_workers_that_become_ready_join_after_a_pass(corpus: Corpus, tmp_path: Path) -> None:
    class Growing(SeparateWorkers):
        @property
        def generation(self) -> int:
            return self._n_workers

        def refresh(self) -> None:
            if self._n_workers < 4:
                self._workers.append(Worker(self._workers[0].setup))
                self._threads.append(ThreadPoolExecutor(1))
                self._n_workers += 1

    class Engine(SeparateSimulation):
        def start_pool(self, setup: WorkerSetup) -> SeparateWorkers:
            return Growing(setup, self._n, shares_memory=False)

    numbers: dict[int, int] = {}

    def listen(progress: PartitionedProgress) -> None:
        numbers[progress.n_passes] = progress.n_workers

    engine = Engine(2, "exact")
    fit_partitioned(LDA(5, **SETTINGS), corpus, tmp_path / "m", engine, progress=listen)
    assert list(numbers.values()) == [2, 3, 4, 4, 4]
    assert same_model(LDA(5, **SETTINGS).fit(corpus), load(tmp_path / "m"))


def test_all_values_of_an_array_count_when_a_run_resumes(corpus: Corpus, tmp_path: Path) -> None:
    """NumPy shows only the first and last values of 2,000; a list has the same meaning."""
    planted = make_corpus(100, 2000, 5, 40.0, seed=3)
    wide, eta = corpus_in_parts(planted.counts, tmp_path / "c", 3000), np.full(2000, 0.1)
    settings = SETTINGS | {"topic_word_prior": eta, "batch_size": 5}
    engine, out = SeparateSimulation(2, "exact"), tmp_path / "m"
    with pytest.raises(StoppedError):
        fit_partitioned(LDA(5, **settings), wide, out, engine, progress=stop_at(1, 1))
    eta[1000] = 0.2
    with pytest.raises(InputError, match="other documents, parameters or instructions"):
        fit_partitioned(LDA(5, **settings), wide, out, engine, resume=True)
    eta[1000] = 0.1
    settings |= {"topic_word_prior": eta.tolist(), "algorithm": SCVB0()}
    fit_partitioned(LDA(5, **settings), wide, out, engine, resume=True)


def test_two_runs_do_not_write_the_same_model(corpus: Corpus, tmp_path: Path) -> None:
    messages: list[str] = []

    def second(progress: PartitionedProgress) -> None:
        if not messages:
            with pytest.raises(InputError, match="in use by another training run") as caught:
                resume(corpus, tmp_path / "m", 2)
            messages.append(str(caught.value))

    engine = SeparateSimulation(2, "exact")
    fit_partitioned(LDA(5, **SETTINGS), corpus, tmp_path / "m", engine, progress=second)
    assert messages
    assert same_model(LDA(5, **SETTINGS).fit(corpus), load(tmp_path / "m"))


@pytest.mark.parametrize(
    ("name", "message"),
    [("m.model.gz", "not compressed"), ("folder", "is a folder"), ("\0", "name of a file")],
)
def test_a_name_that_no_model_can_have_is_refused_before_any_work(
    corpus: Corpus, tmp_path: Path, name: str, message: str
) -> None:
    (tmp_path / "folder").mkdir()
    engine = SeparateSimulation(2, "exact")
    with pytest.raises(InputError, match=message):
        fit_partitioned(LDA(5, **SETTINGS), corpus, tmp_path / name, engine, progress=stop_at(0, 1))
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


@pytest.mark.parametrize(
    ("changed", "mode", "message"),
    [
        ({"evaluate_every": 1}, "exact", "`evaluate_every` is above 0"),
        ({"n_components": 0}, "exact", "`n_components` is 0"),
        ({"batch_size": -5}, "exact", "`batch_size` is -5"),
        ({"max_iter": 0}, "exact", "`max_iter` is 0"),
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
    lda = LDA(**({"n_components": 5} | SETTINGS | changed))
    with pytest.raises(InputError, match=message):
        fit_partitioned(lda, corpus, tmp_path / "m.model", SeparateSimulation(2, mode))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("engine", "options", "message"),
    [
        (Simulation(2, "exact"), {}, "virtual workers that share their topics"),
        (None, {}, "`engine` is None"),
        (SeparateSimulation(2, "exact"), {"checkpoint_seconds": -1}, "`checkpoint_seconds` is -1"),
        (SeparateSimulation(2, "exact"), {"checkpoint_seconds": "1"}, "`checkpoint_seconds` is"),
    ],
)
def test_an_engine_or_a_time_that_does_not_fit_is_refused(
    corpus: Corpus, tmp_path: Path, engine: Any, options: dict[str, Any], message: str
) -> None:
    with pytest.raises(InputError, match=message):
        fit_partitioned(LDA(5, **SETTINGS), corpus, tmp_path / "m", engine, **options)
    assert not list(tmp_path.iterdir())


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
