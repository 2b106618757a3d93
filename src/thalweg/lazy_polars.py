"""polars, imported when it is first used: who has counts and no texts does not wait for it."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

__all__ = ["pl", "polars_faults"]

if TYPE_CHECKING:
    import polars as pl
else:

    class _Polars:
        def __getattr__(self, name: str) -> Any:
            return getattr(import_module("polars"), name)

    pl = _Polars()


def polars_faults(*others: type[BaseException]) -> tuple[type[BaseException], ...]:
    """What polars raises about bad files, and others."""
    return (pl.exceptions.PolarsError, pl.exceptions.PanicException, *others)
