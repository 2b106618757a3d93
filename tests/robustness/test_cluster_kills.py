"""A short form of cluster_kills.py: a worker and a driver of a cluster are killed."""

import pytest

from tests.robustness.cluster_kills import run_kills

pytest.importorskip("ray", reason="ray is not installed: pip install 'thalweg[ray]'")


def test_training_survives_the_death_of_a_worker_and_of_the_driver() -> None:
    runs = run_kills(2)
    assert [run["kind"] for run in runs] == ["worker", "driver"]
    assert all(run["correct"] for run in runs), runs
