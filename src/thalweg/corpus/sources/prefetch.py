"""prefetch: make the next items of an iterator on another thread while this one is used."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeVar, cast

Item = TypeVar("Item")
_END: Final = object()
_AHEAD: Final = 2  # items take unequal times: with one, either thread would often wait


def prefetch(items: Iterable[Item]) -> Iterator[Item]:
    """Yield the same items in the same order; the next one may wait while another is being made.

    An exception of `items` is raised when its turn comes. When this iterator is closed, or its
    loop ends by an exception, it waits for the item that is being made and then closes `items`.
    """
    iterator = iter(items)
    pool = ThreadPoolExecutor(1, thread_name_prefix="thalweg-prefetch")
    try:
        ahead = deque(pool.submit(next, iterator, _END) for _ in range(_AHEAD))
        while (item := ahead.popleft().result()) is not _END:
            ahead.append(pool.submit(next, iterator, _END))
            yield cast(Item, item)
    finally:
        pool.shutdown(cancel_futures=True)  # waits for the item that is being made
        close = getattr(iterator, "close", None)
        if close is not None:
            close()
