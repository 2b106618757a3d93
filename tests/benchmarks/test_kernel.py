"""The kernel benchmark in a short form: that it runs and reports what it says, not how fast."""

from __future__ import annotations

import pytest

from benchmarks import corpora, machine
from benchmarks.kernel import roofline, throughput
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
