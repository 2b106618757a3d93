"""Workers on one machine that exchange messages; one that is gone or silent ends the exchange."""

import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from thalweg.distributed.workers.neighbours import Neighbours
from thalweg.distributed.workers.shared_arrays import CAN_SHARE
from thalweg.distributed.workers.tasks import OutOfStepError

pytestmark = pytest.mark.skipif(not CAN_SHARE, reason="needs sockets without files (Linux)")


@pytest.fixture
def three() -> Iterator[list[Neighbours]]:
    """Three workers that have met, each in a thread of its own."""
    workers = [Neighbours() for _ in range(3)]
    addresses = [worker.address for worker in workers]
    in_threads([lambda w=w, n=n: w.meet(n, addresses, 0.3) for n, w in enumerate(workers)])
    yield workers
    for worker in workers:
        worker.close()


def in_threads(actions: list[Callable[[], Any]]) -> list[Any]:
    results: list[Any] = [None] * len(actions)

    def run(number: int) -> None:
        try:
            results[number] = actions[number]()
        except OutOfStepError as error:
            results[number] = error

    threads = [threading.Thread(target=run, args=(n,)) for n in range(len(actions))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    return results


def test_each_gets_the_messages_of_all_in_their_order(three: list[Neighbours]) -> None:
    for round_number in range(3):
        sent = [(round_number, worker) for worker in range(3)]
        found = in_threads(
            [lambda w=w, m=m: w.exchange(m) for w, m in zip(three, sent, strict=True)]
        )
        assert found == [sent] * 3


def test_a_worker_that_is_gone_ends_the_exchange(three: list[Neighbours]) -> None:
    three[1].close()
    found = in_threads([lambda w=w: w.exchange("rows") for w in (three[0], three[2])])
    assert all(isinstance(each, OutOfStepError) for each in found)


def test_a_worker_that_is_silent_ends_the_exchange(three: list[Neighbours]) -> None:
    (found,) = in_threads([lambda: three[0].exchange("rows")])
    assert "does not answer" in str(found)
