"""The next items of an iterator, made on a thread of their own while this one is worked on."""

from __future__ import annotations

import queue
import threading
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Generic, TypeVar

Item = TypeVar("Item")


@dataclass(frozen=True)
class _Made(Generic[Item]):
    item: Item


@dataclass(frozen=True)
class _Ended:
    fault: BaseException | None


def prefetch(items: Iterable[Item], depth: int = 1) -> Iterator[Item]:
    """The same items in the same order; at most `depth` of them wait, and one is being made.

    An exception of `items` is raised here when its turn comes. Closing this iterator, or leaving
    its loop by an exception, ends the thread after the item it is at.
    """
    made: queue.Queue[_Made[Item] | _Ended] = queue.Queue(depth)
    stop = threading.Event()

    def work() -> None:
        fault = None
        try:
            iterator = iter(items)
            try:
                for item in iterator:
                    made.put(_Made(item))
                    if stop.is_set():
                        break
            finally:
                close = getattr(iterator, "close", None)
                if close is not None:
                    close()  # here, where the iterator ran: it closes its files
        except BaseException as error:  # delivered, whatever it is
            fault = error
        made.put(_Ended(fault))

    thread = threading.Thread(target=work, name="thalweg-prefetch", daemon=True)
    thread.start()
    ended = False
    try:
        while True:
            got = made.get()
            if isinstance(got, _Ended):
                ended = True
                if got.fault is not None:
                    raise got.fault
                return
            yield got.item
    finally:
        stop.set()
        while not ended:  # the thread may wait for room
            ended = isinstance(made.get(), _Ended)
        thread.join()
