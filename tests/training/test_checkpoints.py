"""Checkpoints: a training run that stops anywhere continues to the same bits."""

from __future__ import annotations

import warnings
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from scipy import sparse

from tests.conftest import FakeClock
from tests.inference.comparison import random_counts
from tests.synthetic import corpus_in_parts
from tests.training.runs import SmallFinishingBatches
from thalweg.errors import InputError, StorageError, ThalwegWarning
from thalweg.inference.registry import ALGORITHMS
from thalweg.inference.scvb0 import SCVB0
from thalweg.model import TopicModel
from thalweg.persistence import model_file
from thalweg.training.checkpoints import Checkpoints
from thalweg.training.reporting.progress import TrainingProgress

CHOICES: dict[str, dict[str, Any]] = {
    "scvb0": {"algorithm": SmallFinishingBatches()},
    "unshuffled": {"algorithm": SmallFinishingBatches(), "shuffle": False},
    "kept document counts": {"algorithm": SmallFinishingBatches(keep_doc_topics=True)},
    "early stopping": {"early_stopping": True, "n_iter_no_change": 3, "tol": 0.0},
    "learned priors": {"doc_topic_prior": "auto", "topic_word_prior": "auto"},
    "stochastic MAP": {"algorithm": "smap"},
    "svb": {"algorithm": "svb"},
    "cvb0": {"algorithm": "cvb0", "batch_size": None},
    "map": {"algorithm": "map", "batch_size": None},
    "a prior for single pairs": {
        "topic_word_prior": sparse.csr_array(np.eye(4, 60, dtype=np.float32))
    },
}
NO_FINISHING = SCVB0(finishing_passes=0)


class KilledError(Exception):
    """Raised by a listener to simulate SIGKILL: nothing is saved on the way out."""


@pytest.fixture(scope="module")
def X() -> sparse.csr_array:
    return random_counts(150, 60, 40, seed=3)


def model(**changes: object) -> TopicModel:
    settings = {"max_iter": 6, "batch_size": 10, "random_state": 1}
    return TopicModel(4, **(settings | changes))


def file_of(model: TopicModel, folder: Path) -> bytes:
    path = folder / "model.safetensors"
    model.save(path)
    return path.read_bytes()


def killed_after(passes: int) -> Callable[[TrainingProgress], None]:
    def listener(progress: TrainingProgress) -> None:
        if progress.n_passes >= passes:
            raise KilledError

    return listener


@pytest.mark.parametrize("changes", CHOICES.values(), ids=CHOICES.keys())
def test_a_run_killed_several_times_ends_with_the_same_file(X, changes, tmp_path, monkeypatch):
    monkeypatch.setitem(
        ALGORITHMS, SmallFinishingBatches.name, SmallFinishingBatches
    )  # to be read from files
    straight = file_of(model(**changes).fit(X), tmp_path)
    checkpoints = Checkpoints(tmp_path / "kept", every_seconds=None, every_documents=70)
    for passes in (1, 2, 4, 5):
        with pytest.raises(KilledError):
            model(**changes).fit(
                X, checkpoint=checkpoints, resume=True, progress=killed_after(passes)
            )
    resumed = model(**changes).fit(X, checkpoint=checkpoints, resume=True)
    assert file_of(resumed, tmp_path) == straight


def test_a_corpus_on_disk_is_resumed_in_the_middle_of_a_part(X, tmp_path) -> None:
    corpus = corpus_in_parts(X, tmp_path / "corpus", 500)
    assert corpus.part_bounds().size > 5
    straight = file_of(model().fit(corpus), tmp_path)
    checkpoints = Checkpoints(tmp_path / "kept", every_seconds=None, every_documents=30)
    for passes in (3, 5):  # the sixth pass, after five, is a finishing pass
        with pytest.raises(KilledError):
            model().fit(corpus, checkpoint=checkpoints, resume=True, progress=killed_after(passes))
        _, facts = _newest(checkpoints)
        assert facts["position"]["part"] > 0
    assert facts["counted"] is not None
    resumed = model().fit(corpus, checkpoint=checkpoints, resume=True)
    assert file_of(resumed, tmp_path) == straight


def _newest(checkpoints: Checkpoints) -> tuple[Path, dict]:
    path = max(checkpoints.folder.glob("checkpoint-*.safetensors"))
    training = model_file.read(path).training
    assert training is not None
    return path, training.facts


