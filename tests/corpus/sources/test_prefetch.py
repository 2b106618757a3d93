"""The same items and exceptions from another thread, and no thread is left over."""

import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

from thalweg.corpus.sources.prefetch import prefetch


@pytest.fixture(autouse=True)
def _no_thread_left() -> Iterator[None]:
    before = set(threading.enumerate())
    yield
    assert set(threading.enumerate()) <= before


@pytest.mark.parametrize("n_items", [0, 1, 2, 3, 100])
def test_the_same_items_come_in_the_same_order(n_items: int) -> None:
    assert list(prefetch(iter(range(n_items)))) == list(range(n_items))


def test_the_next_item_is_made_on_another_thread_while_one_is_used() -> None:
    second_is_made = threading.Event()

    def items() -> Iterator[threading.Thread]:
        yield threading.current_thread()
        second_is_made.set()
        yield threading.current_thread()

    for maker in prefetch(items()):
        assert maker is not threading.current_thread()
        assert second_is_made.wait(10), "made while the first is used"


def test_at_most_two_items_are_made_ahead() -> None:
    made: list[int] = []

    def items() -> Iterator[int]:
        for number in range(100):
            made.append(number)
            yield number

    ahead = prefetch(items())
    assert [next(ahead), next(ahead)] == [0, 1]
    ahead.close()  # type: ignore[attr-defined]
    assert made == list(range(len(made)))
    assert 2 <= len(made) <= 4


@pytest.mark.parametrize("kind", [KeyError, KeyboardInterrupt])
def test_an_exception_comes_after_the_items_before_it(kind: type[BaseException]) -> None:
    def items() -> Iterator[int]:
        yield 1
        yield 2
        raise kind("broken")

    got = []
    with pytest.raises(kind, match="broken"):  # noqa: PT012
        for item in prefetch(items()):
            got.append(item)
    assert got == [1, 2]


@pytest.mark.parametrize("n_taken", [1, 2, 5])
def test_stopping_early_ends_the_thread_and_closes_the_iterator(n_taken: int) -> None:
    closed = threading.Event()

    def items() -> Iterator[int]:
        try:
            number = 0
            while True:
                yield number
                number += 1
        finally:
            closed.set()

    ahead = prefetch(items())
    for _ in range(n_taken):
        next(ahead)
    ahead.close()  # type: ignore[attr-defined]
    assert closed.is_set()


def test_an_iterator_that_never_started_starts_no_thread() -> None:
    ahead = prefetch(iter([1]))
    assert not any("thalweg-prefetch" in thread.name for thread in threading.enumerate())
    ahead.close()  # type: ignore[attr-defined]


def test_an_exception_of_the_consumer_ends_the_thread() -> None:
    with pytest.raises(ZeroDivisionError):  # noqa: PT012
        for item in prefetch(iter(range(1, 1000))):
            item // (item - 3)


_UNFINISHED = """
import os, sys
from thalweg.corpus.sources.prefetch import prefetch

def items():
    number = 0
    while True:
        yield number
        number += 1

ahead = prefetch(items())
print(next(ahead), next(ahead), flush=True)
if sys.argv[1] == "fork":
    child = os.fork()
    if not child:
        sys.exit(7)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), next(ahead), flush=True)
"""


@pytest.mark.parametrize(
    ("how", "printed"),
    [
        ("exit", "0 1\n"),
        pytest.param(
            "fork",
            "0 1\n7 2\n",
            marks=pytest.mark.skipif(not hasattr(__import__("os"), "fork"), reason="needs fork"),
        ),
    ],
)
def test_a_process_ends_although_an_iterator_is_unfinished(how: str, printed: str) -> None:
    done = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _UNFINISHED, how],
        capture_output=True,
        text=True,
        timeout=60,
        check=False,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, printed, "")
