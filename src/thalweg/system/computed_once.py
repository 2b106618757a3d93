"""`computed_once`: functools.cached_property without a lock.

Before Python 3.12, cached_property holds one lock for all objects of a class: threads wait for each
other, and a process that forks at that moment leaves the lock closed in the child for ever. Here
two threads may compute a value twice, with the same result.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

__all__ = ["computed_once"]

if TYPE_CHECKING:
    from functools import cached_property as computed_once
else:

    class computed_once:  # noqa: N801
        """A property that is computed when it is first used."""

        def __init__(self, compute: Any) -> None:
            self._compute, self.__doc__ = compute, compute.__doc__

        def __get__(self, instance: Any, owner: Any = None) -> Any:
            if instance is None:
                return self
            value = self._compute(instance)
            instance.__dict__[self._compute.__name__] = value
            return value
