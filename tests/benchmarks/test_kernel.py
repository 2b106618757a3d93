"""The kernel benchmark in a short form: that it runs and reports what it says, not how fast."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest
from scipy import sparse

from benchmarks import corpora, machine
from benchmarks.kernel import roofline, throughput, two_builds
from thalweg import _core


def test_throughput_is_reported_beside_its_limit() -> None:
    X = corpora.zipf(50, 300, 40)
    results = throughput.measure("tiny", X, 8, [1, 2], seconds=0.0)
    assert [result.n_threads for result in results] == [1, 2]
    for result in results:
        assert result.visits_per_second > 0
        assert result.ratio == pytest.approx(result.visits_per_second / result.cached_limit)
    assert results[1].cached_limit == pytest.approx(2 * results[0].cached_limit)
    assert len(throughput.table(results).splitlines()) == 3


def test_a_pass_visits_every_entry_in_burn_in_and_counted_pass() -> None:
    X = corpora.zipf(50, 300, 40)
    documents = throughput.Documents.check(X)
    prior = throughput.Prior.create(0.1, 0.01, 4, 300)
    state = throughput.TopicState.random(300, prior, documents.n_tokens, seed=0)
    progress, _ = throughput.pass_over(state, documents, n_threads=1, seed=0)
    assert progress.n_visits == 2 * X.nnz


def test_probes_and_machine_name_give_something() -> None:
    assert roofline.bytes_per_second(1 << 20, 2, seconds=0.01) > 0
    assert min(roofline.cached_visits_per_second(9, seconds=0.01)) > 0
    assert machine.describe()["instruction_set"] == _core.instruction_set()


def test_spread_documents_are_the_same_documents() -> None:
    near, far = (corpora.zipf(20, 100, 30, span=span) for span in (None, 5000))
    assert far.shape == (20, 5000)
    assert sorted(near.data) == sorted(far.data)


def test_documents_of_so_many_distinct_words() -> None:
    X = corpora.zipf_distinct(20, 300, 30)
    assert X.shape == (20, 300)
    assert (np.diff(X.indptr) == 30).all()
    assert X.data.min() >= 1


def test_two_builds_are_measured_in_turn(tmp_path: Path) -> None:
    counts = tmp_path / "counts.npz"
    sparse.save_npz(counts, sparse.csr_matrix(corpora.zipf_distinct(20, 300, 30)))
    pythons = dict.fromkeys(two_builds.SIDES, sys.executable)
    workload = two_builds.Workload("tiny", 4, 10)
    measured = two_builds.measure(pythons, counts, workload, rounds=2, seconds=0.0)
    for rates in measured["visits_per_second"].values():
        assert {n: len(values) for n, values in rates.items()} == {1: 2, 2: 2}
        assert min(min(values) for values in rates.values()) > 0
    assert "2 rounds" in two_builds.row(measured)
