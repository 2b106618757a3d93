"""Fixtures that many tests share."""

from __future__ import annotations

import signal
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import settings

from tests.synthetic import SyntheticCorpus, make_corpus
from thalweg.inference.registry import ALGORITHMS

# A process in the background of a shell ignores SIGINT; the tests of Ctrl-C would wait forever.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)

# No deadline: the time of an example depends on the machine, and the first one imports modules.
settings.register_profile("no deadline", deadline=None)
settings.load_profile("no deadline")


@pytest.fixture(scope="session")
def corpus() -> SyntheticCorpus:
    """Sixty documents of fifty words in four topics."""
    return make_corpus()


class FakeClock:
    """Replaces `time.perf_counter`: time passes only when it is advanced."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += seconds


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FakeClock:
    """A clock on which an exploring call takes 1 second and a finishing call 2.5 seconds.

    Without a listener or checkpoints, a call is a pass. The native core has a clock of its own, so
    it is given no time limit.
    """
    clock = FakeClock()
    costs = {"apply": 1.0, "finish": 2.5}
    for algorithm in ALGORITHMS.values():
        monkeypatch.setattr(algorithm, "finishing_cost", lambda self, mean_length: 2.5)
    for algorithm in ALGORITHMS.values():
        for name in costs.keys() & vars(algorithm).keys():  # not those of a base class, twice
            timed = _timed(getattr(algorithm, name), clock, costs[name])
            monkeypatch.setattr(algorithm, name, timed)
    monkeypatch.setattr("time.perf_counter", clock)
    return clock


def _timed(method: Callable[..., None], clock: FakeClock, cost: float) -> Callable[..., None]:
    def timed(*arguments: Any, **options: Any) -> None:
        method(*arguments, **(options | {"seconds": None}))
        clock.advance(cost)

    return timed