def test_scores_of_validation_documents_are_the_same_after_a_resume(X, tmp_path) -> None:
    train, held_out = X[:120], X[120:]
    straight = model().fit(train, validation=held_out)
    assert [row["passes"] for row in straight.history_] == [1, 2, 3, 4, 5, 6]
    assert all(np.isfinite(row["score"]) for row in straight.history_)
    with pytest.raises(KilledError):
        model().fit(
            train,
            validation=held_out,
            checkpoint=Checkpoints(tmp_path, every_documents=50),
            progress=killed_after(3),
        )
    resumed = model().fit(train, validation=held_out, checkpoint=tmp_path, resume=True)
    assert resumed.history_ == straight.history_


def test_only_the_last_two_checkpoints_are_kept(X, tmp_path) -> None:
    model().fit(X, checkpoint=Checkpoints(tmp_path, every_documents=20))
    names = sorted(path.name for path in tmp_path.iterdir())
    assert len(names) == 2
    assert names[-1] == f"checkpoint-{6 * 150:015}.safetensors"


def test_a_resumed_run_may_have_more_passes(X, tmp_path) -> None:
    model(algorithm=NO_FINISHING).fit(X, checkpoint=tmp_path)
    longer = model(algorithm=NO_FINISHING, max_iter=9)
    assert longer.fit(X, checkpoint=tmp_path, resume=True).n_documents_seen_ == 9 * 150
    straight = model(algorithm=NO_FINISHING, max_iter=9).fit(X)
    np.testing.assert_array_equal(longer.components_, straight.components_)


