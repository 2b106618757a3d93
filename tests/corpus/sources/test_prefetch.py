"""Work ahead on a thread: the same items, the same exceptions, and no thread left behind."""

import threading
from collections.abc import Iterator

import pytest

from thalweg.corpus.sources.prefetch import prefetch


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("n_items", [0, 1, 2, 3, 100])
def test_the_same_items_come_in_the_same_order(n_items: int, depth: int) -> None:
    assert list(prefetch(iter(range(n_items)), depth)) == list(range(n_items))


def test_items_are_made_on_another_thread_while_one_is_worked_on() -> None:
    second_is_made = threading.Event()

    def items() -> Iterator[threading.Thread]:
        yield threading.current_thread()
        second_is_made.set()
        yield threading.current_thread()

    for maker in prefetch(items()):
        assert maker is not threading.current_thread()
        assert second_is_made.wait(10), "made while the first is worked on"


def test_no_more_items_wait_than_the_depth() -> None:
    made: list[int] = []

    def items() -> Iterator[int]:
        for number in range(100):
            made.append(number)
            yield number

    ahead = prefetch(items(), depth=2)
    assert next(ahead) == 0
    ahead.close()  # type: ignore[attr-defined]
    assert len(made) <= 1 + 2 + 1 + 2, "taken, waiting, being made, and room made by closing"


def test_an_exception_comes_after_the_items_before_it() -> None:
    def items() -> Iterator[int]:
        yield 1
        yield 2
        raise KeyError("fault")

    got = []
    with pytest.raises(KeyError, match="fault"):  # noqa: PT012
        for item in prefetch(items()):
            got.append(item)
    assert got == [1, 2]


@pytest.mark.parametrize("depth", [1, 2])
@pytest.mark.parametrize("n_taken", [0, 1, 2, 5])
def test_stopping_early_ends_the_thread_and_closes_the_iterator(n_taken: int, depth: int) -> None:
    closed = threading.Event()

    def items() -> Iterator[int]:
        try:
            number = 0
            while True:
                yield number
                number += 1
        finally:
            closed.set()

    ahead = prefetch(items(), depth)
    if not n_taken:
        ahead.close()  # type: ignore[attr-defined]
        return  # never started
    for _ in range(n_taken):
        next(ahead)
    ahead.close()  # type: ignore[attr-defined]
    assert closed.is_set()


def test_an_exception_of_the_consumer_ends_the_thread() -> None:
    with pytest.raises(ZeroDivisionError):  # noqa: PT012
        for item in prefetch(iter(range(1, 1000))):
            item // (item - 3)
