"""The benchmark of threads in a short form: that it runs and reports what it says, not how fast."""

from __future__ import annotations

import pytest

from benchmarks import corpora, threads


@pytest.mark.parametrize("condition", ["idle", "one busy"])
def test_every_turn_is_timed_with_one_thread_and_with_two(condition: str) -> None:
    X = corpora.zipf(50, 300, 40)
    with threads.CONDITIONS[condition]():
        seconds = threads.measure(X, 4, n_turns=2, n_passes=1)
    assert [len(seconds[name]) for name in ("one", "two")] == [2, 2]
    assert min(seconds["one"] + seconds["two"]) > 0


def test_the_ratio_is_the_median_of_all_turns() -> None:
    run = {
        "condition": "idle",
        "corpus": "tiny",
        "topics": 4,
        "seconds": {"one": [1.0, 2.0, 4.0], "two": [2.0, 1.0, 4.0]},
    }
    assert threads.ratio(run) == 1.0
    assert threads.table([run]).splitlines()[1].split()[-1] == "1.00"
