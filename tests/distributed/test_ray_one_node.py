"""Training on a real Ray cluster of one node, whose workers exchange rows by themselves."""

import os
import signal
import socket
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.synthetic import corpus_in_parts, make_corpus
from thalweg import LDA
from thalweg.corpus.corpus import Corpus
from thalweg.corpus.documents import Documents
from thalweg.corpus.rows import Rows
from thalweg.distributed import Ray, Simulation
from thalweg.distributed.pool import WorkerPool
from thalweg.distributed.workers.shared_arrays import CAN_SHARE
from thalweg.distributed.workers.tasks import Offer, WorkerSetup
from thalweg.training.reporting.progress import TrainingProgress

pytest.importorskip("ray", reason="ray is not installed: pip install 'thalweg[ray]'")
pytestmark = [
    pytest.mark.skipif(not CAN_SHARE, reason="needs sockets without files (Linux)"),
    pytest.mark.usefixtures("one_node"),
]

SETTINGS: dict[str, Any] = {"max_iter": 8, "batch_size": 100, "random_state": 1, "n_jobs": 1}
MODES = ("rounds", "exact")


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Documents on disk in two parts; minibatches of several blocks."""
    planted = make_corpus(1500, 600, 5, 60.0, seed=2)
    return corpus_in_parts(planted.counts, tmp_path_factory.mktemp("corpus") / "c", 40_000)


@pytest.fixture(scope="module")
def expected(corpus: Corpus) -> dict[str, LDA]:
    return {mode: LDA(5, **SETTINGS).fit(corpus, engine=Simulation(2, mode)) for mode in MODES}


def listener(
    engine: Ray, disturb: Callable[[int], None]
) -> tuple[list[bool], Callable[[TrainingProgress], None]]:
    """Return a listener that disturbs one worker, and whether the workers shared memory."""
    shared: list[bool] = []

    def listen(progress: TrainingProgress) -> None:
        if progress.n_documents and not shared:
            process = engine.pool.workers[1]["process"]
            threading.Timer(0.02, disturb, (process,)).start()
        if progress.n_documents:
            shared.append(engine.pool.shares_memory)

    return shared, listen


@pytest.mark.parametrize("mode", MODES)
def test_workers_that_exchange_by_themselves_train_the_expected_model(
    corpus: Corpus, expected: dict[str, LDA], mode: str
) -> None:
    engine = Ray(n_workers=2, mode=mode)
    shared, listen = listener(engine, lambda process: None)
    lda = LDA(5, **SETTINGS).fit(corpus, engine=engine, progress=listen)
    np.testing.assert_array_equal(lda.components_, expected[mode].components_)
    assert all(shared)


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGSTOP])
def test_a_worker_that_dies_or_hangs_is_replaced_and_the_bits_are_the_same(
    corpus: Corpus,
    expected: dict[str, LDA],
    mode: str,
    number: int,
    caplog: pytest.LogCaptureFixture,
) -> None:
    """The other one waits for it in an exchange, which ends. The log says which worker it was."""
    caplog.set_level("INFO", "thalweg")
    engine, disturbed = Ray(n_workers=2, mode=mode, timeout=3.0), list[int]()

    def disturb(process: int) -> None:
        disturbed.append(process)
        os.kill(process, number)

    shared, listen = listener(engine, disturb)
    lda = LDA(5, **SETTINGS).fit(corpus, engine=engine, progress=listen)
    np.testing.assert_array_equal(lda.components_, expected[mode].components_)
    assert len(disturbed) == 1
    assert len(shared) > 2
    where = f"({socket.gethostname()}, process {disturbed[0]})"
    assert f"worker 1 {where} is ready" in caplog.text
    assert f"worker 1 {where} was lost; starting another one" in caplog.text
    assert shared[-1]
    with pytest.raises(ProcessLookupError):
        os.kill(disturbed[0], 0)


@pytest.mark.parametrize("mode", MODES)
def test_an_error_in_one_worker_reaches_the_user_at_once(
    corpus: Corpus, tmp_path: Path, mode: str
) -> None:
    @dataclass(frozen=True)
    class TornRows(Rows):
        """Rows that the process whose number is in a file cannot read."""

        rows: Rows
        unlucky: Path

        @property
        def n_documents(self) -> int:
            return self.rows.n_documents

        def read(self, start: int, stop: int) -> Documents:
            with suppress(FileNotFoundError):
                if self.unlucky.read_text() == str(os.getpid()):
                    raise ZeroDivisionError("a page is torn")
            return self.rows.read(start, stop)

    class Torn(Ray):
        def start_pool(self, setup: WorkerSetup) -> WorkerPool:
            unlucky = tmp_path / "unlucky"
            pool = super().start_pool(replace(setup, rows=TornRows(setup.rows, unlucky)))
            unlucky.write_text(str(pool.workers[1]["process"]))  # type: ignore[attr-defined]
            return pool

    started = time.monotonic()
    with pytest.raises(ZeroDivisionError, match="a page is torn"):
        LDA(5, **SETTINGS).fit(corpus, engine=Torn(n_workers=2, mode=mode, timeout=120))
    assert time.monotonic() - started < 50  # others wait for 60 seconds


def test_workers_that_cannot_connect_use_the_object_store(
    corpus: Corpus, expected: dict[str, LDA]
) -> None:
    class Locked(Ray):
        def start_pool(self, setup: WorkerSetup) -> WorkerPool:
            pool = super().start_pool(setup)
            call = pool.call

            def with_another_key(worker: int, method: str, *given: Any, **options: Any) -> Any:
                if method == "meet":
                    offers: list[Offer] = pool.get(given[2:])
                    wrong = [replace(o, address=(o.address[0], b"another")) for o in offers]
                    given = (*given[:2], *wrong)
                return call(worker, method, *given, **options)

            pool.call = with_another_key  # type: ignore[method-assign]
            return pool

    engine = Locked(n_workers=2, timeout=4.0)
    shared, listen = listener(engine, lambda process: None)
    lda = LDA(5, **SETTINGS).fit(corpus, engine=engine, progress=listen)
    np.testing.assert_array_equal(lda.components_, expected["rounds"].components_)
    assert not any(shared)
