"""A short form of tests/robustness/cluster_kills.py: the driver of a cluster is killed."""

from typing import Any

from tests.robustness.cluster_kills import run_kills


def test_a_killed_driver_resumes_to_the_same_bits(cluster: Any) -> None:
    (run,) = run_kills(cluster, 1, kinds=["driver"])
    assert run["code"] == 0
    assert run["same_bits"]
