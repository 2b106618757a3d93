"""Training on a real Ray cluster: two nodes on this machine."""

import json
import os
import signal
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.cli.shell import thalweg_command
from tests.distributed.ray_cluster import NODE
from tests.synthetic import corpus_in_parts, make_corpus
from thalweg import LDA, InputError, load
from thalweg import __version__ as thalweg_version
from thalweg.corpus.corpus import Corpus
from thalweg.distributed import Ray, Simulation
from thalweg.training.reporting.progress import TrainingProgress

ray = pytest.importorskip("ray", reason="ray is not installed: pip install 'thalweg[ray]'")

SETTINGS = {"max_iter": 8, "batch_size": 100, "random_state": 1, "n_jobs": 1}


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """Documents on disk in two parts; minibatches of several blocks."""
    planted = make_corpus(1500, 600, 5, 60.0, seed=2)
    return corpus_in_parts(planted.counts, tmp_path_factory.mktemp("corpus") / "c", 40_000)


@pytest.fixture(scope="module")
def expected(corpus: Corpus) -> dict[str, LDA]:
    return {
        mode: LDA(5, **SETTINGS).fit(corpus, engine=Simulation(2, mode))
        for mode in ("rounds", "exact")
    }


def once(action: Callable[[], None]) -> Callable[[TrainingProgress], None]:
    """Return a listener that does something soon after the first documents are visited."""
    done = False

    def listen(progress: TrainingProgress) -> None:
        nonlocal done
        if progress.n_documents and not done:
            done = True
            threading.Timer(0.05, action).start()

    return listen


@pytest.mark.parametrize("mode", ["rounds", "exact"])
def test_two_nodes_train_the_model_that_is_expected(
    cluster: Any, corpus: Corpus, expected: dict[str, LDA], mode: str
) -> None:
    seen = []
    engine = Ray(n_workers=2, mode=mode)
    lda = LDA(5, **SETTINGS).fit(
        corpus,
        engine=engine,
        progress=lambda now: seen.append((now.n_workers, engine.pool.workers)),
    )
    np.testing.assert_array_equal(lda.components_, expected[mode].components_)
    assert seen[0][0] == 2
    assert len({worker["node"] for worker in seen[0][1]}) == 2


@pytest.mark.parametrize("mode", ["rounds", "exact"])
def test_a_worker_that_is_killed_is_replaced_and_the_bits_are_the_same(
    cluster: Any, corpus: Corpus, expected: dict[str, LDA], mode: str
) -> None:
    engine, killed = Ray(n_workers=2, mode=mode, timeout=20), []

    def kill() -> None:
        killed.append(engine.pool.workers[0]["process"])
        os.kill(killed[0], signal.SIGKILL)

    after, kill_soon = [], once(kill)

    def listen(progress: TrainingProgress) -> None:
        kill_soon(progress)
        after.append(engine.pool.workers[0]["process"])

    lda = LDA(5, **SETTINGS).fit(corpus, engine=engine, progress=listen)
    assert len(killed) == 1
    assert after[-1] != killed[0]
    np.testing.assert_array_equal(lda.components_, expected[mode].components_)


def test_a_worker_that_hangs_is_timed_out(
    cluster: Any, corpus: Corpus, expected: dict[str, LDA]
) -> None:
    engine, stopped = Ray(n_workers=2, mode="exact", timeout=2.0), []

    def stop() -> None:
        stopped.append(engine.pool.workers[1]["process"])
        os.kill(stopped[0], signal.SIGSTOP)

    lda = LDA(5, **SETTINGS).fit(corpus, engine=engine, progress=once(stop))
    np.testing.assert_array_equal(lda.components_, expected["exact"].components_)
    with pytest.raises(ProcessLookupError):  # its cores are free again
        os.kill(stopped[0], 0)


def test_training_goes_on_without_a_node_and_a_new_node_joins(cluster: Any, corpus: Corpus) -> None:
    engine = Ray(n_workers=2, mode="exact", timeout=20)
    numbers: list[int | None] = []
    nodes = [node for node in cluster.list_all_nodes() if node is not cluster.head_node]

    def listen(progress: TrainingProgress) -> None:
        numbers.append(progress.n_workers)
        if len(numbers) == 2:
            cluster.remove_node(nodes[0], allow_graceful=False)
        if progress.n_workers == 1 and 1 not in numbers[:-1]:
            cluster.add_node(**NODE)
            ray.get([slot.description for slot in engine.pool._waiting], timeout=60)

    settings = SETTINGS | {"max_iter": 12}
    lda = LDA(5, **settings).fit(corpus, engine=engine, progress=listen)
    assert numbers[0] == numbers[-1] == 2
    assert 1 in numbers
    alone = LDA(5, **settings).fit(corpus)
    np.testing.assert_array_equal(lda.components_, alone.components_)


def test_another_version_on_a_node_is_an_error_before_training(
    cluster: Any, corpus: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("thalweg.__version__", "9.9")
    lda = LDA(5, **SETTINGS)
    with pytest.raises(InputError, match=r"worker \d .* this process has thalweg 9\.9"):
        lda.fit(corpus, engine=Ray(n_workers=2))
    assert not hasattr(lda, "state_")


def test_a_corpus_that_a_node_cannot_read_is_an_error_before_training(
    cluster: Any, corpus: Corpus, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(
        "thalweg.distributed.workers.base.describe_rows", lambda rows: "another corpus"
    )
    with pytest.raises(InputError, match="this process has another corpus"):
        LDA(5, **SETTINGS).fit(corpus, engine=Ray(n_workers=2))


def test_too_few_cpus_for_a_worker_are_reported(cluster: Any, corpus: Corpus) -> None:
    engine = Ray(n_workers=1, threads_per_worker=64, start_timeout=0.5)
    with pytest.raises(InputError, match=r"could not start a worker .* each needs 64 CPUs"):
        LDA(5, **SETTINGS).fit(corpus, engine=engine)


def test_the_command_line_trains_on_a_cluster(cluster: Any, corpus: Corpus, tmp_path: Path) -> None:
    corpus.save(tmp_path / "c")
    options = ["train", "c", "-k", "4", "--passes", "4", "--batch-size", "200", "--threads", "1"]
    alone = thalweg_command(*options, "--out", "alone.model", cwd=tmp_path)
    where = ["--ray", cluster.address, "--workers", "2", "--mode", "exact"]
    together = thalweg_command(*options, "--out", "two.model", *where, cwd=tmp_path)
    assert alone.returncode == together.returncode == 0, together.stderr
    models = [load(tmp_path / f"{name}.model") for name in ("alone", "two")]
    np.testing.assert_array_equal(models[0].components_, models[1].components_)
    nodes = json.loads(
        thalweg_command("info", "--ray", cluster.address, "--json", cwd=tmp_path).stdout
    )
    assert [node["cpus"] for node in nodes] == [1, 1]
    assert {node["thalweg"] for node in nodes} == {thalweg_version}


def test_options_of_a_cluster_without_one_are_refused(tmp_path: Path) -> None:
    done = thalweg_command("train", "c", "--out", "m.model", "--workers", "2", cwd=tmp_path)
    assert done.returncode == 2
    assert "give its address with --ray" in done.stderr
