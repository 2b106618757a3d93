"""The modes of training with many workers, without a cluster: virtual workers in this process."""

from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.distributed.separate_workers import SeparateSimulation, SeparateWorkers
from tests.synthetic import SyntheticCorpus, corpus_in_parts, make_corpus
from thalweg import LDA, SCVB0, Checkpoints, InputError
from thalweg.corpus.corpus import Corpus
from thalweg.distributed import Simulation
from thalweg.distributed.workers.shared_arrays import CAN_SHARE
from thalweg.distributed.workers.tasks import WorkerSetup
from thalweg.training.reporting.progress import TrainingProgress

SETTINGS = {"max_iter": 6, "batch_size": 150, "random_state": 1, "n_jobs": 1}


ON_LINUX = pytest.mark.skipif(not CAN_SHARE, reason="needs /proc and memfd_create (Linux)")


@pytest.fixture(scope="module")
def planted() -> SyntheticCorpus:
    return make_corpus(1200, 400, 5, 60.0, seed=2)


@pytest.fixture(scope="module")
def on_disk(planted: SyntheticCorpus, tmp_path_factory: pytest.TempPathFactory) -> Corpus:
    """The same documents in seven parts."""
    return corpus_in_parts(planted.counts, tmp_path_factory.mktemp("corpus") / "c", 6000)


def same_counts(a: LDA, b: LDA) -> bool:
    return np.array_equal(a.components_, b.components_) and np.array_equal(
        a.state_.totals, b.state_.totals
    )


def distance_to_planted(lda: LDA, planted: SyntheticCorpus) -> float:
    """The mean, over planted topics, of the total variation distance to the nearest topic."""
    topics = lda.components_ / lda.components_.sum(axis=1, keepdims=True)
    distances = np.abs(planted.topics[:, None] - topics).sum(axis=2) / 2
    return float(distances.min(axis=1).mean())


@pytest.mark.parametrize("n_workers", [1, 2, 5])
def test_exact_mode_has_the_bits_of_one_machine(on_disk: Corpus, n_workers: int) -> None:
    alone = LDA(5, **SETTINGS).fit(on_disk)
    together = LDA(5, **SETTINGS).fit(on_disk, engine=Simulation(n_workers, "exact"))
    assert same_counts(alone, together)
    assert alone.n_documents_seen_ == together.n_documents_seen_
    np.testing.assert_array_equal(alone.doc_topic_prior_, together.doc_topic_prior_)


@pytest.mark.parametrize("mode", ["exact", "rounds"])
def test_seed_words_are_held_by_all_workers(on_disk: Corpus, mode: str) -> None:
    settings = SETTINGS | {"seed_words": [[0, 1], [2]], "seed_strength": 0.9}
    alone = LDA(5, **settings).fit(on_disk)
    together = LDA(5, **settings).fit(on_disk, engine=Simulation(2, mode))
    counts = together.state_.topic_word_counts
    assert counts[0, 0] >= 0.899 * counts[0].sum()
    assert counts[2, 1] >= 0.899 * counts[2].sum()
    if mode == "exact":
        assert same_counts(alone, together)


@pytest.mark.parametrize("n_workers", [1, 2, 16])
def test_local_rounds_find_planted_topics(
    on_disk: Corpus, planted: SyntheticCorpus, n_workers: int
) -> None:
    alone = LDA(5, **(SETTINGS | {"batch_size": 20})).fit(on_disk)
    engine = Simulation(n_workers)
    together = LDA(5, **(SETTINGS | {"batch_size": 20})).fit(on_disk, engine=engine)
    assert distance_to_planted(together, planted) < distance_to_planted(alone, planted) + 0.02
    assert together.n_documents_seen_ == 6 * 1200
    assert together.n_tokens_seen_ == 6 * planted.counts.sum()
    # The counts are those of the corpus: a round neither adds nor loses tokens.
    assert together.state_.totals.sum() == pytest.approx(planted.counts.sum(), rel=1e-5)


@pytest.mark.parametrize("shares_memory", [False, pytest.param(True, marks=ON_LINUX)])
@pytest.mark.parametrize("n_workers", [2, 4])  # few workers merge in another way than many
@pytest.mark.parametrize("mode", ["exact", "rounds"])
def test_workers_with_copies_of_their_own_train_the_same_model(
    on_disk: Corpus, mode: str, n_workers: int, shares_memory: bool
) -> None:
    """Also where a round has fewer minibatches than there are workers."""
    together = LDA(5, **SETTINGS).fit(on_disk, engine=Simulation(n_workers, mode))
    engine = SeparateSimulation(n_workers, mode)
    engine.shares_memory = shares_memory
    assert same_counts(together, LDA(5, **SETTINGS).fit(on_disk, engine=engine))


def test_rounds_that_touch_few_words_train_the_same_model() -> None:
    """Workers send and copy the rows of these words only."""
    counts = make_corpus(300, 3000, 5, 40.0, seed=2).counts
    settings = SETTINGS | {"batch_size": 5, "max_iter": 2}
    together = LDA(5, **settings).fit(counts, engine=Simulation(2))
    assert same_counts(together, LDA(5, **settings).fit(counts, engine=SeparateSimulation(2)))


