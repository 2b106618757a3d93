"""prefetch: make the next item of an iterator on another thread while this one is used."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar, cast

Item = TypeVar("Item")
_END: Final = object()


def prefetch(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the same items in the same order; the next one is already being made.

    An exception of `items` is raised when its turn comes. When this iterator is closed, or its
    loop ends by an exception, it waits for the item that is being made and then closes `items`.
    """
    iterator = iter(items)
    pool = ThreadPoolExecutor(1, thread_name_prefix="thalweg-prefetch")
    try:
        ahead = pool.submit(next, iterator, _END)
        while (item := ahead.result()) is not _END:
            ahead = pool.submit(next, iterator, _END)
            yield cast(Item, item)
    finally:
        pool.shutdown()  # waits for the item ahead
        close = getattr(iterator, "close", None)
        if close is not None:
            close()
