"""Workers on one machine that exchange messages; one that is gone or silent ends the exchange."""

import socket
import threading
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from thalweg.distributed.workers import neighbours
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


def test_long_messages_of_all_cross(three: list[Neighbours]) -> None:
    """Longer than what a socket holds, as the sums of 100,000 topics are."""
    sent = [bytes([worker]) * 3_000_000 for worker in range(3)]
    found = in_threads([lambda w=w, m=m: w.exchange(m) for w, m in zip(three, sent, strict=True)])
    assert [each == sent for each in found] == [True] * 3


def test_a_long_message_to_a_silent_worker_ends(three: list[Neighbours]) -> None:
    (found,) = in_threads([lambda: three[0].exchange(b" " * 3_000_000)])
    assert "does not answer" in str(found)


def test_a_worker_that_never_connects_ends_the_meeting() -> None:
    workers = [Neighbours() for _ in range(2)]
    (found,) = in_threads([lambda: workers[0].meet(0, [w.address for w in workers], 0.3)])
    assert "could not connect" in str(found)


def test_strangers_do_not_keep_workers_from_meeting(monkeypatch: pytest.MonkeyPatch) -> None:
    """One says nothing, one is gone at once, one does not know the key."""
    monkeypatch.setattr(neighbours, "_SECONDS_OF_A_STRANGER", 0.5)
    workers = [Neighbours() for _ in range(2)]
    addresses = [worker.address for worker in workers]
    strangers = [socket.socket(socket.AF_UNIX) for _ in range(3)]
    for stranger in strangers:
        stranger.connect(addresses[0][0])
    strangers[1].close()
    strangers[2].sendall(b"\0\0\0\x04none" * 8)
    in_threads([lambda w=w, n=n: w.meet(n, addresses, 20.0) for n, w in enumerate(workers)])
    found = in_threads([lambda w=w, n=n: w.exchange(n) for n, w in enumerate(workers)])
    assert found == [[0, 1]] * 2
    for each in (*strangers, *workers):
        each.close()


def test_a_worker_with_another_key_is_out_of_step() -> None:
    workers = [Neighbours() for _ in range(2)]
    addresses = [(worker.address[0], b"another key") for worker in workers]
    found = in_threads([lambda w=w, n=n: w.meet(n, addresses, 0.5) for n, w in enumerate(workers)])
    assert all(isinstance(each, OutOfStepError) for each in found)