def test_finishing_passes_and_priors_send_no_counts_to_workers(on_disk: Corpus) -> None:
    """Workers of exact mode have the counts; they are sent once, at the start."""
    calls: list[str] = []

    class Counting(SeparateSimulation):
        def start_pool(self, setup: WorkerSetup) -> SeparateWorkers:
            pool = super().start_pool(setup)
            call = pool.call

            def noting(worker: int, method: str, *given: Any, n_results: int = 1) -> list[Any]:
                calls.append(method)
                return call(worker, method, *given, n_results=n_results)

            pool.call = noting  # type: ignore[method-assign]
            return pool

    LDA(5, **SETTINGS).fit(on_disk, engine=Counting(2, "exact"))
    assert calls.count("load") == 2
    assert calls.count("follow") > 2


def test_one_worker_in_rounds_is_almost_one_machine(planted: SyntheticCorpus) -> None:
    """Only the rounding differs, where counts are merged."""
    settings = SETTINGS | {"doc_topic_prior": 0.1, "batch_size": 20}
    alone = LDA(5, **settings).fit(planted.counts)
    together = LDA(5, **settings).fit(planted.counts, engine=Simulation(1))
    np.testing.assert_allclose(together.components_, alone.components_, rtol=2e-2, atol=1e-2)


@pytest.mark.parametrize("mode", ["exact", "rounds"])
def test_a_stopped_run_resumes_to_the_same_bits(on_disk: Corpus, tmp_path: Path, mode: str) -> None:
    whole = LDA(5, **SETTINGS).fit(on_disk, engine=Simulation(3, mode))
    folder = Checkpoints(tmp_path / mode, every_documents=200)
    stops = 0

    class StoppedError(Exception):
        pass

    def stop(progress: TrainingProgress) -> None:
        if progress.n_documents > 600 * (stops + 1):
            raise StoppedError

    for resume in (False, True, True, True):
        try:
            LDA(5, **SETTINGS).fit(
                on_disk,
                engine=Simulation(3, mode),
                checkpoint=folder,
                resume=resume,
                progress=stop,
            )
        except StoppedError:
            stops += 1
    last = LDA(5, **SETTINGS).fit(
        on_disk, engine=Simulation(3, mode), checkpoint=folder, resume=True
    )
    assert stops >= 2
    assert same_counts(whole, last)


def test_one_machine_resumes_a_checkpoint_of_exact_mode(on_disk: Corpus, tmp_path: Path) -> None:
    alone = LDA(5, **SETTINGS).fit(on_disk)
    LDA(5, **(SETTINGS | {"max_iter": 6, "max_time": 1e-6})).fit(
        on_disk, engine=Simulation(2, "exact"), checkpoint=tmp_path
    )
    resumed = LDA(5, **SETTINGS).fit(on_disk, checkpoint=tmp_path, resume=True)
    assert same_counts(alone, resumed)


def test_a_checkpoint_of_rounds_is_not_resumed_by_one_machine(
    on_disk: Corpus, tmp_path: Path
) -> None:
    LDA(5, **SETTINGS).fit(on_disk, engine=Simulation(2), checkpoint=tmp_path)
    with pytest.raises(InputError, match="Resume with the same `engine` and `mode`"):
        LDA(5, **SETTINGS).fit(on_disk, checkpoint=tmp_path, resume=True)


def test_workers_may_join_and_leave_between_rounds(on_disk: Corpus) -> None:
    engine = Simulation(2)
    numbers = set()

    def change(progress: TrainingProgress) -> None:
        numbers.add(progress.n_workers)
        engine.pool._n_workers = 1 + progress.n_passes % 4

    lda = LDA(5, **(SETTINGS | {"batch_size": 20})).fit(on_disk, engine=engine, progress=change)
    assert len(numbers) > 2
    assert lda.n_documents_seen_ == 6 * 1200


@pytest.mark.parametrize(
    ("algorithm", "message"),
    [
        ("cvb0", "CVB0"),
        ("svb", "stochastic VB trains in one process"),
        (SCVB0(keep_doc_topics=True), "keep_doc_topics"),
    ],
)
def test_algorithms_that_need_one_process_are_refused(
    planted: SyntheticCorpus, algorithm: object, message: str
) -> None:
    with pytest.raises(InputError, match=message):
        LDA(5, algorithm=algorithm).fit(planted.counts, engine=Simulation(2))


def test_an_unknown_mode_is_refused() -> None:
    with pytest.raises(InputError, match="`mode` is 'fast'; expected 'rounds' or 'exact'"):
        Simulation(2, "fast")


def test_validation_scores_and_early_stopping_work_with_workers(planted: SyntheticCorpus) -> None:
    lda = LDA(5, early_stopping=True, **SETTINGS).fit(planted.counts, engine=Simulation(3))
    assert len(lda.history_) >= 1
    assert np.isfinite(lda.best_score_)