def test_a_finished_run_that_is_prolonged_explores_and_finishes_again(X, tmp_path) -> None:
    model().fit(X, checkpoint=tmp_path)
    longer = model(max_iter=12).fit(X, checkpoint=tmp_path, resume=True)
    assert longer.n_documents_seen_ == 12 * 150
    # Passes 5, 6, 11 and 12 are finishing passes of one minibatch each.
    n_batches = -(-150 // longer.batch_size_)
    assert longer.n_batch_iter_ == 8 * n_batches + 4


def test_a_run_with_the_default_number_of_passes_can_be_prolonged(X, tmp_path) -> None:
    first = model(max_iter=None).fit(X, checkpoint=tmp_path)
    longer = model(max_iter=20).fit(X, checkpoint=tmp_path, resume=True)
    assert longer.n_iter_ == 20 > first.n_iter_


def test_a_run_limited_by_passes_can_be_prolonged_by_time(X, tmp_path, clock: FakeClock) -> None:
    first = model(max_iter=6).fit(X, checkpoint=Checkpoints(tmp_path, every_seconds=100))
    took = clock.now  # four exploring passes and two finishing passes
    assert took == 4 * 1.0 + 2 * 2.5
    limit = took + 10.0  # time used before the resume counts
    model(max_iter=None, max_time=limit).fit(
        X, checkpoint=Checkpoints(tmp_path, every_seconds=100), resume=True
    )
    longer = TopicModel.load(max(tmp_path.iterdir()))
    assert clock.now <= limit
    assert longer.n_iter_ > first.n_iter_


def test_without_a_checkpoint_resume_starts_from_the_beginning(X, tmp_path) -> None:
    resumed = model().fit(X, checkpoint=tmp_path / "new" / "folder", resume=True)
    np.testing.assert_array_equal(resumed.components_, model().fit(X).components_)


def test_checkpoints_of_an_earlier_run_are_not_overwritten(X, tmp_path) -> None:
    model().fit(X, checkpoint=tmp_path)
    before = {path: path.read_bytes() for path in tmp_path.iterdir()}
    with pytest.raises(InputError, match="checkpoints of an earlier training run"):
        model().fit(X, checkpoint=tmp_path)
    assert {path: path.read_bytes() for path in tmp_path.iterdir()} == before


def test_other_documents_and_other_parameters_are_refused(X, tmp_path) -> None:
    model().fit(X, checkpoint=tmp_path)
    with pytest.raises(InputError, match="other documents"):
        model().fit(X * 2, checkpoint=tmp_path, resume=True)
    with pytest.raises(InputError, match="`batch_size` is 11, was 10"):
        model(batch_size=11).fit(X, checkpoint=tmp_path, resume=True)
    with pytest.raises(InputError, match=r"`algorithm` is SCVB0\(burn_in=0\.5.*was 'scvb0'"):
        model(algorithm=SCVB0(burn_in=0.5)).fit(X, checkpoint=tmp_path, resume=True)


def test_options_of_an_algorithm_are_part_of_a_checkpoint(X, tmp_path) -> None:
    model(algorithm=SCVB0(burn_in=0.5)).fit(X, checkpoint=tmp_path)
    with pytest.raises(InputError, match=r"burn_in=1\.5.*was SCVB0\(burn_in=0\.5"):
        model(algorithm=SCVB0(burn_in=1.5)).fit(X, checkpoint=tmp_path, resume=True)
    resumed = model(algorithm=SCVB0(burn_in=0.5)).fit(X, checkpoint=tmp_path, resume=True)
    assert resumed.n_iter_ == 6


def test_a_string_and_the_same_algorithm_as_an_object_are_the_same_parameter(X, tmp_path) -> None:
    model(algorithm="scvb0").fit(X, checkpoint=tmp_path)
    model(algorithm=SCVB0()).fit(X, checkpoint=tmp_path, resume=True)


def test_a_damaged_newest_checkpoint_is_reported_and_the_older_one_is_used(X, tmp_path) -> None:
    straight = model().fit(X)
    checkpoints = Checkpoints(tmp_path, every_documents=70)
    with pytest.raises(KilledError):
        model().fit(X, checkpoint=checkpoints, progress=killed_after(3))
    newest, _ = _newest(checkpoints)
    data = bytearray(newest.read_bytes())
    data[-20] ^= 1
    newest.write_bytes(data)
    with pytest.warns(ThalwegWarning, match=f"{newest.name} is damaged.*renamed to"):
        resumed = model().fit(X, checkpoint=checkpoints, resume=True)
    np.testing.assert_array_equal(resumed.components_, straight.components_)
    assert newest.with_suffix(".damaged").read_bytes() == data


def test_if_all_checkpoints_are_damaged_nothing_is_started_over_silently(X, tmp_path) -> None:
    model().fit(X, checkpoint=tmp_path)
    for path in tmp_path.glob("*.safetensors"):
        path.write_bytes(path.read_bytes()[:100])
    with (
        warnings.catch_warnings(action="ignore"),
        pytest.raises(StorageError, match=r"no checkpoint in .* can be used"),
    ):
        model().fit(X, checkpoint=tmp_path, resume=True)


def test_a_checkpoint_that_cannot_be_written_does_not_stop_training(
    X, tmp_path, monkeypatch
) -> None:
    def full(*_: object) -> None:
        raise StorageError("no space left on device.")

    monkeypatch.setattr("thalweg.training.checkpoints.model_file.write", full)
    with pytest.warns(ThalwegWarning, match="no space left on device. Training continues"):
        trained = model().fit(X, checkpoint=Checkpoints(tmp_path, every_documents=300))
    np.testing.assert_array_equal(trained.components_, model().fit(X).components_)


def test_leftovers_of_a_killed_write_are_removed(X, tmp_path) -> None:
    leftover = tmp_path / ".checkpoint-000000000000070.safetensors.1a2b3c4d.partial"
    leftover.write_bytes(b"half")
    model().fit(X, checkpoint=tmp_path)
    assert not leftover.exists()


def test_a_checkpoint_opens_as_a_model(X, tmp_path) -> None:
    trained = model().fit(X, checkpoint=tmp_path)
    opened = TopicModel.load(max(tmp_path.iterdir()))
    np.testing.assert_array_equal(opened.components_, trained.components_)
    assert opened.n_iter_ == trained.n_iter_


@pytest.mark.parametrize("every", [{"every_seconds": 0}, {"every_documents": "many"}])
def test_invalid_intervals_are_refused(every) -> None:
    with pytest.raises(InputError, match="expected a number above 0"):
        Checkpoints("folder", **every)


def test_resume_needs_a_folder(X) -> None:
    with pytest.raises(InputError, match="`resume` is True without `checkpoint`"):
        model().fit(X, resume=True)


@pytest.mark.parametrize(
    "forged",
    [
        {"position": {"n_passes": 1, "part": 0, "document": -3}},
        {"position": {"n_passes": 1, "part": 7, "document": 0}},
        {"position": {"n_passes": 1.5, "part": 0, "document": 0}},
        {"position": {"n_passes": 1, "room": 0}},
        {"position": None},
        {"position": {"n_passes": 1, "part": 0, "document": 0, "finishing_since": 2**62}},
        {"seconds": -1.0},
        {"seconds": "long"},
        {"watch": {"passes": 0, "best_score": -7.0}},
    ],
    ids=str,
)
def test_a_forged_training_part_is_refused(X, tmp_path, forged) -> None:
    early = model(early_stopping=True)
    early.fit(X, checkpoint=tmp_path)
    path = max(tmp_path.glob("*.safetensors"))
    saved = model_file.read(path)
    saved.training.facts |= forged
    model_file.write(path, saved)
    with pytest.raises(StorageError, match="does not fit"):
        model(early_stopping=True).fit(X, checkpoint=tmp_path, resume=True)
